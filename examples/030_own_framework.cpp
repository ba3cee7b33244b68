// A library with a tensor type of its own as a framework: one trait for its arguments, one for its results, and a name.
#include <xamt/campaign/explore.hpp>
#include <xamt/describe/each.hpp>

#include <cmath>
#include <iostream>
#include <optional>
#include <vector>

// The library under test, as it is.
namespace lattice {

struct field {
    std::vector<std::int64_t> extents;
    std::vector<float> cells;
};

/// x / sqrt(1 + x^2), the "algebraic sigmoid".
field squash(field const& in) {
    field out = in;
    for (float& x : out.cells) x = x / std::sqrt(1 + x * x);
    return out;
}

} // namespace lattice

// The adapter.
template <> struct xamt::native_argument<lattice::field> : xamt::tensor_argument {
    static std::optional<lattice::field> from(xamt::ndarray const& t) {
        if (t.type() != xamt::dtype::float32) return std::nullopt;
        auto const cells = t.as<float>();
        return lattice::field{{t.dims().begin(), t.dims().end()}, {cells.begin(), cells.end()}};
    }
};

template <> struct xamt::native_result<lattice::field> {
    static std::vector<xamt::ndarray> from(lattice::field&& f) {
        xamt::ndarray t(xamt::dtype::float32, xamt::shape(std::span<std::int64_t const>(f.extents)));
        std::copy(f.cells.begin(), f.cells.end(), t.as<float>().begin());
        std::vector<xamt::ndarray> all;
        all.push_back(std::move(t));
        return all;
    }
};

constexpr xamt::framework lattice_library{"lattice"}, definition{"definition"};

constexpr auto squash = xamt::api("squash")
                            .takes(xamt::tensor("x").only(xamt::dtype::float32))
                            .elementwise()
                            .elementary()
                            .on(lattice_library, xamt::fn<&lattice::squash>, "x")
                            .on(definition, xamt::each([](float x) { return x / std::hypot(1.0, static_cast<double>(x)); }), "x");

// The square overflows long before x does: from about 1.8e19 on the library gives 0 where 1 is right.
int main() { std::cout << xamt::explore<squash>(xamt::trials(5'000)).text(); }
