/// @file
/// One argument of a call, whatever its kind: the common currency between generator, aligner, hosts and reports.
///
/// Place in the pipeline: core. Example: `value v = std::int64_t{3}; value none = xamt::none{};`
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/ndarray.hpp>
#include <xamt/core/none.hpp>

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

/// A complex number as an argument. Converts from std::complex, whose header is too dear for every file that describes an API.
struct complex_number {
    double real = 0, imaginary = 0;

    constexpr complex_number() = default;
    constexpr complex_number(double re, double im) : real(re), imaginary(im) {}
    template <class C>
        requires requires(C const& c) { c.real(), c.imag(); }
    constexpr complex_number(C const& c) : real(c.real()), imaginary(c.imag()) {}
    friend constexpr bool operator==(complex_number, complex_number) = default;
};

using value = std::variant<none, bool, std::int64_t, double, complex_number, std::string, dtype, integer_list, std::vector<double>, ndarray,
                           std::vector<ndarray>>;

} // namespace v0
} // namespace xamt
