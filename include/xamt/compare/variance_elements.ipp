// How a group of elements is read: two vectors of numbers, and their bits in as many bytes as the dtype takes. Bits of elements of one
// sign are ordered as their sizes are; see variance_pass.ipp.

template <class T> struct group_layout {
    using numbers = vec<typename checked<T>::arithmetic>;
    using order = vec<integer_like<T>>; ///< what positions on the number line are compared in
    static constexpr std::size_t elements = 2 * width / sizeof(typename checked<T>::arithmetic);
    static constexpr std::size_t bytes = elements * sizeof(T);
    static constexpr int parts = static_cast<int>(bytes / width);
    /// Whether the first vector holds the elements of even position and the second those of odd.
    static constexpr bool interleaved = std::is_same_v<T, bfloat16>;

    /// Whether to make numbers of the bits costs more than an operation or two.
    static constexpr bool dear = std::is_same_v<T, float16>;

    [[gnu::always_inline]] static inline void read_order(char const* from, order (&x)[parts]) {
        _Pragma("GCC unroll 2") for (int p = 0; p < parts; ++p) x[p] = load<order>(from + p * width);
    }
};

template <class T> struct group_of : group_layout<T> {
    using typename group_layout<T>::numbers, typename group_layout<T>::order;

    [[gnu::always_inline]] static inline void read(char const* from, numbers (&x)[2]) {
        x[0] = load<numbers>(from);
        x[1] = load<numbers>(from + width);
    }
    /// The numbers of such bits.
    [[gnu::always_inline]] static inline void numbers_of(order const (&bits)[2], numbers (&x)[2]) {
        x[0] = (numbers)bits[0];
        x[1] = (numbers)bits[1];
    }
};

template <> struct group_of<float16> : group_layout<float16> {
    [[gnu::always_inline]] static inline void read(char const* from, numbers (&x)[2]) {
        x[0] = widened(load<vector_t<std::uint16_t, width / 2>>(from));
        x[1] = widened(load<vector_t<std::uint16_t, width / 2>>(from + width / 2));
    }
    [[gnu::always_inline]] static inline void numbers_of(order const (&bits)[1], numbers (&x)[2]) {
        x[0] = widened((vector_t<std::uint16_t, width / 2>)lower_half(bits[0]));
        x[1] = widened((vector_t<std::uint16_t, width / 2>)upper_half(bits[0]));
    }
};

template <> struct group_of<bfloat16> : group_layout<bfloat16> {
    using words = vec<std::uint32_t>;

    [[gnu::always_inline]] static inline void split(words bits, numbers (&x)[2]) {
        x[0] = (numbers)(bits << 16);
        x[1] = (numbers)(bits & 0xffff0000u);
    }
    [[gnu::always_inline]] static inline void read(char const* from, numbers (&x)[2]) { split(load<words>(from), x); }
    [[gnu::always_inline]] static inline void numbers_of(order const (&bits)[1], numbers (&x)[2]) { split((words)bits[0], x); }
};

/// Positions on the number line of the dtype.
template <class V> [[gnu::always_inline]] inline V places_of(V bits) {
    V const negative = bits >> (8 * static_cast<int>(sizeof(bits[0])) - 1);
    return ((bits & ~sign_bit<element_of<V>>)^negative) - negative;
}
