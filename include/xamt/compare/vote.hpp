/// @file
/// Which columns are independent witnesses: shared code counts once.
///
/// Place in the pipeline: compare. Keras calls its backend and Chainer calls NumPy and SciPy on whole arrays, so where they agree with
/// them there is one witness and not two. What Keras computes by itself is the same code on every backend: backends that agree with each
/// other, and not with their own library, are one witness together.
#pragma once

#include <xamt/compare/column.hpp>
#include <xamt/describe/api.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Name of the library whose code decides what the column returns.
[[nodiscard]] constexpr std::string_view witness_of(column const& c, bool pointwise) {
    std::string_view const library = c.on.name != fw::keras.name ? c.on.name : c.on.backend.empty() ? fw::tensorflow.name : c.on.backend;
    // TensorFlow's element-wise functions are Eigen's; Chainer's are one call of NumPy or SciPy. What else they have is their own code.
    if (pointwise && library == fw::tensorflow.name) return fw::eigen.name;
    if (pointwise && library == fw::chainer.name) return fw::numpy.name;
    return library;
}

/// Whether a column is a layer over other libraries' code.
[[nodiscard]] constexpr bool is_layer(column const& c) { return c.on.name == fw::keras.name || c.on.name == fw::chainer.name; }

/// The columns' witnesses as small numbers, equal where they share code.
class witnesses {
  public:
    witnesses(std::span<column const> columns, bool pointwise) {
        std::vector<std::string_view> names;
        for (auto const& c : columns) {
            auto const name = witness_of(c, pointwise);
            auto const at = std::find(names.begin(), names.end(), name);
            of_.push_back(static_cast<std::uint8_t>(at - names.begin()));
            if (at == names.end()) names.push_back(name);
            keras_.push_back(c.on.name == fw::keras.name);
        }
    }

    [[nodiscard]] std::uint8_t operator[](std::size_t column) const { return of_[column]; }

    /// How many independent witnesses stand behind a set of columns.
    [[nodiscard]] int count(column_set s) const {
        std::uint64_t seen = 0, through_keras = 0;
        for (std::size_t i = 0; i < of_.size(); ++i)
            if (s.contains(i)) (keras_[i] ? through_keras : seen) |= 1ull << of_[i];
        return std::popcount(seen) + ((through_keras & ~seen) != 0 ? 1 : 0);
    }

    /// Enough to blame the others: two independent witnesses at least, and more than half of those who were asked.
    [[nodiscard]] bool carries(column_set camp, column_set asked) const {
        int const for_it = count(camp);
        return for_it >= 2 && 2 * for_it > count(asked);
    }

  private:
    std::vector<std::uint8_t> of_;
    std::vector<bool> keras_;
};

} // namespace v0
} // namespace xamt
