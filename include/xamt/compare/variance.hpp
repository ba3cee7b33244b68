/// @file
/// The variance check: which trials of a batch deserve a closer look, found in one pass over the outputs.
///
/// Place in the pipeline: compare; variance_record.hpp says what is computed. Runs at the speed of memory where the processor has AVX2 or
/// AVX-512, whatever the program was compiled for. Example:
/// @code
/// void const* columns[] = {torch_output, jax_output, numpy_output};
/// auto const r = xamt::check_variance(xamt::dtype::float32, columns, 1000);
/// if (!r.agrees()) judge(...);
/// @endcode
#pragma once

#include <xamt/compare/variance_avx2.hpp>
#include <xamt/compare/variance_avx512.hpp>
#include <xamt/compare/variance_baseline.hpp>
#include <xamt/compare/variance_reference.hpp>

#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// What the check can be compiled for here.
enum class instruction_set : std::uint8_t { baseline, avx2, avx512 };

[[nodiscard]] constexpr std::string_view name_of(instruction_set s) {
    constexpr std::string_view names[] = {"baseline", "AVX2", "AVX-512"};
    return names[static_cast<std::size_t>(s)];
}

/// The best instruction set of this processor.
[[nodiscard]] inline instruction_set best_instruction_set() {
#if defined(__x86_64__)
    static instruction_set const best = [] {
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
            return instruction_set::avx512;
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")
                   ? instruction_set::avx2
                   : instruction_set::baseline;
    }();
    return best;
#else
    return instruction_set::baseline;
#endif
}

namespace detail {

using variance_check = variance_record (*)(void const* const* columns, std::uint32_t count, std::uint64_t elements);

template <class T> [[nodiscard]] constexpr variance_check check_for(instruction_set s) {
#if defined(__x86_64__)
    if (s == instruction_set::avx512) return &avx512::variance_kernel<T>::record;
    if (s == instruction_set::avx2) return &avx2::variance_kernel<T>::record;
#endif
    static_cast<void>(s);
    return &baseline::variance_kernel<T>::record;
}

} // namespace detail

/// The record of one trial, on a given instruction set, which the processor must have.
[[nodiscard]] inline variance_record check_variance(dtype type, std::span<void const* const> columns, std::uint64_t elements,
                                                    instruction_set on) {
    auto const count = static_cast<std::uint32_t>(columns.size());
    switch (type) {
    case dtype::float16: return detail::check_for<float16>(on)(columns.data(), count, elements);
    case dtype::bfloat16: return detail::check_for<bfloat16>(on)(columns.data(), count, elements);
    case dtype::float32: return detail::check_for<float>(on)(columns.data(), count, elements);
    case dtype::float64: return detail::check_for<double>(on)(columns.data(), count, elements);
    case dtype::complex64: return detail::of_pairs(detail::check_for<float>(on)(columns.data(), count, 2 * elements));
    case dtype::complex128: return detail::of_pairs(detail::check_for<double>(on)(columns.data(), count, 2 * elements));
    default: return variance_by_reference(type, columns, elements);
    }
}

/// The record of one trial.
[[nodiscard]] inline variance_record check_variance(dtype type, std::span<void const* const> columns, std::uint64_t elements) {
    return check_variance(type, columns, elements, best_instruction_set());
}

/// The records of a batch; `records` has one place for each trial. Fewer than 2 or more than 16 columns give empty records.
inline void check_variance(variance_batch const& batch, std::span<variance_record> records) {
    bool const admissible = batch.columns >= 2 && batch.columns <= variance_batch::most_columns;
    for (std::size_t i = 0; i < batch.trials.size(); ++i) {
        variance_trial const& t = batch.trials[i];
        records[i] = admissible ? check_variance(batch.type, {t.columns, batch.columns}, t.elements) : variance_record{};
    }
}

} // namespace v0
} // namespace xamt
