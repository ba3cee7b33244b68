/// @file
/// What the kernels of the variance check must be told of a batch: lists of columns, lengths and first tiles.
///
/// Place in the pipeline: cuda; made on the host for a device and for the emulation.
#pragma once

#include <xamt/compare/variance_record.hpp>
#include <xamt/cuda/batch_view.cuh>

#include <vector>

namespace xamt {
inline namespace v0 {
namespace cuda {

// The numbers that element.cuh knows, whose C++17 cannot read dtype.hpp.
static_assert(static_cast<int>(dtype::float16) == 0 && static_cast<int>(dtype::bfloat16) == 1 && static_cast<int>(dtype::float32) == 2 &&
              static_cast<int>(dtype::float64) == 3 && static_cast<int>(dtype::int8) == 4 && static_cast<int>(dtype::int16) == 5 &&
              static_cast<int>(dtype::int32) == 6 && static_cast<int>(dtype::int64) == 7 && static_cast<int>(dtype::uint8) == 8 &&
              static_cast<int>(dtype::boolean) == 9 && static_cast<int>(dtype::complex64) == 10 &&
              static_cast<int>(dtype::complex128) == 11);

/// In the host's memory. Complex elements are two components.
struct batch_tables {
    std::vector<void const*> columns;
    std::vector<std::uint64_t> elements;
    std::vector<std::uint32_t> first_tile; ///< 2^32 tiles are 2^44 elements

    explicit batch_tables(variance_batch const& batch) {
        std::uint64_t const components = is_complex(batch.type) ? 2 : 1;
        std::uint64_t tiles = 0;
        columns.reserve(batch.trials.size() * batch.columns);
        for (variance_trial const& t : batch.trials) {
            columns.insert(columns.end(), t.columns, t.columns + batch.columns);
            elements.push_back(t.elements * components);
            first_tile.push_back(static_cast<std::uint32_t>(tiles));
            tiles += t.elements == 0 ? 1 : (t.elements * components + xamt::detail::variance_tile - 1) / xamt::detail::variance_tile;
        }
        first_tile.push_back(static_cast<std::uint32_t>(tiles));
    }
    [[nodiscard]] batch_view view(std::uint32_t count, tile_partial* partials, variance_record* records) const {
        return {columns.data(), elements.data(), first_tile.data(), static_cast<std::uint32_t>(elements.size()), count, partials, records};
    }
};

/// Positions of components become those of complex elements.
inline void halve_places(variance_batch const& batch, std::span<variance_record> records) {
    if (!is_complex(batch.type)) return;
    for (variance_record& r : records)
        if (r.at != variance_record::nowhere) r.at /= 2;
}

} // namespace cuda
} // namespace v0
} // namespace xamt
