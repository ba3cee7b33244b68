"""Faults to plant into one node of an ONNX model: an attribute that is not looked at, an operand that is lost, a result that is not whole.

A fault changes the node's own description before it is compiled, what it takes, or what it gives; so it can be planted into any backend.
"""

import numpy as np

FORWARD = {}


class fault:
    """What one kind of mistake does to a node; each part may be left alone."""

    def __init__(self, kinds, when, proto=None, takes=None, gives=None):
        self.kinds, self.when, self.proto, self.takes, self.gives = kinds, when, proto, takes, gives

    def fits(self, node):
        return node.proto is not None and (not self.kinds or node.kind in self.kinds) and self.when(node.proto)


def register(name, *kinds, when=lambda proto: True, **parts):
    FORWARD[name] = fault(kinds, when, **parts)


def attribute(proto, name):
    return next((a for a in proto.attribute if a.name == name), None)


def has(name, test=lambda a: True):
    return lambda proto: attribute(proto, name) is not None and test(attribute(proto, name))


def without(name):
    """The attribute is not looked at: what the standard says in its absence holds."""
    def change(proto):
        kept = [a for a in proto.attribute if a.name != name]
        del proto.attribute[:]
        proto.attribute.extend(kept)
    return change


def scaled(name, factor):
    def change(proto):
        attribute(proto, name).f *= factor
    return change


def reversed_integers(name):
    def change(proto):
        values = list(attribute(proto, name).ints)
        del attribute(proto, name).ints[:]
        attribute(proto, name).ints.extend(values[::-1])
    return change


def uneven(a):
    return list(a.ints) != list(a.ints)[::-1]


def reversed_operands(proto):
    names = list(proto.input)[::-1]
    del proto.input[:]
    proto.input.extend(names)


def last_operand_lost(proto):
    del proto.input[-1:]


def bf16(array):
    if array.dtype != np.float32:
        return array
    return (np.ascontiguousarray(array).view(np.uint32) + 0x7FFF & 0xFFFF0000).view(np.float32).reshape(array.shape)


def in_first(change):
    return lambda arrays: [change(arrays[0]), *arrays[1:]] if arrays else arrays


def one_wrong_cell(y):
    y = np.array(y)
    flat = y.reshape(-1)
    if flat.size and flat.dtype.kind == "f":
        flat[int(np.argsort(np.abs(flat))[flat.size * 3 // 4])] *= 1.05
    return y


def becomes_nan(y):
    y = np.array(y)
    if y.size and y.dtype.kind == "f":
        y.reshape(-1)[y.size // 2] = np.nan
    return y


def edge_copied(y):
    y = np.array(y)
    if y.ndim > 2 and y.shape[-1] > 1:
        y[..., -1] = y[..., -2]
    return y


NORMS = ("BatchNormalization", "InstanceNormalization", "LayerNormalization")
FLOATING = ("Conv", "ConvTranspose", "Gemm", "MatMul", "Add", "Mul", "Relu", "LeakyRelu", "Sigmoid", "HardSigmoid", "HardSwish", "Softmax", "Tanh", "Clip",
            "AveragePool", "MaxPool", "GlobalAveragePool", "LSTM", "GRU", "Resize", *NORMS)

register("epsilon", *NORMS, when=has("epsilon"), proto=scaled("epsilon", 100))
register("padding-other-side", "Conv", "MaxPool", "AveragePool", when=has("pads", uneven), proto=reversed_integers("pads"))
register("counts-padding", "AveragePool", when=lambda p: has("pads", lambda a: any(a.ints))(p) and not has("count_include_pad", lambda a: a.i)(p),
         proto=lambda p: p.attribute.add(name="count_include_pad", i=1, type=2))
register("bias-missing", "Conv", "Gemm", when=lambda p: len(p.input) == 3, proto=last_operand_lost)
register("gemm-alpha", "Gemm", when=has("alpha", lambda a: a.f != 1), proto=without("alpha"))
register("leaky-slope", "LeakyRelu", when=has("alpha"), proto=without("alpha"))
register("hard-sigmoid-slope", "HardSigmoid", when=has("alpha", lambda a: abs(a.f - .2) > 1e-6), proto=without("alpha"))
register("concat-order", "Concat", when=lambda p: len(p.input) > 1, proto=reversed_operands)
register("transpose-order", "Transpose", when=has("perm", lambda a: sorted(range(len(a.ints)), key=list(a.ints).__getitem__) != list(a.ints)),
         proto=lambda p: inverted(attribute(p, "perm")))
register("operands-swapped", "Sub", "Div", "Pow", proto=reversed_operands)
register("input-bfloat16", "Conv", "Gemm", "MatMul", "LSTM", "GRU", takes=in_first(bf16))
register("output-bfloat16", *FLOATING, gives=in_first(bf16))
register("one-wrong-cell", *FLOATING, gives=in_first(one_wrong_cell))
register("becomes-nan", *FLOATING, gives=in_first(becomes_nan))
register("edge-copied", "Conv", "ConvTranspose", "MaxPool", "AveragePool", "Resize", gives=in_first(edge_copied))


def inverted(perm):
    order = sorted(range(len(perm.ints)), key=list(perm.ints).__getitem__)
    del perm.ints[:]
    perm.ints.extend(order)


def places(model):
    return [{"kind": kind, "direction": "forward", "layers": [n.name for n in model.nodes if each.fits(n)]} for kind, each in FORWARD.items()]


def found(model, kind, layer):
    """The number of the node and the fault."""
    if kind not in FORWARD:
        raise ValueError(f"there is no fault {kind!r} to plant into ONNX models; there are {', '.join(FORWARD)}")
    nodes = [i for i, n in enumerate(model.nodes) if n.name == layer]
    if not nodes:
        raise ValueError(f"the model has no layer {layer!r}")
    if not FORWARD[kind].fits(model.nodes[nodes[0]]):
        raise ValueError(f"the fault {kind} does not fit {layer}, a {model.nodes[nodes[0]].kind}")
    return nodes[0], FORWARD[kind]
