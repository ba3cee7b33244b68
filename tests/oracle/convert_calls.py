#!/usr/bin/env python3
"""Turns recorded calls into cases for `xamt try --cases`: convert_calls.py ROWS.jsonl CATALOGUES CASES.jsonl [--left-out F]

A row holds a Python expression (`call`, with the names np torch tf jax jnp keras F) and what came of it. The expression is evaluated
with stand-ins: what builds an array is built with NumPy, and any other function becomes a case with its name, its arguments and the
defaults of its signature (from the catalogues that tools/harvest wrote). What cannot become a case is listed with the reason."""

import argparse
import ast
import collections
import json
import pathlib
import re

import ml_dtypes
import numpy as np

DTYPES = {name: np.dtype(name) for name in
          "bool uint8 int8 int16 int32 int64 float16 float32 float64 complex64 complex128".split()}
DTYPES["bfloat16"] = np.dtype(ml_dtypes.bfloat16)
DTYPES["f"] = DTYPES["float32"]
COLUMNS = {"keras-tensorflow": "keras[tensorflow]", "keras-jax": "keras[jax]", "keras-torch": "keras[torch]", "keras-numpy": "keras[numpy]"}
CONSTANTS = {"nan": np.nan, "inf": np.inf, "pi": np.pi, "newaxis": None}
EXPECTED_LENGTH = 20_000  # elements: more would be a call about memory


class LeftOut(Exception):
    """Why a call becomes no case."""


class Dtype:
    def __init__(self, name):
        self.name = "float32" if name == "f" else name

    def __call__(self, x):
        return DTYPES[self.name].type(x)


def dtype_of(d, otherwise):
    if d is None:
        return otherwise
    return DTYPES[d.name if isinstance(d, Dtype) else d if isinstance(d, str) else np.dtype(d).name]


def plain(x):
    """An argument with what builds arrays built."""
    if isinstance(x, Call):
        return x.array()
    if isinstance(x, (list, tuple)):
        return type(x)(plain(e) for e in x)
    return x


def default_dtype(path, values):
    """What a framework makes of Python numbers."""
    kind = np.asarray(values).dtype if not isinstance(values, np.ndarray) else values.dtype
    if isinstance(values, (np.ndarray, np.generic)) or path.startswith("numpy."):
        return kind
    if kind == np.float64:
        return DTYPES["float32"]
    if kind == np.complex128:
        return DTYPES["complex64"] if not path.startswith("tf.") else kind
    if kind == np.int64 and not path.startswith("torch."):
        return DTYPES["int32"]
    return kind


def build_from_values(path, values, dtype=None, **_):
    values = plain(values)
    return np.asarray(values).astype(dtype_of(dtype, default_dtype(path, values)))


def build_filled(fill):
    def build(path, dims, *rest, dtype=None, **_):
        dims, rest = plain(dims), list(plain(list(rest)))
        value = rest.pop(0) if fill is None else fill
        if fill is not None and path.startswith("torch.") and isinstance(dims, int):
            dims, rest = (dims, *[r for r in rest if isinstance(r, int)]), []
        if rest:
            dtype = rest.pop(0)
        dims = (dims,) if isinstance(dims, int) else tuple(dims)
        if np.prod([float(d) for d in dims]) > EXPECTED_LENGTH * 100:
            raise LeftOut("the input itself is too large to be made")
        floats = DTYPES["float64" if path.startswith("numpy.") else "float32"]
        return np.full(dims, value, dtype_of(dtype, floats if fill is not None or isinstance(value, float) else np.asarray(value).dtype))
    return build


def build_random(path, *dims, **_):
    return np.random.default_rng(1).standard_normal(dims).astype(np.float32)


def build_like(fill):
    return lambda path, x, **_: np.full_like(plain(x), fill)


def build_eye(path, n, m=None, dtype=None, **_):
    return np.eye(n, m).astype(dtype_of(dtype, DTYPES["float32"]))


def build_reshaped(path, x, dims):
    return np.reshape(plain(x), dims)


def build_range(path, *a, dtype=None, **_):
    made = np.arange(*a)
    return made.astype(dtype_of(dtype, default_dtype(path, list(made))))


BUILDERS = {
    "tensor": build_from_values, "array": build_from_values, "asarray": build_from_values, "constant": build_from_values,
    "convert_to_tensor": build_from_values, "Variable": build_from_values, "ones": build_filled(1), "zeros": build_filled(0),
    "full": build_filled(None), "randn": build_random, "ones_like": build_like(1), "zeros_like": build_like(0), "eye": build_eye,
    "reshape": build_reshaped, "arange": build_range,
}
BUILDER_MODULES = {"torch", "numpy", "jax.numpy", "tf", "keras.ops", "chainer"}


class Call:
    """A call that was written: of an API under test, or of something that builds its arguments."""

    def __init__(self, path, positional, named, made=None):
        self.path, self.positional, self.named, self.made = path, positional, named, made
        self.item = None

    def array(self):
        module, _, name = self.path.rpartition(".")
        if module in BUILDER_MODULES and name in BUILDERS and self.made is None:
            return BUILDERS[name](self.path, *self.positional, **self.named)
        if module == "numpy" and hasattr(np, name):
            return np.asarray(getattr(np, name)(*plain(list(self.positional)), **{k: plain(v) for k, v in self.named.items()}))
        raise LeftOut(f"a composition: the result of {self.path} goes into another call")

    def __call__(self, *positional, **named):  # a layer that was made, and is called
        return Call(self.path, positional, named, made=(self.positional, self.named))

    def __getitem__(self, key):
        if isinstance(key, int):
            try:
                return self.array()[key]
            except LeftOut:
                self.item = key  # one of several outputs: the group knows which it compares
                return self
        return self.array()[key]

    def __iter__(self):
        return iter(self.array())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.array(), name)


class Module:
    def __init__(self, path):
        self._path = path

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in DTYPES and name != "f":
            return Dtype(name)
        if name in CONSTANTS:
            return CONSTANTS[name]
        path = f"{self._path}.{name}"
        if path == "jax.config":
            return Configuration()
        if path in ("numpy.nextafter", "numpy.finfo"):
            return getattr(np, name) if name == "finfo" else lambda a, b: np.nextafter(a, b)
        return Module(path)

    def __call__(self, *positional, **named):
        for word in ("grad", "gradients", "jacobian", "vjp", "jvp", "GradientTape"):
            if self._path.endswith("." + word):
                raise LeftOut("a derivative")
        if self._path.endswith((".function", ".jit", ".compile")):
            raise LeftOut("a compiled variant, which is no column")
        if self._path.endswith(".KerasTensor"):
            raise LeftOut("a symbolic call, which has no values")
        return Call(self._path, positional, named)


class Configuration:
    def update(self, *_):
        return None


NAMES = {"np": Module("numpy"), "torch": Module("torch"), "tf": Module("tf"), "jax": Module("jax"), "jnp": Module("jax.numpy"),
         "keras": Module("keras"), "F": Module("chainer.functions"), "chainer": Module("chainer"), "__import__": lambda name: Module(name)}


def number_text(x):
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, (complex, np.complexfloating)):
        return f"{number_text(float(x.real))}{'' if np.signbit(x.imag) else '+'}{number_text(float(x.imag))}j"
    if isinstance(x, (int, np.integer)):
        return str(int(x))
    x = float(x)
    if np.isnan(x):
        return "nan"
    if np.isinf(x):
        return "-inf" if x < 0 else "inf"
    return x.hex() if abs(x) > 1e15 or 0 < abs(x) < 1e-4 else repr(x)


def array_text(a):
    name = a.dtype.name
    if name not in DTYPES:
        raise LeftOut(f"the dtype {name}, which no group has")
    dims = "(" + ",".join(map(str, a.shape)) + ")"
    same = a.size > 4 and len({e.tobytes() for e in a.reshape(-1)}) == 1
    if a.size == 0:
        return f"shape {dims} zeros {name}"
    if same:
        return f"shape {dims} full {number_text(a.reshape(-1)[0])} {name}"
    nested = lambda t: number_text(t[()]) if t.ndim == 0 else "[" + ",".join(nested(e) for e in t) + "]"
    return name + (" " if a.ndim == 0 else "") + nested(a)


def text(x):
    """A value in the forms of `xamt try`."""
    x = plain(x)
    if x is None:
        return "none"
    if isinstance(x, Dtype):
        return x.name
    if isinstance(x, np.ndarray):
        return array_text(x)
    if isinstance(x, str):
        return x if x in DTYPES and x != "f" else "'" + x.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(x, (bool, int, float, complex, np.generic)):
        return number_text(x)
    if isinstance(x, (list, tuple)):
        if any(isinstance(e, np.ndarray) for e in x):
            return "{" + ",".join(text(np.asarray(e)) for e in x) + "}"
        if all(e is None for e in x) and x:
            raise LeftOut("a list of None")
        return "[" + ",".join(text(e) for e in x) + "]"
    raise LeftOut(f"an argument of the kind {type(x).__name__}")


class Catalogue:
    def __init__(self, folder):
        self.functions = {}
        for file in sorted(pathlib.Path(folder).glob("*.json")):
            for f in json.loads(file.read_text())["functions"]:
                for name in [*f["aliases"], f["name"]]:
                    self.functions[re.sub("^tensorflow[.]", "tf.", name)] = f

    def parameters(self, path):
        f = self.functions.get(path) or self.functions.get(path.replace("torch.special.", "torch."))
        if f is None:
            return None
        return f["parameters"] or None


def numpy_array(path, x):
    """NumPy itself makes arrays of lists, in float64."""
    is_list = isinstance(x, list) and x and all(isinstance(e, float) for e in x)
    return np.asarray(x) if is_list and path.startswith("numpy.") else x


def named_arguments(catalogue, path, positional, named):
    """Arguments by name, and the defaults of the signature as texts."""
    positional = [numpy_array(path, x) for x in positional]
    parameters = catalogue.parameters(path)
    if parameters is None:
        if positional:
            raise LeftOut(f"{path} has no signature in the catalogue")
        return dict(named), {}
    names = [p["name"] for p in parameters if p["kind"] in ("any", "positional", "variadic")]
    if len(positional) > len(names):
        raise LeftOut(f"{path} takes fewer arguments by position")
    given = dict(zip(names, positional)) | named
    defaults = {}
    for p in parameters:
        if p["name"] in given or "default" not in p:
            continue
        try:
            defaults[p["name"]] = text(ast.literal_eval(p["default"]))
        except (ValueError, SyntaxError, LeftOut):
            pass
    return given, defaults


def case_of(catalogue, call):
    if call.made is not None:
        constructed, defaults = named_arguments(catalogue, call.path, *call.made)
        if len(call.positional) > 1:
            raise LeftOut("a layer of several inputs")
        given = constructed | {"inputs": call.positional[0]} | call.named
    else:
        given, defaults = named_arguments(catalogue, call.path, call.positional, call.named)
    return {"api": call.path, "arguments": {k: text(v) for k, v in given.items()}, "defaults": defaults}


def calls_in(value):
    if isinstance(value, Call):
        yield value
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from calls_in(v)


BY_VALUE = {"nan", "infinity", "value", "index", "sign-of-zero", "shape", "dtype"}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan)")


def numbers_in(said):
    said = re.sub(r"\b(?:u?int|float|bfloat|complex)\d+|\([^()]*[a-z]{4}[^()]*\)", " ", str(said))
    return [float(n) for n in NUMBER.findall(said)]


def kinds_of(row):
    """Kinds of verdict that are right for a row, from what came of the call and what should have."""
    outcome, right = str(row["outcome"]), str(row["right"])
    if "SIGNAL" in outcome or "SIGSEGV" in outcome:
        return {"crash"} | ({"error"} | BY_VALUE if not outcome.startswith("SIGNAL") else set())
    if outcome.startswith("timeout"):
        return {"hang"}
    if outcome.startswith("error") or "error" in right or "raise" in right:
        return {"error"} | (BY_VALUE if not outcome.startswith("error") and "error" not in right else set())
    got, wanted = numbers_in(outcome), numbers_in(right)
    if len(got) != len(wanted):
        return set(BY_VALUE)
    kinds = set()
    for g, w in zip(got, wanted):
        if np.isnan(g) != np.isnan(w):
            kinds.add("nan")
        elif np.isinf(g) or np.isinf(w):
            if g != w:
                kinds.add("infinity")
        elif g != w or np.signbit(g) != np.signbit(w):
            kinds |= {"value", "index", "sign-of-zero"}
    return kinds or set(BY_VALUE)


def convert(rows, catalogue):
    cases, left_out = [], []
    for row in rows:
        about = {"row": row["id"], "column": COLUMNS.get(row["framework"], row["framework"]), "family": row["family"],
                 "kinds": sorted(kinds_of(row)), "live": row["verdict"] == "live" and row["live"]}
        name = f"{row['id']}/{about['column']}"
        try:
            if row["family"] == "grad":
                raise LeftOut("a derivative")
            if "-" in about["column"]:
                raise LeftOut(f"{about['column']} is no column")
            made, reasons = [], []
            for expression in row["call"].split(" ; "):
                try:
                    value = eval(compile(ast.parse(expression.strip(), mode="eval"), name, "eval"), {"__builtins__": {"range": range, "complex": complex}, **NAMES})
                    calls = list(calls_in(value))
                    if not calls:
                        raise LeftOut("no call of a function under test")
                    made += [case_of(catalogue, c) for c in calls]
                except LeftOut as why:
                    reasons.append(str(why))
            if not made or any("compiled" in r for r in reasons):  # what is compared is the variant
                raise LeftOut(reasons[0])
            for i, case in enumerate(made):
                cases.append({"id": name if len(made) == 1 else f"{name}#{i + 1}", **about, **case})
        except LeftOut as why:
            left_out.append({"id": row["id"], "column": about["column"], "family": row["family"], "live": about["live"], "reason": str(why)})
        except Exception as e:  # an expression that the stand-ins cannot follow
            left_out.append({"id": row["id"], "column": about["column"], "family": row["family"], "live": about["live"],
                             "reason": f"the call cannot be followed: {type(e).__name__}: {e}"})
    return cases, left_out


def lines(items):
    return "".join(json.dumps(i) + "\n" for i in items)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("rows", type=pathlib.Path)
    options.add_argument("catalogues", type=pathlib.Path, help="the folder of tools/harvest's JSON files")
    options.add_argument("cases", type=pathlib.Path)
    options.add_argument("--left-out", type=pathlib.Path, help="where to list the calls that become no case")
    options.add_argument("--all", action="store_true", help="also calls that show no defect today")
    asked = options.parse_args()
    rows = [json.loads(line) for line in asked.rows.read_text().splitlines() if line.strip()]
    if not asked.all:
        rows = [r for r in rows if r["live"] and r["verdict"] == "live"]
    cases, left_out = convert(rows, Catalogue(asked.catalogues))
    asked.cases.write_text(lines(cases))
    if asked.left_out:
        asked.left_out.write_text(lines(left_out))
    print(f"{len(cases)} cases of {len({(c['row'], c['column']) for c in cases})} calls; {len(left_out)} calls left out")
    for reason, n in collections.Counter(l["reason"] for l in left_out).most_common():
        print(f"  {n}: {reason}")


if __name__ == "__main__":
    main()
