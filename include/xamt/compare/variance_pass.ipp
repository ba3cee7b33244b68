// One pass over a tile. The short way serves groups whose elements are finite and of one sign in every column:
//
//   - their bits are ordered as their sizes are, so that signed maxima and minima of the bits give ULP distances, and spreads too (halves
//     stay in their 16 bits for it, twice as many to an instruction);
//   - everything else shows in one test, made once a group. A margin is what a spread lacks of being the largest relative one yet, which
//     is held below 1. Two signs make the spread at least the size, and NaN and infinities make the margin NaN or negative; only +0
//     beside -0 passes, and that sets the sign bit of the distance.
//
// A u of many columns below 0, which is rounding below the smallest normal number, shows in that test too.

/// `Few` is the number of columns if it is 2 or 3, else 0.
template <class T, int Few> class tile_pass {
    using group = group_of<T>;
    using C = typename checked<T>::arithmetic;
    using numbers = typename group::numbers;
    using integers = integers_like<numbers>;
    using order = typename group::order;
    static constexpr int parts = group::parts;
    static constexpr int ends = Few == 3 ? 3 : 2;

  public:
    /// Goes over `n` elements at `columns`; `skip` of them, a multiple of a group, are known to be equal.
    [[gnu::always_inline]] static inline void run(char const* const* columns, std::uint32_t count, std::size_t skip, std::size_t n,
                                                  C* lanes, variance_pass& out) {
        state s;
        s.count = all<numbers>(static_cast<C>(count));
        s.beaten = to_beat(out);
        std::size_t i = skip;
        starts const first(columns);
        for (; i + group::elements <= n; i += group::elements) {
            fetch_ahead_of(first, count, i * sizeof(T));
            step(first, {columns, count, i * sizeof(T), lanes + i % variance_lanes<T>}, s, out);
        }
        if (i < n) {
            // What is left is filled up with zeros, which are equal in all columns.
            alignas(64) char rest[variance_batch::most_columns][group::bytes];
            char const* last[variance_batch::most_columns];
            for (std::uint32_t f = 0; f < count; ++f) {
                for (int p = 0; p < parts; ++p) store(rest[f] + p * width, order{});
                std::memcpy(rest[f], columns[f] + i * sizeof(T), (n - i) * sizeof(T));
                last[f] = rest[f];
            }
            step(starts(last), {last, count, 0, lanes + i % variance_lanes<T>}, s, out);
        }
        hand_over(s, out);
    }

  private:
    /// Where the columns start. A few are copied, or they would be read from memory for every group, since lanes are written between.
    struct few_starts {
        char const* at[Few != 0 ? Few : 1];

        [[gnu::always_inline]] explicit few_starts(char const* const* columns) {
            _Pragma("GCC unroll 3") for (int f = 0; f < Few; ++f) at[f] = columns[f];
        }
        [[gnu::always_inline]] char const* operator[](std::uint32_t f) const { return at[f]; }
    };
    struct many_starts {
        char const* const* at;

        [[gnu::always_inline]] explicit many_starts(char const* const* columns) : at(columns) {}
        [[gnu::always_inline]] char const* operator[](std::uint32_t f) const { return at[f]; }
    };
    using starts = std::conditional_t<Few != 0, few_starts, many_starts>;

    [[gnu::always_inline]] static inline void fetch_ahead_of(starts const& first, std::uint32_t count, std::size_t byte) {
        if constexpr (Few != 0)
            _Pragma("GCC unroll 3") for (std::uint32_t f = 0; f < Few; ++f) fetch_ahead<group::bytes>(first[f] + byte);
        else
            for (std::uint32_t f = 0; f < count; ++f) fetch_ahead<group::bytes>(first[f] + byte);
    }

    struct state {
        numbers variance[2]{}, spread[2]{};
        order steps[parts]{};
        numbers count{}, beaten{};
    };
    struct found {
        numbers u[2], spread[2], margins[2];
        order steps[parts];
        numbers x[2][ends]; ///< the columns if they are few, else the largest and the smallest size
    };

    [[gnu::always_inline]] static inline void hand_over(state const& s, variance_pass& out) {
        auto const spread = static_cast<double>(largest_of(larger(s.spread[0], s.spread[1])));
        raise(out.spread, spread);
        if constexpr (Few == 2) {
            auto const widest = static_cast<C>(spread); // u grows with the spread
            raise(out.variance, static_cast<double>(rounded_product(widest, widest)));
        } else {
            raise(out.variance, static_cast<double>(largest_of(larger(s.variance[0], s.variance[1]))));
        }
        auto const furthest = static_cast<std::uint64_t>(largest_of(larger(s.steps[0], s.steps[parts - 1])));
        out.ulp = furthest > out.ulp ? furthest : out.ulp;
    }

    [[gnu::always_inline]] static inline void step(starts const& first, variance_place<C> const& at, state& s, variance_pass& out) {
        found g;
        if constexpr (Few == 2)
            look_at_two(first, at.byte, s, g);
        else if constexpr (Few == 3)
            look_at_three(first, at.byte, s, g);
        else
            look_at_many(first, at, s, g);
        if (in_doubt(g)) [[unlikely]] {
            if (!ordinary(g)) return general_way<T>::add(at.columns, at.count, at.byte, at.lanes, out);
            raise_relative(g, out);
            s.beaten = to_beat(out);
            if constexpr (Few == 0) _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) g.u[b] = larger_size(g.u[b], numbers{});
        }
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            C* const lanes = at.lanes + static_cast<std::size_t>(b) * length_of<C>;
            store(lanes, load<numbers>(lanes) + g.u[b]);
            s.spread[b] = larger_size(s.spread[b], g.spread[b]);
            if constexpr (Few != 2) s.variance[b] = larger_size(s.variance[b], g.u[b]);
        }
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) s.steps[p] = larger(s.steps[p], g.steps[p]);
    }

    /// A little below the largest relative spread, and below 1.
    [[gnu::always_inline]] static inline numbers to_beat(variance_pass const& out) {
        double const most = out.relative < 1 ? out.relative : 1;
        return all<numbers>(static_cast<C>(most) * (1 - 8 * std::numeric_limits<C>::epsilon()));
    }
    [[gnu::always_inline]] static inline bool in_doubt(found const& g) {
        if constexpr (Few != 0)
            return any_doubt(doubts(g.margins), g.steps); // sums of squares are not below 0
        else
            return any_doubt(both(doubts(g.margins), doubts(g.u)), g.steps);
    }
    /// Whether everything is finite and of one sign.
    [[gnu::always_inline]] static inline bool ordinary(found const& g) {
        integers odd{};
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) _Pragma("GCC unroll 3") for (int e = 0; e < ends; ++e) {
            auto const x = (integers)g.x[b][e];
            odd |= (x ^ (integers)g.x[b][0]) | (integers)((x & ~sign_bit<C>) >= infinity_bits<C>);
        }
        return nothing_in(odd & sign_bit<C>);
    }
    [[gnu::always_inline]] static inline void raise_relative(found const& g, variance_pass& out) {
        numbers largest{};
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            numbers size = all<numbers>(std::numeric_limits<C>::denorm_min());
            _Pragma("GCC unroll 3") for (int e = 0; e < ends; ++e) size = larger(size, magnitude(g.x[b][e]));
            largest = larger(largest, g.spread[b] / size);
        }
        raise(out.relative, static_cast<double>(largest_of(largest)));
    }

    [[gnu::always_inline]] static inline void look_at_two(starts const& first, std::size_t byte, state const& s, found& g) {
        numbers x[2], y[2];
        order a[parts], c[parts];
        group::read(first[0] + byte, x);
        group::read(first[1] + byte, y);
        group::read_order(first[0] + byte, a);
        group::read_order(first[1] + byte, c);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            numbers const d = y[b] - x[b];
            g.u[b] = product(d, d);
            g.spread[b] = magnitude(d);
            g.margins[b] = margin(s.beaten, magnitude(x[b]), g.spread[b]);
            g.x[b][0] = x[b];
            g.x[b][1] = y[b];
        }
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) g.steps[p] = size_of_integers(difference(c[p], a[p]));
    }

    [[gnu::always_inline]] static inline void look_at_three(starts const& first, std::size_t byte, state const& s, found& g) {
        numbers x[3][2], top[2]{}, bottom[2]{};
        order high[parts], low[parts], bits[parts];
        group::read(first[0] + byte, x[0]);
        group::read_order(first[0] + byte, high);
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) low[p] = high[p];
        _Pragma("GCC unroll 2") for (int f = 1; f < 3; ++f) {
            group::read(first[static_cast<std::uint32_t>(f)] + byte, x[f]);
            group::read_order(first[static_cast<std::uint32_t>(f)] + byte, bits);
            _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) {
                high[p] = larger(high[p], bits[p]);
                low[p] = smaller(low[p], bits[p]);
            }
        }
        if constexpr (!group::dear) {
            group::numbers_of(high, top);
            group::numbers_of(low, bottom);
        }
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            numbers const one = x[1][b] - x[0][b], second = x[2][b] - x[0][b], third = x[2][b] - x[1][b];
            g.u[b] = product(one, one) + product(second, second) + product(third, third);
            if constexpr (group::dear)
                g.spread[b] = larger_size(larger_size(magnitude(one), magnitude(second)), magnitude(third));
            else
                g.spread[b] = magnitude(top[b] - bottom[b]);
            // Of two signs the ends are the largest number above 0 and the one below 0 that is nearest to it, so that the size is the end's.
            g.margins[b] = margin(s.beaten, magnitude(group::dear ? x[0][b] : top[b]), g.spread[b]);
            _Pragma("GCC unroll 3") for (int f = 0; f < 3; ++f) g.x[b][f] = x[f][b];
        }
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) g.steps[p] = difference(high[p], low[p]);
    }

    [[gnu::always_inline]] static inline void look_at_many(starts const& first, variance_place<C> const& at, state const& s, found& g) {
        numbers pivot[2], x[2], sum[2], squares[2];
        order high[parts], low[parts], bits[parts];
        group::read(first[0] + at.byte, pivot);
        group::read_order(first[0] + at.byte, high);
        group::read(first[1] + at.byte, x);
        group::read_order(first[1] + at.byte, bits);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            sum[b] = x[b] - pivot[b];
            squares[b] = product(sum[b], sum[b]);
        }
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) {
            low[p] = smaller(high[p], bits[p]);
            high[p] = larger(high[p], bits[p]);
        }
        for (std::uint32_t f = 2; f < at.count; ++f) {
            group::read(first[f] + at.byte, x);
            group::read_order(first[f] + at.byte, bits);
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
                numbers const d = x[b] - pivot[b];
                sum[b] += d;
                squares[b] += product(d, d);
            }
            _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) {
                high[p] = larger(high[p], bits[p]);
                low[p] = smaller(low[p], bits[p]);
            }
        }
        group::numbers_of(high, x);
        group::numbers_of(low, pivot);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            g.u[b] = product(s.count, squares[b]) - product(sum[b], sum[b]);
            g.spread[b] = magnitude(x[b] - pivot[b]);
            g.margins[b] = margin(s.beaten, magnitude(x[b]), g.spread[b]);
            g.x[b][0] = x[b];
            g.x[b][1] = pivot[b];
        }
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) g.steps[p] = difference(high[p], low[p]);
    }
};

/// The pass that is taken for a dtype; an instruction set may have a better one.
template <class T, int Few> struct pass_of : tile_pass<T, Few> {};
