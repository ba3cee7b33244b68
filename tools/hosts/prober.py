"""Runs single calls of one framework for `xamt match` and says what came out as hashes: prober.py, spoken to over descriptors 3 and 4.

Dumb on purpose: what to call with what, and what the answers mean, is known on the other side. Lines of JSON come in: first
{"framework", "backend", "module", "probes": {name: {"dtype", "shape", "data"}}}, then jobs {"api", "calls": [...]}. One line goes out when the
framework is ready, one per call, and an empty one at the end of a job.

A call is {"a": [arguments], "k": {keyword: argument}}, with {"then": {"a", "k"}} what is called on the object of a class. Arguments are JSON values or
  {"p": probe, "t": permutation}  a tensor            {"l": [...]} a list      {"u": [...]} a tuple      {"d": "float32"} a dtype
  with "as": "logarithms" or "log odds" a tensor's values are replaced by these
  {"parts": tensor} real and imaginary part
  {"f": name} a small function    {"key": n} a source of random numbers        {"c": [re, im]} a complex number
"turn": true turns channels-last outputs back. "samples": true asks for statistics of a random result in place of hashes; layers then train.
"gates": true changes the order of the gates in recurrent weights. "steps": n makes an optimiser of the keywords and takes n steps with
fixed gradients. Where a framework refuses a call for the type of a tensor alone, it is made again with another type (see `other_types`).

An answer is "!" and an error, or one word per output: shape:fine:coarse:flags, where fine and coarse are hashes of the values rounded to
about 6 and 3 digits of their scale, and flags tell t (trivial: constant, or one of the arguments again), b (one truth value), n (NaN or
infinite). Derived from the outputs are: "~" the mean of the first, "+" two taken as the parts of complex numbers, "=" all stacked along a new
first or last axis, "$" the only one with its last axis sorted."""

import base64
import hashlib
import importlib
import inspect
import json
import os
import re
import signal
import sys
import warnings

warnings.simplefilter("ignore")
import numpy as np  # noqa: E402

np.seterr(all="ignore")
FINE, COARSE, SHIFT = 917283.137, 937.3317, 0.317  # odd factors: no round number lies between two roundings
SECONDS_OF_COMPUTING = 8
MOST_VALUES = 200_000


# --- a framework --------------------------------------------------------------------------------------------------------------------------


class Framework:
    """NumPy, or a library on its arrays; the others replace what differs."""

    def __init__(self, module=None):
        self.root = {"numpy": np, "scipy": __import__("scipy.special")}
        if module:
            sys.path.insert(0, os.getcwd())
            importlib.import_module(module)
            self.root = {module.split(".")[0]: sys.modules[module.split(".")[0]]}

    def resolve(self, name):
        parts = name.split(".")
        thing = self.root[parts[0]]
        for i, part in enumerate(parts[1:], 1):
            if not hasattr(thing, part):
                importlib.import_module(".".join([thing.__name__, part]))
            thing = getattr(thing, part)
        return thing

    def tensor(self, array):
        return array.copy()

    def element(self, array):
        """A tensor of a list."""
        return self.tensor(array)

    def dtype(self, name):
        return np.dtype(name).type

    def key(self, seed):
        return seed

    def fresh(self):
        np.random.seed(0)

    def array(self, tensor):
        return np.asarray(tensor)

    def is_tensor(self, thing):
        return isinstance(thing, (np.ndarray, np.generic))

    def weights(self, layer):
        return []

    def prepare_call(self, layer, arguments, keywords):
        return layer

    def in_training(self, layer, arguments, keywords):
        """Calls what behaves otherwise in training as it does there."""
        return layer(*arguments, **keywords)

    def train(self, training):
        """Where whether it trains is a setting of the whole framework."""


class Torch(Framework):
    def __init__(self):
        import torch
        import torch.func
        import torch.utils.checkpoint

        torch.set_num_threads(1)
        self.root, self.torch = {"torch": torch}, torch
        torch.set_default_dtype(torch.float64)

    def tensor(self, array):
        return self.torch.from_numpy(array.copy())

    def dtype(self, name):
        return getattr(self.torch, name)

    def fresh(self):
        self.torch.manual_seed(0)

    def array(self, tensor):
        return tensor.detach().resolve_conj().resolve_neg().numpy()

    def is_tensor(self, thing):
        return isinstance(thing, self.torch.Tensor)

    def prepare_call(self, layer, arguments, keywords, swapped=False):
        if isinstance(layer, self.torch.nn.Module):
            layer.eval()
            with self.torch.no_grad():
                for name, weight in [*layer.named_parameters(), *layer.named_buffers()]:
                    if weight is not None and weight.is_floating_point() and not isinstance(weight, self.torch.nn.parameter.UninitializedParameter):
                        weight.copy_(self.torch.from_numpy(with_gates(filled(name, tuple(weight.shape)), swapped).copy()))
        return layer

    def in_training(self, layer, arguments, keywords):
        return (layer.train() if isinstance(layer, self.torch.nn.Module) else layer)(*arguments, **keywords)

    def trained(self, optimiser, settings, start, gradients):
        weight = self.torch.nn.Parameter(self.torch.from_numpy(start.copy()))
        made = optimiser([weight], **settings)
        for gradient in gradients:
            weight.grad = self.torch.from_numpy(gradient.copy())
            made.step()
        return weight.detach().numpy()


class TensorFlow(Framework):
    def __init__(self):
        import tensorflow as tf

        tf.config.threading.set_intra_op_parallelism_threads(1)
        tf.config.threading.set_inter_op_parallelism_threads(1)
        tf.debugging.disable_traceback_filtering()
        self.root, self.tf = {"tf": tf}, tf

    def tensor(self, array):
        return self.tf.constant(array)

    def dtype(self, name):
        return self.tf.as_dtype(name)

    def key(self, seed):
        return seed

    def fresh(self):
        self.tf.random.set_seed(0)

    def array(self, tensor):
        if isinstance(tensor, self.tf.RaggedTensor):
            return tensor.to_tensor().numpy()
        if isinstance(tensor, self.tf.sparse.SparseTensor):
            return self.tf.sparse.to_dense(tensor).numpy()
        return tensor.numpy()

    def is_tensor(self, thing):
        return isinstance(thing, (self.tf.Tensor, self.tf.Variable, self.tf.RaggedTensor, self.tf.sparse.SparseTensor))


class Keras(Framework):
    def __init__(self):
        import keras

        keras.config.set_floatx("float64")
        keras.config.disable_traceback_filtering()  # most calls fail, and shortening what nobody reads takes long
        self.root, self.keras = {"keras": keras}, keras
        if keras.backend.backend() == "torch":
            import torch

            torch.set_num_threads(1)
            torch.set_grad_enabled(False)

    def tensor(self, array):
        return self.keras.ops.convert_to_tensor(array)

    def dtype(self, name):
        return name

    def fresh(self):
        self.keras.utils.set_random_seed(0)

    def array(self, tensor):
        return self.keras.ops.convert_to_numpy(tensor)

    def is_tensor(self, thing):
        return self.keras.ops.is_tensor(thing) or isinstance(thing, self.keras.Variable)

    def prepare_call(self, layer, arguments, keywords):
        if isinstance(layer, self.keras.layers.Layer):
            layer(*arguments, **keywords)  # makes the weights
            for weight in layer.weights:
                if "float" in str(weight.dtype):
                    weight.assign(filled(weight.path.rsplit("/", 1)[-1], tuple(weight.shape)))
        return layer

    def in_training(self, layer, arguments, keywords):
        knows = isinstance(layer, self.keras.layers.Layer) and "training" in inspect.signature(layer.call).parameters
        return layer(*arguments, **keywords, **({"training": True} if knows else {}))

    def trained(self, optimiser, settings, start, gradients):
        weight, made = self.keras.Variable(start, dtype="float64"), optimiser(**settings)
        for gradient in gradients:
            made.apply([self.keras.ops.convert_to_tensor(gradient)], [weight])
        return self.keras.ops.convert_to_numpy(weight)


class Jax(Framework):
    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_platforms", "cpu")
        self.root, self.jax = {"jax": jax}, jax

    def tensor(self, array):
        return self.jax.numpy.asarray(array)

    def key(self, seed):
        return self.jax.random.key(seed)

    def fresh(self):
        pass

    def is_tensor(self, thing):
        return isinstance(thing, (self.jax.Array, np.ndarray, np.generic))

    def prepare_call(self, layer, arguments, keywords):
        return layer


class Chainer(Framework):
    def __init__(self):
        np.sctypes = {"int": [np.int8, np.int16, np.int32, np.int64], "float": [np.float16, np.float32, np.float64],
                      "uint": [np.uint8, np.uint16, np.uint32, np.uint64], "complex": [np.complex64, np.complex128],
                      "others": [bool, object, bytes, str, np.void]}
        np.float = float
        import chainer
        import chainer.functions
        import chainer.links

        chainer.global_config.dtype = np.dtype(np.float64)
        chainer.global_config.train = False
        self.root, self.chainer = {"chainer": chainer}, chainer

    def train(self, training):
        self.chainer.global_config.train = training

    def tensor(self, array):
        # Classes and lengths are expected as int32 by name.
        return array.astype(np.int32) if array.dtype == np.int64 else array.copy()

    def element(self, array):
        return self.chainer.Variable(self.tensor(array))

    def array(self, tensor):
        return tensor.array if isinstance(tensor, self.chainer.Variable) else np.asarray(tensor)

    def is_tensor(self, thing):
        return isinstance(thing, (self.chainer.Variable, np.ndarray, np.generic))

    def prepare_call(self, layer, arguments, keywords):
        if isinstance(layer, self.chainer.Link):
            with self.chainer.using_config("train", False):  # makes the weights
                if any(not p.is_initialized for p in layer.params()):
                    layer(*arguments, **keywords)
            for name, parameter in layer.namedparams():
                if parameter.array is not None:
                    parameter.array[...] = filled(name.rsplit("/", 1)[-1], parameter.array.shape)
            for link in layer.links():
                for name in getattr(link, "_persistent", ()):
                    value = getattr(link, name)
                    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
                        value[...] = filled(name, value.shape)
        return layer

    def trained(self, optimiser, settings, start, gradients):
        link = self.chainer.Link()
        with link.init_scope():
            link.weight = self.chainer.Parameter(start.copy())
        made = optimiser(**settings).setup(link)
        for gradient in gradients:
            link.weight.grad = gradient.copy()
            made.update()
        return link.weight.array


FRAMEWORKS = {"numpy": Framework, "torch": Torch, "tensorflow": TensorFlow, "keras": Keras, "jax": Jax, "chainer": Chainer}


# --- weights ------------------------------------------------------------------------------------------------------------------------------


def wave(size, phase):
    return np.sin(np.arange(size) * 1.7 + phase) * 0.8


def with_gates(values, swapped):
    """The first two of three blocks change places: (reset, update, new) is (update, reset, new) elsewhere."""
    axis = int(np.argmax(values.shape))
    if not swapped or values.shape[axis] % 3:
        return values
    first, second, third = np.split(values, 3, axis=axis)
    return np.concatenate([second, first, third], axis=axis)


def filled(name, shape):
    """Values for a weight, the same for the same role in every framework: vectors by what the name says, others from one array whose axes
    are told apart by their sizes."""
    low, size = name.lower(), int(np.prod(shape))
    if "var" in low:
        values = 1.2 + 0.5 * wave(size, 0.4)
    elif "mean" in low:
        values = wave(size, 0.9)
    elif "gamma" in low or "scale" in low:
        values = 1 + 0.5 * wave(size, 1.3)
    elif "beta" in low or "bias" in low or (low == "b" or low.endswith("_b")):
        if len(shape) == 2 and shape[0] == 2:  # of the input and of the recurrence
            return np.stack([wave(shape[1], 2.1), np.zeros(shape[1])])
        values = np.zeros(size) if "hh" in low or "recurrent" in low else wave(size, 2.1)
    elif len([n for n in shape if n != 1]) <= 1:
        values = 1 + 0.5 * wave(size, 1.3)
    else:
        order = sorted(range(len(shape)), key=lambda axis: -shape[axis])
        sorted_shape = [shape[axis] for axis in order]
        values = wave(size, 0.2 + 0.1 * len([n for n in shape if n != 1])).reshape(sorted_shape)
        if len(shape) == 2 and shape[0] == shape[1]:
            values = (values + values.T) / 2  # sizes cannot tell its axes apart
        return values.transpose(np.argsort(order))
    return values.reshape(shape)


# --- arguments ----------------------------------------------------------------------------------------------------------------------------

def functions_of(framework):
    return {
        "square": lambda x: x * x, "add": lambda a, b: a + b, "multiply": lambda a, b: a * b, "sum": lambda c, x: c + x,
        "count": lambda i: (i[0] if isinstance(i, (list, tuple)) else i) < 5,
        "next": lambda i: [i[0] + 2] if isinstance(i, (list, tuple)) else i + 2, "pair": lambda c, x: (c + x, c * x),
        "one": lambda *_: framework.tensor(np.asarray(1.5)), "two": lambda *_: framework.tensor(np.asarray(2.5)),
        "with_gradient": lambda x: (x * x, lambda *g, **_: g[0] * 2 * x),
    }


class Arguments:
    def __init__(self, framework, probes):
        self.framework, self.functions = framework, functions_of(framework)
        self.probes = {name: np.frombuffer(base64.b64decode(p["data"]), dtype=p["dtype"]).reshape(p["shape"]) for name, p in probes.items()}
        self.used, self.tensors, self.other = [], [], None

    def converted(self, array):
        """A tensor of the framework, in another type or as a list of its slices if that is what is asked for."""
        if self.other == "list":
            whole = array.ndim == 0 or self.tensors
            return self.framework.tensor(array) if whole else [self.framework.element(np.ascontiguousarray(part)) for part in array]
        source, target = self.other or (None, None)
        return self.framework.tensor(array.astype(target) if array.dtype == source else array)

    def array(self, spec):
        array = self.probes[spec["p"]]
        if "t" in spec:
            array = array.transpose(spec["t"]).copy()
        if "as" in spec:
            array = np.log(array) if spec["as"] == "logarithms" else np.log(array / (1 - array))
        return array

    def value(self, spec):
        if isinstance(spec, dict):
            kind, inner = next(iter(spec.items()))
            if kind == "p":
                array = self.array(spec)
                self.used.append(array)
                self.tensors.append(self.converted(array))
                return self.tensors[-1]
            if kind == "parts":  # of complex numbers
                array = self.array(inner)
                return tuple(self.framework.tensor(np.ascontiguousarray(part)) for part in (array.real, array.imag))
            if kind == "l":
                return [self.value(s) for s in inner]
            if kind == "u":
                return tuple(self.value(s) for s in inner)
            if kind == "d":
                return self.framework.dtype(inner)
            if kind == "f":
                return self.functions[inner]
            if kind == "key":
                return self.framework.key(inner)
            if kind == "c":
                return complex(*inner)
            raise ValueError(f"no argument is called {kind}")
        return spec


# --- results ------------------------------------------------------------------------------------------------------------------------------


def flattened(thing, framework):
    """The outputs, in order; dictionaries by key."""
    if thing is None:
        return
    if framework.is_tensor(thing):
        yield thing
    elif isinstance(thing, dict):
        for key in sorted(thing, key=str):
            yield from flattened(thing[key], framework)
    elif isinstance(thing, (list, tuple)) and not all(isinstance(i, (int, float)) and not framework.is_tensor(i) for i in thing):
        for item in thing:
            yield from flattened(item, framework)
    elif hasattr(thing, "as_list") and not callable(getattr(thing, "numpy", None)):
        yield np.asarray(thing.as_list())
    else:
        yield thing


def digest(data):
    return hashlib.blake2b(data, digest_size=5).hexdigest()


def hashes(array):
    """Of the rounded values: (fine, coarse, flags). The scale is a power of two that no usual maximum is at the edge of."""
    if array.dtype.kind == "c":  # a type that could hold an imaginary part, and does not, is a matter of types
        array = np.stack([array.real, array.imag]) if array.imag.any() else array.real
    values = np.ascontiguousarray(array, dtype=np.float64)
    finite = np.isfinite(values)
    scale = np.max(np.abs(values), where=finite, initial=0)
    exponent = np.floor(np.log2(scale) + SHIFT) if scale > 0 else 0
    scaled = np.where(finite, values, 0) / 2.0**exponent
    special = np.where(finite, 0, np.where(np.isnan(values), 1, np.where(values > 0, 2, 3))).astype(np.int8)
    head = f"{array.shape}{int(exponent)}".encode() + special.tobytes()
    fine, coarse = (digest(head + (np.rint(scaled * f + SHIFT) + 0.0).astype(np.int64).tobytes()) for f in (FINE, COARSE))
    return fine, coarse, "" if finite.all() else "n"


def is_argument(array, used):
    return any(a.shape == array.shape and a.dtype.kind == array.dtype.kind and np.array_equal(a, array, equal_nan=a.dtype.kind in "fc") for a in used)


def described(output, framework, used, given_back=False):
    if isinstance(output, str) or not (framework.is_tensor(output) or isinstance(output, (bool, int, float, complex, list, tuple, np.ndarray))):
        text = getattr(output, "name", None) or getattr(output, "__name__", None) or str(output)
        text = str(text).removeprefix("torch.").removeprefix("<dtype: '")
        if " at 0x" in text or len(text) > 60:
            return None, None
        return f"text:{digest(text.encode())}:{digest(text.encode())}:", None
    array = framework.array(output) if framework.is_tensor(output) else np.asarray(output)
    if array.dtype == object or array.size > MOST_VALUES:
        return None, None
    if array.dtype.kind not in "biufc":
        array = array.astype(np.float64)
    fine, coarse, flags = hashes(array)
    constant = array.size == 0 or (array.size > 1 and bool((array == array.flat[0]).all()))
    if given_back or is_argument(array, used) or (constant and used):  # what makes a constant of sizes alone is meant to
        flags += "t"
    if array.size == 1 and array.dtype.kind == "b":
        flags += "b"
    return "x".join(map(str, array.shape)) + f":{fine}:{coarse}:{flags}", array


def turned(array):
    return np.moveaxis(array, -1, 1) if array.ndim >= 3 else array


def statistics_of(thing, framework, used):
    """Quantiles, mean, deviation and share of distinct values of the first output, or of the argument that was filled."""
    for output in flattened(used if thing is None else thing, framework):
        a = np.asarray(framework.array(output) if framework.is_tensor(output) else output, dtype=np.float64).ravel()
        quantiles = np.quantile(a, [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99])
        numbers = [*quantiles, a.mean(), a.std(), len(np.unique(a)) / a.size, float(a.size)]
        return "#" + " ".join(f"{n:.6g}" for n in numbers)
    return "! no output"


class Computing(BaseException):
    pass


def too_long(*_):
    raise Computing


REFUSED = [
    (r"(double|float64).*(allowed|supported|implemented)|not (supported|implemented).*(double|float64)|(allowed|expected|accepts).*float32|double tensor but is a float", ("float64", "float32")),
    (r"int32", ("int64", "int32")),
    (r"array types are mixed|not accept dtype int|(expected|must be|should be)[^.]*(float|real)", ("int64", "float64")),
    (r"(must be|expected|a) list", "list"),
]


def other_types(error, arguments):
    """What to give instead of the tensors that were refused, by what the error says: float32, int32, real numbers, a list of slices."""
    text = str(error)[:400].lower()
    for pattern, other in REFUSED:
        if re.search(pattern, text) and (other == "list" or any(a.dtype == other[0] for a in arguments.used)):
            yield other


def run(function, call, arguments, framework):
    """The call, or the first of the same calls with tensors of other types that the framework takes."""
    arguments.other = None
    try:
        return run_once(function, call, arguments, framework)
    except Exception as e:
        others = list(other_types(e, arguments))
        for arguments.other in others:
            try:
                return run_once(function, call, arguments, framework)
            except Exception:
                pass
        raise


def run_once(function, call, arguments, framework):
    arguments.used, arguments.tensors = [], []
    framework.fresh()
    framework.train(bool(call.get("samples")))
    positional = [arguments.value(a) for a in call.get("a", [])]
    keywords = {k: arguments.value(v) for k, v in call.get("k", {}).items()}
    result = function(*positional, **keywords)
    if "then" in call:
        then_a = [arguments.value(a) for a in call["then"].get("a", [])]
        then_k = {k: arguments.value(v) for k, v in call["then"].get("k", {}).items()}
        gates = {"swapped": True} if call.get("gates") else {}
        result = framework.prepare_call(result, then_a, then_k, **gates)
        framework.fresh()
        if call.get("samples"):
            return framework.in_training(result, then_a, then_k)
        method = getattr(result, call["method"]) if "method" in call else result
        return method(*then_a, **then_k)
    return result


def gradient_of(step):
    """Of changing size and sign, so that optimisers differ that keep a maximum, or a mean, of its square."""
    return wave(6, 0.3 + step) * (1.0, 2.0, 0.5, 0.1, -0.4, 0.05)[step % 6]


def answer(function, call, arguments, framework):
    if "steps" in call:
        trained = framework.trained(function, {k: arguments.value(v) for k, v in call["k"].items()}, wave(6, 1.1), [gradient_of(i) for i in range(call["steps"])])
        fine, coarse, flags = hashes(np.asarray(trained, dtype=np.float64))
        return f"6:{fine}:{coarse}:{flags}"
    result = run(function, call, arguments, framework)
    if call.get("samples"):
        return statistics_of(result, framework, arguments.tensors)
    words, arrays = [], []
    for output in flattened(result, framework):
        given_back = False
        if call.get("turn") and framework.is_tensor(output):
            plain = np.asarray(framework.array(output))
            given_back, output = is_argument(plain, arguments.used), turned(plain)
        word, array = described(output, framework if not isinstance(output, np.ndarray) else Framework.__new__(Framework), arguments.used, given_back)
        if word is None:
            return "! an output that is no value"
        words.append(word)
        arrays.append(array)
        if len(words) == 8:
            break
    if not words:
        return "! no output"
    first = arrays[0]
    stackable = len(arrays) > 1 and all(a is not None and a.shape == first.shape for a in arrays)
    for axis in ([0, -1] if stackable else []):
        fine, coarse, flags = hashes(np.stack(arrays, axis=axis))
        shape = list(first.shape)
        shape.insert(0 if axis == 0 else len(shape), len(arrays))
        words.append(f"={'x'.join(map(str, shape))}:{fine}:{coarse}:{flags}")
    numeric = first is not None and first.dtype.kind in "iufc"
    if len(arrays) == 1 and numeric and first.ndim >= 1 and first.size > 1 and not np.isnan(first).any():
        fine, coarse, flags = hashes(np.sort(np.round(first, 9), axis=-1))
        words.append(f"${'x'.join(map(str, first.shape))}:{fine}:{coarse}:{flags}")
    if len(arrays) == 2 and all(a is not None and a.dtype.kind == "f" for a in arrays) and arrays[0].shape == arrays[1].shape:
        fine, coarse, flags = hashes(arrays[0] + 1j * arrays[1])
        words.append(f"+{'x'.join(map(str, first.shape))}:{fine}:{coarse}:{flags}")
    if first is not None and first.size > 1 and first.dtype.kind == "f":
        fine, coarse, flags = hashes(np.asarray(first.mean()))
        words.append(f"~:{fine}:{coarse}:{flags}")
    return " ".join(words)


def say(replies, text):
    replies.write(text + "\n")
    replies.flush()


def main():
    commands, replies = os.fdopen(3, "r", encoding="utf-8"), os.fdopen(4, "w", encoding="utf-8")
    hello = json.loads(commands.readline())
    if hello.get("backend"):
        os.environ["KERAS_BACKEND"] = hello["backend"]
    framework = Framework(hello["module"]) if hello.get("module") else FRAMEWORKS[hello["framework"]]()
    arguments = Arguments(framework, hello["probes"])
    signal.signal(signal.SIGPROF, too_long)
    say(replies, "ready")
    for line in commands:
        job = json.loads(line)
        try:
            function = framework.resolve(job["api"])
        except Exception as e:
            function = None
            why = f"! {type(e).__name__}: not found"
        for call in job["calls"]:
            text = ""
            if function is None:
                text = why
            else:
                signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_COMPUTING)
                try:
                    text = answer(function, call, arguments, framework)
                except Computing:
                    text = "! took too long"
                except BaseException as e:  # a framework's errors derive from anything
                    if isinstance(e, (KeyboardInterrupt,)):
                        raise
                    text = f"! {type(e).__name__}: {str(e)[:80]}".replace("\n", " ")
                finally:
                    signal.setitimer(signal.ITIMER_PROF, 0)
            say(replies, text)
        say(replies, "")


main()
