/// @file
/// Which dtype and which shapes the tensors of a class have.
///
/// Place in the pipeline: generate; used by make_class.hpp. The first two classes of a group are the plainest (float32, then float64,
/// small full shapes); later ones draw ranks, size-1, empty and long axes, and broadcasting partners.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/core/shape.hpp>
#include <xamt/describe/api.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace xamt {
inline namespace v0 {

/// How many cases of an element-wise API are stacked along the first axis.
inline constexpr std::int64_t stacked_cases = 32;

namespace detail {

/// Most elements in one tensor: large enough for every vector-length effect, small enough for thousands of calls a second.
inline constexpr std::int64_t most_elements = 4096;

/// Content that lives in square matrices needs equal last extents.
[[nodiscard]] constexpr bool is_square(content c) {
    return c == content::positive_definite || c == content::well_conditioned || c == content::symmetric || c == content::triangular;
}

/// Draws a dtype from `admitted`, common ones more often; `plain` 0 and 1 give the plainest and the second plainest.
[[nodiscard]] inline dtype draw_dtype(random_stream& r, dtype_set admitted, int plain) {
    struct weighted {
        dtype type;
        unsigned weight;
    };
    constexpr std::array<weighted, dtype_count> table{{{dtype::float32, 40},
                                                       {dtype::float64, 18},
                                                       {dtype::int32, 10},
                                                       {dtype::int64, 10},
                                                       {dtype::float16, 12},
                                                       {dtype::bfloat16, 9},
                                                       {dtype::complex64, 6},
                                                       {dtype::complex128, 5},
                                                       {dtype::boolean, 3},
                                                       {dtype::int8, 3},
                                                       {dtype::uint8, 3},
                                                       {dtype::int16, 2}}};
    unsigned total = 0, seen = 0;
    dtype last = dtype::float32;
    for (auto const& w : table) {
        if (!admitted.contains(w.type)) continue;
        total += w.weight;
        last = w.type;
        if (plain >= 0 && seen++ == static_cast<unsigned>(plain)) return w.type;
    }
    auto at = static_cast<unsigned>(r.below(total));
    for (auto const& w : table) {
        if (!admitted.contains(w.type)) continue;
        if (at < w.weight) return w.type;
        at -= w.weight;
    }
    return last;
}

/// The dtypes of the first tensor that the parameter admits and, where there are two columns, at least two of them take.
[[nodiscard]] inline dtype_set usable_dtypes(api_description const& api, parameter const& first) {
    dtype_set const admitted = first.types.empty() ? floating_dtypes : first.types;
    dtype_set once, twice;
    for (auto const& b : api.columns()) {
        item const* accepts = b.find(item::role::accepts);
        dtype_set const takes = accepts != nullptr ? accepts->types & admitted : admitted;
        twice = twice | (once & takes);
        once = once | takes;
    }
    if (!twice.empty()) return twice;
    return once.empty() ? admitted : once;
}

/// The first classes have the plainest shapes and arguments: one of each of the two commonest dtypes, or just one where there is no tensor.
[[nodiscard]] inline bool is_plain_class(api_description const& api, std::uint32_t index) {
    auto const takes = api.takes();
    return index == 0 || (index == 1 && std::any_of(takes.begin(), takes.end(), [](parameter const& p) { return p.is_tensor(); }));
}

/// What is decided once for all shapes of a class.
class shape_maker {
  public:
    shape_maker(api_description const& api, std::uint32_t index, random_stream& r) : api_(api), r_(r), plain_(is_plain_class(api, index)) {
        bool indexed = false, framed = false;
        for (auto const& p : api.takes()) {
            indexed = indexed || p.filled_with == content::indices || !p.along.empty();
            framed = framed || (p.is_tensor() && p.shaped == shape_rule::letters) || p.what == kind::axis || p.what == kind::axes;
        }
        may_be_empty_ = !plain_ && !indexed && r.chance(0.06);
        may_be_long_ = !plain_ && r.chance(0.25);
        draw_letters();
        if (api.pointwise && !framed && (plain_ || r.chance(0.8))) stack();
        draw_common();
    }

    [[nodiscard]] std::int64_t cases() const { return cases_; }

    /// Extent of a size letter; a digit stands for itself.
    [[nodiscard]] std::int64_t extent(char letter) const {
        if (letter >= '0' && letter <= '9') return letter - '0';
        return letters_[static_cast<unsigned char>(letter) & 127u];
    }

    /// The shape of one tensor parameter.
    [[nodiscard]] shape of(parameter const& p) {
        if (p.shaped == shape_rule::letters) {
            shape s;
            for (char c : p.letters) s.push_back(extent(c));
            return s;
        }
        bool const is_first = &p == first_;
        shape s = is_first || p.shaped == shape_rule::same ? lead_ : partner(p);
        if (is_square(p.filled_with) && s.rank() >= 2) s[s.rank() - 1] = s[s.rank() - 2];
        return s;
    }

  private:
    [[nodiscard]] std::int64_t draw_extent() {
        if (may_be_empty_ && r_.chance(0.4)) return 0;
        if (may_be_long_ && r_.chance(0.4)) {
            constexpr std::array<std::int64_t, 12> lengths{15, 16, 17, 31, 32, 33, 64, 65, 100, 127, 257, 1000};
            return r_.pick(std::span<std::int64_t const>(lengths));
        }
        auto const roll = r_.below(100);
        if (roll < 14) return 1;
        return roll < 78 ? r_.between(2, 5) : r_.between(6, 9);
    }

    void draw_letters() {
        std::int64_t next = 2;
        for (auto const& p : api_.takes())
            for (char c : p.letters) {
                auto& e = letters_[static_cast<unsigned char>(c) & 127u];
                if (e >= 0 || (c >= '0' && c <= '9')) continue;
                auto const [lo, hi] = range_of(c);
                std::int64_t const drawn = plain_ ? next++ : draw_extent();
                e = drawn >= lo && drawn <= hi ? drawn : plain_ ? std::clamp(drawn, lo, hi) : r_.between(lo, (std::min)(hi, lo + 15));
            }
        for (int guard = 0; guard < 64 && !shrink_letters(); ++guard) {}
    }

    [[nodiscard]] std::pair<std::int64_t, std::int64_t> range_of(char c) const {
        for (std::size_t i = 0; i < api_.letter_count; ++i)
            if (api_.letters[i].letter == c) return {api_.letters[i].lo, api_.letters[i].hi};
        return {may_be_empty_ ? 0 : 1, 1000};
    }

    /// Halves the largest letter of a tensor that is too large; true when none is.
    bool shrink_letters() {
        for (auto const& p : api_.takes()) {
            if (!p.is_tensor() || p.shaped != shape_rule::letters) continue;
            std::int64_t n = 1;
            char largest = 0;
            for (char c : p.letters) {
                n *= extent(c);
                if ((c < '0' || c > '9') && extent(c) > range_of(c).first && (largest == 0 || extent(c) > extent(largest))) largest = c;
            }
            if (n <= most_elements || largest == 0) continue;
            auto& e = letters_[static_cast<unsigned char>(largest) & 127u];
            e = (std::max)(range_of(largest).first, e / 2);
            return false;
        }
        return true;
    }

    /// Stacks cases if every tensor can have one axis more.
    void stack() {
        for (auto const& p : api_.takes())
            if (p.is_tensor() && p.rank_hi < (std::max<int>)(1, p.rank_lo + 1)) return;
        cases_ = stacked_cases;
    }

    void draw_common() {
        int partners = 0;
        for (auto const& p : api_.takes()) {
            if (!p.is_tensor()) continue;
            if (first_ == nullptr)
                first_ = &p;
            else if (p.shaped == shape_rule::automatic)
                ++partners;
        }
        if (first_ == nullptr) return;
        if (cases_ > 1) {
            common_ = {cases_};
            int room = 3, least = 0;
            for (auto const& p : api_.takes()) {
                if (!p.is_tensor()) continue;
                room = (std::min<int>)(room, p.rank_hi - 1);
                least = (std::max<int>)(least, p.rank_lo);
            }
            int const wanted = plain_ ? 1 : r_.chance(0.7) ? 1 : static_cast<int>(r_.between(0, 3));
            draw_case(std::clamp(wanted, least, (std::max)(least, room)));
        } else {
            int const lo = first_->rank_lo, hi = (std::max<int>)(lo, (std::min<int>)(first_->rank_hi, 5));
            auto const rank = plain_ ? std::clamp(2, lo, hi) : static_cast<int>(r_.between(lo, hi));
            for (int i = 0; i < rank; ++i) common_.push_back(plain_ ? 3 + i : draw_extent());
            if (is_square(first_->filled_with) && rank >= 2)
                common_[common_.rank() - 1] = common_[common_.rank() - 2] = (std::min<std::int64_t>)(common_[common_.rank() - 2], 12);
        }
        shrink(common_);
        lead_ = common_;
        if (!plain_ && partners > 0 && r_.chance(0.12)) thin_out(lead_);
    }

    /// The part of a stacked shape that belongs to one case: vectors of lengths around those of vector registers.
    void draw_case(int rank) {
        constexpr std::array<std::int64_t, 16> lengths{1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 15, 16, 17, 32, 33};
        for (int i = 0; i < rank; ++i) {
            std::int64_t e = plain_ ? 5 : rank == 1 ? r_.pick(std::span<std::int64_t const>(lengths)) : r_.between(1, 4);
            common_.push_back(e);
        }
    }

    /// Turns some extents into 1, never that of the cases.
    void thin_out(shape& s) {
        for (std::size_t i = cases_ > 1 ? 1 : 0; i < s.rank(); ++i)
            if (r_.chance(0.5)) s[i] = 1;
    }

    /// A shape that broadcasts against the common one.
    [[nodiscard]] shape partner(parameter const& p) {
        shape s = common_;
        std::size_t const lo = p.rank_lo, hi = (std::min<std::size_t>)((std::max)(p.rank_hi, p.rank_lo), shape::max_rank);
        if (!plain_ && cases_ == 1 && r_.chance(0.2)) s = last_axes(common_, r_.below(common_.rank() + 1));
        if (!plain_ && r_.chance(0.25)) thin_out(s);
        if (s.rank() > hi) s = last_axes(s, hi);
        while (s.rank() < lo) {
            shape wider{1};
            for (auto e : s) wider.push_back(e);
            s = wider;
        }
        return s;
    }

    [[nodiscard]] static shape last_axes(shape const& s, std::size_t count) {
        return shape(s.extents().subspan(s.rank() - (std::min)(count, s.rank())));
    }

    void shrink(shape& s) {
        while (s.elements() > most_elements) {
            std::size_t largest = cases_ > 1 ? 1 : 0;
            for (std::size_t i = largest; i < s.rank(); ++i)
                if (s[i] > s[largest]) largest = i;
            s[largest] = (s[largest] + 1) / 2;
        }
    }

    api_description const& api_;
    random_stream& r_;
    bool plain_;
    bool may_be_empty_ = false, may_be_long_ = false;
    std::int64_t cases_ = 1;
    parameter const* first_ = nullptr;
    shape common_, lead_;
    std::array<std::int64_t, 128> letters_ = [] {
        std::array<std::int64_t, 128> none_yet{};
        none_yet.fill(-1);
        return none_yet;
    }();
};

} // namespace detail
} // namespace v0
} // namespace xamt
