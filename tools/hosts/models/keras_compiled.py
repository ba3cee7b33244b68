"""Keras models whose layers are compiled one by one and kept: on OpenVINO, and on TensorFlow's converter for LiteRT.

A layer is compiled once for each form of its inputs, takes them as parameters, and serves free runs and replays alike.
"""

import contextlib
import os

import keras_models
import worker as base

np = base.np
# Each may hold threads of its own.
MOST_COMPILED = 128


class compiled_model(keras_models.keras_model):
    """`compile(i, arrays)` answers with a function of arrays."""

    def __init__(self, *told):
        super().__init__(*told)
        self.kept = {}

    def run(self, i, arrays):
        arrays = [np.asarray(a) for a in arrays]
        key = (i, tuple((a.shape, str(a.dtype)) for a in arrays))
        if key not in self.kept:
            for old in list(self.kept)[:max(0, len(self.kept) - MOST_COMPILED)]:
                del self.kept[old]
            self.kept[key] = self.compile(i, arrays)
        return self.kept[key](arrays)

    def plant(self, told):
        self.kept = {}
        return super().plant(told)


class openvino_model(compiled_model):
    """A layer by itself as a graph with parameters, as Keras would build it; where a layer looks at values, eager calls as in `model(x)`."""

    def compile(self, i, arrays):
        eager = keras_models.keras_model.run
        if self.dtype != "float32" or i in self.patches:
            return lambda given: eager(self, i, given)
        import openvino
        from keras.src.backend.openvino.core import OPENVINO_DTYPES, OpenVINOKerasTensor, get_ov_output
        from openvino import opset15 as opset
        try:
            parameters = [opset.parameter(list(a.shape), OPENVINO_DTYPES[str(a.dtype)]) for a in arrays]
            outputs = self.call(i, [OpenVINOKerasTensor(p.output(0)) for p in parameters])
            model = openvino.Model([get_ov_output(t) for t in outputs], parameters)
            compiled = openvino.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1} | ({} if self.backend.variant else {"INFERENCE_PRECISION_HINT": "f32"}))
            names = [o for o in compiled.outputs]
        except Exception:
            return lambda given: eager(self, i, given)

        def call(given):
            results = compiled([np.asarray(g, order="C") for g in given])
            return [np.array(results[o]) for o in names]

        return call

    def whole(self, arrays, upto):
        if upto >= 0 or not self.backend.variant:
            return super().whole(arrays, upto)
        # Keras' own way, in the precision that the vendor chooses.
        return [np.asarray(r) for r in self.keras.tree.flatten(self.model.predict([np.array(a) for a in arrays], verbose=0))]


class litert_model(compiled_model):
    """Each layer, and the whole model, converted for LiteRT, as one would to put it on a device."""

    def converted(self, function, arrays):
        import tensorflow as tf
        from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
        concrete = tf.function(function, autograph=False).get_concrete_function(*[tf.TensorSpec(a.shape, a.dtype) for a in arrays])
        frozen = convert_variables_to_constants_v2(concrete)
        with quiet():
            data = tf.lite.TFLiteConverter.from_concrete_functions([frozen]).convert()
        return self.interpreter(data, [t.name for t in frozen.inputs])

    def interpreter(self, data, names):
        from ai_edge_litert.interpreter import Interpreter, OpResolverType
        how = OpResolverType.BUILTIN_REF if self.backend.variant == "reference" else OpResolverType.AUTO
        interpreter = Interpreter(model_content=data, num_threads=1, experimental_op_resolver_type=how)
        interpreter.allocate_tensors()
        # By position, read back: the converter names inputs after those of the function, and may leave out some or change their order.
        takes = [(d["index"], number_of(d["name"], names)) for d in interpreter.get_input_details()]
        gives = [d["index"] for d in interpreter.get_output_details()]

        def call(arrays):
            for place, k in takes:
                interpreter.set_tensor(place, np.asarray(arrays[k], order="C"))
            interpreter.invoke()
            return [np.array(interpreter.get_tensor(place)) for place in gives]

        return call

    def compile(self, i, arrays):
        return self.converted(lambda *given: self.call(i, list(given)), arrays)

    def whole(self, arrays, upto):
        arrays = [np.array(a) for a in arrays]
        key = ("whole", upto, tuple((a.shape, str(a.dtype)) for a in arrays))
        if key not in self.kept:
            self.kept[key] = self.converted(lambda *given: self.graph(given, upto), arrays)
        return self.kept[key](arrays)

    def vjp(self, *told):
        raise base.refused("xamt: LiteRT has no gradients")


def number_of(name, names):
    plain = name.split(":")[0].removeprefix("serving_default_")
    found = [k for k, n in enumerate(names) if n.split(":")[0] == plain]
    if not found:
        raise base.refused(f"xamt: the converter gave an input {name} that the layer does not have")
    return found[0]


@contextlib.contextmanager
def quiet():
    """The converter writes to descriptor 2 by itself."""
    kept = os.dup(2)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


class litert_backend(keras_models.backend):
    model_class = litert_model

    def __init__(self, variant):
        super().__init__("tensorflow")
        import importlib.metadata
        from ai_edge_litert import interpreter  # noqa: F401
        if variant not in ("", "reference"):
            raise base.refused(f"xamt: LiteRT has no variant {variant} here (there is: reference)")
        self.variant, self.framework = variant, "litert"
        self.version = importlib.metadata.version("ai-edge-litert")
        self.switches = {"converter": f"tensorflow {self.adapter.version}", "threads": 1, "kernels": variant or "default, XNNPACK"}

    def load(self, told):
        if told["dtype"] != "float32":
            raise base.refused("xamt: LiteRT computes in float32 only")
        return super().load(told)
