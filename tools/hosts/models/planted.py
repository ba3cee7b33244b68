"""Faults to plant into one layer of one backend, for tests of the localiser and for people who want to see it work.

Each is a mistake that libraries have made or could make.  A forward fault computes the layer's outputs in its place; a backward fault
changes the gradients that the layer hands on.  Written with keras.ops, so that they can be planted into any backend.
"""

import keras
import numpy as np
from keras import ops

FORWARD, BACKWARD = {}, {}


def forward(name, *kinds, when=None):
    def register(function):
        FORWARD[name] = (kinds, when or (lambda layer: True), function)
        return function
    return register


def backward(name, *kinds, when=None):
    def register(function):
        BACKWARD[name] = (kinds, when or (lambda layer: True), function)
        return function
    return register


CONVS = ("Conv1D", "Conv2D", "Conv3D", "DepthwiseConv2D", "SeparableConv2D")
POOLS = ("AveragePooling1D", "AveragePooling2D", "MaxPooling1D", "MaxPooling2D")
NORMS = ("BatchNormalization", "LayerNormalization", "GroupNormalization")


def with_attribute(layer, name, value, call):
    """The layer's own computation with one attribute changed for this call."""
    old = getattr(layer, name)
    setattr(layer, name, value)
    try:
        return call()
    finally:
        setattr(layer, name, old)


def bf16(x):
    return ops.cast(ops.cast(x, "bfloat16"), x.dtype)


def tf32(x):
    """Ten bits of mantissa."""
    a = np.array(ops.convert_to_numpy(x), np.float32)
    return ops.cast(ops.convert_to_tensor(((a.view(np.uint32) + 0x1000) & 0xFFFFE000).view(np.float32)), x.dtype)


def axis_of(layer, x):
    return layer.axis % len(x.shape) if isinstance(layer.axis, int) else layer.axis[0] % len(x.shape)


def per_channel(layer, x, value):
    shape = [1] * len(x.shape)
    shape[axis_of(layer, x)] = -1
    return ops.reshape(ops.convert_to_tensor(value), shape)


# --- normalisation ------------------------------------------------------------------------------------------------------------------


@forward("batchnorm-epsilon", "BatchNormalization")
def _(layer, x, **k):
    return with_attribute(layer, "epsilon", layer.epsilon * 10 if layer.epsilon >= 1e-4 else 1e-3, lambda: layer(x, **k))


@forward("batchnorm-epsilon-outside", "BatchNormalization")
def _(layer, x, **k):
    """sqrt(variance) + epsilon in place of sqrt(variance + epsilon)."""
    mean, deviation = per_channel(layer, x, layer.moving_mean), ops.sqrt(per_channel(layer, x, layer.moving_variance)) + layer.epsilon
    y = (x - mean) / deviation
    if layer.scale:
        y = y * per_channel(layer, x, layer.gamma)
    return y + per_channel(layer, x, layer.beta) if layer.center else y


@forward("batchnorm-batch-statistics", "BatchNormalization")
def _(layer, x, **k):
    axes = [a for a in range(len(x.shape)) if a != axis_of(layer, x)]
    y = (x - ops.mean(x, axes, keepdims=True)) / ops.sqrt(ops.var(x, axes, keepdims=True) + layer.epsilon)
    if layer.scale:
        y = y * per_channel(layer, x, layer.gamma)
    return y + per_channel(layer, x, layer.beta) if layer.center else y


@forward("layernorm-ddof", "LayerNormalization")
def _(layer, x, **k):
    """The deviation of a sample (n - 1) in place of that of all (n)."""
    n = int(x.shape[-1])
    mean = ops.mean(x, -1, keepdims=True)
    y = (x - mean) / ops.sqrt(ops.var(x, -1, keepdims=True) * (n / (n - 1)) + layer.epsilon)
    return y * layer.gamma + layer.beta if layer.scale and layer.center else y


@forward("layernorm-epsilon", "LayerNormalization")
def _(layer, x, **k):
    return with_attribute(layer, "epsilon", layer.epsilon * 10, lambda: layer(x, **k))


@forward("groupnorm-epsilon", "GroupNormalization")
def _(layer, x, **k):
    return with_attribute(layer, "epsilon", layer.epsilon * 10, lambda: layer(x, **k))


# --- convolution --------------------------------------------------------------------------------------------------------------------


def same_convolution(layer):
    return getattr(layer, "padding", "") == "same" and any(s > 1 for s in layer.strides) and layer.data_format == "channels_last"


@forward("same-padding-other-side", "Conv2D", "DepthwiseConv2D", "AveragePooling2D", "MaxPooling2D",
         when=lambda layer: same_convolution(layer))
def _(layer, x, **k):
    """The odd cell of SAME padding goes in front."""
    return ops.flip(with_flipped_kernel(layer, ops.flip(x, (1, 2)), **k), (1, 2)) if hasattr(layer, "kernel_size") else \
        ops.flip(layer(ops.flip(x, (1, 2))), (1, 2))


def with_flipped_kernel(layer, x, **k):
    kernel = layer.kernel
    old = ops.convert_to_numpy(kernel)
    kernel.assign(np.flip(old, (0, 1)).copy())
    try:
        return layer(x, **k)
    finally:
        kernel.assign(old)


@forward("kernel-flipped", "Conv1D", "Conv2D", "DepthwiseConv2D", when=lambda layer: max(layer.kernel_size) > 1)
def _(layer, x, **k):
    """Convolution in place of correlation."""
    kernel = layer.kernel
    old = ops.convert_to_numpy(kernel)
    kernel.assign(np.flip(old, tuple(range(len(layer.kernel_size)))).copy())
    try:
        return layer(x, **k)
    finally:
        kernel.assign(old)


@forward("dilation-ignored", "Conv1D", "Conv2D", "DepthwiseConv2D", when=lambda layer: any(d > 1 for d in layer.dilation_rate) and layer.padding == "same")
def _(layer, x, **k):
    return with_attribute(layer, "dilation_rate", tuple(1 for _ in layer.dilation_rate), lambda: layer(x, **k))


@forward("depthwise-order", "DepthwiseConv2D", when=lambda layer: layer.depth_multiplier > 1)
def _(layer, x, **k):
    """Output channels grouped by multiplier in place of by input channel."""
    y = layer(x, **k)
    shape, m = tuple(y.shape), layer.depth_multiplier
    y = ops.reshape(y, (*shape[:-1], shape[-1] // m, m))
    return ops.reshape(ops.swapaxes(y, -1, -2), shape)


@forward("depthwise-shift", "DepthwiseConv2D")
def _(layer, x, **k):
    return layer(ops.roll(x, 1, 1), **k)


@forward("bias-missing", "Dense", "Conv1D", "Conv2D", "Conv2DTranspose", "DepthwiseConv2D", when=lambda layer: layer.use_bias)
def _(layer, x, **k):
    old = ops.convert_to_numpy(layer.bias)
    layer.bias.assign(np.zeros_like(old))
    try:
        return layer(x, **k)
    finally:
        layer.bias.assign(old)


@forward("input-bfloat16", "Dense", "Conv1D", "Conv2D", "DepthwiseConv2D", "Conv2DTranspose", "LSTM", "GRU")
def _(layer, x, **k):
    return layer(bf16(x), **k)


@forward("input-tf32", "Dense", "Conv1D", "Conv2D", "DepthwiseConv2D")
def _(layer, x, **k):
    return layer(tf32(x), **k)


@forward("transposed-shift", "Conv2DTranspose")
def _(layer, x, **k):
    return ops.roll(layer(x, **k), 1, 1)


@forward("dense-transposed", "Dense", when=lambda layer: layer.kernel.shape[0] == layer.kernel.shape[1])
def _(layer, x, **k):
    old = ops.convert_to_numpy(layer.kernel)
    layer.kernel.assign(old.T.copy())
    try:
        return layer(x, **k)
    finally:
        layer.kernel.assign(old)


# --- padding, pooling, resizing -----------------------------------------------------------------------------------------------------


@forward("zero-padding-swapped", "ZeroPadding2D", when=lambda layer: layer.padding[0][0] != layer.padding[0][1])
def _(layer, x, **k):
    return with_attribute(layer, "padding", tuple(p[::-1] for p in layer.padding), lambda: layer(x))


@forward("average-counts-padding", "AveragePooling2D", when=lambda layer: layer.padding == "same")
def _(layer, x, **k):
    y, ones = layer(x), layer(ops.ones_like(x))
    size, strides = layer.pool_size, layer.strides
    kernel = ops.ones((*size, 1, 1), dtype=x.dtype) / (size[0] * size[1])
    covered = ops.conv(ops.ones_like(x[..., :1]), kernel, strides=strides, padding="same")
    return y * covered / ones


@forward("max-pads-zero", "MaxPooling2D", when=lambda layer: layer.padding == "same")
def _(layer, x, **k):
    size, strides = layer.pool_size, layer.strides
    pads = []
    for n, w, s in zip(x.shape[1:3], size, strides):
        total = max((-(-n // s) - 1) * s + w - n, 0)
        pads.append((total // 2, total - total // 2))
    return ops.max_pool(ops.pad(x, [(0, 0), *pads, (0, 0)]), size, strides, "valid")


@forward("pooling-drops-row", "MaxPooling2D", "AveragePooling2D", "GlobalAveragePooling2D")
def _(layer, x, **k):
    return layer(ops.concatenate([x[:, :-1], ops.zeros_like(x[:, -1:])], 1))


@forward("upsampling-no-half-pixel", "UpSampling2D", "Resizing", when=lambda layer: layer.interpolation == "bilinear")
def _(layer, x, **k):
    """Corners are laid on corners: positions without the half pixel."""
    y = layer(x)
    out = []
    a = ops.convert_to_numpy(x).astype(np.float64)
    for axis, n in ((1, y.shape[1]), (2, y.shape[2])):
        m = a.shape[axis]
        at = np.arange(n) * (m / n)
        low = np.clip(np.floor(at).astype(int), 0, m - 1)
        high = np.clip(low + 1, 0, m - 1)
        part = (at - low).reshape([-1 if d == axis else 1 for d in range(4)])
        a = np.take(a, low, axis) * (1 - part) + np.take(a, high, axis) * part
    out = ops.convert_to_tensor(a.astype(np.float32))
    return ops.cast(out, x.dtype)


@forward("nearest-rounds-up", "UpSampling2D", when=lambda layer: layer.interpolation == "nearest")
def _(layer, x, **k):
    return ops.roll(layer(x), 1, 1)


# --- pointwise ----------------------------------------------------------------------------------------------------------------------


def activation_is(*names):
    return lambda layer: getattr(getattr(layer, "activation", None), "__name__", "") in names


@forward("leaky-slope", "LeakyReLU")
def _(layer, x, **k):
    return ops.leaky_relu(x, negative_slope=.01 if layer.negative_slope != .01 else .02)


@forward("relu6-as-relu", "ReLU", when=lambda layer: layer.max_value is not None)
def _(layer, x, **k):
    return ops.relu(x)


@forward("relu-leaks", "ReLU", "Activation", when=lambda layer: type(layer).__name__ == "ReLU" or activation_is("relu")(layer))
def _(layer, x, **k):
    return ops.where(x < 0, x * 1e-3, layer(x))


@forward("elu-alpha", "ELU")
def _(layer, x, **k):
    return ops.where(x < 0, layer(x) * 1.05, layer(x))


@forward("gelu-form", "Activation", when=activation_is("gelu"))
def _(layer, x, **k):
    return ops.gelu(x, approximate=True)


@forward("hard-swish", "Activation", when=activation_is("silu", "swish"))
def _(layer, x, **k):
    return ops.hard_silu(x)


@forward("sigmoid-hard", "Activation", "Dense", "Conv2D", when=activation_is("sigmoid"))
def _(layer, x, **k):
    if type(layer).__name__ == "Activation":
        return ops.hard_sigmoid(x)
    return with_attribute(layer, "activation", keras.activations.hard_sigmoid, lambda: layer(x, **k))


@forward("softmax-axis", "Softmax", "Activation", "Dense",
         when=lambda layer: type(layer).__name__ == "Softmax" or activation_is("softmax")(layer))
def _(layer, x, **k):
    if type(layer).__name__ == "Dense":
        return with_attribute(layer, "activation", lambda v: ops.softmax(v, axis=0), lambda: layer(x, **k))
    return ops.softmax(x, axis=0 if len(x.shape) == 2 else 1)


@forward("add-first-twice", "Add")
def _(layer, x, **k):
    return layer([x[0], x[0], *x[2:]])


@forward("multiply-lower-precision", "Multiply")
def _(layer, x, **k):
    return layer([bf16(x[0]), *x[1:]])


@forward("concat-order", "Concatenate")
def _(layer, x, **k):
    return layer(list(x)[::-1])


@forward("flatten-order", "Flatten", when=lambda layer: True)
def _(layer, x, **k):
    axes = [0, *range(2, len(x.shape)), 1] if len(x.shape) > 2 else [0, 1]
    return ops.reshape(ops.transpose(x, axes), tuple(layer(x).shape))


@forward("dot-transposed", "Dot")
def _(layer, x, **k):
    y = layer(list(x))
    return ops.reshape(ops.swapaxes(y, -1, -2), tuple(y.shape))


# --- recurrent and attention --------------------------------------------------------------------------------------------------------


def with_weights(layer, change, call):
    cell = getattr(layer, "cell", layer)
    old = {n: ops.convert_to_numpy(getattr(cell, n)) for n in ("kernel", "recurrent_kernel", "bias") if getattr(cell, n, None) is not None}
    for n, value in old.items():
        getattr(cell, n).assign(change(n, value))
    try:
        return call()
    finally:
        for n, value in old.items():
            getattr(cell, n).assign(value)


def gates(value, order):
    n = value.shape[-1] // len(order)
    return np.concatenate([value[..., g * n:(g + 1) * n] for g in order], -1)


@forward("lstm-gate-order", "LSTM")
def _(layer, x, **k):
    return with_weights(layer, lambda n, v: gates(v, (0, 2, 1, 3)), lambda: layer(x, **k))


@forward("gru-gate-order", "GRU")
def _(layer, x, **k):
    return with_weights(layer, lambda n, v: gates(v, (1, 0, 2)), lambda: layer(x, **k))


@forward("gru-reset-after", "GRU", when=lambda layer: layer.cell.reset_after)
def _(layer, x, **k):
    """The reset gate acts before the recurrent product, with the input's and the recurrent bias added up as then."""
    cell = layer.cell
    kernel, recurrent, bias = (ops.convert_to_numpy(v).astype(np.float64) for v in (cell.kernel, cell.recurrent_kernel, cell.bias))
    a, n = ops.convert_to_numpy(x).astype(np.float64), cell.units
    h, steps = np.zeros((a.shape[0], n)), []
    sigmoid = lambda v: 1 / (1 + np.exp(-v))  # noqa: E731
    for t in range(a.shape[1]):
        p = a[:, t] @ kernel + bias[0]
        z = sigmoid(p[:, :n] + h @ recurrent[:, :n] + bias[1, :n])
        r = sigmoid(p[:, n:2 * n] + h @ recurrent[:, n:2 * n] + bias[1, n:2 * n])
        c = np.tanh(p[:, 2 * n:] + (r * h) @ recurrent[:, 2 * n:] + bias[1, 2 * n:])
        h = z * h + (1 - z) * c
        steps.append(h)
    out = np.stack(steps, 1) if layer.return_sequences else h
    return ops.convert_to_tensor(out.astype(np.float32))


@forward("recurrent-last-step-lost", "LSTM", "GRU", "SimpleRNN")
def _(layer, x, **k):
    return layer(ops.concatenate([x[:, :-1], ops.zeros_like(x[:, -1:])], 1), **k)


@forward("attention-scale", "MultiHeadAttention")
def _(layer, *x, **k):
    name = "_inverse_sqrt_key_dim"
    return with_attribute(layer, name, getattr(layer, name) * 1.01, lambda: layer(*x, **k))


@forward("attention-softmax-axis", "MultiHeadAttention", when=lambda layer: hasattr(layer, "_softmax"))
def _(layer, *x, **k):
    query = x[0]
    return layer(ops.flip(query, 1), *x[1:], **k)


@forward("embedding-off-by-one", "Embedding")
def _(layer, x, **k):
    return layer(ops.maximum(x - 1, 0))


# --- any layer ----------------------------------------------------------------------------------------------------------------------

ANY = CONVS + POOLS + NORMS + ("Dense", "Add", "Concatenate", "Activation", "ReLU", "LSTM", "GRU", "MultiHeadAttention", "Multiply")


def changed(layer, x, k, change):
    y = np.array(ops.convert_to_numpy(layer(*x, **k)))
    change(y)
    return ops.convert_to_tensor(y)


@forward("one-wrong-cell", *ANY)
def _(layer, *x, **k):
    def change(y):
        flat = y.reshape(-1)
        at = int(np.argsort(np.abs(flat))[flat.size * 3 // 4])
        flat[at] *= 1.05
    return changed(layer, x, k, change)


@forward("edge-row-copied", *CONVS, *POOLS)
def _(layer, *x, **k):
    def change(y):
        y[:, -1] = y[:, -2]
    return changed(layer, x, k, change) if int(layer(*x, **k).shape[1]) > 1 else changed(layer, x, k, lambda y: np.negative(y, out=y))


@forward("becomes-nan", *ANY)
def _(layer, *x, **k):
    def change(y):
        y.reshape(-1)[y.size // 2] = np.nan
    return changed(layer, x, k, change)


@forward("output-bfloat16", *ANY)
def _(layer, *x, **k):
    return bf16(layer(*x, **k))


# --- backward -----------------------------------------------------------------------------------------------------------------------
# function(layer, inputs, cotangents, gradients, number of input gradients) -> gradients


def weighted(layer):
    return bool(getattr(layer, "trainable_variables", None))


def replaced(gradients, k, value):
    return [np.asarray(value, g.dtype) if i == k else g for i, g in enumerate(gradients)]


@backward("gradient-relu-leaks", "ReLU", "Activation", when=lambda layer: type(layer).__name__ == "ReLU" or activation_is("relu")(layer))
def _(layer, x, c, g, n):
    return replaced(g, 0, np.where(x[0] < 0, c[0] * 1e-2, g[0]))


@backward("gradient-weights-mean", "Dense", "Conv1D", "Conv2D", "DepthwiseConv2D", "LSTM", "GRU", "BatchNormalization", when=weighted)
def _(layer, x, c, g, n):
    """The mean over the batch where the sum belongs."""
    return replaced(g, len(g) - 1, g[-1] / x[0].shape[0]) if x[0].shape[0] > 1 else g


@backward("gradient-bias-missing", "Dense", "Conv1D", "Conv2D", "DepthwiseConv2D", when=lambda layer: layer.use_bias and layer.trainable)
def _(layer, x, c, g, n):
    w = g[-1].copy()
    w[-int(np.prod(layer.bias.shape)):] = 0
    return replaced(g, len(g) - 1, w)


@backward("gradient-bfloat16", *ANY)
def _(layer, x, c, g, n):
    import ml_dtypes
    return replaced(g, 0, g[0].astype(ml_dtypes.bfloat16).astype(g[0].dtype))


@backward("gradient-one-wrong-cell", *ANY)
def _(layer, x, c, g, n):
    y = g[0].copy()
    flat = y.reshape(-1)
    flat[int(np.argsort(np.abs(flat))[flat.size * 3 // 4])] *= 1.05
    return replaced(g, 0, y)


@backward("gradient-shifted", *CONVS, *POOLS)
def _(layer, x, c, g, n):
    return replaced(g, 0, np.roll(g[0], 1, 1))


@backward("gradient-edge-lost", *CONVS, *POOLS)
def _(layer, x, c, g, n):
    y = g[0].copy()
    y[:, -1] = 0
    return replaced(g, 0, y)


@backward("gradient-add-first-only", "Add")
def _(layer, x, c, g, n):
    return replaced(g, 1, np.zeros_like(g[1]))


@backward("gradient-concat-order", "Concatenate", when=lambda layer: True)
def _(layer, x, c, g, n):
    if g[0].shape == g[1].shape:
        return [g[1], g[0], *g[2:]]
    return replaced(g, 0, np.roll(g[0], 1, -1))


@backward("gradient-no-gamma", "BatchNormalization", "LayerNormalization", when=lambda layer: layer.scale)
def _(layer, x, c, g, n):
    return replaced(g, 0, g[0] / np.asarray(keras.ops.convert_to_numpy(layer.gamma)))


@backward("gradient-softmax-diagonal", "Softmax", "Activation",
          when=lambda layer: type(layer).__name__ == "Softmax" or activation_is("softmax")(layer))
def _(layer, x, c, g, n):
    e = np.exp(x[0] - x[0].max(-1, keepdims=True))
    y = e / e.sum(-1, keepdims=True)
    return replaced(g, 0, c[0] * y * (1 - y))


@backward("gradient-sign", "Multiply", "GlobalAveragePooling2D", "Flatten", "Dropout", "Reshape")
def _(layer, x, c, g, n):
    return replaced(g, 0, -g[0])


@backward("gradient-average-counts-padding", "AveragePooling2D", when=lambda layer: layer.padding == "same")
def _(layer, x, c, g, n):
    y = g[0].copy()
    y[:, -1] *= .5
    y[:, :, -1] *= .5
    return replaced(g, 0, y)


def fits(entry, node):
    kinds, when, _ = entry
    if node.operation is None or node.kind not in kinds:
        return False
    try:
        return bool(when(node.operation))
    except Exception:
        return False


def places(model):
    """Which faults fit which layers of a model."""
    found = []
    for direction, table in (("forward", FORWARD), ("backward", BACKWARD)):
        for kind, entry in table.items():
            layers = [n.name for n in model.nodes if fits(entry, n)]
            found.append({"kind": kind, "direction": direction, "layers": layers})
    return found


def plant(model, kind, layer):
    """`compiled-KIND` plants a forward fault into the compiled model only: a fault of the whole graph."""
    compiled = kind.startswith("compiled-")
    kind = kind.removeprefix("compiled-")
    table = FORWARD if kind in FORWARD else BACKWARD
    if kind not in table:
        raise ValueError(f"there is no fault {kind!r} to plant; there are {', '.join([*FORWARD, *BACKWARD])}")
    nodes = [i for i, n in enumerate(model.nodes) if n.name == layer]
    if not nodes:
        raise ValueError(f"the model has no layer {layer!r}")
    if not fits(table[kind], model.nodes[nodes[0]]):
        raise ValueError(f"the fault {kind} does not fit {layer}, a {model.nodes[nodes[0]].kind}")
    function = table[kind][2]
    if table is FORWARD:
        (model.whole_patches if compiled else model.patches)[nodes[0]] = lambda operation, args, kwargs: function(operation, *args, **kwargs)
    else:
        model.gradient_patches[nodes[0]] = function
    return {"planted": kind, "layer": layer, "direction": "forward" if table is FORWARD else "backward", "node": nodes[0]}
