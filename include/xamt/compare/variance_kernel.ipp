// The record of a trial, tile by tile. Columns of equal bits are only compared.

template <class T> class variance_kernel {
    using group = group_of<T>;
    using C = typename checked<T>::arithmetic;

  public:
    static variance_record record(void const* const* columns, std::uint32_t count, std::uint64_t elements) {
        return variance_kernel(columns, count, elements).record();
    }

  private:
    variance_kernel(void const* const* columns, std::uint32_t count, std::uint64_t elements)
        : columns_(columns), count_(count), elements_(elements) {}

    variance_record record() const {
        variance_totals sum;
        bool equal = true;
        for (std::uint64_t begin = 0; begin < elements_; begin += variance_tile) {
            std::uint64_t const left = elements_ - begin;
            equal = add_tile(sum, begin, left < variance_tile ? static_cast<std::size_t>(left) : variance_tile) && equal;
        }
        if (equal) return {};
        variance_record r = record_of(sum, elements_);
        if (r.ulp_spread != 0) r.at = find(sum.ulp_tile * variance_tile, r.ulp_spread);
        return r;
    }

    /// How many elements from the start of a tile are equal in all columns; a multiple of a group, or `n`.
    std::size_t equal_prefix(char const* const* columns, std::size_t n) const {
        using words = vec<std::uint64_t>;
        std::size_t const bytes = n * sizeof(T);
        std::size_t at = 0;
        std::uint32_t const asked = count_ > 4 ? count_ : 0; // few streams the processor follows alone
        // A vector of each column in turn: longer pieces leave less of the memory's speed.
        for (; at + width <= bytes; at += width) {
            for (std::uint32_t f = 0; f < asked; ++f) fetch_ahead<width>(columns[f] + at);
            words const first = load<words>(columns[0] + at);
            words different = first ^ load<words>(columns[1] + at);
            for (std::uint32_t f = 2; f < count_; ++f) different |= first ^ load<words>(columns[f] + at);
            if (!nothing_in(different)) return at / sizeof(T) / group::elements * group::elements;
        }
        for (std::uint32_t f = 1; f < count_ && at < bytes; ++f)
            if (std::memcmp(columns[0] + at, columns[f] + at, bytes - at) != 0) return at / sizeof(T) / group::elements * group::elements;
        return n;
    }

    /// Adds a tile; true if all its columns are equal.
    bool add_tile(variance_totals& sum, std::uint64_t begin, std::size_t n) const {
        char const* columns[variance_batch::most_columns];
        for (std::uint32_t f = 0; f < count_; ++f) columns[f] = static_cast<char const*>(columns_[f]) + begin * sizeof(T);
        std::size_t const skip = equal_prefix(columns, n);
        if (skip == n) return true;
        alignas(64) C lanes[variance_lanes<T>];
        _Pragma("GCC unroll 16") for (std::size_t i = 0; i < variance_lanes<T>; i += length_of<C>) store(lanes + i, vec<C>{});
        variance_pass r;
        r.relative = sum.relative_spread;
        if constexpr (checked<T>::safe_low == 0) { // no tile is taken again, so that what is known of the others is
            r.spread = sum.absolute_spread;
            r.ulp = sum.ulp_spread;
        }
        if (count_ == 2)
            pass_of<T, 2>::run(columns, 2, skip, n, lanes, r);
        else if (count_ == 3)
            pass_of<T, 3>::run(columns, 3, skip, n, lanes, r);
        else
            pass_of<T, 0>::run(columns, count_, skip, n, lanes, r);
        sum.nan_mismatches += r.nan;
        sum.infinity_mismatches += r.infinity;
        sum.zero_sign_mismatches += r.zero_sign;
        if (r.ulp > sum.ulp_spread) {
            sum.ulp_spread = r.ulp;
            sum.ulp_tile = begin / variance_tile;
        }
        if (r.spread != 0 && !(r.spread >= checked<T>::safe_low && r.spread <= checked<T>::safe_high)) {
            // Rare, and the plain code is exact: only the numbers of this tile are taken from it.
            variance_reference<T>(columns_, count_, elements_).add_wide_numbers(sum, begin);
            return false;
        }
        double const divisor = variance_divisor(count_);
        raise(sum.largest_variance, r.variance / divisor);
        raise(sum.absolute_spread, r.spread);
        raise(sum.relative_spread, r.relative);
        sum.sum_of_variances += sum_lanes(lanes) / divisor;
        return false;
    }

    using doubles = vec<double>;
    static constexpr std::size_t folded = 32; ///< lanes, a whole number of groups and of vectors of doubles

    /// Lane i and those that are `stride`, 2*stride, ... after it, added as halves are.
    template <std::size_t Stride> [[gnu::always_inline]] static inline doubles fold(C const* lanes) {
        if constexpr (Stride == variance_lanes<T>)
            return __builtin_convertvector(load<vector_t<C, static_cast<int>(length_of<double> * sizeof(C))>>(lanes), doubles);
        else
            return fold<2 * Stride>(lanes) + fold<2 * Stride>(lanes + Stride);
    }
    /// detail::sum_of_lanes with vectors: the same additions.
    static double sum_lanes(C const* lanes) {
        constexpr std::size_t wide = length_of<double>, vectors = folded / wide;
        alignas(64) double sums[folded];
        _Pragma("GCC unroll 16") for (std::size_t i = 0; i < folded; i += wide) store(sums + i, fold<folded>(lanes + i));
        if constexpr (group::interleaved) put_straight(sums);
        doubles rest[vectors];
        _Pragma("GCC unroll 16") for (std::size_t k = 0; k < vectors; ++k) rest[k] = load<doubles>(sums + k * wide);
        _Pragma("GCC unroll 4") for (std::size_t n = vectors / 2; n > 0; n /= 2) _Pragma("GCC unroll 8") for (std::size_t k = 0; k < n; ++k)
            rest[k] += rest[k + n];
        return sum_of(rest[0]);
    }

    /// Sums of whole groups stand in the order of the group; from here on positions count.
    static void put_straight(double (&sums)[folded]) {
        constexpr std::size_t n = group::elements;
        double straight[folded];
        for (std::size_t i = 0; i < folded; ++i) straight[i] = sums[i / n * n + i % n / 2 + i % 2 * (n / 2)];
        std::memcpy(sums, straight, sizeof straight);
    }

    /// First element of a tile with that ULP spread. Vectors find candidates, the plain code confirms them.
    std::uint64_t find(std::uint64_t begin, std::uint64_t spread) const {
        using order = typename group::order;
        using distance = std::make_unsigned_t<element_of<order>>;
        variance_reference<T> const plain(columns_, count_, elements_);
        std::uint64_t i = begin;
        for (; i + group::elements <= elements_; i += group::elements) {
            order high[group::parts], low[group::parts], bits[group::parts];
            group::read_order(static_cast<char const*>(columns_[0]) + i * sizeof(T), bits);
            _Pragma("GCC unroll 2") for (int p = 0; p < group::parts; ++p) high[p] = low[p] = places_of(bits[p]);
            for (std::uint32_t f = 1; f < count_; ++f) {
                group::read_order(static_cast<char const*>(columns_[f]) + i * sizeof(T), bits);
                _Pragma("GCC unroll 2") for (int p = 0; p < group::parts; ++p) {
                    order const place = places_of(bits[p]);
                    high[p] = larger(high[p], place);
                    low[p] = smaller(low[p], place);
                }
            }
            order same[group::parts];
            _Pragma("GCC unroll 2") for (int p = 0; p < group::parts; ++p) same[p] =
                (order)((vec<distance>)high[p] - (vec<distance>)low[p] == static_cast<distance>(spread));
            if (nothing_in(same[0] | same[group::parts - 1])) continue;
            for (std::uint64_t k = 0; k < group::elements; ++k)
                if (same[k / length_of<T>][k % length_of<T>] != 0 && plain.find(i + k, i + k + 1, spread) == i + k) return i + k;
        }
        return plain.find(i, elements_, spread);
    }

    void const* const* columns_;
    std::uint32_t count_;
    std::uint64_t elements_;
};
