/// @file
/// What sort of thing a callable is: a function never equals a layer, nor an optimiser an initialiser.
///
/// Place in the pipeline: match. Told by base classes, by the module that it lies in and by its parameters.
#pragma once

#include <xamt/match/name_words.hpp>
#include <xamt/match/public_callable.hpp>

#include <algorithm>
#include <initializer_list>

namespace xamt {
inline namespace v0 {

enum class callable_kind : std::uint8_t { function, layer, loss, metric, optimiser, initialiser, random, other };

[[nodiscard]] constexpr std::string_view name_of(callable_kind kind) {
    switch (kind) {
    case callable_kind::function: return "function";
    case callable_kind::layer: return "layer";
    case callable_kind::loss: return "loss";
    case callable_kind::metric: return "metric";
    case callable_kind::optimiser: return "optimiser";
    case callable_kind::initialiser: return "initialiser";
    case callable_kind::random: return "random";
    case callable_kind::other: break;
    }
    return "class";
}

namespace detail {

[[nodiscard]] inline bool has_base(public_callable const& c, std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(c.bases, [&](std::string const& base) { return std::ranges::find(wanted, base) != wanted.end(); });
}

[[nodiscard]] inline bool has_word(name_words const& words, std::initializer_list<std::string_view> wanted) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (std::ranges::find(wanted, words[i]) != wanted.end()) return true;
    return false;
}

[[nodiscard]] inline bool has_any(std::string_view text, std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(wanted, [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

/// "rand", "randint", "random_uniform", but not "operand".
[[nodiscard]] inline bool draws_by_name(name_words const& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].starts_with("rand")) return true;
    return false;
}

[[nodiscard]] inline bool takes_generator(public_callable const& c) {
    return std::ranges::any_of(c.overloads, [](public_overload const& o) {
        return std::ranges::any_of(o, [](public_parameter const& p) { return p.name == "generator"; });
    });
}

/// `reduction="mean"`: what losses take.
[[nodiscard]] inline bool reduces_by_default(public_callable const& c) {
    return std::ranges::any_of(c.overloads, [](public_overload const& o) {
        return std::ranges::any_of(o, [](public_parameter const& p) {
            return (p.name == "reduction" || p.name == "reduce") &&
                   (p.standard == "'mean'" || p.standard == "'none'" || p.standard == "'sum'");
        });
    });
}

[[nodiscard]] inline callable_kind kind_of_class(public_callable const& c, name_words const& words) {
    using enum callable_kind;
    if (has_base(c, {"Optimizer", "GradientMethod", "UpdateRule"}) && !has_base(c, {"LRScheduler"})) return optimiser;
    if (has_base(c, {"Initializer", "RandomInitializer"})) return initialiser;
    if (has_base(c, {"Metric"}) || has_any(c.name(), {".metrics."})) return metric;
    if (has_base(c, {"Loss", "_Loss", "_WeightedLoss"}) || has_any(c.name(), {".losses."})) return loss;
    if (has_base(c, {"Module", "Layer", "Link"})) return has_word(words, {"loss"}) ? loss : layer;
    return other;
}

[[nodiscard]] inline callable_kind kind_of_function(public_callable const& c, name_words const& words) {
    using enum callable_kind;
    if (has_any(c.name(), {".initializers.", ".nn.init."})) return initialiser;
    bool const own_noise = has_word(words, {"dropout", "relu", "rrelu"}); // random, but a function of its argument
    if (has_any(c.name(), {".random."}) && !own_noise) return random;
    bool const per_element = has_word(words, {"difference"});
    if ((has_any(c.name(), {".losses."}) || c.module.find(".loss") != std::string::npos || reduces_by_default(c)) && !per_element)
        return loss;
    bool const neural = has_any(c.name(), {".nn.", "torch.functional.", "chainer.functions.", "keras.ops.", ".metrics."});
    bool const entropy = has_word(words, {"entropy", "crossentropy"}) && has_word(words, {"cross", "crossentropy"});
    if (neural && (has_word(words, {"loss"}) || entropy)) return loss;
    if (has_any(c.name(), {".metrics."})) return metric;
    if (own_noise) return function;
    if (draws_by_name(words) || takes_generator(c) || has_any(c.doc, {"sampling", "Sampling", "Draw samples", "Draws samples"}))
        return random;
    return function;
}

} // namespace detail

[[nodiscard]] inline callable_kind kind_of(public_callable const& c) {
    name_words const words(telling_part(c.name()));
    return c.is_class ? detail::kind_of_class(c, words) : detail::kind_of_function(c, words);
}

} // namespace v0
} // namespace xamt
