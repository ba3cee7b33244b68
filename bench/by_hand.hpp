// The loop that one would write by hand for one element-wise function: the same inputs, the same raw calls, a plain comparison.
//
// It allocates its tensors once a class and fills them in place with xamt's generator, so that both loops see the same numbers. It keeps
// nothing of what it sees: no counts by column, no dispersion, no names, no second opinion.
#pragma once

#include <xamt/campaign/schedule.hpp>
#include <xamt/generate/make_trial.hpp>

#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bench {

// `torch` calls the operator on one or two tensors, `eigen` writes its result for `n` elements at x and y to `out`.
template <class RawTorch, class RawEigen>
std::uint64_t by_hand(xamt::api_description const& api, std::uint64_t trials, std::uint32_t batch, RawTorch torch, RawEigen eigen) {
    xamt::schedule order(std::vector<xamt::pace>{{batch, 1, 16}}, false);
    std::vector<float> out;
    std::uint64_t done = 0, differing = 0;
    while (done < trials) {
        auto const turn = *order.next();
        auto const c = xamt::make_class(api, 1, turn.shape_class);
        xamt::trial t{{std::string(api.name), 1, turn.shape_class, 0}, c.type, c.arguments, c.cases};
        std::vector<at::Tensor> tensors;
        std::vector<float const*> inputs;
        for (auto& argument : t.arguments) {
            auto& x = std::get<xamt::ndarray>(argument);
            auto const dims = x.dims().extents();
            tensors.push_back(at::from_blob(x.data(), at::IntArrayRef(dims.data(), dims.size()), at::TensorOptions(at::kFloat)));
            inputs.push_back(x.as<float>().data);
        }
        auto const n = static_cast<std::size_t>(tensors.front().numel());
        out.resize(n);
        for (std::uint32_t i = 0; i < turn.count; ++i) {
            t.name.index = turn.first + i;
            xamt::fill_trial(api, t);
            at::Tensor const result = torch(tensors.front(), tensors.back());
            eigen(inputs.front(), inputs.back(), out.data(), n);
            float const* const a = result.const_data_ptr<float>();
            bool same = true;
            for (std::size_t k = 0; k < n; ++k)
                same &= std::fabs(a[k] - out[k]) <= 1e-5F * std::fabs(out[k]) || a[k] == out[k] || (a[k] != a[k] && out[k] != out[k]);
            differing += !same;
        }
        order.learn(turn, {true, false});
        done += static_cast<std::uint64_t>(turn.count) * static_cast<std::uint64_t>(c.cases);
    }
    return differing;
}

} // namespace bench
