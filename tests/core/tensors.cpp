// Shapes, tensors that own and tensors that view.
#include <tests/catch.hpp>

#include <xamt/core/element.hpp>
#include <xamt/core/ndarray.hpp>
#include <xamt/core/strided_view.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

using xamt::dtype;
using xamt::ndarray;
using xamt::shape;

TEST_CASE("a shape counts its elements: one for a scalar, none with an empty axis") {
    CHECK(shape{}.elements() == 1);
    CHECK(shape{2, 3, 4}.elements() == 24);
    CHECK(shape{2, 0, 4}.elements() == 0);
}

TEST_CASE("a shape is full at six axes and ignores more") {
    shape s{1, 2, 3, 4, 5, 6};
    CHECK(s.full());
    s.push_back(7);
    CHECK(s.rank() == 6);
    CHECK(s == shape{1, 2, 3, 4, 5, 6});
}

TEST_CASE("shapes differ by rank and by extents") {
    CHECK_FALSE(shape{2} == shape{2, 1});
    CHECK_FALSE(shape{2, 3} == shape{3, 2});
    CHECK(shape{} == shape{});
}

TEST_CASE("the last axis of a row-major tensor has stride one") {
    auto const strides = xamt::row_major_strides(shape{2, 3, 4});
    CHECK(strides[0] == 12);
    CHECK(strides[1] == 4);
    CHECK(strides[2] == 1);
}

TEST_CASE("a tensor owns aligned memory, even without elements") {
    for (auto const& dims : {shape{}, shape{0}, shape{7, 3}}) {
        ndarray const t(dtype::int8, dims);
        CHECK(reinterpret_cast<std::uintptr_t>(t.data()) % xamt::tensor_alignment == 0);
        CHECK(t.bytes() == static_cast<std::size_t>(dims.elements()));
    }
}

TEST_CASE("a copy of a tensor is its own, and a moved one leaves nothing behind") {
    ndarray a(dtype::float32, {3});
    for (int i = 0; i < 3; ++i) xamt::store(a, i, i + 0.5);
    ndarray b = a;
    xamt::store(b, 0, 9);
    CHECK(xamt::load(a.view(), 0) == 0.5);
    auto const* data = b.data();
    ndarray const c = std::move(b);
    CHECK(c.data() == data);
    CHECK(xamt::load(c.view(), 0) == 9);
    a = c;
    CHECK(xamt::load(a.view(), 2) == 2.5);
}

TEST_CASE("a strided view reads a transposed tensor in place") {
    float data[] = {1, 2, 3, 4, 5, 6};
    auto v = xamt::strided(data, shape{2, 3});
    CHECK(v(1, 0) == 4);
    std::swap(v.strides[0], v.strides[1]);
    v.dims = shape{3, 2};
    CHECK(v(2, 1) == 6);
    CHECK(v(0, 1) == 4);
}

TEST_CASE("what is stored in a dtype comes back rounded to it") {
    struct row {
        dtype type;
        double in, out;
    };
    for (auto const& [type, in, out] : {row{dtype::float16, 0.1, 0.0999755859375}, row{dtype::bfloat16, 0.1, 0.10009765625},
                                        row{dtype::float32, 0.1, static_cast<double>(0.1f)}, row{dtype::float64, 0.1, 0.1},
                                        row{dtype::int8, 300, 127}, row{dtype::int8, -300, -128}, row{dtype::uint8, -1, 0},
                                        row{dtype::int64, 1e300, 0x1p63}, row{dtype::boolean, 0.25, 1}, row{dtype::complex64, -2, -2}}) {
        ndarray t(type, {1});
        xamt::store(t, 0, in);
        CAPTURE(xamt::name_of(type), in);
        CHECK(xamt::load(t.view(), 0) == out);
    }
}

TEST_CASE("NaN stored in an integer is zero") {
    ndarray t(dtype::int32, {1});
    xamt::store(t, 0, std::numeric_limits<double>::quiet_NaN());
    CHECK(xamt::load_integer(t.view(), 0) == 0);
}

TEST_CASE("integers beyond 2^53 are loaded exactly as integers") {
    ndarray t(dtype::int64, {1});
    t.as<std::int64_t>()[0] = (std::int64_t{1} << 53) + 1;
    CHECK(xamt::load_integer(t.view(), 0) == (std::int64_t{1} << 53) + 1);
    CHECK(xamt::converted(t.view(), dtype::int64).as<std::int64_t>()[0] == (std::int64_t{1} << 53) + 1);
}

TEST_CASE("a complex tensor converts to a real one without its imaginary part, and back with none") {
    ndarray t(dtype::complex128, {1});
    t.as<std::complex<double>>()[0] = {1.5, 2.5};
    auto const real = xamt::converted(t.view(), dtype::float32);
    CHECK(xamt::load(real.view(), 0) == 1.5);
    CHECK(xamt::load_complex(xamt::converted(real.view(), dtype::complex64).view(), 0) == std::complex<double>(1.5, 0));
    CHECK(xamt::load_complex(xamt::converted(t.view(), dtype::complex64).view(), 0) == std::complex<double>(1.5, 2.5));
}
