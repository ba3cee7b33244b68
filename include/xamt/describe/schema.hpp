/// @file
/// Reads PyTorch's operator schemas, such as "aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", while compiling.
///
/// Place in the pipeline: describe. One flat reader over characters and no template per operator: all 3,101 operators of PyTorch are read in
/// a second, where a template for each took fifteen. Example:
/// @code
/// .on(fw::torch, xamt::schema("mylib::scale(Tensor x, float by) -> Tensor"), "x", "by")
/// @endcode
#pragma once

#include <xamt/describe/binding.hpp>
#include <xamt/describe/fault.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// A function with its schema; the name is the text up to the parenthesis.
struct schema {
    std::string_view text;

    constexpr explicit schema(std::string_view t) : text(t) {}
    [[nodiscard]] constexpr std::string_view name() const { return text.substr(0, text.find('(')); }
};

enum class schema_type : std::uint8_t { tensor, integer, real, scalar, flag, text, dtype, other };

struct schema_parameter {
    std::string_view name;
    std::string_view fallback; ///< the default as it is written; empty: required
    schema_type what = schema_type::other;
    bool list = false, may_be_none = false, keyword_only = false;

    [[nodiscard]] constexpr bool required() const { return fallback.empty(); }
};

/// Walks a schema: `schema_reader r(text); for (schema_parameter p; r.next(p);) ...`. Written as plain loops over pointers, because a
/// compiler evaluates each call of a small function at the price of a hundred steps, and these run three hundred thousand times when all
/// operators are read.
class schema_reader {
  public:
    constexpr explicit schema_reader(char const* text) : schema_reader({text, __builtin_strlen(text)}) {} // std's own would count
    constexpr explicit schema_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {
        while (at_ != end_ && *at_ != '(') ++at_;
        name_ = {text.data(), static_cast<std::size_t>(at_ - text.data())};
        if (at_ != end_) ++at_;
    }

    [[nodiscard]] constexpr std::string_view name() const { return name_; }

    /// The next parameter; false after the last one.
    constexpr bool next(schema_parameter& p) {
        char const* at = at_;
        char const* const end = end_;
        for (; at != end && (*at == ' ' || *at == ',' || *at == '*'); ++at)
            if (*at == '*') keyword_only_ = true;
        if (at == end || *at == ')') {
            at_ = at;
            return false;
        }
        char const* from = at;
        while (at != end && *at > '*' && *at != '?' && *at != '[') ++at; // letters; a blank and parentheses come before '*'
        p.what = type_of(from, static_cast<std::size_t>(at - from));
        p.list = p.may_be_none = false;
        p.keyword_only = keyword_only_;
        for (; at != end && *at != ' '; ++at) { // "[2]?", or an alias annotation such as "(a -> *)"
            p.may_be_none = *at == '?';
            p.list = p.list || *at == '[';
            if (*at == '(')
                while (at != end && *at != ')') ++at;
        }
        while (at != end && *at == ' ') ++at;
        from = at;
        while (at != end && *at != ',' && *at != ')' && *at != '=') ++at;
        p.name = {from, static_cast<std::size_t>(at - from)};
        p.fallback = {};
        if (at != end && *at == '=') {
            from = ++at;
            at = end_of_value(at);
            p.fallback = {from, static_cast<std::size_t>(at - from)};
        }
        at_ = at;
        return true;
    }

    /// What stands behind the arrow, to be asked after the last parameter: "Tensor", "(Tensor values, Tensor indices)".
    [[nodiscard]] constexpr std::string_view results() const {
        char const* from = at_;
        while (from != end_ && (*from == ')' || *from == ' ' || *from == '-' || *from == '>')) ++from;
        return {from, static_cast<std::size_t>(end_ - from)};
    }

  private:
    /// Values may be quoted, with escapes, or lists: both hold commas.
    [[nodiscard]] constexpr char const* end_of_value(char const* at) const {
        char inside = 0;
        for (; at != end_; ++at) {
            char const c = *at;
            if (inside != 0) {
                if (c == '\\' && inside != ']' && at + 1 != end_)
                    ++at;
                else if (c == inside)
                    inside = 0;
            } else if (c == '"' || c == '\'' || c == '[') {
                inside = c == '[' ? ']' : c;
            } else if (c == ',' || c == ')') {
                break;
            }
        }
        return at;
    }

    /// Length and first letters tell the types of torchgen apart.
    [[nodiscard]] static constexpr schema_type type_of(char const* t, std::size_t n) {
        switch (n == 0 ? ' ' : *t) {
        case 'T': return n == 6 ? schema_type::tensor : schema_type::other;
        case 'i': return n == 3 ? schema_type::integer : schema_type::other;
        case 'b': return n == 4 ? schema_type::flag : schema_type::other;
        case 'f': return n == 5 ? schema_type::real : schema_type::other;
        case 's': return n == 3 ? schema_type::text : schema_type::other;
        case 'S': break;
        default: return schema_type::other;
        }
        if (t[1] == 'y') return schema_type::integer; // SymInt
        if (t[1] != 'c') return schema_type::other; // Storage, Stream
        return n == 6 ? schema_type::scalar : schema_type::dtype;
    }

    char const* at_;
    char const* end_;
    std::string_view name_;
    bool keyword_only_ = false;
};

namespace detail {

/// What a canonical parameter has become when it reaches the framework.
[[nodiscard]] constexpr kind kind_passed(item const& i, kind canonical) {
    switch (i.how) {
    case conversion::words:
    case conversion::same_or_valid: return kind::choice;
    case conversion::pads:
    case conversion::over_layout:
    case conversion::pairs:
    case conversion::pairs_from_last:
    case conversion::shape_of: return kind::integers;
    case conversion::scalar_of:
    case conversion::extent_of: return kind::integer;
    case conversion::as_tensor: return kind::tensor;
    case conversion::plain:
    case conversion::negated:
    case conversion::plus:
    case conversion::spread:
    case conversion::from_front: break;
    }
    return canonical;
}

/// Whether an operator's parameter takes an argument of that kind. Its host makes a list of one number where a list is wanted.
[[nodiscard]] constexpr bool takes_kind(schema_parameter const& p, kind k) {
    bool const numbers = k == kind::integer || k == kind::axis || k == kind::integers || k == kind::axes || k == kind::shape;
    bool const one = k == kind::integer || k == kind::axis;
    switch (p.what) {
    case schema_type::tensor: return p.list ? k == kind::tensors || k == kind::tensor : k == kind::tensor;
    case schema_type::integer: return p.list ? numbers : one;
    case schema_type::real: return k == kind::real || one || (p.list && numbers);
    case schema_type::scalar: return k == kind::real || one || k == kind::flag;
    case schema_type::flag: return k == kind::flag;
    case schema_type::text: return k == kind::choice;
    case schema_type::dtype: return k == kind::dtype;
    case schema_type::other: break;
    }
    return false;
}

[[nodiscard]] constexpr bool takes_constant(schema_parameter const& p, constant const& c) {
    switch (c.is) {
    case constant::type::absent: return true;
    case constant::type::none: return p.may_be_none;
    case constant::type::flag: return p.list || takes_kind(p, kind::flag);
    case constant::type::integer: return takes_kind(p, kind::integer);
    case constant::type::real: return takes_kind(p, kind::real);
    case constant::type::text: return p.what == schema_type::other || takes_kind(p, kind::choice);
    case constant::type::dtype: return takes_kind(p, kind::dtype);
    case constant::type::integers: return takes_kind(p, kind::integers);
    }
    return false;
}

/// The first mistake in a binding to an operator of that schema. `parameters` are the API's.
[[nodiscard]] constexpr fault fault_in_schema(binding const& b, std::string_view schema_text, std::span<parameter const> parameters) {
    auto const is_argument = [](item const& i) { return i.is == item::role::argument || i.is == item::role::pinned; };
    for (auto const& i : b.list()) {
        if (!is_argument(i)) continue;
        schema_reader reader(schema_text);
        bool found = false;
        for (schema_parameter p; !found && reader.next(p);) {
            if (p.name != i.name) continue;
            found = true;
            bool const taken = i.is == item::role::pinned ? takes_constant(p, i.pin)
                               : i.how == conversion::spread
                                   ? true
                                   : takes_kind(p, kind_passed(i, parameters[static_cast<std::size_t>(i.parameter)].what));
            if (!taken) return {flaw::kind_mismatch, b.on, i.name};
        }
        if (!found) return {flaw::unknown_parameter_name, b.on, i.name};
    }
    schema_reader reader(schema_text);
    for (schema_parameter p; reader.next(p);) {
        bool bound = !p.required();
        for (auto const& i : b.list()) bound = bound || (is_argument(i) && i.name == p.name);
        if (!bound) return {flaw::unbound_required, b.on, p.name};
    }
    return {};
}

} // namespace detail
} // namespace v0
} // namespace xamt
