// What core promises to the compiler.
#include <xamt/core/dtype.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/half.hpp>
#include <xamt/core/random.hpp>
#include <xamt/core/shape.hpp>

#include <bit>
#include <complex>
#include <limits>

namespace {

// The table of dtypes agrees with the C++ types that it describes.
template <class T> constexpr bool described_as(xamt::dtype d) {
    auto const& i = xamt::info(d);
    if (xamt::dtype_of<T> != d || i.size != sizeof(T) || xamt::dtype_named(i.name) != d) return false;
    if constexpr (std::numeric_limits<T>::is_iec559)
        return i.digits == std::numeric_limits<T>::digits && i.min_exponent == std::numeric_limits<T>::min_exponent &&
               i.max_exponent == std::numeric_limits<T>::max_exponent && xamt::is_floating(d);
    return true;
}
static_assert(described_as<xamt::float16>(xamt::dtype::float16) && described_as<xamt::bfloat16>(xamt::dtype::bfloat16));
static_assert(described_as<float>(xamt::dtype::float32) && described_as<double>(xamt::dtype::float64));
static_assert(described_as<std::int8_t>(xamt::dtype::int8) && described_as<std::int16_t>(xamt::dtype::int16));
static_assert(described_as<std::int32_t>(xamt::dtype::int32) && described_as<std::int64_t>(xamt::dtype::int64));
static_assert(described_as<std::uint8_t>(xamt::dtype::uint8) && described_as<bool>(xamt::dtype::boolean));
static_assert(described_as<std::complex<float>>(xamt::dtype::complex64) && described_as<std::complex<double>>(xamt::dtype::complex128));
static_assert(!xamt::dtype_named("float") && !xamt::dtype_named(""));

// Every dtype belongs to exactly one class, and the sets say the same as the table.
constexpr bool sets_agree() {
    for (std::size_t i = 0; i < xamt::dtype_count; ++i) {
        auto const d = static_cast<xamt::dtype>(i);
        if (xamt::floating_dtypes.contains(d) != xamt::is_floating(d) || xamt::integer_dtypes.contains(d) != xamt::is_integer(d) ||
            xamt::complex_dtypes.contains(d) != xamt::is_complex(d) || !xamt::all_dtypes.contains(d))
            return false;
    }
    return (xamt::floating_dtypes | xamt::integer_dtypes | xamt::bool_dtypes | xamt::complex_dtypes) == xamt::all_dtypes &&
           (xamt::floating_dtypes & xamt::integer_dtypes).empty();
}
static_assert(sets_agree());

// The codes travel between processes.
static_assert(static_cast<int>(xamt::dtype::float16) == 0 && static_cast<int>(xamt::dtype::complex128) == 11);

static_assert(xamt::to_float16(1.0).bits == 0x3c00 && xamt::to_float16(65520.0).bits == 0x7c00 && xamt::to_float16(0x1p-24).bits == 1);
static_assert(xamt::to_bfloat16(1.0).bits == 0x3f80 && xamt::widen(xamt::bfloat16{0xff80}) == -std::numeric_limits<float>::infinity());
static_assert(xamt::widen(xamt::float16{0x0001}) == 0x1p-24f && xamt::widen(xamt::float16{0x7bff}) == 65504.0f);

static_assert(xamt::shape{}.elements() == 1 && xamt::shape{2, 0, 4}.elements() == 0 && xamt::shape{2, 3} == xamt::shape{2, 3});
static_assert(xamt::row_major_strides(xamt::shape{2, 3, 4})[0] == 12);

static_assert(xamt::random_stream(0).bits() == 0xe220a8397b1dcdafull);
static_assert(xamt::key_of({1, 2}) != xamt::key_of({2, 1}) && xamt::key_of("ab") != xamt::key_of("ba"));

static_assert(xamt::from_double<std::int8_t>(300) == 127 && xamt::from_double<std::uint8_t>(-1) == 0 && xamt::from_double<bool>(0.25));
static_assert(xamt::from_double<std::int32_t>(std::numeric_limits<double>::quiet_NaN()) == 0);

} // namespace
