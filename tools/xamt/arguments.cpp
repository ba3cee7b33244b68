// Arguments as people write them; see arguments.hpp.
#include "arguments.hpp"

#include <xamt/align/convert.hpp>
#include <xamt/core/text.hpp>
#include <xamt/report/alignment.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xamt_command {

using namespace xamt;

std::vector<std::string> parameter_names(api_description const& api) {
    std::vector<std::string> names;
    for (auto const& p : api.takes()) names.emplace_back(p.name);
    return names;
}

std::optional<value> as_kind(value v, parameter const& p) {
    if (std::holds_alternative<none>(v)) return p.may_be_none ? std::optional(v) : std::nullopt;
    auto const* const whole = std::get_if<std::int64_t>(&v);
    auto const keep = [&](bool fits) { return fits ? std::optional(v) : std::nullopt; };
    switch (p.what) {
    case kind::tensor: return keep(std::holds_alternative<ndarray>(v));
    case kind::tensors:
        if (auto* const one = std::get_if<ndarray>(&v)) return std::vector<ndarray>{*one};
        return keep(std::holds_alternative<std::vector<ndarray>>(v));
    case kind::axis:
    case kind::integer: return keep(whole != nullptr);
    case kind::axes:
    case kind::shape:
    case kind::integers: {
        // One number stands for all where the length is fixed.
        bool const fixed = p.length_lo == p.length_hi && p.length_lo > 1 && p.what == kind::integers;
        if (whole != nullptr) return integer_list{std::vector<std::int64_t>(fixed ? static_cast<std::size_t>(p.length_lo) : 1u, *whole), 0};
        return keep(std::holds_alternative<integer_list>(v));
    }
    case kind::real:
        if (whole != nullptr) return static_cast<double>(*whole);
        return keep(std::holds_alternative<double>(v));
    case kind::flag: return keep(std::holds_alternative<bool>(v));
    case kind::choice: return keep(std::holds_alternative<std::string>(v));
    case kind::dtype: return keep(std::holds_alternative<dtype>(v));
    }
    return std::nullopt;
}

result<value> read_value(std::string const& text, parameter const& p) {
    auto parsed = parse_value(text);
    if (!parsed) return parsed.failure();
    auto fitting = as_kind(std::move(*parsed), p);
    if (fitting) return std::move(*fitting);
    return error{fmt::format("{} does not take {}", p.name, text), "it is a " + to_words(p),
                 p.what == kind::tensor ? fmt::format("write a tensor with its dtype, such as '{}=float32[1,2]'", p.name)
                                        : "see `xamt try --help` for how values are written"};
}

result<std::vector<value>> with_defaults(api_description const& api, std::vector<std::optional<value>> given) {
    std::vector<value> arguments;
    for (std::size_t p = 0; p < given.size(); ++p) {
        parameter const& wanted = api.parameters[p];
        if (!given[p] && wanted.fallback.present()) given[p] = to_value(wanted.fallback);
        if (!given[p] && wanted.may_be_none) given[p] = none{};
        // A vector has one axis only.
        bool const vector =
            !arguments.empty() && std::holds_alternative<ndarray>(arguments[0]) && std::get<ndarray>(arguments[0]).dims().rank() == 1;
        if (!given[p] && wanted.what == kind::axis && vector) given[p] = std::int64_t{0};
        if (!given[p] && wanted.what == kind::axes && vector) given[p] = integer_list{{0}, 0};
        if (!given[p])
            return error{fmt::format("{} needs {}", api.name, wanted.name), "it has no default: " + to_words(wanted),
                         fmt::format("add '{}=...'; see `xamt try --help` for how values are written", wanted.name)};
        arguments.push_back(std::move(*given[p]));
    }
    return arguments;
}

result<std::vector<value>> canonical_arguments(api_description const& api, std::span<written_argument const> written) {
    std::vector<std::optional<value>> given(api.parameter_count);
    for (auto const& [name, text] : written) {
        int const at = api.position_of(name);
        if (at < 0)
            return error{fmt::format("{} has no parameter \"{}\"", api.name, name),
                         fmt::format("it takes {}", fmt::join(parameter_names(api), ", ")),
                         did_you_mean(name, parameter_names(api), fmt::format("`xamt groups {}` shows them", api.name))};
        auto& place = given[static_cast<std::size_t>(at)];
        if (place) return error{fmt::format("{} is given twice", name), {}, "give it once"};
        auto v = read_value(text, api.parameters[static_cast<std::size_t>(at)]);
        if (!v) return v.failure();
        place = std::move(*v);
    }
    return with_defaults(api, std::move(given));
}

} // namespace xamt_command
