"""Keras models as flat lists of nodes: nested models are opened, every call of a layer is a node of its own."""

import contextlib
import json
import os
import tempfile
import zipfile

import node_list
import worker as base

np = base.np

# Attributes that say how a layer came about, not what it computes.
UNIMPORTANT = ("name", "trainable", "dtype", "build_config", "seed", "autocast", "registered_name", "module")
# Layers whose loading or running would run code out of the file.
CODE = ("Lambda", "TorchModuleWrapper", "TFSMLayer", "JaxLayer", "FlaxLayer", "__lambda__", "function")
MOST_CONFIG, MOST_WEIGHTS, MOST_RATIO = 64 << 20, 4 << 30, 200


class openvino_adapter(base.adapter):
    """Eager tensors of this backend are graphs that grow: only arrays go in and come out."""

    framework = "openvino"

    def __init__(self):
        super().__init__()
        import openvino
        self.version = openvino.__version__
        self.switches = {"INFERENCE_PRECISION_HINT": "f32 in calls, the default in predict"}

    def array(self, result):
        if hasattr(result, "numpy"):
            result = result.numpy()
        return super().array(result)


class backend:
    framework = "keras"
    model_class = None  # what holds a loaded model; keras_model if nothing else is said

    def __init__(self, name):
        name, _, self.variant = name.partition("-")
        if self.variant and (name, self.variant) != ("openvino", "default"):
            raise base.refused(f"xamt: Keras on {name} has no variant {self.variant} here")
        self.name = name
        if name == "openvino":
            os.environ["KERAS_BACKEND"] = "openvino"
            self.adapter = openvino_adapter()
            self.adapter.switches["backend_version"] = self.adapter.version
        elif name in base.BACKENDS:
            self.adapter = base.keras_adapter(name)
        else:
            raise base.refused(f"xamt: Keras has no backend {name} here (there are: {', '.join(base.BACKENDS)}, openvino)")
        import keras
        global dtypes
        from keras.src.backend.common import dtypes
        self.keras, self.version = keras, keras.__version__
        self.switches = dict(self.adapter.switches, backend=name)
        if name == "torch":
            self.adapter.torch.set_grad_enabled(True)
        if name == "openvino":
            import keras_compiled
            self.model_class = keras_compiled.openvino_model
            if self.variant:
                import openvino
                default = openvino.Core().get_property("CPU", "INFERENCE_PRECISION_HINT").get_type_name()
                self.switches["INFERENCE_PRECISION_HINT"] = f"the vendor's default here, as in predict: {default}"

    def load(self, told):
        self.keras.utils.clear_session()
        self.keras.config.set_floatx(told["dtype"])
        self.keras.config.set_dtype_policy(told["dtype"])
        try:
            model = self.built(told)
        finally:
            self.keras.config.set_dtype_policy("float32")
            self.keras.config.set_floatx("float32")
        loaded = (self.model_class or keras_model)(self, model, told)
        weights = told.get("weights")
        if weights and os.path.exists(weights):
            loaded.set_weights(weights)
        return loaded

    def built(self, told):
        source = told["source"]
        if "application" in source:
            architecture = getattr(self.keras.applications, source["application"])
            shape = tuple(told["shapes"][0][1:])
            return architecture(weights=None, input_shape=shape, **source.get("options", {}))
        if "graph" in source:
            return built_graph(self.keras, source["graph"])
        return self.from_file(source["keras"], told["dtype"])

    def from_file(self, path, dtype):
        """A .keras file; looked at before Keras sees it, because a file may ask for code to be run."""
        config, weights = opened_archive(path)
        refuse_code(config)
        if dtype != "float32":
            retype(config, dtype)
        from keras.src.saving import serialization_lib
        model = serialization_lib.deserialize_keras_object(config, safe_mode=True)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.weights.h5")
            with open(path, "wb") as file:
                file.write(weights)
            try:
                model.load_weights(path)
            except (OSError, ValueError, KeyError) as error:
                raise base.refused(f"xamt: the weights of the file cannot be read: {type(error).__name__}: {str(error)[:200]}")
        return model


def opened_archive(path):
    """Configuration and weights of a .keras file, whose sizes are checked before anything is unpacked."""
    try:
        archive = zipfile.ZipFile(path)
        sizes = {entry.filename: entry for entry in archive.infolist()}
        for wanted, most in (("config.json", MOST_CONFIG), ("model.weights.h5", MOST_WEIGHTS)):
            if wanted not in sizes:
                raise base.refused(f"xamt: {path} is no Keras model: it has no {wanted}")
            entry = sizes[wanted]
            if entry.file_size > most or entry.file_size > MOST_RATIO * max(entry.compress_size, 1) + (1 << 20):
                raise base.refused(f"xamt: {path} is refused: its {wanted} of {entry.compress_size} bytes unpacks to {entry.file_size}")
        parts = []
        for wanted in ("config.json", "model.weights.h5"):
            with archive.open(wanted) as stream:
                part = stream.read(sizes[wanted].file_size + 1)
            if len(part) != sizes[wanted].file_size:
                raise base.refused(f"xamt: {path} is refused: its {wanted} is not as long as it says")
            parts.append(part)
        config = json.loads(parts[0])
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
        raise base.refused(f"xamt: {path} is no whole Keras file: {type(error).__name__}: {error}")
    except Exception as error:
        if isinstance(error, base.refused):
            raise
        raise base.refused(f"xamt: {path} is no whole Keras file: {type(error).__name__}: {error}")  # zlib.error
    if not isinstance(config, dict):
        raise base.refused(f"xamt: {path} is no Keras model: its config.json is no object")
    return config, parts[1]


def refuse_code(config, layer=""):
    """Lambda layers, pickled functions and classes from modules other than Keras are refused, with words."""
    if isinstance(config, dict):
        kind = config.get("class_name")
        name = config.get("name") or (config.get("config") or {}).get("name") if isinstance(config.get("config"), dict) else layer
        if isinstance(kind, str) and kind in CODE:
            raise base.refused(f"xamt: the layer {name or layer or '(unnamed)'} is refused: a {kind} carries code that loading would run")
        module = config.get("module")
        if isinstance(module, str) and module.split(".")[0] not in ("keras", "builtins"):
            raise base.refused(f"xamt: the layer {name or layer or '(unnamed)'} is refused: it is defined in the module {module}, not in Keras")
        registered = config.get("registered_name")
        if isinstance(registered, str) and ">" in registered:
            raise base.refused(f"xamt: the layer {name or layer or '(unnamed)'} is refused: {registered} is a class of the model's author")
        for value in config.values():
            refuse_code(value, name or layer)
    elif isinstance(config, list):
        for value in config:
            refuse_code(value, layer)


def retype(config, dtype):
    """Every dtype policy of the configuration becomes that of another floating type."""
    if isinstance(config, dict):
        for key, value in config.items():
            if key in ("dtype", "name") and value in ("float32", "mixed_float16", "float16", "bfloat16", "mixed_bfloat16"):
                if key == "dtype" or set(config) == {"name"}:
                    config[key] = dtype
            else:
                retype(value, dtype)
    elif isinstance(config, list):
        for value in config:
            retype(value, dtype)


def built_graph(keras, graph):
    """A functional model out of nodes as C++ writes them down: kind is the name of a class of keras.layers."""
    values = []
    for node in graph["nodes"]:
        attributes = {key: keras.layers.deserialize(value) if isinstance(value, dict) and "class_name" in value else value
                      for key, value in node["attributes"].items()}
        taken = [values[s[0]] for s in node["sources"]]
        if node["kind"] == "Input":
            values.append(keras.Input(tuple(node["shape"][1:]), batch_size=None, name=node["name"], dtype=node.get("dtype")))
            continue
        layer = getattr(keras.layers, node["kind"])(name=node["name"], **attributes)
        if node["kind"] in ("MultiHeadAttention", "GroupQueryAttention"):
            values.append(layer(*taken) if len(taken) > 1 else layer(taken[0], taken[0]))
        else:
            values.append(layer(taken if len(taken) > 1 else taken[0]))
    inputs = [v for v, n in zip(values, graph["nodes"]) if n["kind"] == "Input"]
    return keras.Model(inputs, [values[o[0]] for o in graph["outputs"]])


class node:
    def __init__(self, name, operation, call, sources, outputs):
        self.name, self.operation, self.call, self.sources, self.outputs = name, operation, call, sources, outputs
        self.kind = type(operation).__name__ if operation is not None else "Input"

    def attributes(self):
        if self.operation is None or not hasattr(self.operation, "get_config"):
            return {}
        try:
            config = self.operation.get_config()
        except Exception:
            return {}
        kept = {}
        for key, value in config.items():
            if key in UNIMPORTANT or value is None or key.endswith(("_initializer", "_regularizer", "_constraint")):
                continue
            if isinstance(value, dict):
                value = (value.get("config") or {}).get("name") or value.get("class_name") or "..."
            kept[key] = value
        return kept


def flattened(keras, model):
    """(nodes, ports of the model's outputs) of a functional or sequential model."""
    nodes, names = [], {}

    def unique(name):
        names[name] = names.get(name, 0) + 1
        return name if names[name] == 1 else f"{name}:{names[name] - 1}"

    def open_model(model, prefix, known):
        functional = getattr(model, "_functional", None) or model
        for depth in sorted(functional._nodes_by_depth, reverse=True):
            for each in functional._nodes_by_depth[depth]:
                if each.operation is None or each.is_input:
                    continue
                operation = each.operation
                sources = [known[id(t)] for t in each.input_tensors]
                inner = getattr(operation, "_functional", None) or (operation if hasattr(operation, "_nodes_by_depth") else None)
                if inner is not None:
                    inside = {id(t): s for t, s in zip(inner.inputs, sources)}
                    open_model(inner, f"{prefix}{operation.name}/", inside)
                    for outer, deep in zip(each.outputs, inner.outputs):
                        known[id(outer)] = inside[id(deep)]
                    continue
                made = node(unique(prefix + operation.name), operation, each, sources, list(each.outputs))
                nodes.append(made)
                for port, t in enumerate(each.outputs):
                    known[id(t)] = (len(nodes) - 1, port)

    if not hasattr(model, "_nodes_by_depth") and getattr(model, "_functional", None) is None:
        raise base.refused(f"xamt: {type(model).__name__} is no functional or sequential model, so its layers cannot be taken apart")
    known = {}
    for t in model.inputs:
        nodes.append(node(unique(t.name), None, None, [], [t]))
        known[id(t)] = (len(nodes) - 1, 0)
    open_model(model, "", known)
    return nodes, [known[id(t)] for t in model.outputs]


class keras_model(node_list.node_list):
    def __init__(self, backend, model, told):
        self.backend, self.keras, self.model, self.told = backend, backend.keras, model, told
        self.dtype = told["dtype"]
        self.arrange(*flattened(backend.keras, model))
        self.count_inputs = len(model.inputs)
        self.patches, self.gradient_patches, self.whole_patches, self.compiled = {}, {}, {}, {}

    # --- what it consists of --------------------------------------------------------------------------------------------------------

    def description(self):
        """Lines of words that are separated by tabs; graph_text.hpp reads them."""
        lines = []
        for each in self.nodes:
            sources = ",".join(f"{s}:{port}" for s, port in each.sources)
            outputs = ";".join(f"{t.dtype}[{','.join(str(d or 0) for d in t.shape)}]" for t in each.outputs)
            lines.append("\t".join(["node", each.name, each.kind, json.dumps(each.attributes(), default=str), sources, outputs]))
        lines.append("outputs\t" + ",".join(f"{s}:{port}" for s, port in self.ends))
        lines.append(f"parameters\t{int(sum(np.prod(w.shape) for w in self.model.weights))}")
        return "\n".join(lines)

    # --- weights --------------------------------------------------------------------------------------------------------------------

    def set_weights(self, path):
        stored = np.load(path)
        values = [stored[f"w{i}"] for i in range(len(self.model.weights))]
        for variable, value in zip(self.model.weights, values):
            if tuple(variable.shape) != value.shape:
                raise ValueError(f"the weights in {path} are of another model: {variable.path} is {tuple(variable.shape)}, stored {value.shape}")
            variable.assign(value)
        self.settle()

    def settle(self):
        """Layers that keep values computed from their weights (Normalization) compute them anew, as loading a file makes them do."""
        for layer in self.model._flatten_layers():
            if hasattr(layer, "finalize_state"):
                layer.finalize_state()

    def save_weights(self, path):
        values = {f"w{i}": np.asarray(self.keras.ops.convert_to_numpy(w)) for i, w in enumerate(self.model.weights)}
        with open(path + ".new", "wb") as file:
            np.savez(file, **values)
        os.replace(path + ".new", path)

    def prepare(self, told):
        if "train" in told:
            figures = self.train(told["train"])
        else:
            self.seed_weights(told["seed"])
            import datasets
            figures = self.calibrate(datasets.batch(dict(told["data"], labels=False)))
        self.save_weights(told["weights"])
        return figures

    def seed_weights(self, seed):
        """Neither vanishing nor saturating: He-normal kernels, normalisations near the identity, small biases."""
        random = np.random.default_rng(seed)
        for variable in self.model.weights:
            shape, name = tuple(variable.shape), variable.path.split("/")[-1]
            if "seed" in name or not str(variable.dtype).startswith("float"):
                continue
            if name in ("gamma", "scale") or "layer_scale" in variable.path:
                value = random.uniform(.1, .5, shape) if "layer_scale" in variable.path else random.uniform(.8, 1.2, shape)
            elif name in ("moving_variance", "variance"):
                value = np.ones(shape)
            elif name in ("beta", "bias", "moving_mean", "mean") or len(shape) < 2:
                value = random.normal(0, .05, shape) if name != "moving_mean" else np.zeros(shape)
            else:
                receptive = int(np.prod(shape[:-2])) if len(shape) > 2 else 1
                fan_in = receptive if "depthwise" in name else receptive * shape[-2]
                if name == "embeddings":
                    fan_in = 2
                value = random.normal(0, (2 / fan_in) ** .5, shape)
            variable.assign(value.astype(self.dtype))
        self.settle()

    def calibrate(self, inputs):
        """One pass in which every batch normalisation takes the statistics of what flows into it as its moving ones."""
        self.begin([np.array(t) for t in inputs])
        for i, each in enumerate(self.nodes):
            if each.operation is None:
                continue
            if each.kind == "BatchNormalization":
                x = np.asarray(self.inputs(i)[0], np.float64)
                axis = each.operation.axis % x.ndim
                axes = tuple(a for a in range(x.ndim) if a != axis)
                each.operation.moving_mean.assign(x.mean(axes).astype(self.dtype))
                each.operation.moving_variance.assign((x.var(axes) + 1e-4).astype(self.dtype))
            self.step(i)
        return {"seeded": True}

    def train(self, told):
        import datasets
        x, y = datasets.split(told, self.shape_of_input())
        keras = self.keras
        keras.utils.set_random_seed(told.get("seed", 1))
        classes = int(self.model.outputs[0].shape[-1])
        regression = told.get("regression", False)
        self.model.compile(optimizer=keras.optimizers.Adam(told.get("rate", 2e-3)),
                           loss="mse" if regression else keras.losses.SparseCategoricalCrossentropy(), metrics=[] if regression else ["accuracy"])
        begin = len(x["test"])
        self.model.fit(x["train"], y["train"], epochs=told.get("epochs", 10), batch_size=told.get("batch", 32), verbose=0)
        figures = {"trained": True, "tested": begin, "classes": classes}
        if not regression:
            guess = np.argmax(np.asarray(keras.ops.convert_to_numpy(self.model.predict(x["test"], verbose=0))), -1)
            figures["accuracy"] = float((guess == y["test"].ravel()).mean())
        return figures

    def shape_of_input(self):
        return [d or 0 for d in self.model.inputs[0].shape]

    # --- running --------------------------------------------------------------------------------------------------------------------

    def tensor(self, array):
        if self.dtype == "float64" and array.dtype == np.float32:
            array = array.astype(np.float64)
        elif self.dtype == "float32" and array.dtype == np.float64:
            array = array.astype(np.float32)
        return self.keras.ops.convert_to_tensor(np.array(array))

    def plain(self, tensor):
        return np.asarray(self.backend.adapter.array(tensor))

    def call(self, i, tensors, patches=None):
        """One node on tensors, as the model would call it: for inference."""
        patches = self.patches if patches is None else patches
        each = self.nodes[i]
        known = {id(t): v for t, v in zip(each.call.input_tensors, tensors)}
        args, kwargs = each.call.arguments.fill_in(known)
        operation = each.operation
        if getattr(operation, "_call_has_training_arg", False):
            kwargs = dict(kwargs, training=False)
        if i in patches:
            outputs = patches[i](operation, args, kwargs)
        else:
            outputs = operation(*args, **kwargs)
        return self.keras.tree.flatten(outputs)

    @contextlib.contextmanager
    def inference(self):
        """Without gradients; a float64 model without Keras' rule that products of 64-bit numbers are computed in 32 bits (all but TensorFlow)."""
        table, old = getattr(dtypes, "BIT64_TO_BIT32_DTYPE", {}), None
        with contextlib.ExitStack() as stack:
            if self.backend.name == "torch":
                stack.enter_context(self.backend.adapter.torch.no_grad())
            if self.dtype == "float64":
                old = table.get("float64")
                table["float64"] = "float64"
            try:
                yield
            finally:
                if old is not None:
                    table["float64"] = old

    def run(self, i, arrays):
        with self.inference():
            return [self.plain(t) for t in self.call(i, [self.tensor(a) for a in arrays])]

    def begin(self, arrays):
        self.values = {}
        given = iter(arrays)
        for i, each in enumerate(self.nodes):
            if each.operation is None:
                self.values[i] = [next(given)]

    def terms(self, i, arrays):
        """How many numbers one cell of the output sums up, by the largest kernel, window or axis that is summed over."""
        each, operation = self.nodes[i], self.nodes[i].operation
        shapes = [a.shape for a in arrays] or [(1,)]
        most = int(np.prod(getattr(operation, "pool_size", None) or 1))
        for weight in getattr(operation, "weights", None) or []:
            shape = tuple(weight.shape)
            if len(shape) > 1 and weight.path.split("/")[-1] != "embeddings":
                cells = int(np.prod(shape)) // shape[-1]
                most = max(most, cells // shape[-2] if "depthwise" in each.kind.lower() and len(shape) > 2 else cells)
        if "Global" in each.kind:
            most = max(most, int(np.prod(shapes[0][1:-1])))
        if each.kind in ("Dot", "MultiHeadAttention", "GroupNormalization", "LayerNormalization", "Softmax", "UnitNormalization"):
            most = max(most, *(int(np.prod(s[1:])) if each.kind == "GroupNormalization" else max(s[1:], default=1) for s in shapes))
        if "softmax" in str(getattr(getattr(operation, "activation", None), "__name__", "")):
            most = max(most, getattr(operation, "units", 0) or getattr(operation, "filters", 0) or shapes[0][-1])
        return most

    def graph(self, tensors, upto):
        """All nodes up to one, on the backend's own tensors; the outputs of the model, or of that node."""
        values, given, patches = {}, iter(tensors), self.patches | self.whole_patches
        for i, each in enumerate(self.nodes):
            if upto >= 0 and i > upto:
                break
            values[i] = [next(given)] if each.operation is None else self.call(i, [values[s][port] for s, port in each.sources], patches)
        return values[upto] if upto >= 0 else [values[s][port] for s, port in self.ends]

    def whole(self, arrays, upto):
        """As `model(x)` runs it: a traced function, a jitted one, eager calls, or the one graph that OpenVINO's lazy tensors grow into."""
        tensors = [self.tensor(a) for a in arrays]
        name = self.backend.name
        key = (upto, tuple((a.shape, str(a.dtype)) for a in arrays))
        if key not in self.compiled:
            run = lambda *given: self.graph(given, upto)  # noqa: E731
            if name == "tensorflow":
                import tensorflow
                run = tensorflow.function(run, autograph=False)
            elif name == "jax":
                import jax
                run = jax.jit(run)
            self.compiled[key] = run
        with self.inference():
            return [self.plain(t) for t in self.compiled[key](*tensors)]

    # --- backward -------------------------------------------------------------------------------------------------------------------

    def weights_of(self, i):
        operation = self.nodes[i].operation
        return list(getattr(operation, "trainable_variables", []) or [])

    def vjp(self, i, arrays, cotangents):
        """Gradients of sum(outputs * cotangents): for each floating input, then all weights in one vector."""
        arrays = [np.array(a) for a in arrays]
        floating = [k for k, a in enumerate(arrays) if a.dtype.kind == "f"]
        cotangents = [self.tensor(np.array(c)) for c in cotangents]
        weights = self.weights_of(i)
        with self.inference():
            gradients = getattr(self, f"vjp_{self.backend.name}")(i, [self.tensor(a) for a in arrays], floating, cotangents, weights)
        inputs = [np.asarray(self.plain(g)) if g is not None else np.zeros_like(self.plain(self.tensor(arrays[k])))
                  for k, g in zip(floating, gradients)]
        flat = [np.asarray(self.plain(g)).ravel() if g is not None else np.zeros(int(np.prod(w.shape)), self.dtype)
                for w, g in zip(weights, gradients[len(floating):])]
        results = inputs + ([np.concatenate(flat)] if flat else [])
        if i in self.gradient_patches:
            results = self.gradient_patches[i](self.nodes[i].operation, arrays, [self.plain(c) for c in cotangents], results, len(inputs))
        return results

    def vjp_tensorflow(self, i, tensors, floating, cotangents, weights):
        import tensorflow
        with tensorflow.GradientTape() as tape:
            watched = [tensors[k] for k in floating]
            for t in watched:
                tape.watch(t)
            outputs = [o for o in self.call(i, tensors) if o.dtype.is_floating]
        variables = [w.value for w in weights]
        found = tape.gradient(outputs, watched + variables, output_gradients=cotangents[:len(outputs)])
        return [tensorflow.convert_to_tensor(g) if g is not None else None for g in found]

    def vjp_torch(self, i, tensors, floating, cotangents, weights):
        torch = self.backend.adapter.torch
        tensors = [t.detach().requires_grad_(k in floating) for k, t in enumerate(tensors)]
        variables = [w.value for w in weights]
        with torch.enable_grad():
            outputs = [o for o in self.call(i, tensors) if o.is_floating_point()]
            loss = sum((o * c).sum() for o, c in zip(outputs, cotangents))
        if not loss.requires_grad:
            return [None] * (len(floating) + len(variables))
        return list(torch.autograd.grad(loss, [tensors[k] for k in floating] + variables, allow_unused=True))

    def vjp_jax(self, i, tensors, floating, cotangents, weights):
        import jax
        import jax.numpy as jnp

        def run(moving, values):
            now = list(tensors)
            for k, m in zip(floating, moving):
                now[k] = m
            with self.keras.StatelessScope(state_mapping=list(zip(weights, values))):
                return [o for o in self.call(i, now) if jnp.issubdtype(o.dtype, jnp.floating)]

        outputs, back = jax.vjp(run, [tensors[k] for k in floating], [w.value for w in weights])
        moving, values = back([c.astype(o.dtype) for c, o in zip(cotangents, outputs)])
        return list(moving) + list(values)

    def backward(self, cotangents):
        self.flowing = {}
        for (s, port), c in zip(self.ends, cotangents):
            self.add_cotangent(s, port, self.plain(self.tensor(c)))

    def add_cotangent(self, s, port, value):
        key = (s, port)
        self.flowing[key] = value if key not in self.flowing else self.flowing[key] + value

    def cotangents(self, i):
        return [self.flowing.get((i, port), np.zeros_like(v)) for port, v in enumerate(self.values[i]) if v.dtype.kind == "f"]

    def pull(self, i):
        arrays = self.inputs(i)
        results = self.vjp(i, arrays, self.cotangents(i))
        floating = [k for k, a in enumerate(arrays) if a.dtype.kind == "f"]
        for k, g in zip(floating, results):
            s, port = self.nodes[i].sources[k]
            self.add_cotangent(s, port, g)
        return results

    def alone(self, i, inputs, column):
        import reproducer
        return reproducer.keras_alone(self, i)

    def alone_backward(self, i, count):
        import reproducer
        return reproducer.keras_alone(self, i, count)

    def alone_whole(self, i, inputs, column):
        import reproducer
        return reproducer.keras_alone_whole(self, i, inputs)

    # --- faults ---------------------------------------------------------------------------------------------------------------------

    def plant(self, told):
        import planted
        self.patches, self.gradient_patches, self.whole_patches, self.compiled = {}, {}, {}, {}
        if not told.get("kind"):
            return {"planted": False}
        if told["kind"] == "list":
            return {"places": planted.places(self)}
        return planted.plant(self, told["kind"], told["layer"])
