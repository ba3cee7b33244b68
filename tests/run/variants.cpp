// Variants of a trial as a host sees them: the same numbers, laid out anew.
#include "fault_host.hpp"

#include <xamt/align/variant.hpp>

using namespace xamt;

namespace {

// Strides of a tensor of 2 x 3 in bytes, and how far its first element lies behind an aligned address.
std::vector<std::int64_t> layout(host& h, std::uint32_t function, variant how) {
    ndarray x(dtype::float32, shape{2, 3});
    for (int i = 0; i < 6; ++i) x.as<float>()[i] = static_cast<float>(i);
    std::vector<value> const arguments{std::move(x)};
    host* hosts[] = {&h};
    auto const slot = h.free_slot();
    REQUIRE(h.slot(*slot).add(function, arguments, how) == added::yes);
    h.submit(*slot);
    REQUIRE(pump_until(hosts, [&] { return h.finished(*slot); }, std::chrono::duration<double>(60)));
    auto const o = owned(h.outcome(*slot, 0));
    REQUIRE(o.is == ending::value);
    std::vector<std::int64_t> numbers;
    for (auto const& each : o.outputs) numbers.push_back(each.as<std::int64_t>()[0]);
    h.release(*slot);
    return numbers;
}

} // namespace

TEST_CASE("a host lays tensors out as the variant of their trial says") {
    auto h = fault_host::start();
    auto const function = h.define(fault_host::plan("test.layout", {"x"}));
    auto const in = [&](variant how) { return layout(h, function, how); };
    using numbers = std::vector<std::int64_t>;
    CHECK(in(variant::plain) == numbers{12, 4, 0});
    CHECK(in(variant::strided)[1] == 8);
    CHECK(in(variant::strided)[0] == 24);
    CHECK(in(variant::transposed)[0] == 4);
    CHECK(in(variant::transposed)[1] == 8);
    CHECK(in(variant::shifted) == numbers{12, 4, 4});
    CHECK(in(variant::compiled) == numbers{12, 4, 0});
}
