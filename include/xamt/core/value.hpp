/// @file
/// One argument of a call, whatever its kind: the common currency between generator, aligner, hosts and reports.
///
/// Place in the pipeline: core. Example: `value v = std::int64_t{3}; value none = xamt::none{};`
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/ndarray.hpp>
#include <xamt/core/none.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A list of integers: axes, sizes, strides. `columns` > 0 makes it a nested list of that many numbers a row ([[0,1],[2,2]]).
struct integer_list {
    std::vector<std::int64_t> items;
    int columns = 0;
    friend bool operator==(integer_list const&, integer_list const&) = default;
};

using value = std::variant<none, bool, std::int64_t, double, std::complex<double>, std::string, dtype, integer_list,
                           std::vector<double>, ndarray, std::vector<ndarray>>;

} // namespace v0
} // namespace xamt
