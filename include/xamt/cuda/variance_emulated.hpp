/// @file
/// The kernels of the variance check run on the host, a warp after another: for tests where there is no device.
///
/// Place in the pipeline: cuda. The bodies are those of the device; only threads, warps and loads are emulated.
#pragma once

#include <xamt/cuda/batch_tables.hpp>
#include <xamt/cuda/variance_records.cuh>

#include <vector>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// The records of a batch, as a grid of so many warps makes them.
inline void check_variance_emulated(variance_batch const& batch, std::span<variance_record> records, std::uint32_t warps) {
    batch_tables const tables(batch);
    std::vector<tile_partial> partials(tables.first_tile.back());
    batch_view const view = tables.view(batch.columns, partials.data(), records.data());
    visit_element(static_cast<int>(batch.type), [&](auto type) {
        using T = typename decltype(type)::type;
        for (std::uint32_t k = 0; k < warps; ++k) {
            if (batch.columns == 2)
                tiles_to_partials<T, 2>(view, k, warps);
            else if (batch.columns == 3)
                tiles_to_partials<T, 3>(view, k, warps);
            else
                tiles_to_partials<T, 0>(view, k, warps);
        }
        for (std::uint32_t k = 0; k < warps; ++k) widen_partials<T>(view, k, warps);
        for (std::uint32_t k = 0; k < warps; ++k) partials_to_records<T>(view, k, warps);
    });
    halve_places(batch, records);
}

} // namespace cuda
} // namespace v0
} // namespace xamt
