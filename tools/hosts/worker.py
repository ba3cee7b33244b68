"""The Python host: resolves qualified names, converts arguments, calls, and hands back outputs or the error.

One process serves one column (``numpy``, ``jax``, ``tensorflow``, ``chainer``, ``torch``, ``keras[BACKEND]``).  It knows nothing of groups,
alignment or verdicts.  Commands arrive as lines on descriptor 3, replies leave on descriptor 4, trials and their outcomes stand in the
shared memory of descriptor 5, whose layout is that of ``include/xamt/run/wire.hpp``.  The process ends when the command pipe closes.

    worker.py --column NAME[BACKEND] [--memory BYTES] [--parent PID]     serve
    worker.py --column NAME[BACKEND] --doctor                            print what a host would say of itself

A plan names a function and how each argument is passed::

    {"function": "jax.nn.softmax", "jit": true, "method": false, "construct": [], "weights": [],
     "arguments": [{"name": "x", "pass": "position"}, {"name": "axis", "pass": "auto"}]}

``pass`` is auto (by keyword where the function allows it, else by position), keyword, position, or spread (the elements of a list as
separate arguments).  With ``method`` the function is an attribute of the
first argument.  Arguments named in ``construct`` go to the constructor of a layer, those in ``weights`` into its variables, the rest to the
call of the layer.  JAX calls are compiled (``jit``) with everything but tensors and reals static; reals become static, and then the call
eager, where the function needs concrete values.

Each trial says in which variant it is put to the framework (``include/xamt/align/variant.hpp``): the layouts lay its inputs into memory anew,
for frameworks that look at strides; the others have TensorFlow trace or compile the call, and JAX not compile it.
"""

import argparse
import ctypes
import difflib
import gc
import importlib
import inspect
import json
import mmap
import os
import re
import resource
import signal
import struct
import sys
import time
import warnings

MAGIC, VERSION = 0x31474E52544D4158, 2
HEADER, RECORD, RECORDS, ARGUMENTS, RESULTS = 4096, 1024, 256, 32, 672
MOST_RESULTS, MOST_RANK, ALIGNMENT, MOST_TEXT = 5, 6, 64, 400
PENDING, VALUE, ERROR, LIMIT, LEFT_OUT = 0, 1, 2, 3, 4
NONE, FLAG, INTEGER, REAL, TEXT, DTYPE, INTEGERS, TENSOR, TENSORS, COMPLEX, REALS = range(11)
PLAIN, STRIDED, TRANSPOSED, SHIFTED, GRAPH, COMPILED, IN_PLACE = range(7)
DTYPES = "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128".split()
ALIASES = {"tf": "tensorflow", "np": "numpy", "F": "chainer.functions", "L": "chainer.links"}
BACKENDS = ("tensorflow", "jax", "torch", "numpy")

# One thread per host, no device, quiet logs: read by the libraries when they are imported.  TensorFlow's own allocator for oneDNN waits
# ten seconds before it admits that there is no memory; the system's says so at once.
SWITCHES = {
    "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMEXPR_NUM_THREADS": "1", "VECLIB_MAXIMUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1", "TF_NUM_INTEROP_THREADS": "1", "NPROC": "1", "TF_CPP_MIN_LOG_LEVEL": "3", "GLOG_minloglevel": "3",
    "CUDA_VISIBLE_DEVICES": "-1", "JAX_PLATFORMS": "cpu", "JAX_ENABLE_X64": "1", "TF_ENABLE_ONEDNN_OPTS": "1",
    "TF_ONEDNN_USE_SYSTEM_ALLOCATOR": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "CHAINER_WARN_VERSION_MISMATCH": "0",
}
TOLD = {"tensorflow": ["TF_ENABLE_ONEDNN_OPTS", "TF_ONEDNN_USE_SYSTEM_ALLOCATOR"], "jax": ["JAX_ENABLE_X64", "XLA_FLAGS"]}


class refused(Exception):
    """A plan that this host cannot serve; its text is for the user."""


def guard(memory, parent):
    """Limits of this process: memory, no core files, and no life beyond the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    if parent:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def resident_mb():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


# ---------------------------------------------------------------------------------------------------------------------------------------
# Frameworks: for each, how a numpy view becomes a tensor, how a dtype is spelled, how a result becomes an array.


class adapter:
    """NumPy, and what every other framework starts from."""

    framework = "numpy"
    compiles = False
    traces = False

    def __init__(self):
        self.version = np.__version__
        self.switches = {}

    def tensor(self, view):
        return view

    def dtype(self, code):
        return np_dtypes[code]

    def array(self, result):
        """An array of one of the dtypes above, or None where the result is not one."""
        if isinstance(result, (bool, int, float, complex, np.generic, np.ndarray)):
            return np.asarray(result)
        return np.asarray(result) if hasattr(result, "__array__") else None

    def reseed(self):
        np.random.seed(0)

    def assign(self, layer, name, value, sample):
        variable = getattr(layer, name)
        if hasattr(variable, "array"):
            variable.array = value
        else:
            setattr(layer, name, value)


class chainer_adapter(adapter):
    framework = "chainer"

    def __init__(self):
        super().__init__()
        # Chainer 7.8 was written for NumPy 1; these names are all that it still needs.
        np.sctypes = {"int": [np.int8, np.int16, np.int32, np.int64], "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
                      "float": [np.float16, np.float32, np.float64], "complex": [np.complex64, np.complex128],
                      "others": [bool, object, bytes, str, np.void]}
        np.float = float
        import chainer
        import chainer.functions
        import chainer.links
        chainer.config.train = False
        chainer.config.enable_backprop = False
        self.variable = chainer.Variable
        self.version = chainer.__version__
        self.switches = {"train": False, "enable_backprop": False, "numpy": np.__version__}

    def array(self, result):
        return super().array(result.array if isinstance(result, self.variable) else result)


class jax_adapter(adapter):
    framework = "jax"
    compiles = True

    def __init__(self):
        super().__init__()
        import jax
        import jax.numpy
        import jax.scipy.special
        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_cpu_enable_async_dispatch", False)
        jax.config.update("jax_traceback_filtering", "off")
        cache = os.environ.get("XAMT_JAX_CACHE")
        if cache:
            jax.config.update("jax_compilation_cache_dir", cache)
            jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
            jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
        self.tensor = jax.numpy.asarray
        self.jit = jax.jit
        self.wants_concrete = (jax.errors.JAXTypeError, jax.errors.JAXIndexError)
        self.version = jax.__version__
        self.switches = {"jit": True, "async_dispatch": False, "compile_cache": bool(cache)}

    def needs_concrete(self, error):
        """Whether a function refused a traced argument that it would take as a plain value."""
        return isinstance(error, self.wants_concrete) or (isinstance(error, (TypeError, ValueError)) and
                                                          any(word in str(error) for word in ("hashable", "Tracer", "tracer", "concrete")))


class tensorflow_adapter(adapter):
    framework = "tensorflow"
    traces = True

    def __init__(self):
        super().__init__()
        import tensorflow
        tensorflow.get_logger().setLevel("ERROR")
        tensorflow.config.threading.set_intra_op_parallelism_threads(1)
        tensorflow.config.threading.set_inter_op_parallelism_threads(1)
        tensorflow.random.set_seed(0)
        tensorflow.config.experimental.enable_op_determinism()
        tensorflow.constant(0)
        self.tf_dtypes = [tensorflow.as_dtype(name) for name in DTYPES]
        self.seed = tensorflow.random.set_seed
        self.trace = lambda call, how: tensorflow.function(call, autograph=False, jit_compile=how == COMPILED)
        self.tensor = self.quick_tensor(tensorflow)
        self.version = tensorflow.__version__
        self.switches = {"determinism": True, "eager": True}

    @staticmethod
    def quick_tensor(tensorflow):
        """What tensorflow.constant ends in, without the 2 microseconds before it; where it moved, tensorflow.constant."""
        try:
            from tensorflow.python.eager import context
            from tensorflow.python.framework.ops import EagerTensor
            device = context.context().device_name
            quick = lambda view: EagerTensor(view, device, None)
            if quick(np.ones(2, np.float32)).numpy().tolist() == [1, 1]:
                return quick
        except Exception:
            pass
        return tensorflow.constant

    def dtype(self, code):
        return self.tf_dtypes[code]

    def array(self, result):
        plain = getattr(result, "_numpy", None) or getattr(result, "numpy", None)
        return np.asarray(plain()) if plain else super().array(result)

    def reseed(self):
        self.seed(0)


class torch_adapter(adapter):
    framework = "torch"

    def __init__(self):
        super().__init__()
        import torch
        torch.set_num_threads(1)
        torch.set_num_interop_threads(1)
        torch.set_grad_enabled(False)
        self.torch = torch
        self.type = torch.Tensor
        self.from_numpy = torch.from_numpy
        self.torch_dtypes = [getattr(torch, name) for name in DTYPES]
        self.version = torch.__version__
        self.switches = {"grad": False, "cpu_capability": torch.backends.cpu.get_cpu_capability(), "mkldnn": torch.backends.mkldnn.is_available()}

    def tensor(self, view):
        if view.dtype == np_dtypes[1]:
            return self.from_numpy(view.view(np.int16)).view(self.torch.bfloat16)
        return self.from_numpy(view)

    def dtype(self, code):
        return self.torch_dtypes[code]

    def array(self, result):
        if not isinstance(result, self.type):
            return super().array(result)
        result = result.detach().resolve_conj().resolve_neg()
        if result.dtype is self.torch.bfloat16:
            return result.contiguous().view(self.torch.int16).numpy().view(np_dtypes[1])
        return result.numpy()

    def reseed(self):
        self.torch.manual_seed(0)


def keras_adapter(backend):
    """Keras on one of its backends: that backend's tensors and results under Keras's functions."""
    os.environ["KERAS_BACKEND"] = backend
    base = {"tensorflow": tensorflow_adapter, "jax": jax_adapter, "torch": torch_adapter, "numpy": adapter}[backend]

    class keras_on(base):
        framework = "keras"

        def __init__(self):
            super().__init__()
            import keras
            self.keras = keras
            self.switches |= {"backend": backend, "backend_version": self.version}
            self.version = keras.__version__

        def dtype(self, code):
            return DTYPES[code]

        def reseed(self):
            self.keras.utils.set_random_seed(0)

        def assign(self, layer, name, value, sample):
            if not layer.built:
                layer.build(tuple(sample.shape))
            found = [variable for variable in layer.variables if variable.name == name]
            if not found:
                raise ValueError(f"no variable {name!r} in the layer (it has: {', '.join(v.name for v in layer.variables)})")
            found[0].assign(value)

    return keras_on()


def adapt(column):
    match = re.fullmatch(r"(\w+)(?:\[(\w+)\])?", column)
    name, backend = match.groups() if match else (column, None)
    if name == "keras" and (backend or "tensorflow") in BACKENDS:
        return keras_adapter(backend or "tensorflow")
    plain = {"numpy": adapter, "test": adapter, "jax": jax_adapter, "tensorflow": tensorflow_adapter, "torch": torch_adapter,
             "chainer": chainer_adapter}
    if name not in plain or backend:
        raise refused(f"xamt: no host for the column {column} (there are: {', '.join(sorted(plain))}, keras[{'|'.join(BACKENDS)}])")
    return plain[name]()


# ---------------------------------------------------------------------------------------------------------------------------------------
# Plans: from a name and the ways its arguments are passed to a closure per combination of argument kinds.


class faults:
    """Functions of the column ``test``: each does one thing that a framework might do to its host."""

    def kill(number):
        os.kill(os.getpid(), number)

    def leave(code):
        os._exit(code)

    def exit(code):
        sys.exit(code)

    def sleep(seconds):
        time.sleep(seconds)

    def spin():
        while True:
            pass

    def stop():
        os.kill(os.getpid(), signal.SIGSTOP)

    def eat(bytes):
        return int(np.ones(bytes, np.uint8).sum())

    def grow(bytes):
        faults.kept = getattr(faults, "kept", []) + [np.ones(bytes, np.uint8)]
        return len(faults.kept)

    def recurse():
        return faults.recurse()

    def fail(text):
        raise ValueError(text)

    def interrupt():
        raise KeyboardInterrupt

    def babble(text):
        os.write(4, text.encode() + b"\n")
        time.sleep(1000)

    def hang_up():
        os.close(4)
        time.sleep(1000)

    def once(path, number):
        """Dies of the signal the first time only; the file remembers."""
        if not os.path.exists(path):
            open(path, "w").close()
            os.kill(os.getpid(), number)
        return 1

    def echo(x):
        return x

    def say(x):
        raise ValueError(repr(x))

    def layout(x):
        """Strides in bytes, and how far the first element lies behind an aligned address."""
        return [*x.strides, x.ctypes.data % ALIGNMENT]

    def reads_on(x):
        """What a kernel gives that takes its input for contiguous."""
        return np.frombuffer(ctypes.string_at(x.ctypes.data, x.nbytes), x.dtype).reshape(x.shape)

    def copies(x, out=None):
        """The same numbers; in memory that is given, the last one is forgotten."""
        if out is None:
            return x.copy()
        out[...] = 0
        out.reshape(-1)[:-1] = x.reshape(-1)[:-1]
        return out

    def nothing():
        return None

    def many(count):
        return [1] * count

    def pid():
        return os.getpid()

    def descriptors():
        """How many sockets, pipes and pieces of shared memory this process has a hand on."""
        links = {os.readlink(path) for path in map("/proc/self/fd/{}".format, os.listdir("/proc/self/fd")) if os.path.lexists(path)}
        return [sum(link.startswith(kind) for link in links) for kind in ("socket:", "pipe:", "/memfd:")]


def resolve(name, column):
    """The object of a qualified name; modules on the way are imported as needed."""
    root, _, rest = name.partition(".")
    path = f"{ALIASES.get(root, root)}.{rest}".rstrip(".").split(".")
    if path[0] == "test":
        if column != "test":
            raise refused(f"xamt: {name} exists in the column test only")
        found, seen, path = faults, "test", path[1:]
    else:
        try:
            found, seen, path = importlib.import_module(path[0]), path[0], path[1:]
        except ImportError as error:
            raise refused(f"xamt: {path[0]} cannot be imported for {name}: {error}")
    for part in path:
        if not hasattr(found, part):
            try:
                importlib.import_module(f"{seen}.{part}")
            except ImportError:
                close = difflib.get_close_matches(part, dir(found), 3)
                raise refused(f'xamt: {seen} has no "{part}"' + (f" (close: {', '.join(close)})" if close else "") + f", wanted for {name}")
        found, seen = getattr(found, part), f"{seen}.{part}"
    return found


def ways(name, function, arguments):
    """How each argument is passed, after a check against the signature, in the words of the compile-time check.

    ``auto`` is by keyword where the function allows it, else by position, in the order of the function's own parameters.  Functions that
    do not tell their parameters are not checked.  The answer is the order in which the arguments are written down, and the ways.
    """
    hows = [argument.get("pass", "auto") for argument in arguments]
    given = [argument["name"] for argument in arguments]
    last_spread = max((i for i, how in enumerate(hows) if how == "spread"), default=-1)
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        plain = "keyword" if name.startswith("torch.") else "position"
        hows = [("position" if i < last_spread else plain) if how == "auto" else how for i, how in enumerate(hows)]
        return range(len(hows)), hows
    kinds = {p.kind for p in parameters.values()}
    named = [p.name for p in parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    by_place = [p.name for p in parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    only_place = {p.name for p in parameters.values() if p.kind is p.POSITIONAL_ONLY}
    open_names, open_places = inspect.Parameter.VAR_KEYWORD in kinds, inspect.Parameter.VAR_POSITIONAL in kinds
    has = f"(it has: {', '.join(named)})"
    bound, places = set(), 0
    order = list(range(len(hows)))
    if last_spread < 0:
        order.sort(key=lambda i: by_place.index(given[i]) if hows[i] == "auto" and given[i] in only_place else i)
    for i in order:
        how, argument = hows[i], given[i]
        if how == "auto":
            unnamed = argument not in named and not open_names and open_places
            how = hows[i] = "position" if argument in only_place or unnamed or i < last_spread else "keyword"
        if how == "spread":
            # Its elements take every place that is left.
            bound.update(by_place[places:] if not open_places or argument in by_place else [])
            places = len(by_place)
        elif argument not in named and not (open_names if how == "keyword" else open_places):
            raise refused(f'xamt: {name} has no parameter "{argument}" {has}')
        elif how == "keyword":
            if argument in only_place and not open_names:
                raise refused(f'xamt: the parameter "{argument}" of {name} is passed by position only')
            bound.add(argument)
        else:
            if places < len(by_place):
                if argument in named and by_place[places] != argument:
                    raise refused(f'xamt: {name} takes "{by_place[places]}" at place {places + 1}, not "{argument}" {has}')
                bound.add(by_place[places])
            elif not open_places:
                raise refused(f'xamt: {name} takes {len(by_place)} arguments by position, "{argument}" is one too many {has}')
            places += 1
    for p in parameters.values():
        if p.default is p.empty and p.name in named and p.name not in bound:
            raise refused(f'xamt: {name} needs its parameter "{p.name}", which is not bound {has}')
    return order, hows


# The value of argument number K as an expression over `row` (its descriptor's eight words start at 8 K) and `base` (the slot's start).
EXPRESSIONS = {
    NONE: "None", FLAG: "row[{1}] != 0", INTEGER: "row[{1}]", REAL: "real(row[{1}])", TEXT: "text(base + row[{1}], row[{0}] >> 32)",
    DTYPE: "dtypes[row[{0}] >> 8 & 255]", INTEGERS: "integers(base + row[{1}], row[{0}] >> 32, row[{0}] >> 16 & 255, row[{2}], row[{3}])",
    TENSOR: "tensor(nd(({shape}), {dtype}, inputs, base + row[{1}]))", TENSORS: "tensors(base, row[{1}], row[{0}] >> 32)",
    COMPLEX: "complex(real(row[{2}]), real(row[{3}]))", REALS: "reals(base + row[{1}], row[{0}] >> 32)",
}
# What distinguishes two static values of one kind: bits, so that -0.0 is not 0.0 and a NaN equals itself.
KEYS = {REAL: "row[{1}]", COMPLEX: "(row[{2}], row[{3}])", DTYPE: "row[{0}]", REALS: "tuple(map(bits, " + EXPRESSIONS[REALS] + "))"}


def poison(dtype):
    """What no function may read: NaN, or the largest number."""
    if dtype.kind in "iu":
        return np.iinfo(dtype).max
    return True if dtype.kind == "b" else np.array(np.nan, dtype)


def strided(view):
    if not view.ndim:
        return view
    buffer = np.full(view.shape[:-1] + (2 * view.shape[-1],), poison(view.dtype), view.dtype)
    buffer[..., ::2] = view
    return buffer[..., ::2]


def shifted(view):
    buffer = np.empty(view.nbytes + view.itemsize + ALIGNMENT, np.uint8)
    first = -buffer.ctypes.data % ALIGNMENT + view.itemsize
    placed = buffer[first:first + view.nbytes].view(view.dtype).reshape(view.shape)
    placed[...] = view
    return placed


LAYOUTS = {STRIDED: strided, TRANSPOSED: lambda view: np.asfortranarray(view) if view.ndim > 1 else view, SHIFTED: shifted}


def takes_memory(function):
    """Whether a function writes its result into an array that it is given, as NumPy's do."""
    if isinstance(function, np.ufunc):
        return function.nout == 1
    try:
        return "out" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def spelled(table, position, word):
    """The expression of a descriptor whose first word (kind, dtype, rank) is known."""
    kind, code, rank = word & 255, word >> 8 & 255, word >> 16 & 255
    if kind not in EXPRESSIONS or (kind == TENSOR and (code >= len(DTYPES) or rank > MOST_RANK)):
        raise ValueError(f"argument {position + 1} has a descriptor that this host does not know (kind {kind}, dtype {code}, rank {rank})")
    at = 8 * position
    shape = "".join(f"row[{at + 2 + i}]," for i in range(rank))
    return table.get(kind, EXPRESSIONS[kind]).format(at, at + 1, at + 2, at + 3, shape=shape, dtype=f"np_dtypes[{code}]")


class plan:
    """A function and how it is called; `closure(words, how)` gives the call for one combination of argument kinds, in one variant."""

    def __init__(self, text, worker):
        told = json.loads(text)
        self.name, self.arguments, self.worker = told["function"], told.get("arguments", []), worker
        self.construct, self.weights, self.method = told.get("construct", []), told.get("weights", []), told.get("method", False)
        self.is_layer = "construct" in told or bool(self.weights)
        self.compiled = told.get("jit", True) and worker.adapter.compiles and not self.is_layer
        self.function = None if self.method else resolve(self.name, worker.column)
        if not self.method and not callable(self.function):
            raise refused(f"xamt: {self.name} is not callable")
        self.hows = self.settled()
        self.closures = {}

    def settled(self):
        """How each argument is passed; those of a method and a layer's first go by position unless the plan says otherwise, its others by name."""
        hows = ["position" if argument.get("pass", "auto") == "auto" else argument["pass"] for argument in self.arguments]
        self.order = list(range(len(hows)))
        if self.method:
            return hows
        if self.is_layer:
            called = [i for i, a in enumerate(self.arguments) if a["name"] not in self.construct and a["name"] not in self.weights]
            for i in called[1:]:
                hows[i] = "keyword"
        checked = [i for i, a in enumerate(self.arguments) if not self.is_layer or a["name"] in self.construct]
        order, settled = ways(self.name, self.function, [self.arguments[i] for i in checked])
        for rank, i in enumerate(order):
            hows[checked[i]], self.order[checked[i]] = settled[i], rank
        return hows

    def called(self, values):
        """The call as an expression, given the expression of each argument's value."""
        constructor, call = [], []
        for i in sorted(range(len(values)), key=lambda i: (self.hows[i] == "keyword", self.order[i])):
            name = self.arguments[i]["name"]
            if name not in self.weights:
                part = {"position": values[i], "spread": f"*{values[i]}"}.get(self.hows[i], f"{name}={values[i]}")
                (constructor if name in self.construct else call).append(part)
        if self.method:
            return f"({call[0]}).{self.name.rpartition('.')[2]}({', '.join(call[1:])})"
        if self.is_layer:
            kept = [f"({a['name']!r}, {v})" for v, a in zip(values, self.arguments) if a["name"] in self.weights]
            return f"layer(f({', '.join(constructor)}), [{', '.join(kept)}], {', '.join(call)})"
        return f"f({', '.join(call)})"

    def closure(self, words, how=PLAIN):
        found = self.closures.get((words, how))
        if found is None:
            if len(self.closures) > 4096:
                self.closures.clear()
            if len(words) != len(self.arguments):
                raise ValueError(f"{self.name} was planned with {len(self.arguments)} arguments and called with {len(words)}")
            found = self.closures[words, how] = self.made(words, how)
        return found

    def made(self, words, how):
        if how in LAYOUTS:
            return self.eager(words, LAYOUTS[how]) if not self.worker.adapter.compiles else self.made(words, PLAIN)
        if how in (GRAPH, COMPILED):
            return self.in_graph(words, how) if self.worker.adapter.traces and not self.is_layer else self.eager(words)
        if how == IN_PLACE and takes_memory(self.function):
            return self.into_given_memory(words)
        return self.traced(words, True) if self.compiled else self.eager(words)

    def into_given_memory(self, words):
        """The call with the result written into an array that is given; what cannot be written there is called as it is."""
        plain = self.eager(words)

        def written(*arguments, **keywords):
            return self.function(*arguments, **keywords, out=np.empty_like(shaped))

        shaped, into = None, self.eager(words, function=written)

        def call(row, base):
            nonlocal shaped
            shaped = plain(row, base)
            try:
                return into(row, base) if isinstance(shaped, np.ndarray) else shaped
            except (TypeError, ValueError):
                return shaped

        return call

    def built(self, source, **names):
        scope = self.worker.scope | {"f": self.function, "layer": self.layer} | names
        exec(source, scope)
        return scope["call"]

    def eager(self, words, layout=None, function=None):
        laid_out = EXPRESSIONS if layout is None else EXPRESSIONS | {
            TENSOR: EXPRESSIONS[TENSOR].replace("tensor(", "tensor(layout(", 1) + ")",
            TENSORS: "[tensor(layout(view)) for view in views(" + EXPRESSIONS[TENSORS].partition("(")[2] + "]"}
        values = [spelled(laid_out, i, word) for i, word in enumerate(words)]
        return self.built(f"def call(row, base):\n    return {self.called(values)}", layout=layout, f=function or self.function)

    def in_graph(self, words, how):
        """The call traced by TensorFlow; what it cannot trace or compile is called as it is."""
        plain, trace = self.eager(words), self.worker.adapter.trace

        def give_up(error, row, base):
            raise error

        traced = self.traced(words, False, lambda call: trace(call, how), give_up)

        def call(row, base):
            nonlocal traced
            try:
                return traced(row, base)
            except Exception:
                result = plain(row, base)
            traced = plain
            return result

        return call

    def layer(self, layer, weights, *arguments, **keywords):
        sample = arguments[0] if arguments else next(iter(keywords.values()))
        for name, value in weights:
            self.worker.adapter.assign(layer, name, value, sample)
        return layer(*arguments, **keywords)

    def traced(self, words, trace_reals, jit=None, retry=None):
        """A compiled call: tensors (and reals, while the function takes them traced) are its inputs, the rest is part of its identity."""
        raw = EXPRESSIONS | {TENSOR: EXPRESSIONS[TENSOR].replace("tensor(", "(", 1), TENSORS: "views(" + EXPRESSIONS[TENSORS].partition("(")[2]}
        traced = [(word & 255) in ((TENSOR, TENSORS, REAL) if trace_reals else (TENSOR, TENSORS)) for word in words]
        keys = [spelled(KEYS, i, word) for i, word in enumerate(words) if not traced[i]]
        inputs = [spelled(raw, i, word) for i, word in enumerate(words) if traced[i]]
        statics = [spelled(EXPRESSIONS, i, word) for i, word in enumerate(words) if not traced[i]]
        names = [f"a{i}" for i in range(len(words))]
        source = (f"def identity(row, base):\n    {''.join(names[i] + ', ' for i in range(len(words)) if not traced[i])}= {', '.join(statics)},\n"
                  if statics else "def identity(row, base):\n")
        source += f"    return jit(lambda {', '.join(names[i] for i in range(len(words)) if traced[i])}: {self.called(names)})\n"
        source += f"def call(row, base):\n    key = ({''.join(key + ', ' for key in keys)})\n    compiled = known.get(key)\n"
        source += "    if compiled is None:\n        compiled = known[key] = identity(row, base)\n"
        source += f"    try:\n        return compiled({', '.join(inputs)})\n    except Exception as error:\n        return retry(error, row, base)\n"

        def less_traced(error, row, base):
            if not self.worker.adapter.needs_concrete(error):
                raise error
            less = self.traced(words, False) if trace_reals and any(word & 255 == REAL for word in words) else self.eager(words)
            result = less(row, base)
            self.closures[words, PLAIN] = less
            return result

        return self.built(source, known={}, jit=jit or self.worker.adapter.jit, retry=retry or less_traced)


# ---------------------------------------------------------------------------------------------------------------------------------------
# The worker: shared memory and the loop.


class no_room(Exception):
    """The results do not fit into what is left of the slot."""


class left_out(Exception):
    """The trials before it used up the time of the batch."""


class unsupported(Exception):
    """A result that is not an array, a number, or a short list of them."""


def one_line(error):
    kind = type(error).__name__
    try:
        text = str(error)
    except BaseException:
        text = ""
    text = " ".join(re.sub(r"\{\{[^}]*\}\}", "", text[:4000]).split())
    return kind, text.encode("utf-8", "replace")[:MOST_TEXT].decode("utf-8", "ignore").encode()


class worker:
    def __init__(self, column, loaded, descriptor):
        self.column, self.adapter, self.plans = column, loaded, {}
        self.memory = mmap.mmap(descriptor, 0)
        # Inputs are seen through a second, read-only mapping: a function that writes to its inputs shows.  (torch needs writable ones.)
        self.inputs = self.memory if loaded.framework == "torch" or hasattr(loaded, "torch") else mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
        magic, version, self.slots, self.stride, self.in_bytes, self.out_bytes = struct.unpack_from("<QIIQQQ", self.memory, 0)
        if magic != MAGIC or version != VERSION:
            raise refused("xamt: the shared memory is not of this version of the worker")
        self.words = np.frombuffer(self.memory, np.int64)
        self.counters = memoryview(self.memory)[:HEADER].cast("Q")
        self.shapes = {}
        self.scope = {
            "np_dtypes": np_dtypes, "nd": np.ndarray, "inputs": self.inputs, "tensor": loaded.tensor, "real": self.real, "bits": self.bits,
            "dtypes": [loaded.dtype(code) for code in range(len(DTYPES))], "text": self.text, "integers": self.integers, "reals": self.reals,
            "tensors": lambda base, at, count: [loaded.tensor(view) for view in self.views(base, at, count)], "views": self.views,
        }

    @staticmethod
    def real(bits, double=struct.Struct("<d"), quad=struct.Struct("<q")):
        return double.unpack(quad.pack(bits))[0]

    @staticmethod
    def bits(real, double=struct.Struct("<d"), quad=struct.Struct("<q")):
        return quad.unpack(double.pack(real))[0]

    def text(self, at, count):
        return self.memory[at:at + count].decode()

    def reals(self, at, count):
        return struct.unpack_from(f"<{count}d", self.memory, at)

    def integers(self, at, count, rank, rows, columns):
        flat = struct.unpack_from(f"<{count}q", self.memory, at)
        return flat if rank < 2 else tuple(flat[i * columns:(i + 1) * columns] for i in range(rows))

    def views(self, base, at, count):
        made = []
        for position in range(base + at, base + at + 64 * count, 64):
            word, offset, *dims = struct.unpack_from("<8q", self.memory, position)
            made.append(np.ndarray(tuple(dims[:word >> 16 & 255]), np_dtypes[word >> 8 & 255], self.inputs, base + offset))
        return made

    def flattened(self, result, depth=0):
        if isinstance(result, (tuple, list)) and depth < 3:
            return [array for part in result for array in self.flattened(part, depth + 1)]
        array = self.adapter.array(result)
        if array is None:
            raise unsupported(f"unsupported result type {type(result).__name__}")
        return [array]

    @staticmethod
    def portable(array):
        """Wider unsigned integers, which only results have (a sum of uint8 is uint64), travel as signed ones of the same value."""
        return array.astype(np.int64) if array.dtype.kind == "u" and array.itemsize > 1 and not (array >= 2**63).any() else array

    def described(self, array):
        """The first word and the dims of an array's descriptor, and its size; by dtype number and shape, as each is asked for often."""
        code = next((code for code, known in enumerate(np_dtypes) if known == array.dtype), None)
        if code is None:
            raise unsupported(f"unsupported result type {array.dtype}")
        if array.ndim > MOST_RANK:
            raise unsupported(f"unsupported result of rank {array.ndim}")
        dims = struct.pack("<6q", *array.shape, *[0] * (MOST_RANK - array.ndim))
        if len(self.shapes) > 65536:
            self.shapes.clear()
        found = self.shapes[array.dtype.num, array.shape] = (TENSOR | code << 8 | array.ndim << 16, array.nbytes, dims)
        return found

    def store(self, result, base, record, used, end, pack=struct.Struct("<qq48s").pack_into):
        """Writes the results behind `used`; the new end of what is used."""
        array = result if type(result) is np.ndarray else None
        if array is None and not isinstance(result, (tuple, list)):
            array = self.adapter.array(result)
        arrays = (array,) if array is not None else self.flattened(result)
        if len(arrays) > MOST_RESULTS or not arrays:
            raise unsupported(f"unsupported result type {type(result).__name__} of {len(arrays)} parts")
        memory, place = self.memory, record + RESULTS
        for array in arrays:
            known = self.shapes.get((array.dtype.num, array.shape))
            if known is None:
                array = self.portable(array)
                known = self.described(array)
            word, size, dims = known
            if used + size > end:
                raise no_room
            if size <= 4096:
                memory[used:used + size] = array.tobytes()
            else:
                np.ndarray(array.shape, array.dtype, memory, used)[...] = array
            pack(memory, place, word, used - base, dims)
            place += 64
            used = used + size + ALIGNMENT - 1 & -ALIGNMENT
        memory[record + 8:record + 10] = bytes((VALUE, len(arrays)))
        return used

    def store_error(self, error, base, record, used, end):
        if isinstance(error, (no_room, left_out)):
            self.memory[record + 8:record + 10] = bytes((LIMIT if isinstance(error, no_room) else LEFT_OUT, 0))
            return used
        kind, text = one_line(error)
        written = kind.encode() + text
        if used + len(written) > end:
            kind, written = "", b""
        self.memory[used:used + len(written)] = written
        struct.pack_into("<IIQ", self.memory, record + 16, len(kind), len(written) - len(kind), used - base)
        self.memory[record + 8:record + 10] = bytes((ERROR, 0))
        return used + len(written) + ALIGNMENT - 1 & -ALIGNMENT

    def run(self, slot, count, first=0, used=0, most_ms=0):
        """Trials first..count-1 of a slot; `used` bytes of its out-arena hold results that stay. After the first one, which may have to
        compile, the others have `most_ms` together (0: as long as they take); what is left then is left out."""
        counters = self.counters
        counters[8] = counters[16] = first
        base = HEADER + slot * self.stride
        used += base + RECORDS * RECORD + self.in_bytes
        end = base + RECORDS * RECORD + self.in_bytes + self.out_bytes
        records = self.words[base // 8:(base + RECORDS * RECORD) // 8].reshape(RECORDS, RECORD // 8)[first:count]
        heads = records[:, 0].tolist()
        most = max((head >> 32 & 255 for head in heads), default=0)
        rows = records[:, 4:4 + 8 * most].tolist()
        kinds = (records[:, 4:4 + 8 * most:8] & 0xFFFFFF).tolist()
        last_head = last_kind = call = None
        record = base + first * RECORD
        store, latest, now = self.store, float("inf"), time.monotonic
        for i, (head, kind, row) in enumerate(zip(heads, kinds, rows), first + 1):
            counters[8] = i
            try:
                if now() > latest:
                    raise left_out
                if kind != last_kind or head != last_head:
                    call = None
                    call = self.plans[head & 0xFFFFFFFF].closure(tuple(kind[:head >> 32 & 255]), head >> 40 & 255)
                    last_head, last_kind = head, kind
                used = store(call(row, base), base, record, used, end)
            except BaseException as error:
                last_kind = None
                used = self.store_error(error, base, record, used, end)
                if isinstance(error, MemoryError):
                    gc.collect()
            counters[16] = i
            record += RECORD
            if most_ms and i == first + 1:
                latest = now() + most_ms / 1000

    def serve(self, commands, replies):
        pending = b""
        while True:
            chunk = os.read(commands, 65536)
            if not chunk:
                return
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                word, _, rest = line.decode().partition(" ")
                if word == "run":
                    self.run(*map(int, rest.split()))
                    os.write(replies, f"ran {' '.join(rest.split()[:2])}\n".encode())
                elif word == "plan":
                    number, _, text = rest.partition(" ")
                    os.write(replies, f"plan {number} {self.define(int(number), text)}\n".encode())
                elif word == "quit":
                    return

    def define(self, number, text):
        try:
            self.plans[number] = plan(text, self)
            return "ok"
        except refused as error:
            return f"fails refused: {error}"
        except BaseException as error:
            kind, words = one_line(error)
            return f"fails {kind}: {words.decode()}"


def prepare_numpy():
    """Every column needs it: for the views on shared memory, and for the bytes of results."""
    global np, np_dtypes
    import numpy as np
    try:
        import ml_dtypes
        bfloat16 = np.dtype(ml_dtypes.bfloat16)
    except ImportError:
        bfloat16 = np.dtype([("bfloat16", np.uint16)])
    np.seterr(all="ignore")
    np_dtypes = [bfloat16 if name == "bfloat16" else np.dtype(name) for name in DTYPES]


def main():
    parser = argparse.ArgumentParser(description="host of a Python framework")
    parser.add_argument("--column", required=True)
    parser.add_argument("--memory", type=int, default=0)
    parser.add_argument("--parent", type=int, default=0)
    parser.add_argument("--doctor", action="store_true")
    told = parser.parse_args()
    guard(told.memory, told.parent)
    for name, value in SWITCHES.items():
        os.environ.setdefault(name, value)
    warnings.simplefilter("ignore")
    try:
        prepare_numpy()
        loaded = adapt(told.column)
        switches = {name: os.environ[name] for name in TOLD.get(loaded.framework, []) + TOLD.get(loaded.switches.get("backend"), [])}
        hello = {"column": told.column, "framework": loaded.framework, "version": loaded.version, "python": sys.version.split()[0],
                 "switches": switches | loaded.switches, "rss_mb": resident_mb()}
        if told.doctor:
            print(json.dumps(hello))
            return
        for descriptor in (3, 4, 5):
            os.set_inheritable(descriptor, False)
        serving = worker(told.column, loaded, 5)
    except BaseException as error:
        text = str(error) if isinstance(error, refused) else f"{type(error).__name__}: {error}"
        print(text, file=sys.stderr)
        if not told.doctor:
            os.write(4, f"fails {' '.join(text.split())}\n".encode())
        sys.exit(1)
    gc.collect()
    gc.freeze()
    os.write(4, f"hello {json.dumps(hello)}\n".encode())
    serving.serve(3, 4)
    # Interpreter and framework shut-down is slow and may hang; nothing is left to save.
    os._exit(0)


if __name__ == "__main__":
    main()
