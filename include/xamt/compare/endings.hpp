/// @file
/// First steps of the ladder: which columns died or hung, and which rejected what others accept.
///
/// Place in the pipeline: compare. A death or a hang is a defect by itself, once it has happened twice; an exception is a refusal, and
/// refusals differ by policy, unless the arguments lie outside the documented domain or those who accept them disagree about the result.
#pragma once

#include <xamt/compare/docket.hpp>

#include <cstring>
#include <string>
#include <utility>
#include <variant>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Signals that come from outside: an operator, the kernel's out-of-memory killer, the campaign itself.
[[nodiscard]] inline bool killed_from_outside(outcome const& o) {
    return o.error_type == "SIGKILL" || o.error_type == "SIGTERM" || o.error_type == "SIGINT" || o.error_type == "SIGHUP" ||
           o.error_type == "SIGSTOP" || o.error_type == "SIGQUIT";
}

/// Name of a number among the arguments that no reading of its parameter admits, or nothing: of the wrong sign, or no share of one. (The
/// range of a description may be narrower than what a function is defined for; signs and shares are what definitions speak of.)
[[nodiscard]] inline std::string_view outside_domain(docket const& d) {
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        parameter const& p = d.api.parameters[i];
        if (!p.bounded()) continue;
        bool const share = p.what == kind::real && p.lo == 0 && p.hi == 1;
        auto const beyond = [&](double x) { return is_nan(x) || (p.lo > 0 && x <= 0) || (p.lo == 0 && x < 0) || (share && x > 1); };
        if (auto const* x = std::get_if<double>(&d.of.arguments[i]); x != nullptr && beyond(*x)) return p.name;
        if (auto const* n = std::get_if<std::int64_t>(&d.of.arguments[i]); n != nullptr && beyond(static_cast<double>(*n))) return p.name;
    }
    return {};
}

/// Name of a whole number among the arguments so large that no tensor has such an extent, or nothing.
[[nodiscard]] inline std::string_view absurd_number(docket const& d) {
    auto const absurd = [](std::int64_t n) { return n >= std::int64_t{1} << 31 || n <= -(std::int64_t{1} << 31); };
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        auto const& v = d.of.arguments[i];
        if (auto const* n = std::get_if<std::int64_t>(&v); n != nullptr && absurd(*n)) return d.api.parameters[i].name;
        if (auto const* l = std::get_if<integer_list>(&v); l != nullptr && std::any_of(l->items.begin(), l->items.end(), absurd))
            return d.api.parameters[i].name;
    }
    return {};
}

/// Columns whose result has no element, though every tensor that went in has some, or the caller asked for a shape.
[[nodiscard]] inline column_set silently_empty(docket const& d) {
    bool fed_empty = false, asked_for_shape = false;
    for_each_tensor(d.of.arguments, [&](std::size_t, ndarray const& t) { fed_empty = fed_empty || t.size() == 0; });
    for (auto const& p : d.api.takes()) asked_for_shape = asked_for_shape || p.what == kind::shape;
    column_set empty;
    if (fed_empty && !asked_for_shape) return empty;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (d.answered.contains(c))
            for (auto const& t : d.outcomes[c].outputs)
                if (t.size() == 0) empty.insert(c);
    return empty;
}

/// True if a column gives NaN or infinity where nothing but finite numbers went in.
[[nodiscard]] inline bool breaks_down(docket const& d, std::size_t c) {
    bool finite = true, broken = false;
    for_each_tensor(d.of.arguments, [&](std::size_t, ndarray const& t) {
        if (has_ulp(t.type()))
            for (double x : cells_of(t.view())) finite = finite && is_finite(x);
    });
    for (auto const& t : d.outcomes[c].outputs)
        if (has_ulp(t.type()))
            for (double x : cells_of(t.view())) broken = broken || !is_finite(x);
    return finite && broken;
}

/// True if an index tensor points outside what it indexes.
[[nodiscard]] inline bool index_out_of_range(docket const& d) {
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        parameter const& p = d.api.parameters[i];
        auto const* t = std::get_if<ndarray>(&d.of.arguments[i]);
        if (t == nullptr || p.filled_with != content::indices) continue;
        std::int64_t extent = p.along.size() == 1 ? extent_of(p.along.front(), d.api, d.of.arguments) : 0;
        int const target = d.api.position_of(p.refers_to);
        auto const* whole = target < 0 ? nullptr : std::get_if<ndarray>(&d.of.arguments[static_cast<std::size_t>(target)]);
        if (extent == 0 && whole != nullptr && whole->dims().rank() > 0) {
            int const axis_at = d.api.position_of(p.along);
            auto const* axis = axis_at < 0 ? nullptr : std::get_if<std::int64_t>(&d.of.arguments[static_cast<std::size_t>(axis_at)]);
            auto const rank = static_cast<std::int64_t>(whole->dims().rank());
            std::int64_t const at = axis == nullptr ? 0 : *axis < 0 ? *axis + rank : *axis;
            if (at >= 0 && at < rank) extent = whole->dims()[static_cast<std::size_t>(at)];
        }
        if (extent == 0) continue;
        for (std::int64_t e = 0; e < t->size(); ++e)
            if (std::int64_t const index = load_integer(t->view(), e); index < 0 || index >= extent) return true;
    }
    return false;
}

/// "raises ValueError: ..." cut to a readable length.
[[nodiscard]] inline std::string told(outcome const& o) {
    std::string text = o.error_type;
    if (!o.message.empty()) text += ": " + o.message.substr(0, 120);
    return text;
}

/// True if two outcomes are the same: ending and, bit for bit but for NaNs, values.
[[nodiscard]] inline bool same_outcome(outcome const& a, outcome const& b) {
    if (a.is != b.is || a.outputs.size() != b.outputs.size()) return false;
    for (std::size_t o = 0; o < a.outputs.size(); ++o) {
        ndarray const &x = a.outputs[o], &y = b.outputs[o];
        if (x.type() != y.type() || !(x.dims() == y.dims())) return false;
        if (x.bytes() == 0 || std::memcmp(x.data(), y.data(), x.bytes()) == 0) continue;
        if (!has_ulp(x.type())) return false;
        auto const p = cells_of(x.view()), q = cells_of(y.view());
        for (std::size_t i = 0; i < p.size(); ++i)
            if (p[i] != q[i] && !(is_nan(p[i]) && is_nan(q[i]))) return false;
    }
    return true;
}

} // namespace detail

/// Deaths and hangs, confirmed by a second run.
inline void judge_endings(docket& d) {
    for (auto const& [how, judged] : {std::pair{ending::death, judgement::crash}, std::pair{ending::hang, judgement::hang}}) {
        for (std::size_t c = 0; c < d.columns.size(); ++c) {
            outcome const& first = d.outcomes[c];
            if (first.is != how) continue;
            outcome const& second = d.second_run()[c];
            // A function that its host calls no more has been tried alone by it, and ended so twice.
            bool const given_up = second.is == ending::absent && second.error_type == "given up";
            bool const repeated = second.is == first.is || given_up;
            bool const fault = how == ending::death && !detail::killed_from_outside(first);
            verdict v;
            v.is = judged;
            v.family = d.integer_trial() ? "int-crash" : "arg-crash";
            v.got = how == ending::death ? "death by " + first.error_type : "no answer within the limit";
            v.expected = "a value or an exception";
            v.severity = how == ending::death ? 100 : 90;
            std::string const who = to_text(d.columns[c]);
            // A fault of the processor in a process that also ran other trials may be their doing; a kill may be anybody's.
            if (repeated && !(how == ending::death && detail::killed_from_outside(second))) {
                v.blamed.insert(c);
                v.sentence = who + (how == ending::death ? " dies (" + first.error_type + ")" : std::string(" does not answer")) +
                             ", twice, where a library must return or raise";
            } else {
                v.is = judgement::nondeterministic;
                v.witnesses.insert(c);
                v.severity = fault ? 50 : 0;
                v.sentence = who + ": " + v.got + ", but not when run again";
            }
            d.verdicts.push_back(std::move(v));
        }
    }
}

/// An argument that no definition admits is accepted, and what comes out is no number: whoever does so should have raised.
inline void judge_domain(docket& d) {
    auto const parameter_name = detail::outside_domain(d);
    if (parameter_name.empty() || !d.ended(ending::error).empty()) return;
    verdict v;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (d.answered.contains(c) && detail::breaks_down(d, c)) v.blamed.insert(c);
    if (v.blamed.empty()) return;
    v.is = judgement::error;
    v.severity = 20;
    v.family = "validation";
    v.got = "a value";
    v.expected = "an exception";
    v.say(d.columns, "accept",
          " a value of `" + std::string(parameter_name) + "` for which the function has no meaning; what comes out is no finite number");
    d.verdicts.push_back(std::move(v));
}

/// One function of Keras, the same arguments in dtypes that every backend has: a backend that raises where the others, and most independent
/// columns, accept breaks the promise that they are alike.
inline void judge_backends(docket& d, column_set raised) {
    verdict v;
    column_set accepting;
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (d.columns[c].on.name != fw::keras.name) continue;
        if (raised.contains(c)) v.blamed.insert(c);
        if (d.answered.contains(c)) accepting.insert(c);
    }
    bool const common = d.of.type == dtype::float32 || d.of.type == dtype::int32;
    if (v.blamed.empty() || accepting.size() < 2 || !common || !detail::outside_domain(d).empty() || detail::index_out_of_range(d)) return;
    if (!d.independent.carries(d.answered, d.answered | raised)) return;
    // Where the backend's own library raises the same, the code is its.
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        for (std::size_t k = 0; k < d.columns.size(); ++k)
            if (raised.contains(c) && v.blamed.contains(k) && d.columns[c].on.name == witness_of(d.columns[k], false) &&
                d.outcomes[c].error_type == d.outcomes[k].error_type)
                v.blamed.insert(c);
    v.is = judgement::error;
    v.severity = 30;
    v.family = "keras-backend";
    v.witnesses = accepting;
    v.got = "an exception";
    v.expected = "a value";
    v.sentence = clause_of(v.blamed, d.columns, "raise") + " (" + detail::told(d.outcomes[v.blamed.first()]) + ") where " +
                 clause_of(accepting, d.columns, "accept") + " the same call";
    d.verdicts.push_back(std::move(v));
}

namespace detail {

/// What `of` says, of those that give elements where others find none and the rest rejects the arguments.
[[nodiscard]] inline verdict invents(verdict of, docket const& d, column_set invented, column_set raised) {
    of.witnesses = of.blamed | raised;
    of.got = "elements";
    of.sentence = clause_of(invented, d.columns, "give") + " elements where " + clause_of(of.blamed, d.columns, "find") + " none and " +
                  clause_of(raised, d.columns, "reject") + " the arguments (" + told(d.outcomes[raised.first()]) + ")";
    of.blamed = invented;
    of.verb = {};
    return of;
}

} // namespace detail

/// One rejects what others accept.
inline void judge_errors(docket& d) {
    judge_domain(d);
    column_set const raised = d.ended(ending::error);
    if (raised.empty() || d.answered.empty()) return;
    verdict v;
    v.is = judgement::error;
    v.severity = 20;
    v.family = "validation";
    v.got = "an exception";
    v.expected = "a value";
    bool const accepting_are_few = d.independent.count(raised) > d.independent.count(d.answered);
    v.blamed = accepting_are_few ? d.answered : raised;
    v.witnesses = accepting_are_few ? raised : d.answered;
    v.suppressed_by = detail::index_out_of_range(d) ? policy_id::index_range : policy_id::error_raised;
    std::string const reason = detail::told(d.outcomes[raised.first()]);
    std::string const they_reject = clause_of(raised, d.columns, "reject") + " (" + reason + ")";
    column_set broken;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (d.answered.contains(c) && detail::breaks_down(d, c)) broken.insert(c);
    if (accepting_are_few) broken = d.answered;
    if (auto const parameter_name = detail::outside_domain(d); !parameter_name.empty() && !broken.empty()) {
        v.blamed = broken;
        v.witnesses = raised;
        v.suppressed_by = policy_id::none;
        v.got = "a value";
        v.expected = "an exception";
        v.say(d.columns, "accept", " a value of `" + std::string(parameter_name) + "` outside its documented range, which " + they_reject);
    } else if (column_set const empty = detail::silently_empty(d);
               accepting_are_few && d.independent.count(raised) >= 2 && !empty.empty()) {
        v.blamed = empty;
        v.suppressed_by = policy_id::none;
        v.severity = 40;
        v.family = detail::absurd_number(d).empty() ? "empty" : "arg-crash";
        v.got = "an empty result";
        v.expected = "an exception";
        v.say(d.columns, "silently give", " an empty result for arguments that " + they_reject);
        if (column_set const invented = d.answered - empty; !invented.empty())
            d.verdicts.push_back(detail::invents(v, d, invented, raised));
    } else {
        v.sentence =
            clause_of(raised, d.columns, "raise") + " (" + reason + ") where " + clause_of(d.answered, d.columns, "give") + " a value";
    }
    d.verdicts.push_back(std::move(v));
    judge_backends(d, raised);
}

} // namespace v0
} // namespace xamt
