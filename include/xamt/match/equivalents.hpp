/// @file
/// Which operators the functions of one's own library are the same as, found while compiling: `xamt::match<my_library, xamt::aten>()`.
///
/// Place in the pipeline: match. The same functions run in a program, and give the same. Example:
/// @code
/// constexpr auto found = xamt::match<my_library, xamt::aten>();
/// static_assert(found.all_found());                            // or see found.text()
/// @endcode
/// A function and an operator belong together if their names are about the same (match/concept_key.hpp) and the parameters of the one go
/// into those of the other (match/alignment.hpp). Where several operators fit alike, or a name means different things in different
/// libraries, nothing is guessed: the function is listed as ambiguous until `.same_as(...)` or `.not_same_as(...)` settles it.
#pragma once

#include <xamt/match/alignment.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace xamt {
inline namespace v0 {

enum class equivalence_verdict : std::uint8_t {
    found,
    settled,          ///< by same_as
    ambiguous,        ///< several operators fit alike, or the name has several meanings
    no_name,          ///< no operator is about that
    no_fit,           ///< operators are, but the parameters do not go into theirs
    no_such_operator, ///< same_as names none
};

/// What became of one function.
struct own_equivalence {
    static constexpr std::size_t max_rivals = 6;

    equivalence_verdict is = equivalence_verdict::no_name;
    std::uint16_t schema = 0; ///< in operator_set::schemas
    bool by_description = false;
    alignment how;
    std::array<std::uint16_t, max_rivals> rivals{}; ///< schemas that fit as well, or that are about the same and do not fit
    std::uint8_t rival_count = 0;

    [[nodiscard]] constexpr bool holds() const { return is == equivalence_verdict::found || is == equivalence_verdict::settled; }
};

namespace detail {

/// Looks for the best operator of one function.
class counterpart_search {
  public:
    constexpr counterpart_search(own_function const& f, operator_set const& all, operator_index const& index)
        : f_(f), all_(all), index_(index) {}

    [[nodiscard]] constexpr own_equivalence find() {
        if (!f_.chosen.empty()) return settle();
        look_for(f_.name);
        bool const described = best_.is == equivalence_verdict::no_name && !f_.description.empty();
        if (described) look_for(f_.description);
        best_.by_description = described && best_.is != equivalence_verdict::no_name;
        return best_;
    }

  private:
    /// The name itself, and whatever else it may mean.
    constexpr void look_for(std::string_view name) {
        if (auto const meant = by_operands(name); !same_text(meant, name)) return try_meaning(meant);
        try_meaning(name);
        auto rest = meanings_of_homonym(name);
        while (!rest.empty()) {
            std::size_t end = 0;
            while (end < rest.size() && rest[end] != ' ') ++end;
            try_meaning(rest.substr(0, end));
            rest.remove_prefix(end < rest.size() ? end + 1 : end);
        }
    }

    /// The largest of two tensors is `maximum`, of the elements of one it is `max`.
    [[nodiscard]] constexpr std::string_view by_operands(std::string_view name) const {
        if (!same_text(name, "max") && !same_text(name, "min")) return name;
        std::size_t tensors = 0;
        for (std::size_t i = 0; i < f_.count; ++i) tensors += f_.is_input(i) && f_.signature.kinds[i] == kind::tensor;
        return tensors < 2 ? name : same_text(name, "max") ? "maximum" : "minimum";
    }

    constexpr void try_meaning(std::string_view name) {
        concept_key const key(name);
        meaning_ = key.id();
        // A name without a number of dimensions may be for any; one with a number prefers its own.
        auto const rank = key.rank() != name_rank::none ? key.rank() : rank_of_first_tensor();
        bool exact = false;
        for (auto e = index_.find(key.id()); e != 0; e = index_[e].next) exact = exact || index_[e].rank == rank;
        for (auto e = index_.find(key.id()); e != 0; e = index_[e].next)
            if (!exact || index_[e].rank == rank) try_entry(e);
    }

    /// Two axes besides batch and channels are two dimensions.
    [[nodiscard]] constexpr name_rank rank_of_first_tensor() const {
        for (auto const& p : f_.takes())
            if (p.letters.size() >= 3 && p.letters.size() <= 6) return static_cast<name_rank>(p.letters.size() - 2);
        return name_rank::none;
    }

    constexpr void try_entry(std::uint16_t entry) {
        rank_ = index_[entry].rank;
        for (std::size_t i = index_[entry].first; i < std::size_t{index_[entry].first} + index_[entry].count; ++i)
            if (!is_refused(i) && !writes_out(all_.schemas[i])) try_schema(static_cast<std::uint16_t>(i));
    }

    /// `add.out`, `sum.IntList_out`: known by their names, without reading the schema.
    [[nodiscard]] static constexpr bool writes_out(char const* schema) {
        char const* at = schema;
        while (*at != '(' && *at != 0) ++at;
        return at - schema >= 4 && at[-1] == 't' && at[-2] == 'u' && at[-3] == 'o' && (at[-4] == '.' || at[-4] == '_');
    }

    [[nodiscard]] constexpr bool is_named(std::size_t schema, std::string_view name) const {
        if (begins_with(name, all_.prefix)) name.remove_prefix(all_.prefix.size());
        char const* const text = all_.schemas[schema];
        for (std::size_t i = 0; i < name.size(); ++i)
            if (text[i] != name[i]) return false; // a schema's end differs from every letter
        return text[name.size()] == '(' || text[name.size()] == '.';
    }
    [[nodiscard]] constexpr bool is_refused(std::size_t schema) const {
        for (std::size_t i = 0; i < f_.refused_count; ++i)
            if (is_named(schema, f_.refused[i])) return true;
        return false;
    }

    constexpr void try_schema(std::uint16_t schema) {
        auto const how = align(f_, all_.schemas[schema]);
        bool const fitted = best_.holds() || best_.is == equivalence_verdict::ambiguous;
        if (!how.fits) {
            if (fitted) return;
            best_.is = equivalence_verdict::no_fit;
            return add_rival(schema);
        }
        auto const name = base_name(all_.schemas[schema]);
        auto const best_name = base_name(all_.schemas[best_.schema]);
        bool const overload = fitted && same_text(name, best_name);
        bool const other_meaning = fitted && meaning_ != best_meaning_;
        bool const alias = fitted && !other_meaning && rank_ == best_rank_ && how.types == best_.how.types && how.score == best_.how.score;
        if (!fitted || (!other_meaning && how.score > best_.how.score)) return take(schema, how);
        if (alias && !overload) {
            if (name.size() < best_name.size()) take(schema, how); // of names for the same, the short one
            return;
        }
        if (overload || (!other_meaning && how.score < best_.how.score)) return;
        best_.is = equivalence_verdict::ambiguous;
        add_rival(schema);
    }

    constexpr void take(std::uint16_t schema, alignment const& how) {
        best_ = {};
        best_.is = equivalence_verdict::found;
        best_.schema = schema;
        best_.how = how;
        best_meaning_ = meaning_;
        best_rank_ = rank_;
    }
    constexpr void add_rival(std::uint16_t schema) {
        for (std::size_t i = 0; i < best_.rival_count; ++i)
            if (same_text(base_name(all_.schemas[best_.rivals[i]]), base_name(all_.schemas[schema]))) return;
        if (best_.rival_count < own_equivalence::max_rivals) best_.rivals[best_.rival_count++] = schema;
    }

    /// The operator that the user names, in the overload that fits best.
    [[nodiscard]] constexpr own_equivalence settle() {
        best_.is = equivalence_verdict::no_such_operator;
        for (std::size_t i = 0; i < all_.schemas.size(); ++i) {
            if (!is_named(i, f_.chosen)) continue;
            auto const how = align(f_, all_.schemas[i]);
            if (best_.is == equivalence_verdict::no_such_operator) {
                best_.is = equivalence_verdict::no_fit;
                add_rival(static_cast<std::uint16_t>(i));
            }
            if (!how.fits || (best_.holds() && how.score <= best_.how.score)) continue;
            take(static_cast<std::uint16_t>(i), how);
            best_.is = equivalence_verdict::settled;
        }
        return best_;
    }

    own_function const& f_;
    operator_set const& all_;
    operator_index const& index_;
    own_equivalence best_;
    std::uint64_t meaning_ = 0, best_meaning_ = 0; ///< keys of what is tried, and of what fitted best
    name_rank rank_ = name_rank::none, best_rank_ = name_rank::none;
};

} // namespace detail

/// What became of every function of a library, in its order.
template <std::size_t Size> struct own_equivalences {
    operator_set const* operators = nullptr;
    own_library<Size> const* library = nullptr;
    std::array<own_equivalence, Size> items{};

    [[nodiscard]] static constexpr std::size_t size() { return Size; }
    [[nodiscard]] constexpr own_equivalence const& operator[](std::size_t i) const { return items[i]; }
    [[nodiscard]] constexpr std::size_t found() const {
        std::size_t n = 0;
        for (auto const& e : items) n += e.holds();
        return n;
    }
    [[nodiscard]] constexpr bool all_found() const { return found() == Size; }
    /// The operator's qualified name without its prefix: "mul.Tensor".
    [[nodiscard]] constexpr std::string_view operator_of(std::size_t i) const { return name_of_schema(items[i].schema); }

    /// One line per function: the operator with its arguments, or why there is none and what to do.
    [[nodiscard]] std::string text() const {
        std::string all;
        for (std::size_t i = 0; i < Size; ++i) all += text(i) + "\n";
        return all;
    }
    [[nodiscard]] std::string text(std::size_t i) const;

  private:
    [[nodiscard]] constexpr std::string_view name_of_schema(std::size_t schema) const {
        std::string_view const text = operators->schemas[schema];
        return text.substr(0, text.find('('));
    }
};

template <std::size_t Size> std::string own_equivalences<Size>::text(std::size_t i) const {
    auto const& e = items[i];
    auto const qualified = [&](std::size_t schema) { return std::string(operators->prefix) + std::string(name_of_schema(schema)); };
    std::string rivals;
    for (std::size_t r = 0; r < e.rival_count; ++r) rivals += (r == 0 ? "" : ", ") + qualified(e.rivals[r]);
    std::string line(std::string((*library)[i].name) + ": ");
    switch (e.is) {
    case equivalence_verdict::no_name: return line + "no operator is about that; say .about(\"...\") or .same_as(\"...\")";
    case equivalence_verdict::no_such_operator: return line + "there is no operator " + std::string((*library)[i].chosen);
    case equivalence_verdict::no_fit: return line + "its parameters do not go into those of " + rivals;
    case equivalence_verdict::ambiguous:
        return line + "ambiguous: " + qualified(e.schema) + " fits, and so does " + rivals + "; say .same_as(\"" + qualified(e.schema) +
               "\") or .not_same_as(\"...\")";
    case equivalence_verdict::found:
    case equivalence_verdict::settled: break;
    }
    line += qualified(e.schema) + "(";
    std::string arguments;
    schema_reader reader(operators->schemas[e.schema]);
    schema_parameter p;
    for (std::size_t a = 0; a < e.how.count && reader.next(p); ++a) {
        auto const from = e.how.from[a];
        if (from == alignment::left_open) continue;
        auto const& own = from == alignment::last_axis ? "-1" : (*library)[i].parameters[static_cast<std::size_t>(from)].name;
        arguments += (arguments.empty() ? "" : ", ") + std::string(p.name) + " = " + std::string(own);
    }
    return line + arguments + ")" + (e.how.one_of_several ? ", the first of its results" : "") +
           (e.by_description ? ", by its description" : "") + (e.is == equivalence_verdict::settled ? ", as you say" : "");
}

/// The same while compiling and at run time.
template <std::size_t Size>
[[nodiscard]] constexpr own_equivalences<Size> match_library(own_library<Size> const& library, operator_set const& operators,
                                                             operator_index const& index) {
    own_equivalences<Size> all{&operators, &library, {}};
    for (std::size_t i = 0; i < Size; ++i) all.items[i] = detail::counterpart_search(library[i], operators, index).find();
    return all;
}

namespace detail {

/// Made once for each set of operators.
template <auto const& Operators> inline constexpr operator_index index_of{Operators};

/// One evaluation per function, because compilers limit the length of each.
template <auto const& Library, auto const& Operators, std::size_t Number>
inline constexpr own_equivalence equivalence_of = counterpart_search(Library[Number], Operators, index_of<Operators>).find();

} // namespace detail

/// What the functions of `Library` are the same as among `Operators`; both are constexpr variables of static storage.
template <auto const& Library, auto const& Operators> [[nodiscard]] consteval auto match() {
    return [&]<std::size_t... Number>(std::index_sequence<Number...>) {
        return own_equivalences<sizeof...(Number)>{&Operators, &Library, {detail::equivalence_of<Library, Operators, Number>...}};
    }(std::make_index_sequence<Library.size()>{});
}

} // namespace v0
} // namespace xamt
