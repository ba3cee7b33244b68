// float16 without its conversion, which is what the short way of variance_pass.ipp is slow by: 32 elements at a time as integers of 16 bits.
//
// Where all columns have one sign and lie close together, they differ by whole halves of a step at the largest of them, and F^2 times the
// variance is F*q - s*s of these integers, times a quarter of the square of that step. Below 65536 that holds modulo 65536, and it is exactly
// what the arithmetic in float32 gives, where nothing is rounded either. The maxima of the trial are not taken again and again: up to a number
// of steps, that its exponent and its mantissa tell, an element cannot raise any of them. A group with what lies further apart, or may, goes the
// short way.

[[gnu::always_inline]] inline words16 chosen(words16 from, words16 which) {
    return (words16)_mm512_maskz_permutexvar_epi16(of32, (__m512i)which, (__m512i)from);
}
/// The product of integers without sign, by 65536.
[[gnu::always_inline]] inline words16 upper_product(words16 a, words16 b) {
    return (words16)_mm512_maskz_mulhi_epu16(of32, (__m512i)a, (__m512i)b);
}
[[gnu::always_inline]] inline words16 smaller_unsigned(words16 a, words16 b) {
    return (words16)_mm512_maskz_min_epu16(of32, (__m512i)a, (__m512i)b);
}
/// a - b without sign, or 0.
[[gnu::always_inline]] inline words16 excess(words16 a, words16 b) {
    return (words16)_mm512_maskz_subs_epu16(of32, (__m512i)a, (__m512i)b);
}
/// a ^ b ^ c
[[gnu::always_inline]] inline words16 three_odd(words16 a, words16 b, words16 c) {
    return a ^ b ^ c; // one vpternlogd
}
[[gnu::always_inline]] inline bool any_above(words16 a, words16 b) { return _mm512_cmpgt_epu16_mask((__m512i)a, (__m512i)b) != 0; }

/// Steps in 1, for each exponent of float16.
inline constexpr auto steps_in_one = [] {
    struct {
        alignas(64) float of[32] = {};
    } table;
    float steps = 0x1p23f;
    for (int e = 2; e < 31; ++e, steps *= 0.5f) table.of[e] = steps;
    return table;
}();

/// Up to how many steps an element of float16 raises none of the maxima so far.
struct unsurprising_steps {
    words16 of_exponent; ///< for ULP and absolute spread; 0 beside and among subnormals, for infinities and NaN
    words16 of_mantissa; ///< for the relative spread, after a shift
    __m128i shift;

    [[gnu::always_inline]] unsurprising_steps(variance_pass const& so_far, std::uint32_t count) {
        // 511/F halves of a step keep F*q - s*s below 65536.
        auto const most = static_cast<float>(255 / count < so_far.ulp ? 255 / count : so_far.ulp);
        auto const spread = all<floats>(static_cast<float>(so_far.spread));
        alignas(64) std::int16_t steps[32];
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            floats const allowed = smaller(spread * load<floats>(steps_in_one.of + 16 * b), all<floats>(most));
            store(steps + 16 * b, __builtin_convertvector(__builtin_convertvector(allowed, words32), vector_t<std::int16_t, width / 2>));
        }
        of_exponent = load<words16>(steps);
        // The share of a mantissa of 11 bits that is not beaten, with as many bits as 16 hold.
        auto const share = static_cast<float>((so_far.relative < 1 ? so_far.relative : 1) * (1 - 0x1p-20));
        int const exponent = static_cast<int>(std::bit_cast<std::uint32_t>(share) >> 23) - 127,
                  further = exponent < -12 ? 11 : -1 - exponent;
        of_mantissa = all<words16>(static_cast<std::int16_t>(static_cast<std::uint16_t>(share * static_cast<float>(1u << (16 + further)))));
        shift = _mm_cvtsi32_si128(further);
    }
};

/// What is kept in registers; g++ would make it anew for every group.
struct constants_of_halves {
    words16 mantissa = all<words16>(0x3ff), leading = all<words16>(0x400);
    words32 upper = all<words32>(static_cast<std::int32_t>(0xffff0000));
    words16 square, order[2]; ///< the upper bits of 2^23 quarters of the square of a step for each exponent; which to put beside which u

    [[gnu::always_inline]] explicit constants_of_halves(int few) {
        alignas(64) std::int16_t table[3][32];
        for (int i = 0; i < 32; ++i) {
            table[0][i] = static_cast<std::int16_t>((2 * i + (few == 3 ? 99 : 98)) << 7);
            table[1][i] = static_cast<std::int16_t>(i / 2 + i % 2 * 32);
            table[2][i] = static_cast<std::int16_t>(i / 2 + i % 2 * 32 + 16);
        }
        square = load<words16>(table[0]);
        order[0] = load<words16>(table[1]);
        order[1] = load<words16>(table[2]);
        asm("" : "+v"(mantissa), "+v"(leading), "+v"(upper), "+v"(square), "+v"(order[0]), "+v"(order[1]));
    }
};

template <int Few> class pass_of<float16, Few> {
    using short_way = tile_pass<float16, Few>;
    using unsigned_words = vec<std::uint16_t>;
    static constexpr std::size_t group = group_of<float16>::elements;
    static constexpr std::size_t first_groups = 8; ///< go the short way where no maxima are known
    static constexpr int most_surprises = 24; ///< in a tile of 128 groups: the short way alone would have been quicker

  public:
    static void run(char const* const* columns, std::uint32_t count, std::size_t skip, std::size_t n, float* lanes, variance_pass& out) {
        std::size_t i = skip;
        if (out.ulp == 0) {
            i = n - skip > first_groups * group ? skip + first_groups * group : n;
            go_short_way(columns, count, skip, i, lanes, out);
        }
        unsurprising_steps unsurprising(out, count);
        constants_of_halves const with(Few);
        floats largest[2]{};
        for (int surprises = 0; i + group <= n && surprises < most_surprises; i += group) {
            if (add({columns, count, i * sizeof(float16), lanes + i % variance_lanes<float16>}, unsurprising, with, largest)) continue;
            go_short_way(columns, count, i, i + group, lanes, out);
            unsurprising = unsurprising_steps(out, count);
            ++surprises;
        }
        if constexpr (Few != 2) raise(out.variance, static_cast<double>(largest_of(larger(largest[0], largest[1]))));
        if (i < n) go_short_way(columns, count, i, n, lanes, out);
    }

  private:
    [[gnu::noinline]] static void go_short_way(char const* const* columns, std::uint32_t count, std::size_t begin, std::size_t end,
                                               float* lanes, variance_pass& out) {
        short_way::run(columns, count, begin, end, lanes, out);
    }

    /// Adds a group; false, and nothing added, if it must go the short way.
    [[gnu::always_inline]] static inline bool add(variance_place<float> const& at, unsurprising_steps const& unsurprising,
                                                  constants_of_halves const& with, floats (&largest)[2]) {
        for (std::uint32_t f = 0; f < (Few != 0 ? Few : at.count); ++f) fetch_ahead<width>(at.columns[f] + at.byte);
        words16 high, low;
        find_ends(at, high, low);
        words16 const steps = difference(high, low), exponent = (words16)((unsigned_words)high >> 10);
        words16 const mantissa = high & with.mantissa; // without its leading bit
        words16 const relative =
            (words16)_mm512_srl_epi16((__m512i)upper_product(mantissa | with.leading, unsurprising.of_mantissa), unsurprising.shift);
        if (any_above(steps, smaller_unsigned(relative, chosen(unsurprising.of_exponent, exponent)))) [[unlikely]]
            return false;
        words16 const u = scaled_variance(at, high, low, mantissa), square = chosen(with.square, exponent);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            // 2^23 + u quarters of the square of a step less 2^23 of them.
            auto const both = (words32)_mm512_permutex2var_epi16((__m512i)u, (__m512i)with.order[b], (__m512i)square);
            floats const value = (floats)both - (floats)(both & with.upper);
            float* const lanes = at.lanes + static_cast<std::size_t>(b) * length_of<float>;
            store(lanes, load<floats>(lanes) + value);
            if constexpr (Few != 2) largest[b] = larger_size(largest[b], value);
        }
        return true;
    }

    [[gnu::always_inline]] static inline words16 column(variance_place<float> const& at, std::uint32_t f) {
        return load<words16>(at.columns[f] + at.byte);
    }
    [[gnu::always_inline]] static inline void find_ends(variance_place<float> const& at, words16& high, words16& low) {
        high = low = column(at, 0);
        for (std::uint32_t f = 1; f < (Few != 0 ? Few : at.count); ++f) {
            high = larger(high, column(at, f));
            low = smaller(low, column(at, f));
        }
    }
    /// F*q - s*s of the columns in halves of a step. From the mantissa of the largest down to 0 a step is two of them, below it is one.
    [[gnu::always_inline]] static inline words16 scaled_variance(variance_place<float> const& at, words16 high, words16 low,
                                                                 words16 mantissa) {
        auto const below = [&](words16 x) {
            words16 const further = difference(high, x);
            return (unsigned_words)(further + smaller_unsigned(further, mantissa));
        };
        unsigned_words const furthest = below(low);
        if constexpr (Few == 2) {
            return (words16)(furthest * furthest);
        } else if constexpr (Few == 3) {
            // The column between is what is left of all three but the ends. Half of u: constants_of_halves knows.
            words16 const all_three = three_odd(column(at, 0), column(at, 1), column(at, 2));
            unsigned_words const other = below(three_odd(all_three, high, low));
            return (words16)(furthest * (furthest - other) + other * other);
        } else {
            words16 const start = high - mantissa;
            unsigned_words sum{}, squares{};
            for (std::uint32_t f = 0; f < at.count; ++f) {
                auto const x = (unsigned_words)column(at, f), halves = x + (unsigned_words)excess((words16)x, start);
                sum += halves;
                squares += halves * halves;
            }
            return (words16)(squares * static_cast<std::uint16_t>(at.count) - sum * sum);
        }
    }
};
