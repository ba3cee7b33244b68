"""What float operators of TFLite mean, in TensorFlow's functions: a second opinion in float32, and the reference in float64."""

import worker as base

np = base.np
ACTIVATIONS = {0: lambda tf, x: x, 1: lambda tf, x: tf.nn.relu(x), 2: lambda tf, x: tf.clip_by_value(x, tf.cast(-1, x.dtype), tf.cast(1, x.dtype)),
               3: lambda tf, x: tf.minimum(tf.nn.relu(x), tf.cast(6, x.dtype)), 4: lambda tf, x: tf.tanh(x)}
PADDING = {0: "SAME", 1: "VALID"}


def ints(tensor):
    return [int(v) for v in np.asarray(tensor).ravel()]


def convolution(tf, o, x, w, bias=None):
    y = tf.nn.conv2d(x, tf.transpose(w, [1, 2, 3, 0]), [o.strideH, o.strideW], PADDING[o.padding], dilations=[o.dilationHFactor, o.dilationWFactor])
    return y if bias is None else y + bias


def depthwise(tf, o, x, w, bias=None):
    # [1, height, width, channels * multiplier], the multiplier running fastest.
    kernel = tf.reshape(w, [w.shape[1], w.shape[2], x.shape[3], w.shape[3] // x.shape[3]])
    if o.dilationHFactor * o.dilationWFactor > 1 or o.strideH != o.strideW:
        # TensorFlow has neither unequal strides nor strides with dilation here: dilate the kernel by hand, convolve, then take every n-th.
        raise base.refused("xamt: a depthwise convolution with dilation or unequal strides is not evaluated in float64")
    y = tf.nn.depthwise_conv2d(x, kernel, [1, o.strideH, o.strideW, 1], PADDING[o.padding])
    return y if bias is None else y + bias


def connected(tf, o, x, w, bias=None):
    rows = x if o.keepNumDims else tf.reshape(x, [-1, w.shape[1]])
    y = tf.linalg.matmul(rows, w, transpose_b=True) if len(rows.shape) <= 2 else tf.tensordot(rows, w, [[len(rows.shape) - 1], [1]])
    return y if bias is None else y + bias


def transposed(tf, o, shape, w, x, bias=None):
    y = tf.nn.conv2d_transpose(x, tf.transpose(w, [1, 2, 0, 3]), ints(shape), [o.strideH, o.strideW], PADDING[o.padding])
    return y if bias is None else y + bias


def pooled(kind):
    def run(tf, o, x):
        return getattr(tf.nn, kind)(x, [o.filterHeight, o.filterWidth], [o.strideH, o.strideW], PADDING[o.padding])
    return run


def reduced(name):
    return lambda tf, o, x, axes: getattr(tf, name)(x, axis=ints(axes), keepdims=bool(o.keepDims))


def plain(name, within="math"):
    return lambda tf, o, *given: getattr(getattr(tf, within), name)(*given)


def sliced(tf, o, x, begin, end, strides):
    return tf.strided_slice(x, ints(begin), ints(end), ints(strides), o.beginMask, o.endMask, o.ellipsisMask, o.newAxisMask, o.shrinkAxisMask)


def resized(tf, o, x, size, method):
    if x.dtype == tf.float64:
        raw = tf.raw_ops.ResizeBilinear if method == "bilinear" else tf.raw_ops.ResizeNearestNeighbor
        if method == "bilinear":
            raise base.refused("xamt: TensorFlow resizes in float32 only")
        return raw(images=x, size=ints(size), align_corners=bool(o.alignCorners), half_pixel_centers=bool(o.halfPixelCenters))
    raw = tf.raw_ops.ResizeBilinear if method == "bilinear" else tf.raw_ops.ResizeNearestNeighbor
    return raw(images=x, size=ints(size), align_corners=bool(o.alignCorners), half_pixel_centers=bool(o.halfPixelCenters))


OPERATORS = {
    "CONV_2D": convolution, "DEPTHWISE_CONV_2D": depthwise, "FULLY_CONNECTED": connected, "TRANSPOSE_CONV": transposed,
    "AVERAGE_POOL_2D": pooled("avg_pool2d"), "MAX_POOL_2D": pooled("max_pool2d"),
    "ADD": plain("add"), "SUB": plain("subtract"), "MUL": plain("multiply"), "DIV": plain("divide"), "MAXIMUM": plain("maximum"), "MINIMUM": plain("minimum"),
    "POW": plain("pow"), "SQUARED_DIFFERENCE": plain("squared_difference"), "FLOOR_DIV": plain("floordiv"),
    "ABS": plain("abs"), "NEG": plain("negative"), "EXP": plain("exp"), "LOG": plain("log"), "SQRT": plain("sqrt"), "RSQRT": plain("rsqrt"),
    "SQUARE": plain("square"), "SIN": plain("sin"), "COS": plain("cos"), "FLOOR": plain("floor"), "CEIL": plain("ceil"), "ROUND": plain("round"),
    "TANH": plain("tanh"), "LOGISTIC": plain("sigmoid"), "RELU": plain("relu", "nn"), "ELU": plain("elu", "nn"),
    "RELU6": lambda tf, o, x: ACTIVATIONS[3](tf, x), "RELU_N1_TO_1": lambda tf, o, x: ACTIVATIONS[2](tf, x),
    "LEAKY_RELU": lambda tf, o, x: tf.where(x >= 0, x, x * tf.cast(o.alpha, x.dtype)),
    "PRELU": lambda tf, o, x, a: tf.where(x >= 0, x, x * a),
    "HARD_SWISH": lambda tf, o, x: x * ACTIVATIONS[3](tf, x + 3) / 6,
    "GELU": lambda tf, o, x: tf.nn.gelu(x, approximate=bool(o.approximate)),
    "SOFTMAX": lambda tf, o, x: tf.nn.softmax(x * tf.cast(o.beta, x.dtype)), "LOG_SOFTMAX": plain("log_softmax", "nn"),
    "L2_NORMALIZATION": lambda tf, o, x: tf.math.l2_normalize(x, axis=-1),
    "MEAN": reduced("reduce_mean"), "SUM": reduced("reduce_sum"), "REDUCE_MAX": reduced("reduce_max"), "REDUCE_MIN": reduced("reduce_min"), "REDUCE_PROD": reduced("reduce_prod"),
    "RESHAPE": lambda tf, o, x, shape=None: tf.reshape(x, ints(shape) if shape is not None else ints(o.newShape)),
    "SQUEEZE": lambda tf, o, x: tf.squeeze(x, ints(o.squeezeDims) if o.squeezeDims is not None and len(o.squeezeDims) else None),
    "EXPAND_DIMS": lambda tf, o, x, axis: tf.expand_dims(x, ints(axis)[0]),
    "TRANSPOSE": lambda tf, o, x, order: tf.transpose(x, ints(order)),
    "CONCATENATION": lambda tf, o, *x: tf.concat(x, o.axis), "PACK": lambda tf, o, *x: tf.stack(x, o.axis), "UNPACK": lambda tf, o, x: tf.unstack(x, o.num, o.axis),
    "SPLIT": lambda tf, o, axis, x: tf.split(x, o.numSplits, ints(axis)[0]),
    "PAD": lambda tf, o, x, p: tf.pad(x, np.asarray(p)), "PADV2": lambda tf, o, x, p, v: tf.pad(x, np.asarray(p), constant_values=v),
    "MIRROR_PAD": lambda tf, o, x, p: tf.pad(x, np.asarray(p), mode=("REFLECT", "SYMMETRIC")[o.mode]),
    "SLICE": lambda tf, o, x, begin, size: tf.slice(x, ints(begin), ints(size)), "STRIDED_SLICE": sliced,
    "TILE": lambda tf, o, x, n: tf.tile(x, ints(n)), "BROADCAST_TO": lambda tf, o, x, shape: tf.broadcast_to(x, ints(shape)),
    "GATHER": lambda tf, o, x, at: tf.gather(x, at, axis=o.axis, batch_dims=o.batchDims), "SHAPE": lambda tf, o, x: tf.shape(x),
    "FILL": lambda tf, o, dims, v: tf.fill(ints(dims), v), "SELECT": lambda tf, o, c, a, b: tf.where(c, a, b), "SELECT_V2": lambda tf, o, c, a, b: tf.where(c, a, b),
    "BATCH_MATMUL": lambda tf, o, a, b: tf.linalg.matmul(a, b, transpose_a=bool(o.adjX), transpose_b=bool(o.adjY)),
    "RESIZE_BILINEAR": lambda tf, o, x, size: resized(tf, o, x, size, "bilinear"), "RESIZE_NEAREST_NEIGHBOR": lambda tf, o, x, size: resized(tf, o, x, size, "nearest"),
    "SPACE_TO_BATCH_ND": lambda tf, o, x, b, p: tf.space_to_batch(x, ints(b), np.asarray(p)), "BATCH_TO_SPACE_ND": lambda tf, o, x, b, c: tf.batch_to_space(x, ints(b), np.asarray(c)),
    "SPACE_TO_DEPTH": lambda tf, o, x: tf.nn.space_to_depth(x, o.blockSize), "DEPTH_TO_SPACE": lambda tf, o, x: tf.nn.depth_to_space(x, o.blockSize),
    "GREATER": plain("greater"), "LESS": plain("less"), "GREATER_EQUAL": plain("greater_equal"), "LESS_EQUAL": plain("less_equal"), "EQUAL": plain("equal"),
    "NOT_EQUAL": plain("not_equal"), "LOGICAL_AND": plain("logical_and"), "LOGICAL_OR": plain("logical_or"), "LOGICAL_NOT": plain("logical_not"),
}


def evaluated(kind, options, given, wide):
    """One operator on arrays; with its fused activation, in float64 where it is asked for."""
    import tensorflow as tf
    if kind not in OPERATORS:
        raise base.refused(f"xamt: {kind} is not evaluated by TensorFlow's functions")
    floating = np.float64 if wide else np.float32
    tensors = [None if g is None else tf.constant(g.astype(floating) if g.dtype.kind == "f" else g) for g in given]
    while tensors and tensors[-1] is None:
        tensors.pop()
    results = OPERATORS[kind](tf, options, *tensors)
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    activation = getattr(options, "fusedActivationFunction", 0)
    if activation not in ACTIVATIONS:
        raise base.refused(f"xamt: the fused activation number {activation} of {kind} is not evaluated")
    return [np.asarray(ACTIVATIONS[activation](tf, r) if r.dtype.is_floating else r) for r in results]
