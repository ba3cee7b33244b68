"""A host of models whose one model is four lines of NumPy, and which ends itself once in the middle of what it is told to.

XAMT_TOY_DIES names that: COLUMN MODE NODE SLOT FILE; the file is left behind, so that the process that follows lives.
"""

import os
import pathlib
import signal
import sys

HOSTS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "hosts"
sys.path[:0] = [str(HOSTS / "models"), str(HOSTS)]
import model_worker  # noqa: E402
import numpy as np  # noqa: E402
import worker as base  # noqa: E402


class model:
    """x -> double -> running sum -> both of them side by side."""

    STEPS = (None, lambda x: x * 2, lambda x: np.cumsum(x, -1, dtype=x.dtype), lambda a, b: np.concatenate([a, b], -1))
    SOURCES = ((), (0,), (1,), (1, 2))

    def __init__(self, backend, told):
        self.backend, self.slot, self.values = backend, told["slot"], {}
        self.dtype = np.float64 if told["dtype"] == "float64" else np.float32

    def description(self):
        return ("node\tx\tInput\t{}\t\tfloat32[2,5]\nnode\tdouble\tScale\t{}\t0:0\tfloat32[2,5]\n"
                "node\tsums\tSum\t{}\t1:0\tfloat32[2,5]\nnode\tboth\tConcat\t{}\t1:0,2:0\tfloat32[2,10]\noutputs\t3:0\nparameters\t0")

    def dies(self, mode, node):
        told = os.environ.get("XAMT_TOY_DIES", "").split()
        if told and told[:4] == [self.backend.column, mode, str(node), str(self.slot)] and not os.path.exists(told[4]):
            pathlib.Path(told[4]).touch()
            os.kill(os.getpid(), signal.SIGKILL)

    def run(self, node, arrays):
        return [self.STEPS[node](*(np.asarray(a, self.dtype) for a in arrays))]

    def begin(self, arrays):
        self.values = {0: [np.array(arrays[0])]}

    def step(self, node):
        self.dies("step", node)
        self.values[node] = self.run(node, self.inputs(node))
        return self.values[node]

    def outputs(self, node):
        return self.values[node]

    def inputs(self, node):
        if node in self.values:  # asked for by a replay, not by a step
            self.dies("inputs", node)
        return [self.values[s][0] for s in self.SOURCES[node]]

    def replay(self, node, arrays):
        self.dies("replay", node)
        return self.run(node, arrays)

    def terms(self, node, arrays):
        return 5

    def whole(self, arrays, node):
        self.dies("whole", node)
        values = {0: arrays[0]}
        for i in (1, 2, 3):
            values[i] = self.run(i, [values[s] for s in self.SOURCES[i]])[0]
        return [values[3 if node < 0 else node]]


class backend:
    framework, version, switches = "toy", "1", {}

    def __init__(self):
        self.adapter = base.adapter()

    def load(self, told):
        return model(self, told)


model_worker.backend_named = lambda column: backend()
model_worker.main()
