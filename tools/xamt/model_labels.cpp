// D_CLASS and D_MAD over a batch; see model_labels.hpp.
#include "model_labels.hpp"

#include <xamt/localise/metric.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace xamt_command {

using namespace xamt;

namespace {

using scores_of_batch = std::vector<float>;

std::span<float const> row(scores_of_batch const& of, std::size_t i, std::size_t classes) {
    return std::span(of).subspan(i * classes, classes);
}

/// Adds up one column's figures against the first column's.
void compare(label_figures& f, scores_of_batch const& first, scores_of_batch const& other, std::vector<double> const& labels,
             std::size_t classes) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        auto const a = row(first, i, classes), b = row(other, i, classes);
        auto const label = static_cast<std::int64_t>(labels[i]);
        std::vector<float> truth(classes, 0);
        if (classes > 1 && label >= 0 && label < static_cast<std::int64_t>(classes)) truth[static_cast<std::size_t>(label)] = 1;
        if (classes == 1) truth[0] = static_cast<float>(labels[i]);
        double const m = d_mad(mean_absolute_deviation<float>(a, truth), mean_absolute_deviation<float>(b, truth));
        f.mad_largest = std::max(f.mad_largest, m), f.mad_above += m > customary_mad_threshold;
        if (classes == 1) continue;
        double const d = d_class<float>(a, b, label);
        f.class_largest = std::max(f.class_largest, d), f.class_above += d >= customary_class_threshold;
        f.ties += rank_of_class<float>(b, label).ties > 0;
        f.other_first += std::ranges::max_element(a) - a.begin() != std::ranges::max_element(b) - b.begin();
    }
}

} // namespace

std::vector<label_figures> label_figures_of(std::vector<std::vector<float>> const& scores, std::vector<double> const& labels,
                                            bool trained) {
    std::vector<label_figures> all(scores.size());
    auto const& first = scores.front();
    std::size_t const inputs = labels.size(), classes = inputs == 0 ? 0 : first.size() / inputs;
    std::int64_t right = 0;
    for (std::size_t i = 0; i < inputs && classes > 0; ++i)
        right += rank_of_class<float>(row(first, i, classes), static_cast<std::int64_t>(labels[i])).rank == 1;
    for (std::size_t c = 0; c < scores.size(); ++c) {
        auto& f = all[c];
        f.inputs = static_cast<int>(inputs);
        if (inputs == 0 || classes < 1 || scores[c].size() != first.size())
            f.refused = "the data have no labels";
        else if (classes > 1 &&
                 (!trained || !labels_mean_something(right, static_cast<std::int64_t>(inputs), static_cast<std::int64_t>(classes))))
            f.refused = "the labels mean nothing to a model that has not been trained on them";
        else if (!trained)
            f.refused = "the model has not been trained on these data";
        f.meaningful = f.refused.empty();
        if (f.meaningful) compare(f, first, scores[c], labels, classes);
    }
    return all;
}

} // namespace xamt_command
