/// @file
/// Equivalences: discrete Fourier and cosine transforms, their shifts and windows.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::fft.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto fft = api("fft")
    .takes(tensor("x").of_types(complex_dtypes).rank(1, 3), axis("axis").by_default(-1))
    .on(fw::torch, "aten::fft_fft", "self", "dim")
    .on(fw::tensorflow, "tf.signal.fft", "input", only(-1))
    .on(fw::jax, "jax.numpy.fft.fft", "a", "axis")
    .on(fw::numpy, "numpy.fft.fft", "a", "axis")
    .accumulates().about("fft");

inline constexpr auto ifft = api("ifft")
    .takes(tensor("x").of_types(complex_dtypes).rank(1, 3), axis("axis").by_default(-1))
    .on(fw::torch, "aten::fft_ifft", "self", "dim")
    .on(fw::tensorflow, "tf.signal.ifft", "input", only(-1))
    .on(fw::jax, "jax.numpy.fft.ifft", "a", "axis")
    .on(fw::numpy, "numpy.fft.ifft", "a", "axis")
    .accumulates().about("fft");

inline constexpr auto fft2 = api("fft2")
    .takes(tensor("x").of_types(complex_dtypes).rank(2, 3))
    .on(fw::torch, "aten::fft_fft2", "self")
    .on(fw::tensorflow, "tf.signal.fft2d", "input")
    .on(fw::jax, "jax.numpy.fft.fft2", "a")
    .on(fw::numpy, "numpy.fft.fft2", "a")
    .accumulates().about("fft");

inline constexpr auto ifft2 = api("ifft2")
    .takes(tensor("x").of_types(complex_dtypes).rank(2, 3))
    .on(fw::torch, "aten::fft_ifft2", "self")
    .on(fw::tensorflow, "tf.signal.ifft2d", "input")
    .on(fw::jax, "jax.numpy.fft.ifft2", "a")
    .on(fw::numpy, "numpy.fft.ifft2", "a")
    .accumulates().about("fft");

inline constexpr auto rfft = api("rfft")
    .takes(tensor("x").of_types(wide_floats).rank(1, 3), axis("axis").by_default(-1))
    .on(fw::torch, "aten::fft_rfft", "self", "dim")
    .on(fw::tensorflow, "tf.signal.rfft", "input_tensor", only(-1))
    .on(fw::jax, "jax.numpy.fft.rfft", "a", "axis")
    .on(fw::numpy, "numpy.fft.rfft", "a", "axis")
    .accumulates().about("fft");

/// Of the first so many numbers, or of more with zeros behind them.
inline constexpr auto rfft_of_length = api("rfft_of_length")
    .takes(tensor("x").of_types(wide_floats).dims("n"), integers("length").length(1).between(1, 24))
    .sizes("n", 1, 24)
    .on(fw::torch, "aten::fft_rfft", "self", scalar_of("n"))
    .on(fw::tensorflow, "tf.signal.rfft", "input_tensor", "fft_length")
    .on(fw::jax, "jax.numpy.fft.rfft", "a", scalar_of("n"))
    .on(fw::numpy, "numpy.fft.rfft", "a", scalar_of("n"))
    .accumulates().about("fft");

inline constexpr auto irfft = api("irfft")
    .takes(tensor("x").of_types(complex_dtypes).dims("an"), axis("axis").by_default(-1))
    .sizes("an", 2, 17)
    .on(fw::torch, "aten::fft_irfft", "self", "dim")
    .on(fw::tensorflow, "tf.signal.irfft", "input_tensor", only(-1))
    .on(fw::jax, "jax.numpy.fft.irfft", "a", "axis")
    .on(fw::numpy, "numpy.fft.irfft", "a", "axis")
    .accumulates().about("fft");

inline constexpr auto hfft = api("hfft")
    .takes(tensor("x").of_types(complex_dtypes).dims("an"), axis("axis").by_default(-1))
    .sizes("an", 2, 17)
    .on(fw::torch, "aten::fft_hfft", "self", "dim")
    .on(fw::jax, "jax.numpy.fft.hfft", "a", "axis")
    .on(fw::numpy, "numpy.fft.hfft", "a", "axis")
    .accumulates().about("fft");

inline constexpr auto fftshift = api("fftshift")
    .takes(tensor("x").of_types(wide_numbers | complex_dtypes).rank(1, 3), axes("axes").length(1, 3).none_able().by_default(none{}))
    .on(fw::torch, "aten::fft_fftshift", "self", "dim")
    .on(fw::tensorflow, "tf.signal.fftshift", "x", "axes")
    .on(fw::jax, "jax.numpy.fft.fftshift", "x", "axes")
    .on(fw::numpy, "numpy.fft.fftshift", "x", "axes")
    .exact().about("fft");

inline constexpr auto ifftshift = api("ifftshift")
    .takes(tensor("x").of_types(wide_numbers | complex_dtypes).rank(1, 3), axes("axes").length(1, 3).none_able().by_default(none{}))
    .on(fw::torch, "aten::fft_ifftshift", "self", "dim")
    .on(fw::tensorflow, "tf.signal.ifftshift", "x", "axes")
    .on(fw::jax, "jax.numpy.fft.ifftshift", "x", "axes")
    .on(fw::numpy, "numpy.fft.ifftshift", "x", "axes")
    .exact().about("fft");

inline constexpr auto fftfreq = api("fftfreq")
    .takes(integer("n").between(1, 40), real("d").between(0.125, 8).by_default(1))
    .on(fw::torch, "aten::fft_fftfreq", "n", "d", given("dtype", dtype::float64))
    .on(fw::jax, "jax.numpy.fft.fftfreq", "n", "d")
    .on(fw::numpy, "numpy.fft.fftfreq", "n", "d")
    .elementary(4).about("fft");

inline constexpr auto rfftfreq = api("rfftfreq")
    .takes(integer("n").between(1, 40), real("d").between(0.125, 8).by_default(1))
    .on(fw::torch, "aten::fft_rfftfreq", "n", "d", given("dtype", dtype::float64))
    .on(fw::jax, "jax.numpy.fft.rfftfreq", "n", "d")
    .on(fw::numpy, "numpy.fft.rfftfreq", "n", "d")
    .elementary(4).about("fft");

inline constexpr auto dct = api("dct")
    .takes(tensor("x").of_types(wide_floats).dims("an"))
    .sizes("n", 2, 32)
    .on(fw::tensorflow, "tf.signal.dct", "input")
    .on(fw::jax, "jax.scipy.fft.dct", "x")
    .on(fw::numpy, "scipy.fft.dct", "x")
    .accumulates("nn").about("fft");

// Windows, symmetric as in NumPy (TensorFlow and PyTorch are periodic unless told otherwise).

inline constexpr auto hann_window = api("hann_window")
    .takes(integer("length").between(1, 60))
    .on(fw::torch, "aten::hann_window.periodic", "window_length", given("periodic", false))
    .on(fw::tensorflow, "tf.signal.hann_window", "window_length", given("periodic", false))
    .on(fw::keras, "keras.ops.hanning", "x")
    .on(fw::jax, "jax.numpy.hanning", "M")
    .on(fw::numpy, "numpy.hanning", "M")
    .elementary(40).cancelling(1).about("fft");

inline constexpr auto hamming_window = api("hamming_window")
    .takes(integer("length").between(1, 60))
    .on(fw::torch, "aten::hamming_window.periodic", "window_length", given("periodic", false))
    .on(fw::tensorflow, "tf.signal.hamming_window", "window_length", given("periodic", false))
    .on(fw::keras, "keras.ops.hamming", "x")
    .on(fw::jax, "jax.numpy.hamming", "M")
    .on(fw::numpy, "numpy.hamming", "M")
    .elementary(40).cancelling(1).about("fft");

inline constexpr auto blackman_window = api("blackman_window")
    .takes(integer("length").between(1, 60))
    .on(fw::torch, "aten::blackman_window.periodic", "window_length", given("periodic", false))
    .on(fw::keras, "keras.ops.blackman", "x")
    .on(fw::jax, "jax.numpy.blackman", "M")
    .on(fw::numpy, "numpy.blackman", "M")
    .elementary(40).cancelling(1).about("fft");

inline constexpr auto bartlett_window = api("bartlett_window")
    .takes(integer("length").between(1, 60))
    .on(fw::torch, "aten::bartlett_window.periodic", "window_length", given("periodic", false))
    .on(fw::keras, "keras.ops.bartlett", "x")
    .on(fw::jax, "jax.numpy.bartlett", "M")
    .on(fw::numpy, "numpy.bartlett", "M")
    .elementary(8).cancelling(1).about("fft");

inline constexpr auto kaiser_window = api("kaiser_window")
    .takes(integer("length").between(1, 60), real("beta").between(0, 20).by_default(12))
    .on(fw::torch, "aten::kaiser_window.beta", "window_length", "beta", given("periodic", false))
    .on(fw::tensorflow, "tf.signal.kaiser_window", "window_length", "beta")
    .on(fw::keras, "keras.ops.kaiser", "x", "beta")
    .on(fw::jax, "jax.numpy.kaiser", "M", "beta")
    .on(fw::numpy, "numpy.kaiser", "M", "beta")
    .special(60).cancelling(1).about("fft");

inline constexpr std::array fft_groups{&fft, &ifft, &fft2, &ifft2, &rfft, &rfft_of_length, &irfft, &hfft, &fftshift, &ifftshift, &fftfreq, &rfftfreq, &dct,
                                       &hann_window, &hamming_window, &blackman_window, &bartlett_window, &kaiser_window};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt
