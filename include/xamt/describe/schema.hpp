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

/// Walks a schema: `schema_reader r(text); for (schema_parameter p; r.next(p);) ...`.
class schema_reader {
  public:
    constexpr explicit schema_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {
        begin_ = at_;
        while (at_ != end_ && *at_ != '(') ++at_;
        name_ = {begin_, static_cast<std::size_t>(at_ - begin_)};
        if (at_ != end_) ++at_;
    }

    [[nodiscard]] constexpr std::string_view name() const { return name_; }

    /// The next parameter; false after the last one.
    constexpr bool next(schema_parameter& p) {
        skip(", ");
        if (at_ != end_ && *at_ == '*') {
            keyword_only_ = true;
            ++at_;
            skip(", ");
        }
        if (at_ == end_ || *at_ == ')') return false;
        p = {};
        p.keyword_only = keyword_only_;
        p.what = type_named(word());
        for (bool suffix = true; suffix && at_ != end_;) {
            p.may_be_none = *at_ == '?' || (p.may_be_none && *at_ == ' ');
            p.list = p.list || *at_ == '[';
            if (*at_ == '?')
                ++at_;
            else if (*at_ == '[' || *at_ == '(') // a list, or an alias annotation such as (a!)
                skip_brackets();
            else
                suffix = false;
        }
        skip(" ");
        p.name = word();
        if (at_ != end_ && *at_ == '=') {
            char const* const from = ++at_;
            while (at_ != end_ && *at_ != ',' && *at_ != ')') {
                if (*at_ == '"' || *at_ == '\'')
                    skip_quoted();
                else if (*at_ == '[' || *at_ == '(')
                    skip_brackets();
                else
                    ++at_;
            }
            p.fallback = {from, static_cast<std::size_t>(at_ - from)};
        }
        return true;
    }

    /// What stands behind the arrow, to be asked after the last parameter: "Tensor", "(Tensor values, Tensor indices)".
    [[nodiscard]] constexpr std::string_view results() const {
        char const* from = at_;
        while (from != end_ && (*from == ')' || *from == ' ' || *from == '-' || *from == '>')) ++from;
        return {from, static_cast<std::size_t>(end_ - from)};
    }

  private:
    constexpr void skip(std::string_view characters) {
        while (at_ != end_ && characters.find(*at_) != std::string_view::npos) ++at_;
    }
    constexpr std::string_view word() {
        char const* const from = at_;
        while (at_ != end_ && ((*at_ >= 'a' && *at_ <= 'z') || (*at_ >= 'A' && *at_ <= 'Z') || (*at_ >= '0' && *at_ <= '9') || *at_ == '_' ||
                               *at_ == '.'))
            ++at_;
        return {from, static_cast<std::size_t>(at_ - from)};
    }
    constexpr void skip_quoted() {
        char const quote = *at_++;
        while (at_ != end_ && *at_ != quote) at_ += *at_ == '\\' && at_ + 1 != end_ ? 2 : 1;
        if (at_ != end_) ++at_;
    }
    constexpr void skip_brackets() {
        char const closing = *at_ == '[' ? ']' : ')';
        while (at_ != end_ && *at_ != closing) ++at_;
        if (at_ != end_) ++at_;
    }
    static constexpr schema_type type_named(std::string_view t) {
        if (t == "Tensor") return schema_type::tensor;
        if (t == "int" || t == "SymInt") return schema_type::integer;
        if (t == "float") return schema_type::real;
        if (t == "Scalar") return schema_type::scalar;
        if (t == "bool") return schema_type::flag;
        if (t == "str") return schema_type::text;
        if (t == "ScalarType") return schema_type::dtype;
        return schema_type::other;
    }

    char const* begin_ = nullptr;
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
    case conversion::over_layout: return kind::integers;
    case conversion::scalar_of: return kind::integer;
    case conversion::as_tensor: return kind::tensor;
    default: return canonical;
    }
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
