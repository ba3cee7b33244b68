// From a call in a framework's own words to a group's arguments; see public_call.hpp.
#include "public_call.hpp"

#include <xamt/align/call.hpp>
#include <xamt/compare/bound.hpp>
#include <xamt/compare/ulp.hpp>
#include <xamt/core/text.hpp>
#include <xamt/report/public_name.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace xamt_command {

namespace {

using namespace xamt;

struct candidate {
    api_description const* api;
    binding const* how;
};

/// "torch.nn.functional.gelu" and "F.gelu" as they are bound; "np" and the like are spelled out.
std::string full_name(std::string_view function) {
    static constexpr std::pair<std::string_view, std::string_view> short_names[] = {
        {"np.", "numpy."}, {"jnp.", "jax.numpy."}, {"F.", "chainer.functions."}, {"tensorflow.", "tf."}};
    for (auto const& [brief, whole] : short_names)
        if (function.starts_with(brief)) return std::string(whole) + std::string(function.substr(brief.size()));
    return std::string(function);
}

/// The name under which a function is compared: PyTorch's operators by their public name, without modules that repeat others' functions.
std::string compared_name(std::string_view function) {
    static constexpr std::pair<std::string_view, std::string_view> repeated[] = {{"torch.nn.functional.", "torch."},
                                                                                 {"torch.special.", "torch."},
                                                                                 {"torch.Tensor.", "torch."},
                                                                                 {"tf.math.", "tf."},
                                                                                 {"tf.linalg.", "tf."},
                                                                                 {"keras.ops.numpy.", "keras.ops."},
                                                                                 {"keras.ops.nn.", "keras.ops."}};
    std::string name = public_name(function);
    for (auto const& [module, instead] : repeated)
        if (name.starts_with(module)) return std::string(instead) + name.substr(module.size());
    return name;
}

std::vector<candidate> candidates_for(std::string_view function) {
    std::string const wanted = compared_name(full_name(function));
    std::vector<candidate> found;
    for (auto const* g : shipped())
        for (auto const& b : g->columns())
            if (b.call == nullptr && (b.function == function || compared_name(b.function) == wanted)) found.push_back({g, &b});
    return found;
}

std::optional<value> from_words(value const& v, parameter const& p, item const& how) {
    auto const* word = std::get_if<std::string>(&v);
    if (word == nullptr) return v;
    auto const at = static_cast<std::size_t>(std::ranges::find(how.spelled, *word) - how.spelled.begin());
    if (at >= how.spelled.size()) return std::nullopt;
    if (p.what == kind::flag) return at == 1;
    if (at >= p.choice_count) return std::nullopt;
    return std::string(p.choices[at]);
}

/// The numbers of the spatial axes out of one for every axis of a layout, or out of (before, after) pairs for them.
std::optional<value> from_layout_numbers(value const& v, std::string_view layout) {
    auto const* l = std::get_if<integer_list>(&v);
    if (l == nullptr) return v;
    std::size_t const each = l->columns == 2 ? 2 : 1;
    if (l->items.size() != layout.size() * each) return integer_list{l->items, 0};
    integer_list out;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        if (each == 2 && l->items[2 * i] != l->items[2 * i + 1]) return std::nullopt;
        if (detail::spatial(layout[i])) out.items.push_back(l->items[each * i]);
    }
    return out;
}

bool is_padding_word(value const& v, parameter const& p) {
    auto const* word = std::get_if<std::string>(&v);
    bool const known = word != nullptr && (*word == "VALID" || *word == "valid" || *word == "SAME" || *word == "same");
    return known && p.what == kind::integers;
}

/// The word SAME or VALID as numbers of padding; `all` holds the kernel.
std::optional<value> from_padding_word(value const& v, item const& how, api_description const& api,
                                       std::vector<std::optional<value>> const& all, std::size_t axes) {
    auto const* word = std::get_if<std::string>(&v);
    if (word == nullptr) return v;
    integer_list out{std::vector<std::int64_t>(axes, 0), 0};
    if (*word == "VALID" || *word == "valid") return out;
    int const at = api.position_of(how.how == conversion::same_or_valid ? how.spelled[0] : "kernel");
    if (at < 0 || !all[static_cast<std::size_t>(at)]) return std::nullopt;
    auto const kernel = detail::kernel_extents(*all[static_cast<std::size_t>(at)], axes);
    for (std::size_t i = 0; i < kernel.size() && i < axes; ++i) out.items[i] = (kernel[i] - 1) / 2;
    return out;
}

value from_tensor(ndarray const& t, parameter const& p) {
    if (p.is_tensor()) return t;
    if (t.dims().rank() == 0) {
        if (p.what == kind::real) return load(t.view(), 0);
        return load_integer(t.view(), 0);
    }
    integer_list out;
    for (std::int64_t e = 0; e < t.size(); ++e) out.items.push_back(load_integer(t.view(), e));
    return out;
}

value flattened(integer_list const& l, bool from_last) {
    integer_list out{l.items, 0};
    if (from_last)
        for (std::size_t i = 0; i < out.items.size(); ++i) out.items[i] = l.items[out.items.size() - 2 - i + 2 * (i % 2)];
    return out;
}

/// Whole numbers in a tensor as a list of them; a matrix as rows.
value listed_numbers(ndarray const& t) {
    integer_list out;
    for (std::int64_t e = 0; e < t.size(); ++e) out.items.push_back(load_integer(t.view(), e));
    if (t.dims().rank() == 2) out.columns = static_cast<int>(t.dims()[1]);
    return out;
}

/// The number that every element of a tensor is, or nothing.
std::optional<double> only_number(ndarray const& t) {
    if (t.size() == 0 || is_complex(t.type())) return std::nullopt;
    double const first = load(t.view(), 0);
    for (std::int64_t e = 1; e < t.size(); ++e)
        if (load(t.view(), e) != first) return std::nullopt;
    return first;
}

/// A tensor where a group has a number or a list of numbers.
value without_tensor(ndarray const& t, parameter const& p) {
    auto const number = only_number(t);
    if (p.what == kind::real && number) return *number;
    if ((p.what == kind::integer || p.what == kind::axis) && number && *number == std::floor(*number))
        return static_cast<std::int64_t>(*number);
    bool const list = p.what == kind::integers || p.what == kind::shape || p.what == kind::axes;
    if (list && is_integer(t.type())) return listed_numbers(t);
    return t;
}

/// What the canonical argument was before the item's conversion.
std::optional<value> undone(value const& v, parameter const& p, item const& how, api_description const& api,
                            std::vector<std::optional<value>> const& all) {
    if (std::holds_alternative<none>(v)) return v;
    if (auto const* tensor = std::get_if<ndarray>(&v); tensor != nullptr && !p.is_tensor())
        if (auto plain = without_tensor(*tensor, p); !std::holds_alternative<ndarray>(plain)) return undone(plain, p, how, api, all);
    if (is_padding_word(v, p)) return from_padding_word(v, how, api, all, static_cast<std::size_t>(std::max<int>(p.length_lo, 1)));
    auto const* t = std::get_if<ndarray>(&v);
    auto const* l = std::get_if<integer_list>(&v);
    switch (how.how) {
    case conversion::plain:
        if (t == nullptr || how.layout.empty() || how.layout == p.layout) break;
        if (auto laid = in_layout(t->view(), how.layout, p.layout)) return std::move(*laid);
        return std::nullopt;
    case conversion::words: return from_words(v, p, how);
    case conversion::negated:
        if (auto const* b = std::get_if<bool>(&v)) return !*b;
        break;
    case conversion::plus:
        if (auto const* i = std::get_if<std::int64_t>(&v)) return *i - how.number;
        break;
    case conversion::pads:
    case conversion::over_layout: return from_layout_numbers(v, how.layout);
    case conversion::as_tensor:
        if (t != nullptr) return from_tensor(*t, p);
        break;
    case conversion::pairs:
    case conversion::pairs_from_last:
        if (l != nullptr) return flattened(*l, how.how == conversion::pairs_from_last);
        break;
    case conversion::same_or_valid:
    case conversion::scalar_of:
    case conversion::spread:
    case conversion::from_front:
    case conversion::shape_of:
    case conversion::extent_of: break;
    }
    return v;
}

/// Equal as an argument: 2 and 2.0, [2,2] and 2, a number and a tensor that holds it, are the same to a caller.
bool same_argument(value const& a, value const& b) {
    if (to_text(a) == to_text(b)) return true;
    auto const number = [](value const& v) -> std::optional<double> {
        if (auto const* i = std::get_if<std::int64_t>(&v)) return static_cast<double>(*i);
        if (auto const* x = std::get_if<double>(&v)) return *x;
        if (auto const* t = std::get_if<ndarray>(&v)) return only_number(*t);
        auto const* l = std::get_if<integer_list>(&v);
        bool const equal = l != nullptr && !l->items.empty() && std::ranges::count(l->items, l->items[0]) == std::ssize(l->items);
        return equal ? std::optional(static_cast<double>(l->items[0])) : std::nullopt;
    };
    auto const x = number(a), y = number(b);
    if (x && y) {
        // A number that became a tensor was rounded to its dtype.
        auto const rounded = [](double number, value const& like) {
            auto const* t = std::get_if<ndarray>(&like);
            return t != nullptr && has_ulp(t->type()) ? rounded_to(number, t->type()) : number;
        };
        return *x == *y || rounded(*x, b) == *y || *x == rounded(*y, a);
    }
    auto const *reals = std::get_if<std::vector<double>>(&a), *more_reals = std::get_if<std::vector<double>>(&b);
    auto const* tensor = std::get_if<ndarray>(reals != nullptr ? &b : &a);
    if (auto const* list = reals != nullptr ? reals : more_reals; list != nullptr && tensor != nullptr && !is_complex(tensor->type())) {
        bool equal = tensor->size() == std::ssize(*list);
        for (std::int64_t e = 0; equal && e < tensor->size(); ++e)
            equal = load(tensor->view(), e) == rounded_to((*list)[static_cast<std::size_t>(e)], tensor->type());
        return equal;
    }
    auto const items = [](value const& v) {
        if (auto const* l = std::get_if<integer_list>(&v)) return l->items;
        std::vector<std::int64_t> read;
        if (auto const* t = std::get_if<ndarray>(&v); t != nullptr && is_integer(t->type()))
            for (std::int64_t e = 0; e < t->size(); ++e) read.push_back(load_integer(t->view(), e));
        return read;
    };
    auto const p = items(a), q = items(b);
    if (!p.empty() && p == q) return true;
    auto const lower = [](value const& v) {
        auto const* s = std::get_if<std::string>(&v);
        std::string text = s == nullptr ? "" : *s;
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    };
    return !lower(a).empty() && lower(a) == lower(b);
}

/// One group's reading of a call.
class reading {
  public:
    /// A strict one takes tensors of the ranks that the group describes only, and no tensor for a number.
    reading(candidate c, std::span<written_argument const> written, std::span<written_argument const> defaults, bool strict)
        : api_(*c.api), how_(*c.how), given_(api_.parameter_count), strict_(strict) {
        for (auto const& w : written) arguments_.push_back({w, false});
        for (auto const& w : defaults) arguments_.push_back({w, true});
    }

    [[nodiscard]] result<std::vector<value>> canonical() {
        // Words for paddings need the kernel, and numbers that stand for tensors the dtype of the others: they come second.
        for (bool second : {false, true})
            for (auto& a : arguments_)
                if (auto const wrong = take(a, second)) return *wrong;
        fill_tensors();
        for (auto const& i : how_.list())
            if (i.is == item::role::only && i.parameter >= 0)
                if (auto& place = given_[static_cast<std::size_t>(i.parameter)]; !place) place = to_value(i.pin);
        auto all = with_defaults(api_, given_);
        if (!all) return all.failure();
        if (auto const wrong = differs_from_call(*all)) return *wrong;
        return all;
    }

  private:
    struct argument {
        written_argument as;
        bool is_default;
        item const* to = nullptr;
        value v = none{};
    };

    [[nodiscard]] error refuse(std::string what, std::string why) const {
        return {fmt::format("group {} cannot take this call of {}: {}", api_.name, public_name(how_.function), what), std::move(why),
                fmt::format("`xamt groups {}` shows how it is bound", api_.name)};
    }

    [[nodiscard]] item const* item_named(std::string_view name) const {
        for (auto const& i : how_.list())
            if (i.name == name && (i.is == item::role::argument || i.is == item::role::pinned)) return &i;
        // PyTorch's operators call `self` what its functions call input, x, A or a.
        bool const subject =
            name == "input" || name == "x" || name == "A" || name == "a" || name == "tensor" || name == "y" || name == "x1";
        if (subject && how_.function.starts_with("aten::"))
            for (auto const& i : how_.list())
                if (i.name == "self") return &i;
        // The group's own names are understood too.
        for (auto const& i : how_.list())
            if (i.is == item::role::argument && i.parameter >= 0 && api_.parameters[static_cast<std::size_t>(i.parameter)].name == name)
                return &i;
        return nullptr;
    }

    [[nodiscard]] parameter const& parameter_of(item const& i) const { return api_.parameters[static_cast<std::size_t>(i.parameter)]; }

    [[nodiscard]] std::optional<error> take(argument& a, bool second) {
        item const* const i = item_named(a.as.name);
        auto parsed = parse_value(a.as.text);
        bool const stands_for_tensor = i != nullptr && i->parameter >= 0 && parsed && parameter_of(*i).what == kind::tensor &&
                                       !std::holds_alternative<ndarray>(*parsed);
        bool const waits = i != nullptr && i->parameter >= 0 && parsed && (is_padding_word(*parsed, parameter_of(*i)) || stands_for_tensor);
        if (waits != second) return std::nullopt;
        if (!parsed) return a.is_default ? std::nullopt : std::optional(parsed.failure());
        if (i == nullptr) {
            if (a.is_default || std::holds_alternative<none>(*parsed)) return std::nullopt;
            return refuse(fmt::format("it does not bind {}", a.as.name), "");
        }
        a.to = i;
        a.v = std::move(*parsed);
        if (i->is == item::role::pinned) {
            if (a.is_default || std::holds_alternative<none>(a.v) || same_argument(a.v, to_value(i->pin))) return std::nullopt;
            return refuse(fmt::format("it calls it with {} = {}", a.as.name, to_text(to_value(i->pin))), "");
        }
        bool const derived = i->how == conversion::shape_of || i->how == conversion::extent_of;
        if (derived || i->parameter < 0) return std::nullopt;
        auto const* list = std::get_if<ndarray>(&a.v);
        bool const vector_for_number = list != nullptr && list->dims().rank() > 0 && !a.is_default &&
                                       (parameter_of(*i).what == kind::real || parameter_of(*i).what == kind::integer);
        if (strict_ && vector_for_number) return refuse(fmt::format("{} is a tensor", a.as.name), "");
        // No axis at all: a vector's only one, or the default.
        if (std::holds_alternative<none>(a.v) && parameter_of(*i).what == kind::axis && !parameter_of(*i).may_be_none) {
            a.to = nullptr;
            return std::nullopt;
        }
        if (std::holds_alternative<none>(a.v) && parameter_of(*i).is_tensor()) { // an optional tensor that is not there
            a.to = nullptr;
            return std::nullopt;
        }
        auto& place = given_[static_cast<std::size_t>(i->parameter)];
        if (place) return a.is_default ? std::nullopt : std::optional(refuse(fmt::format("{} is given twice", a.as.name), ""));
        parameter const& p = parameter_of(*i);
        auto const before = undone(a.v, p, *i, api_, given_);
        auto fitting = before ? as_kind(*before, p) : std::nullopt;
        if (!fitting && before) fitting = as_tensor_of_subject(*before, p);
        if (fitting) {
            place = std::move(*fitting);
            return std::nullopt;
        }
        if (a.is_default) return std::nullopt;
        return refuse(fmt::format("{} cannot be {}", a.as.name, a.as.text), fmt::format("{} is no {}", p.name, name_of(p.what)));
    }

    /// A plain number where the group has a tensor: a tensor of the first tensor's dtype.
    [[nodiscard]] std::optional<value> as_tensor_of_subject(value const& v, parameter const& p) const {
        if (p.what != kind::tensor) return std::nullopt;
        std::vector<value> known;
        for (auto const& g : given_)
            if (g) known.push_back(*g);
        if (auto const* list = std::get_if<std::vector<double>>(&v)) {
            ndarray t(first_dtype(known), shape{static_cast<std::int64_t>(list->size())});
            for (std::size_t e = 0; e < list->size(); ++e) store(t, static_cast<std::int64_t>(e), (*list)[e]);
            return t;
        }
        auto made = detail::number_as_tensor(v, first_dtype(known)).made;
        return std::holds_alternative<ndarray>(made) ? std::optional(made) : std::nullopt;
    }

    /// Tensors that the framework does without: a scale that is left out is one, an offset zero, and one whose extents alone count is either.
    void fill_tensors() {
        auto const* subject = given_.empty() || !given_[0] ? nullptr : std::get_if<ndarray>(&*given_[0]);
        if (subject == nullptr) return;
        std::vector<value> known{*given_[0]};
        for (std::size_t p = 1; p < given_.size(); ++p) {
            parameter const& wanted = api_.parameters[p];
            if (given_[p] || wanted.what != kind::tensor || wanted.may_be_none || wanted.fallback.present()) continue;
            bool const named_so = wanted.name == "like" || wanted.name == "weight" || wanted.name == "scale";
            bool const zero = wanted.name == "bias" || wanted.name == "offset";
            if (!named_so && !zero) continue;
            shape dims = subject->dims();
            if (wanted.shaped == shape_rule::letters) {
                dims = {};
                for (char letter : wanted.letters) dims.push_back(detail::extent_of(letter, api_, known));
            }
            ndarray t(subject->type(), dims);
            for (std::int64_t e = 0; e < t.size(); ++e) store(t, e, zero ? 0 : 1);
            given_[p] = std::move(t);
        }
    }

    /// The call that the group makes of these arguments is not the one that was written: then the group cannot express it.
    [[nodiscard]] std::optional<error> differs_from_call(std::vector<value> const& all) const {
        for (std::size_t p = 0; p < all.size(); ++p) {
            auto const* t = std::get_if<ndarray>(&all[p]);
            if (t == nullptr) continue;
            parameter const& wanted = api_.parameters[p];
            if (p == 0 && !takes(wanted, t->type())) return refuse(fmt::format("it is not for {}", name_of(t->type())), "");
            auto const rank = t->dims().rank();
            if (strict_ && (rank < wanted.rank_lo || rank > wanted.rank_hi))
                return refuse(fmt::format("{} has {} axes", wanted.name, rank),
                              "it is a " + std::string(name_of(wanted.what)) + " of another rank");
        }
        auto const call = call_for(api_, how_, all);
        if (!call.absent.empty()) return refuse("it " + call.absent, "");
        std::size_t at = 0;
        for (auto const& i : how_.list()) {
            if (i.is != item::role::argument && i.is != item::role::pinned) continue;
            value const& made = *call.list[at++];
            for (auto const& a : arguments_)
                if (a.to == &i && !a.is_default && !same_argument(a.v, made) && !same_padding(a.v, i, all))
                    return refuse(fmt::format("{} would be {}, not {}", a.as.name, to_text(made), a.as.text), "");
        }
        return std::nullopt;
    }

    /// VALID is no padding, however it is spelled; SAME is what its numbers say only where the stride is one and the kernel odd.
    [[nodiscard]] bool same_padding(value const& written, item const& i, std::vector<value> const& all) const {
        if (i.parameter < 0 || !is_padding_word(written, parameter_of(i))) return false;
        auto const* l = std::get_if<integer_list>(&all[static_cast<std::size_t>(i.parameter)]);
        bool const valid = std::get<std::string>(written)[0] == 'V' || std::get<std::string>(written)[0] == 'v';
        if (valid) return l != nullptr && std::ranges::count(l->items, 0) == std::ssize(l->items);
        auto const stride = api_.position_of("stride"), kernel = api_.position_of("kernel");
        if (l == nullptr || stride < 0 || kernel < 0) return false;
        auto const s = detail::for_each_axis(all[static_cast<std::size_t>(stride)], l->items.size());
        auto const k = detail::kernel_extents(all[static_cast<std::size_t>(kernel)], l->items.size());
        return std::ranges::count(s, 1) == std::ssize(s) && std::ranges::all_of(k, [](auto n) { return n % 2 == 1; });
    }

    [[nodiscard]] static bool takes(parameter const& p, dtype d) { return p.types == dtype_set{} || p.types.contains(d); }

    api_description const& api_;
    binding const& how_;
    std::vector<std::optional<value>> given_;
    std::vector<argument> arguments_;
    bool strict_;
};

} // namespace

result<public_call> read_public_call(std::string_view function, std::span<written_argument const> written,
                                     std::span<written_argument const> defaults) {
    auto const all = candidates_for(function);
    if (all.empty()) {
        std::vector<std::string> names;
        for (auto const* g : shipped())
            for (auto const& b : g->columns())
                if (b.call == nullptr) names.push_back(public_name(b.function));
        return error{fmt::format("no group binds {}", function), fmt::format("{} groups ship, none has this function", shipped().size()),
                     did_you_mean(function, names, "`xamt groups` lists them")};
    }
    std::optional<error> first;
    for (bool strict : {true, false})
        for (auto const& c : all) {
            auto arguments = reading(c, written, defaults, strict).canonical();
            if (arguments) return public_call{c.api, std::move(*arguments)};
            if (!first) first = arguments.failure();
        }
    return *first;
}

} // namespace xamt_command
