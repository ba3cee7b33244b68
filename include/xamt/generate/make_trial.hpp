/// @file
/// Makes a trial from its name: the class gives shapes and arguments, the index the contents of the tensors.
///
/// Place in the pipeline: generate. Example: `auto const t = make_trial(softmax, {"softmax", 1, 0, 7});` is the same trial on every
/// machine (compiled without `-march` flags that contract products and sums). About a third of all trials hold no special value at all, so that every result can be compared as a number.
#pragma once

#include <xamt/generate/make_class.hpp>
#include <xamt/generate/relations.hpp>
#include <xamt/generate/structured.hpp>

#include <cstring>

namespace xamt {
inline namespace v0 {

namespace detail {

/// How many positions an index tensor can name: along an axis of a tensor, below a size letter or a count.
[[nodiscard]] inline std::int64_t indexed_extent(api_description const& api, std::span<value const> arguments, parameter const& p) {
    auto const dims_at = [&](std::size_t i) -> shape const* {
        if (auto const* one = std::get_if<ndarray>(&arguments[i])) return &one->dims();
        auto const* many = std::get_if<std::vector<ndarray>>(&arguments[i]);
        return many == nullptr || many->empty() ? nullptr : &many->front().dims();
    };
    shape const* meant = nullptr;
    for (std::size_t i = 0; i < api.parameter_count && meant == nullptr; ++i) {
        parameter const& q = api.parameters[i];
        if (&q != &p && (p.refers_to.empty() ? q.is_tensor() : q.name == p.refers_to)) meant = dims_at(i);
    }
    if (p.along.empty()) return meant == nullptr ? 1 : meant->elements();
    if (int const at = api.position_of(p.along); at >= 0 && !api.parameters[static_cast<std::size_t>(at)].is_tensor()) {
        auto const* number = std::get_if<std::int64_t>(&arguments[static_cast<std::size_t>(at)]);
        if (api.parameters[static_cast<std::size_t>(at)].what == kind::integer) return number == nullptr ? 1 : *number;
        if (meant == nullptr || meant->rank() == 0) return 1;
        if (number == nullptr) return meant->elements();
        auto const rank = static_cast<std::int64_t>(meant->rank());
        return (*meant)[static_cast<std::size_t>(std::clamp<std::int64_t>(*number < 0 ? *number + rank : *number, 0, rank - 1))];
    }
    for (std::size_t i = 0; i < api.parameter_count; ++i) {
        parameter const& q = api.parameters[i];
        auto const place = q.letters.find(p.along);
        if (place == std::string_view::npos) continue;
        if (shape const* s = dims_at(i)) return (*s)[place];
        if (auto const* number = std::get_if<std::int64_t>(&arguments[i])) return *number;
    }
    for (std::size_t i = 0; i < api.letter_count; ++i)
        if (p.along.size() == 1 && api.letters[i].letter == p.along.front()) return api.letters[i].lo;
    return 1;
}

/// Fills one tensor by the parameter's content rule.
inline void fill(ndarray& t, parameter const& p, std::int64_t extent, fill_plan const& plan, random_stream& r) {
    shape const& s = t.dims();
    switch (p.filled_with) {
    case content::any: return fill_any(t, p, plan, r);
    case content::probabilities: return store_all(t, probabilities(s, plan.tame, r));
    case content::one_hot: return store_all(t, one_hot(s, r));
    case content::positive_definite:
    case content::well_conditioned:
    case content::symmetric:
    case content::triangular: return store_all(t, matrices(s, p.filled_with, is_complex(t.type()), plan.tame, r));
    case content::ascending: fill_any(t, p, plan, r); return sort_rows(t);
    case content::signs: {
        complex_numbers numbers(static_cast<std::size_t>(t.size()));
        for (auto& x : numbers) x = (r.bits() & 1u) != 0 ? 1 : -1;
        return store_all(t, numbers);
    }
    case content::indices: break;
    }
    fill_any(t, p.between(0, static_cast<double>((std::max<std::int64_t>)(extent - 1, 0))).whole_numbers(), plan, r);
    if (extent <= 1) std::memset(t.data(), 0, t.bytes());
}

/// How the tensors of one trial are filled. Stacked cases are runs (several where they are short: choosing a recipe costs as much as
/// drawing ten numbers); elsewhere a run is the tensor, or sometimes one row of it.
[[nodiscard]] inline fill_plan plan_of(shape const& s, std::int64_t cases, bool by_rows) {
    fill_plan plan;
    std::int64_t const n = s.elements();
    if (cases > 1 && n > 0)
        plan.run = (n / cases) * ((15 + n / cases) / (n / cases));
    else
        plan.run = by_rows && s.rank() >= 2 ? last_extent(s) : n;
    plan.run = (std::max<std::int64_t>)(plan.run, 1);
    return plan;
}

} // namespace detail

/// Makes the contents of a trial's tensors in place, as its name says; nothing is allocated. Its arguments are of the class so named.
inline void fill_trial(api_description const& api, trial& t) {
    trial_name const& n = t.name;
    std::uint64_t const group = key_of(api.name);
    random_stream decisions(key_of({n.seed, group, n.shape_class, n.index, 0}));
    bool const tame = decisions.below(3) == 0;
    bool const grid = !tame && api.pointwise && decisions.below(10) == 0;
    bool const by_rows = decisions.below(10) < 3;
    std::uint64_t const grid_start = decisions.bits() >> 32;
    detail::relations related(t.cases);
    unsigned stride = 1;
    for (std::size_t i = 0; i < api.parameter_count; ++i) {
        parameter const& p = api.parameters[i];
        if (!p.is_tensor()) continue;
        random_stream r(key_of({n.seed, group, n.shape_class, n.index, i + 1}));
        std::int64_t const extent = p.filled_with == content::indices ? detail::indexed_extent(api, t.arguments, p) : 0;
        auto const make = [&](ndarray& array) {
            detail::fill_plan plan = detail::plan_of(array.dims(), t.cases, by_rows);
            plan.tame = tame;
            plan.grid = grid;
            plan.grid_stride = stride;
            plan.grid_start = grid_start >> (8 * (i % 4));
            detail::fill(array, p, extent, plan, r);
            if (!grid) related.relate(array, p, tame, r);
            stride *= is_floating(array.type()) ? detail::special_value_count : detail::special_integer_count;
        };
        if (auto* one = std::get_if<ndarray>(&t.arguments[i])) make(*one);
        if (auto* many = std::get_if<std::vector<ndarray>>(&t.arguments[i]))
            for (auto& array : *many) make(array);
    }
}

/// A trial of a class that is already at hand; `name` must be of that class.
[[nodiscard]] inline trial make_trial(api_description const& api, shape_class const& c, trial_name name) {
    trial t{std::move(name), c.type, {}, c.cases, c.how};
    t.arguments.reserve(c.arguments.size());
    for (auto const& v : c.arguments)
        if (auto const* like = std::get_if<ndarray>(&v)) // what it holds is made anew: no copy
            t.arguments.emplace_back(std::in_place_type<ndarray>, like->type(), like->dims());
        else
            t.arguments.push_back(v);
    fill_trial(api, t);
    return t;
}

/// A trial from its name alone. One case of a stack is named by `name.stacked`.
[[nodiscard]] inline trial make_trial(api_description const& api, trial_name const& name);

/// One case out of a stacked trial, as a trial of its own: the tensors lose their leading axis.
[[nodiscard]] inline trial unstacked(api_description const& api, trial const& stack, std::int64_t which) {
    trial one{stack.name, stack.type, stack.arguments, 1, stack.how};
    one.name.stacked = static_cast<std::int32_t>(which);
    auto const take = [&](ndarray& array) {
        shape inner;
        for (std::size_t i = 1; i < array.dims().rank(); ++i) inner.push_back(array.dims()[i]);
        ndarray part(array.type(), inner);
        if (part.bytes() != 0) std::memcpy(part.data(), array.data() + static_cast<std::size_t>(which) * part.bytes(), part.bytes());
        array = std::move(part);
    };
    for (std::size_t i = 0; i < api.parameter_count; ++i) {
        if (auto* array = std::get_if<ndarray>(&one.arguments[i])) take(*array);
        if (auto* list = std::get_if<std::vector<ndarray>>(&one.arguments[i]))
            for (auto& array : *list) take(array);
    }
    return one;
}

inline trial make_trial(api_description const& api, trial_name const& name) {
    trial_name whole = name;
    whole.stacked = -1;
    trial t = make_trial(api, make_class(api, name.seed, name.shape_class), whole);
    if (name.stacked < 0 || name.stacked >= t.cases || t.cases == 1) return t;
    return unstacked(api, t, name.stacked);
}

} // namespace v0
} // namespace xamt
