"""The host of models: loads one model in one backend and runs it as a whole, node by node, or one node on given inputs.

It is the Python worker (``worker.py``) with other plans: the same lines on descriptors 3 and 4, the same shared memory on descriptor 5, the
same limits.  A plan names a mode; the first argument of each call is a list of small tensors (numbers, or JSON as bytes), the second a list
of tensors for the model.

    load     JSON: what to load, as which slot, in which dtype     -> its nodes, a line each
    prepare  JSON: a slot, a file for its weights                  -> makes them (seeded, or trained) and saves them
    data     JSON: a data set, how many samples, the input shapes  -> inputs, and labels if there are any
    begin    [slot, keep], inputs   the inputs of a free run; keep: all values, for a backward run
    step     [slot, node, port] one node of the free run           -> its outputs from that port on
    inputs   [slot, node, first] what that node took               -> tensors
    replay   [slot, node, port], inputs                            -> outputs of the node alone
    whole    [slot, node or -1], inputs                            -> the compiled model's outputs, or those of one node of it
    backward [slot], cotangents of the model's outputs             begins a backward run behind a free run
    pull     [slot, node, first]   one node backward               -> gradients for its inputs, then for its weights, from `first` on
    cotangent [slot, node]      what flows into a node backward    -> one tensor per output
    vjp      [slot, node, first, inputs], inputs + cotangents      -> the same as pull, of the node alone
    patch    JSON: a slot, a kind of fault, a layer                plants a fault
    terms    [slot, node], inputs   how many numbers one cell of the node's output sums up -> one number
    reproduce JSON: a slot, a node, a folder, how many inputs and outputs; inputs, outputs, right outputs -> writes a reproducer
"""

import argparse
import json
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import worker as base  # noqa: E402

MOST = base.MOST_RESULTS


class session:
    """The models that are loaded, by slot, and what each mode does with them."""

    def __init__(self, backend):
        self.backend, self.models, self.caught = backend, {}, {}

    def model(self, numbers):
        slot = int(numbers[0])
        if slot not in self.models:
            raise LookupError("no model is loaded: this process was started anew after the last one was lost")
        return self.models[slot]

    @staticmethod
    def told(parts):
        return json.loads(bytes(parts[0]).decode())

    @staticmethod
    def bytes_of(thing):
        return np.frombuffer(json.dumps(thing, default=str).encode(), np.uint8)

    def load(self, parts, tensors):
        told = self.told(parts)
        self.models.pop(told["slot"], None)
        model = self.backend.load(told)
        self.models[told["slot"]] = model
        return [np.frombuffer(model.description().encode(), np.uint8)]

    def prepare(self, parts, tensors):
        told = self.told(parts)
        return [self.bytes_of(self.models[told["slot"]].prepare(told))]

    def data(self, parts, tensors):
        import datasets
        return datasets.batch(self.told(parts))

    def begin(self, parts, tensors):
        model = self.model(parts[0])
        model.keep_all = len(parts[0]) > 1 and bool(parts[0][1])
        model.begin([np.array(t) for t in tensors])
        return [np.zeros(1, np.uint8)]

    def step(self, parts, tensors):
        model, port = self.model(parts[0]), int(parts[0][2])
        outputs = model.step(int(parts[0][1])) if port == 0 else model.outputs(int(parts[0][1]))
        return outputs[port:port + MOST]

    def inputs(self, parts, tensors):
        first = int(parts[0][2])
        return self.model(parts[0]).inputs(int(parts[0][1]))[first:first + MOST]

    def kept(self, key, first, compute):
        """More than five results travel in several calls, the later of which take what the first has left."""
        if first == 0:
            self.caught = {key: compute()}
        return self.caught[key][first:first + MOST]

    def replay(self, parts, tensors):
        slot, node, port = map(int, parts[0][:3])
        return self.kept(("replay", slot, node), port, lambda: self.model(parts[0]).replay(node, tensors))

    def whole(self, parts, tensors):
        node = int(parts[0][1])
        first = int(parts[0][2])
        return self.kept(("whole", node), first, lambda: self.model(parts[0]).whole([np.array(t) for t in tensors], node))

    def backward(self, parts, tensors):
        self.model(parts[0]).backward([np.array(t) for t in tensors])
        return [np.zeros(1, np.uint8)]

    def pull(self, parts, tensors):
        slot, node, first = map(int, parts[0][:3])
        return self.kept(("pull", slot, node), first, lambda: self.model(parts[0]).pull(node))

    def cotangent(self, parts, tensors):
        return self.model(parts[0]).cotangents(int(parts[0][1]))[:MOST]

    def vjp(self, parts, tensors):
        slot, node, first, count = map(int, parts[0][:4])
        return self.kept(("vjp", slot, node), first, lambda: self.model(parts[0]).vjp(node, list(tensors[:count]), list(tensors[count:])))

    def patch(self, parts, tensors):
        told = self.told(parts)
        return [self.bytes_of(self.models[told["slot"]].plant(told))]


    def terms(self, parts, tensors):
        return [np.array([self.model(parts[0]).terms(int(parts[0][1]), tensors)], np.int64)]

    def reproduce(self, parts, tensors):
        import reproducer
        told = self.told(parts)
        return [self.bytes_of(reproducer.write(self.models[told["slot"]], self.backend.column, told, tensors))]


class mode_plan:
    """A plan whose calls find their tensors as read-only views of the shared memory."""

    def __init__(self, mode, worker):
        self.call, self.worker = getattr(worker.session, mode), worker

    def closure(self, words, how=0):
        views, plain = self.worker.views, self.worker.adapter.array

        def call(row, at):
            lists = [views(at, row[8 * k + 1], row[8 * k] >> 32) for k in range(len(words))]
            results = self.call(lists[0], lists[1] if len(lists) > 1 else [])
            return [np.asarray(plain(r), order="C") for r in results] or [np.zeros(0, np.uint8)]

        return call


class model_worker(base.worker):
    MODES = "load prepare data begin step inputs replay whole backward pull cotangent vjp patch terms reproduce".split()

    def define(self, number, text):
        mode = json.loads(text).get("mode")
        if mode not in self.MODES:
            return f"fails refused: xamt: a host of models has no mode {mode!r}"
        self.plans[number] = mode_plan(mode, self)
        return "ok"


def backend_named(column):
    """The module that serves a column of models."""
    family = column.partition("[")[0]
    if family == "keras":
        import keras_models
        return keras_models.backend(column.partition("[")[2].rstrip("]") or "tensorflow")
    if family == "tflite":
        import tflite_models
        return tflite_models.backend(column.partition("[")[2].rstrip("]"))
    if family == "litert":
        import keras_compiled
        return keras_compiled.litert_backend(column.partition("[")[2].rstrip("]"))
    if family in ("onnxruntime", "openvino", "onnx"):
        import onnx_models
        return onnx_models.backend(column)
    raise base.refused(f"xamt: no host of models for the column {column}")


def main():
    global np
    parser = argparse.ArgumentParser(description="host of models")
    parser.add_argument("--column", required=True)
    parser.add_argument("--memory", type=int, default=0)
    parser.add_argument("--parent", type=int, default=0)
    parser.add_argument("--packages", default="", help="folders with further packages, separated by colons")
    told = parser.parse_args()
    base.guard(told.memory, told.parent)
    for name, value in base.SWITCHES.items():
        os.environ.setdefault(name, value)
    sys.path.extend(path for path in told.packages.split(":") if path)
    warnings.simplefilter("ignore")
    try:
        base.prepare_numpy()
        np = base.np
        backend = backend_named(told.column)
        hello = {"column": told.column, "framework": backend.framework, "version": backend.version, "python": sys.version.split()[0],
                 "switches": backend.switches, "rss_mb": base.resident_mb()}
        for descriptor in (3, 4, 5):
            os.set_inheritable(descriptor, False)
        serving = model_worker(told.column, backend.adapter, 5)
        backend.column = told.column
        serving.session = session(backend)
    except BaseException as error:
        text = str(error) if isinstance(error, base.refused) else f"{type(error).__name__}: {error}"
        print(text, file=sys.stderr)
        os.write(4, f"fails {' '.join(text.split())}\n".encode())
        sys.exit(1)
    os.write(4, f"hello {json.dumps(hello)}\n".encode())
    serving.serve(3, 4)
    os._exit(0)


if __name__ == "__main__":
    main()
