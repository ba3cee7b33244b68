"""A suspect layer by itself: its recorded inputs, what it gave and what is right, and a script that runs it again and shows the error.

Written by the process that holds the layer, because only that one has its weights, and run once as a user would run it.
"""

import json
import os
import re
import subprocess
import sys

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

LAYER = '''    import keras
    layer = keras.saving.deserialize_keras_object(json.loads((here / "layer.json").read_text()))
    call = json.loads((here / "call.json").read_text())
    tensors = [keras.ops.convert_to_tensor(i) for i in inputs[:{taken}]]

    def filled(thing, tensors):
        if isinstance(thing, dict) and set(thing) == {{"input"}}:
            return tensors[thing["input"]]
        if isinstance(thing, dict):
            return {{key: filled(value, tensors) for key, value in thing.items()}}
        return [filled(value, tensors) for value in thing] if isinstance(thing, list) else thing

    def outputs(tensors):
        return keras.tree.flatten(layer(*filled(call["args"], tensors), **filled(call["kwargs"], tensors)))

    outputs(tensors)
    for k, weight in enumerate(getattr(layer, "weights", [])):
        weight.assign(case[f"weight{{k}}"])
    if hasattr(layer, "finalize_state"):
        layer.finalize_state()
'''

FORWARD = '''    return [keras.ops.convert_to_numpy(t) for t in outputs(tensors)]
'''

# Gradients of sum(outputs * flowing) for the floating inputs, then for all weights in one vector.
BACKWARD = '''    flowing = [keras.ops.convert_to_tensor(i) for i in inputs[{taken}:]]
    moving = [k for k, i in enumerate(inputs[:{taken}]) if i.dtype.kind == "f"]
    weights = list(getattr(layer, "trainable_variables", []))
{how}    plain = [np.zeros(like.shape, np.float32) if g is None else keras.ops.convert_to_numpy(g)
             for g, like in zip(found, [inputs[k] for k in moving] + weights)]
    flat = [g.ravel() for g in plain[len(moving):]]
    return plain[:len(moving)] + ([np.concatenate(flat)] if flat else [])
'''

GRADIENTS = {
    "tensorflow": '''    import tensorflow
    with tensorflow.GradientTape() as tape:
        for k in moving:
            tape.watch(tensors[k])
        given = [o for o in outputs(tensors) if o.dtype.is_floating]
    found = tape.gradient(given, [tensors[k] for k in moving] + [w.value for w in weights], output_gradients=flowing)
    found = [None if g is None else tensorflow.convert_to_tensor(g) for g in found]
''',
    "torch": '''    import torch
    tensors = [t.detach().requires_grad_(k in moving) for k, t in enumerate(tensors)]
    with torch.enable_grad():
        loss = sum((o * c).sum() for o, c in zip([o for o in outputs(tensors) if o.is_floating_point()], flowing))
    wanted = [tensors[k] for k in moving] + [w.value for w in weights]
    found = torch.autograd.grad(loss, wanted, allow_unused=True) if loss.requires_grad else [None] * len(wanted)
''',
    "jax": '''    import jax
    import jax.numpy as jnp

    def run(given, values):
        now = list(tensors)
        for k, g in zip(moving, given):
            now[k] = g
        with keras.StatelessScope(state_mapping=list(zip(weights, values))):
            return [o for o in outputs(now) if jnp.issubdtype(o.dtype, jnp.floating)]

    _, back = jax.vjp(run, [tensors[k] for k in moving], [w.value for w in weights])
    given, values = back(flowing)
    found = list(given) + list(values)
''',
}

GRAPH = '''    import keras
    model = keras.saving.deserialize_keras_object(json.loads((here / "model.json").read_text()))
    for k, weight in enumerate(model.weights):
        weight.assign(case[f"weight{k}"])
    tensors = [keras.ops.convert_to_tensor(i) for i in inputs]

    def whole(*given):
        return keras.tree.flatten(model(list(given) if len(given) > 1 else given[0], training=False))

    if keras.backend.backend() == "tensorflow":
        import tensorflow
        whole = tensorflow.function(whole, autograph=False)
    if keras.backend.backend() == "jax":
        import jax
        whole = jax.jit(whole)
    return [keras.ops.convert_to_numpy(t) for t in whole(*tensors)]
'''

OPENVINO = '''    import openvino
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(here / "%s"), "CPU", %s)
    return list(compiled(inputs).values())
'''

TFLITE = {
    "litert": '''    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    interpreter = Interpreter(str(here / "layer.tflite"), experimental_op_resolver_type=OpResolverType.%s)
    interpreter.allocate_tensors()
    for detail, tensor in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], tensor)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]
''',
    "openvino": OPENVINO % ("layer.tflite", {"INFERENCE_PRECISION_HINT": "f32"}),
}

ONNX = {
    "onnxruntime": '''    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.%s
    session = onnxruntime.InferenceSession(str(here / "layer.onnx"), options, providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip([i.name for i in session.get_inputs()], inputs)))
''',
    "openvino": OPENVINO % ("layer.onnx", "%s"),
    "onnx": '''    import onnx
    from onnx.reference import ReferenceEvaluator
    model = onnx.load(here / "layer.onnx")
    return ReferenceEvaluator(model).run(None, dict(zip([i.name for i in model.graph.input], inputs)))
''',
}


def tried(script):
    """What the script shows when it is run alone, in an environment without this worker's switches."""
    environment = {k: v for k, v in os.environ.items() if k not in base.SWITCHES and k != "KERAS_BACKEND"}
    environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p and not os.path.exists(os.path.join(p, "model_worker.py")))
    try:
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=80, env=environment, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "it did not end within 80 s"
    errors = {"recorded": 0.0, "run now": 0.0}
    for which, error in re.findall(r"^(recorded|run now): output \d+: largest error (\S+)", done.stdout, re.M):
        errors[which] = max(errors[which], float(error))
    if done.returncode or "not run again:" in done.stdout or "run now:" not in done.stdout:
        last = (done.stderr.strip() or done.stdout.strip() or "no words").splitlines()[-1]
        return f"it does not run: {last[:200]}"
    if errors["run now"] > 0 and errors["run now"] >= errors["recorded"] / 2:
        return f"shows the error again, {errors['run now']:.3g}"
    return f"does not show the error ({errors['run now']:.3g} where {errors['recorded']:.3g} was recorded): it lies not in the layer as it was saved, as a planted fault does"


def write(model, column, told, tensors):
    counts = told["inputs"], told["given"]
    tensors = [np.array(t) for t in tensors]
    node, folder = told["node"], told["folder"]
    inputs, given, right = tensors[:counts[0]], tensors[counts[0]:sum(counts)], tensors[sum(counts):]
    if told["what"] == "gradient":
        head, body, needs, files, weights = model.alone_backward(node, told["layer_inputs"])
    elif told["what"] == "graph":
        head, body, needs, files, weights, inputs = model.alone_whole(node, inputs, column)
    else:
        head, body, needs, files, weights = model.alone(node, inputs, column)
    os.makedirs(folder, exist_ok=True)
    arrays = {f"{name}{k}": t for name, part in (("input", inputs), ("given", given), ("right", right)) for k, t in enumerate(part)}
    arrays.update({f"weight{k}": w for k, w in enumerate(weights)})
    np.savez_compressed(os.path.join(folder, "case.npz"), **arrays)
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    script = SHOW.format(title=told["title"], needs=needs, head=head, body=body, inputs=len(inputs), given=len(given))
    path = os.path.join(folder, "show.py")
    with open(path, "w") as file:
        file.write(script)
    return {"script": path, "tried": tried(path)}


def keras_head(model):
    return f'import os\n\nos.environ["KERAS_BACKEND"] = "{model.backend.name}"\n'


def keras_alone(model, node, gradients_of=None):
    """What a script needs to run a layer of Keras by itself, or its gradients with so many inputs."""
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
    body = LAYER.format(taken=len(each.call.input_tensors))
    body += FORWARD if gradients_of is None else BACKWARD.format(taken=gradients_of, how=GRADIENTS[model.backend.name])
    return keras_head(model), body, f"keras on {model.backend.name}", files, weights


def keras_alone_whole(model, node, inputs):
    """The model up to a node, with those of its inputs that lead there."""
    keras, each = model.keras, model.nodes[node]
    if any("/" in n.name for n in model.nodes[:node + 1] if n.operation is not None):
        raise base.refused("xamt: models within the model are not cut for a reproducer")
    leads, front = set(), [node]
    while front:
        i = front.pop()
        leads.add(i)
        front += [s for s, _ in model.nodes[i].sources if s not in leads]
    taken = [i for i in range(model.count_inputs) if i in leads]
    part = keras.Model([model.nodes[i].outputs[0] for i in taken], each.outputs)
    files = {"model.json": json.dumps(keras.saving.serialize_keras_object(part), default=str).encode()}
    weights = [np.asarray(keras.ops.convert_to_numpy(w)) for w in part.weights]
    return keras_head(model), GRAPH, f"keras on {model.backend.name}", files, weights, [inputs[i] for i in taken]


def onnx_alone(model, node, inputs, column, whole=False):
    family, _, variant = column.partition("[")
    body = ONNX[family]
    if family == "onnxruntime":
        body = body % ("ORT_ENABLE_ALL" if variant.startswith("optimised") else "ORT_DISABLE_ALL")
    if family == "openvino":
        body = body % ({} if variant else {"INFERENCE_PRECISION_HINT": "f32"})
    return "", body, family, {"layer.onnx": (model.cut(node, inputs) if whole else model.single(node, inputs)).SerializeToString()}, []


def tflite_alone(model, node, data):
    family = model.backend.family
    if family not in TFLITE:
        raise base.refused(f"xamt: {family} evaluates operators of TFLite with functions of xamt's own, so there is no script without xamt")
    body = TFLITE[family]
    if family == "litert":
        body = body % ("BUILTIN_REF" if model.backend.variant else "AUTO")
    return "", body, {"litert": "ai-edge-litert"}.get(family, family), {"layer.tflite": data}, []
