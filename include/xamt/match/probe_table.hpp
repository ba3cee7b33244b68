/// @file
/// The tensors that scenarios name. Sizes differ as far as they can, so that a swapped axis shows.
///
/// Place in the pipeline: match.
#pragma once

#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

/// What the numbers of a probe are like.
enum class probe_values : std::uint8_t {
    normal,
    unit,
    open01,
    positive,
    wide,
    halves,
    counts,
    small_counts,
    signed_counts,
    bits,
    complex,
    definite,
    lower,
    with_nan,
    with_inf,
    index3,
    index6,
    sorted,
    yes,
    zero,
    classes4,
    segments,
    shares,
    one_hot,
    signs,
    zeros_ones,
    log_shares,
    not_blank,
    from_six,
    from_three,
    row_swaps,
    row_swaps_from_one,
    rows_swapped,
    rows_swapped_back
};

struct probe_row {
    std::string_view name;
    probe_values are;
    std::string_view shape; ///< sizes with commas between them
};

inline constexpr probe_row probe_rows[] = {
    {"g", probe_values::normal, "3,4"},
    {"g2", probe_values::normal, "3,4"},
    {"g3", probe_values::normal, "3,4"},
    {"u", probe_values::unit, "3,4"},
    {"u2", probe_values::unit, "3,4"},
    {"u3", probe_values::unit, "3,4"},
    {"uu", probe_values::open01, "3,4"},
    {"p", probe_values::positive, "3,4"},
    {"p2", probe_values::positive, "3,4"},
    {"p3", probe_values::positive, "3,4"},
    {"w", probe_values::wide, "3,4"},
    {"w2", probe_values::wide, "3,4"},
    {"z", probe_values::halves, "3,4"},
    {"i", probe_values::counts, "3,4"},
    {"i2", probe_values::counts, "3,4"},
    {"i3", probe_values::counts, "3,4"},
    {"ineg", probe_values::signed_counts, "3,4"},
    {"b", probe_values::bits, "3,4"},
    {"b2", probe_values::bits, "3,4"},
    {"bv", probe_values::bits, "6"},
    {"c", probe_values::complex, "3,4"},
    {"c2", probe_values::complex, "3,4"},
    {"v", probe_values::normal, "6"},
    {"v6", probe_values::normal, "6"},
    {"v3", probe_values::normal, "3"},
    {"v4", probe_values::normal, "4"},
    {"v5", probe_values::normal, "5"},
    {"h", probe_values::normal, "2,3,4"},
    {"h2", probe_values::normal, "1,2,2"},
    {"h45", probe_values::normal, "2,4,5"},
    {"g45", probe_values::normal, "4,5"},
    {"g45r", probe_values::normal, "3,4"},
    {"g54", probe_values::normal, "5,4"},
    {"q", probe_values::normal, "3,3"},
    {"qq", probe_values::normal, "2,3,3"},
    {"q2", probe_values::normal, "3,3"},
    {"qn", probe_values::definite, "2,3,3"},
    {"spd", probe_values::definite, "3,3"},
    {"lt", probe_values::lower, "3,3"},
    {"cq", probe_values::complex, "3,3"},
    {"gg", probe_values::normal, "4,4"},
    {"n", probe_values::with_nan, "3,4"},
    {"inf", probe_values::with_inf, "3,4"},
    {"s", probe_values::normal, ""},
    {"s2", probe_values::positive, ""},
    {"ix", probe_values::index3, "3,4"},
    {"ix3", probe_values::index3, "3"},
    {"ixn", probe_values::index6, "3,1"},
    {"ixl", probe_values::index3, "2,5"},
    {"iv", probe_values::small_counts, "6"},
    {"sv", probe_values::sorted, "6"},
    {"lab", probe_values::classes4, "5"},
    {"seg", probe_values::segments, "6"},
    {"pr", probe_values::shares, "5,4"},
    {"pr2", probe_values::shares, "5,4"},
    {"oh", probe_values::one_hot, "5,4"},
    {"pm", probe_values::signs, "3,4"},
    {"b01", probe_values::zeros_ones, "3,4"},
    {"m", probe_values::normal, "2,4,6,5"},
    {"l", probe_values::normal, "2,4,6"},
    {"vol", probe_values::normal, "2,4,6,5,3"},
    {"K1", probe_values::normal, "7,4,3"},
    {"K2", probe_values::normal, "7,4,3,2"},
    {"K3", probe_values::normal, "7,4,3,2,2"},
    {"K1dw", probe_values::normal, "4,1,3"},
    {"K2dw", probe_values::normal, "4,1,3,2"},
    {"K2pw", probe_values::normal, "7,4,1,1"},
    {"b7", probe_values::normal, "7"},
    {"b4", probe_values::normal, "4"},
    {"mean4", probe_values::normal, "4"},
    {"var4", probe_values::positive, "4"},
    {"ga4", probe_values::positive, "4"},
    {"many", probe_values::open01, "200,100"},
    {"fans", probe_values::normal, "100,200"},
    {"yes", probe_values::yes, ""},
    {"s0", probe_values::zero, ""},
    {"rgb", probe_values::open01, "2,8,9,3"},
    {"many3", probe_values::open01, "40,50,20"},
    {"many4", probe_values::open01, "100,100,2,2"},
    {"many5", probe_values::open01, "100,80,2,2,2"},
    {"chances", probe_values::log_shares, "6,2,4"}, // of classes at times, in two sequences
    {"spelling", probe_values::not_blank, "2,3"},
    {"times", probe_values::from_six, "2"},
    {"letters", probe_values::from_three, "2"},
    {"piv", probe_values::row_swaps, "4"},
    {"piv1", probe_values::row_swaps_from_one, "4"},
    {"pivp", probe_values::rows_swapped, "4"},
    {"pivi", probe_values::rows_swapped_back, "4"},
};

} // namespace detail

} // namespace v0
} // namespace xamt
