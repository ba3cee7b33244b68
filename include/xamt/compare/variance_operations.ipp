// Operations on vectors of `width` bytes, as any instruction set can do them. Included by variance_baseline.hpp, variance_avx2.hpp and
// variance_avx512.hpp, which declare before it what they do better.

template <class E> using vec = vector_t<E, width>;
template <class V> using integers_like = vec<integer_like<element_of<V>>>;
template <class E> inline constexpr std::size_t length_of = width / sizeof(E);
template <class E> inline constexpr integer_like<E> sign_bit = static_cast<integer_like<E>>(1ull << (8 * sizeof(E) - 1));
template <class E>
inline constexpr integer_like<E> infinity_bits = std::is_same_v<E, float16>    ? static_cast<integer_like<E>>(0x7c00)
                                                 : std::is_same_v<E, bfloat16> ? static_cast<integer_like<E>>(0x7f80)
                                                 : sizeof(E) == 4              ? static_cast<integer_like<E>>(0x7f800000)
                                                                               : static_cast<integer_like<E>>(0x7ff0000000000000ull);

/// Asks for what a column holds a little further on than the `Bytes` bytes that are about to be read there; docs/design/check.md tells why
/// so near. To ask for what is beyond the end of a column does no harm.
template <std::size_t Bytes> [[gnu::always_inline]] inline void fetch_ahead(char const* at) {
    constexpr std::size_t line = 64, distance = 4 * line;
    _Pragma("GCC unroll 4") for (std::size_t i = 0; i < Bytes; i += line) __builtin_prefetch(at + i + distance);
}

template <class V> [[gnu::always_inline]] inline V load(void const* from) {
    V v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
template <class V> [[gnu::always_inline]] inline void store(void* to, V v) { std::memcpy(to, &v, sizeof v); }
template <class V> [[gnu::always_inline]] inline V all(element_of<V> e) { return e - V{}; }

template <class V> [[gnu::always_inline]] inline V larger(V a, V b) { return b > a ? b : a; }
template <class V> [[gnu::always_inline]] inline V smaller(V a, V b) { return b < a ? b : a; }
/// The larger of two magnitudes, or NaN if one is: their bits are ordered as they are, NaN last.
template <class V> [[gnu::always_inline]] inline V larger_size(V a, V b) { return (V)larger((integers_like<V>)a, (integers_like<V>)b); }
/// a - b modulo 2^bits: numbers of opposite signs may lie further apart than a signed integer tells.
template <class V> [[gnu::always_inline]] inline V difference(V a, V b) {
    using unsigned_like = vec<std::make_unsigned_t<element_of<V>>>;
    return (V)((unsigned_like)a - (unsigned_like)b);
}
template <class V> [[gnu::always_inline]] inline V size_of_integers(V a) { return a < 0 ? difference(V{}, a) : a; }
template <class V> [[gnu::always_inline]] inline V magnitude(V x) { return (V)((integers_like<V>)x & ~sign_bit<element_of<V>>); }
/// a*b, rounded before anything is added to it: the compilers like to make one instruction of both, which rounds once less.
template <class V> [[gnu::always_inline]] inline V product(V a, V b) {
    V p = a * b;
#if defined(__x86_64__)
    asm("" : "+v"(p));
#elif defined(__aarch64__)
    asm("" : "+w"(p));
#endif
    return p;
}

template <class V, std::size_t... Index> [[gnu::always_inline]] inline auto lower_part(V v, std::index_sequence<Index...>) {
    return __builtin_shufflevector(v, v, Index...);
}
template <class V, std::size_t... Index> [[gnu::always_inline]] inline auto upper_part(V v, std::index_sequence<Index...>) {
    return __builtin_shufflevector(v, v, (Index + sizeof...(Index))...);
}
template <class V> using half_indices = std::make_index_sequence<sizeof(V) / sizeof(element_of<V>) / 2>;
template <class V> [[gnu::always_inline]] inline auto lower_half(V v) { return lower_part(v, half_indices<V>()); }
template <class V> [[gnu::always_inline]] inline auto upper_half(V v) { return upper_part(v, half_indices<V>()); }

/// The largest element, if one is above 0.
template <class V> [[gnu::always_inline]] inline element_of<V> largest_of(V v) {
    if constexpr (sizeof(V) > 16) {
        return largest_of(larger(lower_half(v), upper_half(v)));
    } else {
        element_of<V> most = 0;
        for (std::size_t i = 0; i < sizeof(V) / sizeof(v[0]); ++i) most = v[i] > most ? v[i] : most;
        return most;
    }
}

/// The sum of a power of two of elements, added by halves.
template <class V> [[gnu::always_inline]] inline element_of<V> sum_of(V v) {
    if constexpr (sizeof(V) > 16)
        return sum_of(lower_half(v) + upper_half(v));
    else
        return v[0] + v[1];
}

template <class Words> [[gnu::always_inline]] inline bool all_clear(Words w) {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < length_of<std::uint64_t>; ++i) any |= w[i];
    return any == 0;
}
/// Whether no bit is set.
template <class V> [[gnu::always_inline]] inline bool nothing_in(V v) { return all_clear((vec<std::uint64_t>)v); }

/// The sum of all elements modulo their size.
template <class V> [[gnu::always_inline]] inline element_of<V> total_of(V v) {
    if constexpr (sizeof(V) > 16) {
        return total_of(lower_half(v) + upper_half(v));
    } else {
        element_of<V> total = 0;
        _Pragma("GCC unroll 8") for (std::size_t i = 0; i < sizeof(V) / sizeof(v[0]); ++i) total += v[i];
        return total;
    }
}
template <class V> [[gnu::always_inline]] inline std::uint64_t count_set(V const& mask) {
    return nothing_in(mask) ? 0 : static_cast<std::uint64_t>(-total_of(mask));
}

/// Raises a maximum that is held in double, exact in the elements' type or not; seldom does it have to look for the largest element.
template <class V> [[gnu::always_inline]] inline void raise_by(double& most, V v) {
    auto reached = static_cast<element_of<V>>(most);
    if (!nothing_in(v > reached) || static_cast<double>(reached) > most) [[unlikely]]
        raise(most, static_cast<double>(largest_of(v)));
}

/// Not below 0 where beaten * size >= spread for certain, so that the relative spread need not be divided out; else below, -0 or NaN.
template <class V> [[gnu::always_inline]] inline V margin(V beaten, V size, V spread) {
    using C = element_of<V>;
    using integers = integers_like<V>;
    constexpr C tiny = sizeof(C) == 4 ? C(0x1p-100) : C(0x1p-900); // what the product of less is rounded by is too much
    auto const certain = (integers)(spread <= beaten * size) & (integers)(size <= (std::numeric_limits<C>::max)()) &
                         ((integers)(size >= tiny) | (integers)(spread == 0));
    return (V)(~certain & sign_bit<C>);
}

/// Sign bits where a number is below 0, -0 or NaN; another instruction set may note it in another way.
template <class V> [[gnu::always_inline]] inline integers_like<V> doubts(V const (&a)[2]) {
    using integers = integers_like<V>;
    return (integers)a[0] | (integers)a[1] | (integers)(a[0] != a[0]) | (integers)(a[1] != a[1]);
}
template <class Integers> [[gnu::always_inline]] inline Integers both(Integers a, Integers b) { return a | b; }
/// Whether there is a doubt, or a distance has its sign bit set.
template <class Integers, class Steps, int Parts>
[[gnu::always_inline]] inline bool any_doubt(Integers doubts, Steps const (&steps)[Parts]) {
    auto const further = (steps[0] | steps[Parts - 1]) & sign_bit<element_of<Steps>>;
    return !nothing_in((vec<std::uint64_t>)(doubts & sign_bit<element_of<Integers>>) | (vec<std::uint64_t>)further);
}
