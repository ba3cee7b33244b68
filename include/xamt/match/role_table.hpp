/// @file
/// What parameters of these names are for, in any framework.
///
/// Place in the pipeline: match. Used where neither a type nor an annotation says it; see role.hpp.
#pragma once

#include <xamt/match/role.hpp>

namespace xamt {
inline namespace v0 {

namespace detail {

struct named_role {
    std::string_view name;
    role is;
};

/// Sorted by name.
// clang-format off
inline constexpr named_role named_roles[] = {
    {"A", role::tensor}, {"B", role::tensor}, {"DstT", role::dtype}, {"M", role::integer}, {"N", role::integer}, {"T", role::dtype},
    {"Tidx", role::dtype}, {"Tout", role::dtype}, {"UPLO", role::choice}, {"W", role::tensor}, {"a", role::tensor}, {"a_max", role::real},
    {"a_min", role::real}, {"abs", role::tensor}, {"activation", role::choice}, {"activity_regularizer", role::control}, {"adjoint", role::flag},
    {"adjoint_a", role::flag}, {"adjoint_b", role::flag}, {"affine", role::flag}, {"align_corners", role::flag}, {"allow_int64", role::control},
    {"alpha", role::real}, {"alpha1", role::real}, {"amsgrad", role::flag}, {"anchor", role::tensor}, {"angle", role::tensor},
    {"antialias", role::flag}, {"approximate", role::flag}, {"ar", role::tensor}, {"arr", role::tensor}, {"array", role::tensor},
    {"array_list", role::tensors}, {"array_sequence", role::tensors}, {"arrays", role::tensors}, {"arrs", role::tensors}, {"ary", role::tensor},
    {"arys", role::tensors}, {"as_tuple", role::flag}, {"ascending", role::flag}, {"assume_unique", role::control}, {"atol", role::real},
    {"attention_mask", role::tensor}, {"autocast", role::control}, {"axes", role::axis}, {"axes1", role::axis}, {"axis", role::axis},
    {"axis1", role::axis1}, {"axis2", role::axis2}, {"axis_size", role::integer}, {"axis_tol", role::real}, {"b", role::tensor},
    {"back_prop", role::control}, {"base", role::real}, {"batch1", role::tensor}, {"batch2", role::tensor}, {"batch_axis", role::axis},
    {"batch_first", role::flag}, {"begin", role::shape}, {"beta", role::tensor}, {"beta1", role::real}, {"bias", role::tensor},
    {"bias_constraint", role::control}, {"bias_flag", role::flag}, {"bias_initializer", role::control}, {"bias_regularizer", role::control},
    {"biased", role::flag}, {"bidirectional", role::flag}, {"bins", role::tensor}, {"block", role::kernel}, {"block_shape", role::integer},
    {"block_size", role::integer}, {"blocksize", role::integer}, {"body", role::function}, {"body_fn", role::function}, {"body_fun", role::function},
    {"bool_mask", role::tensor}, {"boundaries", role::tensor}, {"boxes", role::tensor}, {"c", role::tensor}, {"call_fn", role::function},
    {"callable", role::function}, {"capturable", role::control}, {"carried_inputs", role::tensors}, {"carry", role::tensor},
    {"casting", role::control}, {"causal", role::flag}, {"ceil_mode", role::flag}, {"center", role::flag}, {"centered", role::flag},
    {"check_finite", role::control}, {"choices", role::tensor}, {"chunks", role::integer}, {"clip_value_max", role::real},
    {"clip_value_min", role::real}, {"col", role::integer}, {"colocate_with_ops", role::control}, {"cols", role::integer},
    {"compute_dtype", role::dtype}, {"compute_uv", role::flag}, {"concat_dim", role::axis}, {"cond", role::function}, {"cond_fn", role::function},
    {"cond_fun", role::function}, {"condition", role::tensor}, {"constant", role::real}, {"coordinates", role::tensor}, {"copy", role::control},
    {"correction", role::integer}, {"count_include_pad", role::flag}, {"cover_all", role::flag}, {"cutoff", role::real}, {"d", role::integer},
    {"data", role::tensor}, {"data_format", role::choice}, {"ddof", role::integer}, {"decay", role::real}, {"decimals", role::integer},
    {"deg", role::integer}, {"degree", role::integer}, {"delta", role::real}, {"dense_shape", role::shape}, {"density", role::flag},
    {"depth", role::integer}, {"depth_radius", role::real}, {"descending", role::flag}, {"destination", role::axis2}, {"device", role::control},
    {"diagonal", role::integer}, {"differentiable", role::control}, {"dilate", role::dilation}, {"dilation", role::dilation},
    {"dilation_rate", role::dilation}, {"dilations", role::dilation}, {"dim", role::axis}, {"dim0", role::axis1}, {"dim1", role::axis2},
    {"dim2", role::axis2}, {"dimension", role::axis}, {"dimension_numbers", role::choice}, {"dims", role::axis}, {"direction", role::choice},
    {"downscale_factor", role::integer}, {"driver", role::choice}, {"dropout", role::real}, {"dtype", role::dtype}, {"dx", role::real},
    {"dy", role::tensor}, {"e", role::tensor}, {"elements", role::tensor}, {"elementwise_affine", role::flag}, {"elems", role::tensor},
    {"elems_fn", role::function}, {"embedding_dim", role::integer}, {"enable_xla", role::control}, {"end", role::real}, {"end_dim", role::axis2},
    {"endpoint", role::flag}, {"eps", role::real}, {"epsilon", role::real}, {"equal_nan", role::flag}, {"equation", role::equation},
    {"exclusive", role::flag}, {"exponent", role::real}, {"extobj", role::control}, {"f", role::function}, {"false_fn", role::function},
    {"false_fun", role::function}, {"features", role::tensor}, {"fft_length", role::integer}, {"fill", role::real}, {"fill_value", role::real},
    {"filter", role::tensor}, {"filter_shape", role::kernel}, {"filter_size", role::kernel}, {"filters", role::tensor}, {"flip_filters", role::flag},
    {"fn", role::function}, {"fn_or_model", role::function}, {"foreach", role::control}, {"fp", role::tensor}, {"frame_length", role::integer},
    {"frame_step", role::integer}, {"from_logits", role::flag}, {"full", role::flag}, {"full_matrices", role::flag}, {"full_output", role::flag},
    {"fun", role::function}, {"func", role::function}, {"function", role::function}, {"fused", role::control}, {"g", role::tensor},
    {"gamma", role::tensor}, {"generator", role::control}, {"grad_name", role::control}, {"grid", role::tensor}, {"groups", role::integer},
    {"half_pixel_centers", role::flag}, {"hermitian", role::flag}, {"hi", role::real}, {"high", role::real}, {"ids", role::tensor},
    {"imag", role::tensor}, {"image", role::tensor}, {"image_shape", role::shape}, {"images", role::tensor}, {"in_channels", role::integer},
    {"in_features", role::integer}, {"in_size", role::integer}, {"include_self", role::flag}, {"increasing", role::flag}, {"index", role::tensor},
    {"indexing", role::choice}, {"indices", role::tensor}, {"indices_are_sorted", role::flag}, {"indices_or_sections", role::integer},
    {"infer_shape", role::control}, {"init", role::tensor}, {"init_fun", role::function}, {"init_val", role::tensor}, {"initial", role::control},
    {"initialW", role::control}, {"initial_bias", role::control}, {"inp", role::tensor}, {"inplace", role::control}, {"input", role::tensor},
    {"input1", role::tensor}, {"input2", role::tensor}, {"input_dim", role::integer}, {"input_shape", role::control}, {"input_tensor", role::tensor},
    {"input_tensors", role::tensors}, {"inputs", role::tensors}, {"int_type", role::dtype}, {"interpolation", role::choice},
    {"is_causal", role::flag}, {"is_sorted", role::flag}, {"jit", role::control}, {"k", role::integer}, {"keep_batch", role::flag},
    {"keep_dims", role::keepdims}, {"keepdim", role::keepdims}, {"keepdims", role::keepdims}, {"kernel", role::tensor},
    {"kernel_constraint", role::control}, {"kernel_initializer", role::control}, {"kernel_regularizer", role::control},
    {"kernel_shape", role::kernel}, {"kernel_size", role::kernel}, {"key", role::tensor}, {"kind", role::choice}, {"ksize", role::kernel},
    {"ksizes", role::kernel}, {"kwargs", role::control}, {"label_smoothing", role::real}, {"labels", role::tensor},
    {"labels_or_targets", role::tensor}, {"lam", role::real}, {"lambd", role::real}, {"largest", role::flag}, {"layout", role::control},
    {"learning_rate", role::real}, {"left", role::flag}, {"length", role::integer}, {"lhs", role::tensor}, {"lhs_dilation", role::dilation},
    {"like", role::control}, {"limit", role::real}, {"lo", role::real}, {"loc", role::real}, {"log_input", role::tensor}, {"log_probs", role::tensor},
    {"log_target", role::flag}, {"logits", role::tensor}, {"logits1", role::tensor}, {"logits_a", role::tensor}, {"loop_body", role::function},
    {"loop_vars", role::tensors}, {"low", role::real}, {"lower", role::real}, {"lr", role::real}, {"m", role::tensor}, {"m1", role::tensor},
    {"m2", role::tensor}, {"margin", role::real}, {"mask", role::tensor}, {"mat", role::tensor}, {"mat1", role::tensor}, {"mat2", role::tensor},
    {"mat3", role::tensor}, {"mat_a", role::tensor}, {"matrices", role::tensors}, {"matrix", role::tensor}, {"matrix_a", role::tensor},
    {"max", role::real}, {"max_val", role::real}, {"max_value", role::real}, {"maximize", role::control}, {"maximum", role::real},
    {"maxlen", role::integer}, {"maxval", role::real}, {"mean", role::tensor}, {"memory_format", role::control}, {"method", role::choice},
    {"min", role::real}, {"min_val", role::real}, {"min_value", role::real}, {"minimum", role::real}, {"minlength", role::integer},
    {"minmax", role::real}, {"minval", role::real}, {"mode", role::choice}, {"momentum", role::real}, {"mu", role::real},
    {"multiples", role::integer}, {"n", role::integer}, {"n_units", role::integer}, {"name", role::control}, {"name_scope", role::control},
    {"nbins", role::integer}, {"ndarray", role::tensor}, {"ndim", role::integer}, {"ndims", role::integer}, {"negative", role::tensor},
    {"negative_slope", role::real}, {"nesterov", role::flag}, {"new_dtype", role::dtype}, {"new_shape", role::shape}, {"new_size", role::shape},
    {"new_sizes", role::shape}, {"newshape", role::shape}, {"nobias", role::flag}, {"norm", role::choice}, {"normalized_shape", role::shape},
    {"num", role::integer}, {"num_channels", role::integer}, {"num_classes", role::integer}, {"num_columns", role::integer},
    {"num_embeddings", role::integer}, {"num_features", role::integer}, {"num_groups", role::integer}, {"num_heads", role::integer},
    {"num_iterations", role::integer}, {"num_lower", role::integer}, {"num_or_size_splits", role::integer}, {"num_rows", role::integer},
    {"num_samples", role::integer}, {"num_segments", role::integer}, {"num_splits", role::integer}, {"num_step", role::integer},
    {"num_upper", role::integer}, {"number", role::integer}, {"obj", role::tensor}, {"object", role::tensor}, {"offset", role::integer},
    {"onesided", role::flag}, {"op", role::function}, {"operand", role::tensor}, {"operand_", role::tensor}, {"operands", role::tensors},
    {"ord", role::integer}, {"order", role::control}, {"other", role::tensor}, {"out", role::control}, {"out_channels", role::integer},
    {"out_dtype", role::dtype}, {"out_features", role::integer}, {"out_length", role::integer}, {"out_ndim", role::integer},
    {"out_shape", role::shape}, {"out_sharding", role::control}, {"out_size", role::integer}, {"out_type", role::dtype},
    {"output_dim", role::integer}, {"output_dtype", role::dtype}, {"output_shape", role::shape}, {"output_size", role::shape},
    {"output_type", role::dtype}, {"overwrite_a", role::control}, {"overwrite_b", role::control}, {"overwrite_input", role::control},
    {"overwrite_v", role::control}, {"overwrite_x", role::control}, {"p", role::real}, {"p_drop", role::real}, {"p_int", role::integer},
    {"pad", role::choice}, {"pad_width", role::pairs}, {"padding", role::choice}, {"padding_config", role::pairs}, {"padding_mode", role::choice},
    {"paddings", role::pairs}, {"parallel_iterations", role::control}, {"param", role::tensor}, {"params", role::tensor},
    {"patch_size", role::kernel}, {"periodic", role::flag}, {"ph", role::control}, {"pin_memory", role::control}, {"pool_size", role::kernel},
    {"positive", role::tensor}, {"power", role::integer}, {"precision", role::control}, {"pred", role::tensor}, {"predicate", role::function},
    {"prediction", role::tensor}, {"predictions", role::tensor}, {"preferred_element_type", role::dtype}, {"prng_key", role::key},
    {"prob", role::real}, {"probability", role::real}, {"probs", role::tensor}, {"promote_integers", role::control}, {"prototype", role::tensor},
    {"q", role::real}, {"q_len", role::integer}, {"query", role::tensor}, {"r", role::integer}, {"rate", role::real}, {"rate_int", role::integer},
    {"rates", role::dilation}, {"ratio", role::real}, {"rcond", role::real}, {"real", role::tensor}, {"reduce", role::control},
    {"reduce_dims", role::axis}, {"reduction", role::choice}, {"reduction_indices", role::axis}, {"repeats", role::integer}, {"reps", role::integer},
    {"requires_grad", role::control}, {"resample", role::choice}, {"retstep", role::real}, {"return_complex", role::flag},
    {"return_counts", role::flag}, {"return_index", role::flag}, {"return_inverse", role::flag}, {"return_scale", role::flag},
    {"return_sequences", role::flag}, {"return_state", role::flag}, {"reverse", role::flag}, {"rho", role::real}, {"rhs", role::tensor},
    {"rhs_dilation", role::dilation}, {"right", role::flag}, {"rng", role::key}, {"rng_key", role::key}, {"rngs", role::key}, {"row", role::integer},
    {"rows", role::integer}, {"rtol", role::real}, {"running_mean", role::tensor}, {"running_var", role::tensor}, {"s", role::shape},
    {"sample_shape", role::shape}, {"sample_weight", role::control}, {"scale", role::tensor}, {"scale_factor", role::integer},
    {"sections", role::integer}, {"seed", role::key}, {"segment_ids", role::tensor}, {"self", role::tensor}, {"seq", role::tensors},
    {"seq_axis", role::axis}, {"shape", role::shape}, {"sharding", role::control}, {"sharpness", role::real}, {"shift", role::integer},
    {"shifts", role::integer}, {"shortest", role::real}, {"side", role::choice}, {"sigma", role::real}, {"signature", role::control},
    {"size", role::shape}, {"size_average", role::control}, {"size_list", role::shape}, {"sizes", role::shape}, {"sizes_", role::shape},
    {"slice_sizes", role::shape}, {"slope", role::real}, {"sorted", role::flag}, {"sorted_sequence", role::tensor}, {"sorted_values", role::tensor},
    {"source", role::axis1}, {"spacing", role::real}, {"sparse", role::flag}, {"split_complex", role::control}, {"split_dim", role::axis},
    {"split_size_or_sections", role::integer}, {"src_axis", role::axis1}, {"stable", role::flag}, {"stacklevel", role::control},
    {"start", role::real}, {"start_dim", role::axis1}, {"start_indices", role::shape}, {"state", role::tensor}, {"std", role::real},
    {"stddev", role::real}, {"step", role::real}, {"step_size", role::real}, {"stop", role::real}, {"stream", role::control},
    {"stride", role::stride}, {"strides", role::stride}, {"subok", role::control}, {"subscripts", role::equation}, {"sum_axis", role::axis},
    {"swap_memory", role::control}, {"sym", role::flag}, {"symmetric", role::flag}, {"symmetrize_input", role::flag}, {"t", role::tensor},
    {"tangents", role::tensor}, {"target", role::tensor}, {"target_shape", role::shape}, {"targets", role::tensor}, {"tau", role::real},
    {"temp", role::real}, {"temperature", role::real}, {"tensor", role::tensor}, {"tensor1", role::tensor}, {"tensor2", role::tensor},
    {"tensors", role::tensors}, {"test_elements", role::tensor}, {"theta", role::tensor}, {"threshold", role::real}, {"times", role::integer},
    {"total_length", role::integer}, {"track_running_stats", role::flag}, {"train", role::flag}, {"trainable", role::control},
    {"training", role::flag}, {"trans", role::flag}, {"transpose_a", role::flag}, {"transpose_b", role::flag}, {"true_fn", role::function},
    {"true_fun", role::function}, {"true_labels", role::tensor}, {"tup", role::tensors}, {"type", role::dtype}, {"type1", role::dtype},
    {"type2", role::dtype}, {"u", role::tensor}, {"unbiased", role::flag}, {"unique_indices", role::flag}, {"unit_diagonal", role::flag},
    {"units", role::integer}, {"unroll", role::control}, {"updates", role::tensor}, {"uplo", role::choice}, {"upper", role::real},
    {"upscale_factor", role::integer}, {"use_bias", role::flag}, {"use_calculator", role::control}, {"use_cudnn_on_gpu", role::control},
    {"use_locking", role::control}, {"v", role::tensor}, {"v1", role::tensor}, {"v2", role::tensor}, {"validate_args", role::control},
    {"validate_indices", role::control}, {"value", role::tensor}, {"value_lambda", role::real}, {"values", role::tensor}, {"variance", role::tensor},
    {"vec", role::tensor}, {"vec1", role::tensor}, {"vec2", role::tensor}, {"vector", role::tensor}, {"vmapped_fun", role::function},
    {"weight", role::tensor}, {"weight_decay", role::real}, {"weights", role::tensor}, {"where", role::control}, {"while_cond", role::function},
    {"window_dimensions", role::kernel}, {"window_length", role::integer}, {"window_shape", role::kernel}, {"window_strides", role::stride},
    {"wrap", role::control}, {"x", role::tensor}, {"x0", role::tensor}, {"x1", role::tensor}, {"x2", role::tensor}, {"x3", role::tensor},
    {"x_max", role::real}, {"x_min", role::real}, {"x_true", role::tensor}, {"xp", role::tensor}, {"xs", role::tensors}, {"y", role::tensor},
    {"y1", role::tensor}, {"y_hat", role::tensor}, {"y_pred", role::tensor}, {"y_true", role::tensor}, {"z", role::tensor},
};
// clang-format on

/// What the constructor of a layer wants to know: sizes of its input and output.
enum class layer_size : unsigned char { channels_in, features_in, out, rows, columns };

struct named_layer_size {
    std::string_view name;
    layer_size is;
};

inline constexpr named_layer_size layer_sizes[] = {
    {"in_features", layer_size::features_in},
    {"in_channels", layer_size::channels_in},
    {"num_features", layer_size::channels_in},
    {"num_channels", layer_size::channels_in},
    {"in_size", layer_size::features_in},
    {"n_in", layer_size::features_in},
    {"input_size", layer_size::features_in},
    {"out_features", layer_size::out},
    {"out_channels", layer_size::out},
    {"units", layer_size::out},
    {"filters", layer_size::out},
    {"out_size", layer_size::out},
    {"n_out", layer_size::out},
    {"n_units", layer_size::out},
    {"hidden_size", layer_size::out},
    {"state_size", layer_size::out},
    {"num_embeddings", layer_size::rows},
    {"input_dim", layer_size::rows},
    {"embedding_dim", layer_size::columns},
    {"output_dim", layer_size::columns},
};

} // namespace detail

} // namespace v0
} // namespace xamt
