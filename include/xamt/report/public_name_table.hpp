/// @file
/// Data of public_name: PyTorch operators that their users do not find in the `torch` module under the operator's own name.
///
/// Place in the pipeline: report. All three tables are sorted by operator; a static_assert keeps them so.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace xamt {
inline namespace v0 {
namespace detail {

/// Operators that people call through torch.nn.functional (some exist as torch.X too, undocumented).
inline constexpr auto functional_operators = std::to_array<std::string_view>({
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "alpha_dropout",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "channel_shuffle",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "cosine_embedding_loss",
    "cosine_similarity",
    "ctc_loss",
    "dropout",
    "elu",
    "embedding",
    "embedding_bag",
    "feature_alpha_dropout",
    "fractional_max_pool2d",
    "fractional_max_pool3d",
    "gelu",
    "glu",
    "group_norm",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hinge_embedding_loss",
    "huber_loss",
    "instance_norm",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool3d",
    "max_pool3d_with_indices",
    "max_unpool2d",
    "max_unpool3d",
    "mish",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "nll_loss",
    "one_hot",
    "pad",
    "pairwise_distance",
    "pdist",
    "pixel_shuffle",
    "pixel_unshuffle",
    "poisson_nll_loss",
    "prelu",
    "relu6",
    "rms_norm",
    "rrelu",
    "scaled_dot_product_attention",
    "selu",
    "silu",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softplus",
    "softshrink",
    "threshold",
    "triplet_margin_loss",
});

/// Operators that exist as methods of a tensor only.
inline constexpr auto tensor_methods = std::to_array<std::string_view>({
    "contiguous", "dim",    "expand",    "expand_as", "item",   "new_empty",   "new_full", "new_ones", "new_zeros", "repeat",
    "reshape_as", "resize", "resize_as", "size",      "stride", "sum_to_size", "to",       "type_as",  "view",      "view_as",
});

/// An operator under a name of its own: one step inside a public function.
struct renamed_operator {
    std::string_view name;
    std::string_view known_as;
};

inline constexpr auto renamed_operators = std::to_array<renamed_operator>({
    {"_adaptive_avg_pool2d", "torch.nn.functional.adaptive_avg_pool2d"},
    {"_cat", "torch.cat"},
    {"_cdist_forward", "torch.cdist"},
    {"_ctc_loss", "torch.nn.functional.ctc_loss"},
    {"_euclidean_dist", "torch.cdist"},
    {"_fft_c2c", "torch.fft.fft"},
    {"_fft_c2r", "torch.fft.irfft"},
    {"_fft_r2c", "torch.fft.rfft"},
    {"_linalg_det", "torch.linalg.det"},
    {"_linalg_eigh", "torch.linalg.eigh"},
    {"_linalg_slogdet", "torch.linalg.slogdet"},
    {"_linalg_solve_ex", "torch.linalg.solve"},
    {"_linalg_svd", "torch.linalg.svd"},
    {"_log_softmax", "torch.log_softmax"},
    {"_pdist_forward", "torch.nn.functional.pdist"},
    {"_prelu_kernel", "torch.nn.functional.prelu"},
    {"_softmax", "torch.softmax"},
    {"_stack", "torch.stack"},
    {"_unique", "torch.unique"},
    {"_unique2", "torch.unique"},
    {"_upsample_bicubic2d_aa", "torch.nn.functional.interpolate"},
    {"_upsample_bilinear2d_aa", "torch.nn.functional.interpolate"},
    {"_upsample_nearest_exact1d", "torch.nn.functional.interpolate"},
    {"_upsample_nearest_exact2d", "torch.nn.functional.interpolate"},
    {"_upsample_nearest_exact3d", "torch.nn.functional.interpolate"},
    {"_weight_norm", "torch.nn.utils.weight_norm"},
    {"affine_grid_generator", "torch.nn.functional.affine_grid"},
    {"cauchy", "torch.Tensor.cauchy_"},
    {"col2im", "torch.nn.functional.fold"},
    {"constant_pad_nd", "torch.nn.functional.pad"},
    {"cross_entropy_loss", "torch.nn.functional.cross_entropy"},
    {"exponential", "torch.Tensor.exponential_"},
    {"geometric", "torch.Tensor.geometric_"},
    {"grid_sampler", "torch.nn.functional.grid_sample"},
    {"grid_sampler_2d", "torch.nn.functional.grid_sample"},
    {"grid_sampler_3d", "torch.nn.functional.grid_sample"},
    {"im2col", "torch.nn.functional.unfold"},
    {"linalg_cholesky_ex", "torch.linalg.cholesky"},
    {"linalg_inv_ex", "torch.linalg.inv"},
    {"log_normal", "torch.Tensor.log_normal_"},
    {"log_sigmoid", "torch.nn.functional.logsigmoid"},
    {"log_sigmoid_forward", "torch.nn.functional.logsigmoid"},
    {"mH", "torch.Tensor.mH"},
    {"mT", "torch.Tensor.mT"},
    {"matrix_H", "torch.Tensor.H"},
    {"native_batch_norm", "torch.nn.functional.batch_norm"},
    {"native_group_norm", "torch.nn.functional.group_norm"},
    {"native_layer_norm", "torch.nn.functional.layer_norm"},
    {"nll_loss2d", "torch.nn.functional.nll_loss"},
    {"nll_loss2d_forward", "torch.nn.functional.nll_loss"},
    {"nll_loss_forward", "torch.nn.functional.nll_loss"},
    {"nll_loss_nd", "torch.nn.functional.nll_loss"},
    {"numpy_T", "torch.Tensor.T"},
    {"pad_sequence", "torch.nn.utils.rnn.pad_sequence"},
    {"reflection_pad1d", "torch.nn.functional.pad"},
    {"reflection_pad2d", "torch.nn.functional.pad"},
    {"reflection_pad3d", "torch.nn.functional.pad"},
    {"replication_pad1d", "torch.nn.functional.pad"},
    {"replication_pad2d", "torch.nn.functional.pad"},
    {"replication_pad3d", "torch.nn.functional.pad"},
    {"special_softmax", "torch.special.softmax"},
    {"thnn_conv2d", "torch.nn.functional.conv2d"},
    {"uniform", "torch.Tensor.uniform_"},
    {"unique_dim", "torch.unique"},
    {"unique_dim_consecutive", "torch.unique_consecutive"},
    {"upsample_bicubic2d", "torch.nn.functional.interpolate"},
    {"upsample_bilinear2d", "torch.nn.functional.interpolate"},
    {"upsample_linear1d", "torch.nn.functional.interpolate"},
    {"upsample_nearest1d", "torch.nn.functional.interpolate"},
    {"upsample_nearest2d", "torch.nn.functional.interpolate"},
    {"upsample_nearest3d", "torch.nn.functional.interpolate"},
    {"upsample_trilinear3d", "torch.nn.functional.interpolate"},
});

static_assert(std::ranges::is_sorted(functional_operators));
static_assert(std::ranges::is_sorted(tensor_methods));
static_assert(std::ranges::is_sorted(renamed_operators, {}, &renamed_operator::name));

} // namespace detail
} // namespace v0
} // namespace xamt
