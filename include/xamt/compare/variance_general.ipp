// The general way, for groups with NaN, infinities or elements of both signs: numbers are taken with masks, mismatches are counted.

template <class T> struct general_way {
    using group = group_of<T>;
    using C = typename checked<T>::arithmetic;
    using numbers = typename group::numbers;
    using integers = integers_like<numbers>;
    static constexpr integer_like<C> sign = sign_bit<C>, infinity = infinity_bits<C>;

    /// By single arguments, which stay in registers: a place in memory would be written for every group.
    [[gnu::noinline]] static void add(char const* const* columns, std::uint32_t count, std::size_t byte, C* lanes, variance_pass& out) {
        variance_place<C> const at{columns, count, byte, lanes};
        for (int b = 0; b < 2; ++b) general(at, b, out);
        add_steps(at, out);
    }

  private:
    static void general(variance_place<C> const& at, int b, variance_pass& out) {
        integers nan{}, number{}, positive{}, negative{}, finite{}, zero{}, minus_zero{};
        for (std::uint32_t f = 0; f < at.count; ++f) {
            numbers x[2];
            group::read(at.columns[f] + at.byte, x);
            auto const bits = (integers)x[b];
            integers const size = bits & ~sign;
            nan |= (integers)(size > infinity);
            number |= (integers)(size <= infinity);
            positive |= (integers)(bits == infinity);
            negative |= (integers)(bits == (infinity | sign));
            finite |= (integers)(size < infinity);
            zero |= (integers)(bits == 0);
            minus_zero |= (integers)(bits == sign);
        }
        out.nan += count_set(nan & number);
        out.infinity += count_set((positive & negative) | ((positive | negative) & finite));
        out.zero_sign += count_set(zero & minus_zero);
        integers const regular = ~(nan | positive | negative);
        add_regular(at, b, regular, out);
    }

    [[gnu::always_inline]] static inline numbers scaled_variance(numbers const* x, std::uint32_t count) {
        numbers s{}, q{};
        for (std::uint32_t f = 1; f < count; ++f) {
            s += x[f] - x[0];
            for (std::uint32_t g = 0; g < (count <= variance_pairs ? f : 1); ++g) q += product(x[f] - x[g], x[f] - x[g]);
        }
        return count <= variance_pairs ? q : larger(product(all<numbers>(static_cast<C>(count)), q) - product(s, s), numbers{});
    }

    /// The numbers of the elements under the mask; the others count as zeros.
    static void add_regular(variance_place<C> const& at, int b, integers const& regular, variance_pass& out) {
        numbers x[variance_batch::most_columns], high{}, low{};
        for (std::uint32_t f = 0; f < at.count; ++f) {
            numbers both[2];
            group::read(at.columns[f] + at.byte, both);
            x[f] = (numbers)((integers)both[b] & regular);
            high = f == 0 ? x[f] : larger(high, x[f]);
            low = f == 0 ? x[f] : smaller(low, x[f]);
        }
        numbers const u = scaled_variance(x, at.count);
        C* const lanes = at.lanes + static_cast<std::size_t>(b) * length_of<C>;
        store(lanes, load<numbers>(lanes) + u);
        raise_by(out.variance, u);
        raise_by(out.spread, high - low);
        numbers const size = larger(larger(magnitude(high), magnitude(low)), all<numbers>(std::numeric_limits<C>::denorm_min()));
        raise_by(out.relative, (high - low) / size);
    }

    /// Distances on the number line, from the bits themselves.
    static void add_steps(variance_place<C> const& at, variance_pass& out) {
        using order = typename group::order;
        using distances = vec<std::make_unsigned_t<element_of<order>>>;
        order bits[group::parts], high[group::parts], low[group::parts], irregular[group::parts]{};
        group::read_order(at.columns[0] + at.byte, bits);
        for (int p = 0; p < group::parts; ++p) high[p] = low[p] = places_of(bits[p]);
        for (std::uint32_t f = 0; f < at.count; ++f) {
            group::read_order(at.columns[f] + at.byte, bits);
            for (int p = 0; p < group::parts; ++p) {
                order const place = places_of(bits[p]);
                high[p] = larger(high[p], place);
                low[p] = smaller(low[p], place);
                irregular[p] |= (order)((bits[p] & ~sign_bit<T>) >= infinity_bits<T>);
            }
        }
        for (int p = 0; p < group::parts; ++p) {
            auto const steps = (distances)((order)((distances)high[p] - (distances)low[p]) & ~irregular[p]);
            if (!nothing_in(steps > static_cast<element_of<distances>>(out.ulp))) [[unlikely]]
                out.ulp = largest_of(steps);
        }
    }
};
