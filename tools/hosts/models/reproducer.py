"""A suspect layer by itself: its recorded inputs, what it gave and what is right, and a script that runs it again and shows the error.

Written by the process that holds the layer, because only that one has its weights.  First the inputs are cut down to the one sample that
shows the error, if the layer still errs on it alone.
"""

import json
import os

import worker as base

np = base.np

SHOW = '''"""{title}

Runs the layer alone on its recorded inputs (case.npz) and compares with what float64 gives.  Needs: {needs}.
"""
{head}import json
import pathlib

import numpy as np

here = pathlib.Path(__file__).resolve().parent
case = np.load(here / "case.npz")
inputs = [case[f"input{{k}}"] for k in range({inputs})]


def run():
{body}

def show(what, outputs):
    for k, output in enumerate(outputs):
        if f"right{{k}}" not in case:
            continue
        right, output = case[f"right{{k}}"].astype(np.float64), np.asarray(output, np.float64)
        error = np.where(np.isfinite(output) == np.isfinite(right), np.nan_to_num(np.abs(output - right), posinf=0), np.inf)
        at = np.unravel_index(int(error.argmax()), error.shape) if error.ndim else ()
        print(f"{{what}}: output {{k}}: largest error {{error[at]:.9g}} at {{tuple(map(int, at))}}: {{output[at]:.9g}} where {{right[at]:.9g}} is right")


show("recorded", [case[f"given{{k}}"] for k in range({given})])
try:
    results = run()
except ImportError as missing:
    print("not run again:", missing)
else:
    show("run now", results)
'''

KERAS = '''    import keras
    layer = keras.saving.deserialize_keras_object(json.loads((here / "layer.json").read_text()))
    call = json.loads((here / "call.json").read_text())

    def filled(thing):
        if isinstance(thing, dict) and set(thing) == {"input"}:
            return keras.ops.convert_to_tensor(inputs[thing["input"]])
        if isinstance(thing, dict):
            return {key: filled(value) for key, value in thing.items()}
        return [filled(value) for value in thing] if isinstance(thing, list) else thing

    arguments, words = filled(call["args"]), filled(call["kwargs"])
    layer(*arguments, **words)
    for k, weight in enumerate(getattr(layer, "weights", [])):
        weight.assign(case[f"weight{k}"])
    if hasattr(layer, "finalize_state"):
        layer.finalize_state()
    return [keras.ops.convert_to_numpy(t) for t in keras.tree.flatten(layer(*arguments, **words))]
'''

ONNX = {
    "onnxruntime": '''    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.%s
    session = onnxruntime.InferenceSession(str(here / "layer.onnx"), options, providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip([i.name for i in session.get_inputs()], inputs)))
''',
    "openvino": '''    import openvino
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(here / "layer.onnx"), "CPU", %s)
    return list(compiled(inputs).values())
''',
    "onnx": '''    import onnx
    from onnx.reference import ReferenceEvaluator
    model = onnx.load(here / "layer.onnx")
    return ReferenceEvaluator(model).run(None, dict(zip([i.name for i in model.graph.input], inputs)))
''',
}


def error_of(outputs, right):
    most = 0.0
    for a, b in zip(outputs, right):
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        if a.shape != b.shape or a.size == 0:
            return 0.0
        if not np.array_equal(np.isfinite(a), np.isfinite(b)):
            return np.inf
        with np.errstate(all="ignore"):
            most = max(most, float(np.nanmax(np.where(np.isfinite(b), np.abs(a - b), 0))))
    return most


def cut(model, node, inputs, given, right):
    """The one sample with the largest error, if all tensors are batches of the same length and the layer errs as much on it alone."""
    lengths = {t.shape[0] if t.ndim else 0 for t in [*inputs, *given, *right]}
    if len(lengths) != 1 or lengths == {0} or lengths == {1}:
        return inputs, given, right
    errors = [error_of([g[k:k + 1] for g in given], [r[k:k + 1] for r in right]) for k in range(lengths.pop())]
    worst = int(np.argmax(errors))
    one = [[t[worst:worst + 1] for t in part] for part in (inputs, given, right)]
    try:
        again = model.replay(node, one[0])
    except Exception:
        return inputs, given, right
    if error_of(again, one[2]) < errors[worst] / 2:
        return inputs, given, right
    return one[0], [np.asarray(a) for a in again], one[2]


def write(model, column, told, tensors):
    counts = told["inputs"], told["given"]
    tensors = [np.array(t) for t in tensors]
    node, folder = told["node"], told["folder"]
    inputs, given, right = tensors[:counts[0]], tensors[counts[0]:sum(counts)], tensors[sum(counts):]
    inputs, given, right = cut(model, node, inputs, given, right)
    os.makedirs(folder, exist_ok=True)
    arrays = {f"{name}{k}": t for name, part in (("input", inputs), ("given", given), ("right", right)) for k, t in enumerate(part)}
    head, body, needs, files, weights = model.alone(node, inputs, column)
    arrays.update({f"weight{k}": w for k, w in enumerate(weights)})
    np.savez_compressed(os.path.join(folder, "case.npz"), **arrays)
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    script = SHOW.format(title=told["title"], needs=needs, head=head, body=body, inputs=len(inputs), given=len(given))
    path = os.path.join(folder, "show.py")
    with open(path, "w") as file:
        file.write(script)
    return {"script": path, "samples": int(inputs[0].shape[0]) if inputs and inputs[0].ndim else 0}


def keras_alone(model, node):
    """What a script needs to run a layer of Keras by itself."""
    keras, each = model.keras, model.nodes[node]
    numbers = {id(t): k for k, t in reversed(list(enumerate(each.call.input_tensors)))}

    def placed(thing):
        if isinstance(thing, keras.KerasTensor):
            return {"input": numbers[id(thing)]}
        if isinstance(thing, dict):
            return {key: placed(value) for key, value in thing.items()}
        return [placed(value) for value in thing] if isinstance(thing, (list, tuple)) else thing

    call = {"args": placed(list(each.call.arguments.args)), "kwargs": placed(dict(each.call.arguments.kwargs))}
    if getattr(each.operation, "_call_has_training_arg", False):
        call["kwargs"]["training"] = False
    files = {"layer.json": json.dumps(keras.saving.serialize_keras_object(each.operation), default=str).encode(), "call.json": json.dumps(call, default=str).encode()}
    weights = [np.asarray(keras.ops.convert_to_numpy(w)) for w in getattr(each.operation, "weights", [])]
    head = f'import os\n\nos.environ["KERAS_BACKEND"] = "{model.backend.name}"\n'
    return head, KERAS, f"keras on {model.backend.name}", files, weights


def onnx_alone(model, node, inputs, column):
    family, _, variant = column.partition("[")
    body = ONNX[family]
    if family == "onnxruntime":
        body = body % ("ORT_ENABLE_ALL" if variant.startswith("optimised") else "ORT_DISABLE_ALL")
    if family == "openvino":
        body = body % ({} if variant else {"INFERENCE_PRECISION_HINT": "f32"})
    return "", body, family, {"layer.onnx": model.single(node, inputs).SerializeToString()}, []
