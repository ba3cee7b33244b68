"""`xamt sweep` over real frameworks against figures computed here, with mpmath and exact fractions; killed and continued; wrong usage.

  sweep_figures.py --build FOLDER     exit status 77: skipped, mpmath, torch or jax is not installed"""

import argparse
import bisect
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

try:
    import jax
    import mpmath
    import numpy as np
    import torch
except ImportError as missing:
    print(missing)
    sys.exit(77)

parser = argparse.ArgumentParser()
parser.add_argument("--build", type=pathlib.Path, required=True)
XAMT = str(parser.parse_args().build / "xamt")
failures = 0


def expect(what, got, wanted):
    global failures
    print("ok    " if got == wanted else "FAILED", what, "" if got == wanted else f"\n  got    {got!r}\n  wanted {wanted!r}")
    failures += got != wanted


def xamt(*words):
    return subprocess.run([XAMT, *map(str, words)], capture_output=True, text=True, timeout=600)


# ---------------------------------------------------------------------------------------------------------------------------------------
# bfloat16 by itself: every pattern, exact values, rounding by searching the neighbours. Nothing of xamt takes part.

PATTERNS = np.arange(65536, dtype=np.uint32)
NUMBERS = (PATTERNS << 16).view(np.float32)
POSITIVE = [Fraction(float(NUMBERS[p])) for p in range(0x7F80)] + [Fraction(2) ** 128]  # infinity is the number after the largest
LEAST_NORMAL = Fraction(2) ** -126


def nearest(value):
    """The pattern of the bfloat16 nearest to a non-negative fraction, ties to even."""
    above = min(bisect.bisect_left(POSITIVE, value), 0x7F80)
    if above == 0:
        return 0
    below = above - 1
    low, high = value - POSITIVE[below], POSITIVE[above] - value
    return below if low < high or (low == high and below % 2 == 0) else above


def ulp(value):
    exponent = max((value.numerator.bit_length() - value.denominator.bit_length()), -126)
    while exponent > -126 and Fraction(2) ** exponent > value:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= value and exponent < 127:
        exponent += 1
    return Fraction(2) ** (exponent - 7)


def exactly(number):
    sign, mantissa, exponent, size = number._mpf_
    if mantissa and exponent + size < -1000:  # below everything that counts, and a fraction of it would not fit into any memory
        mantissa, exponent = 1, -1000
    return (-1) ** sign * Fraction(mantissa) * Fraction(2) ** exponent


def order(pattern):
    """Place on the number line of a pattern that is no NaN."""
    return 65535 - pattern if pattern & 0x8000 else 32768 + pattern


def right_answers(function):
    """For every pattern that is no NaN: the exact value, and the pattern of its nearest bfloat16."""
    rights = {}
    for p in range(65536):
        x = float(NUMBERS[p])
        if x == x:
            value = exactly(function(mpmath.mpf(x))) if abs(x) != float("inf") else Fraction(int(function(mpmath.mpf(x))))
            rights[p] = value, nearest(abs(value)) | (0x8000 if value < 0 else 0)
    return rights


def figures(rights, answers):
    """What a sweep must say of the answers (patterns) to every pattern."""
    told = {"beyond": [0, 0, 0, 0], "flushed": 0, "nan": 0, "infinity": 0, "order": 0, "range": 0}
    worst = (Fraction(0), 0)
    at_zero = {0: int(answers[0]), 1: int(answers[0x8000])}
    for p in range(65536):
        x, y = float(NUMBERS[p]), float(NUMBERS[answers[p]])
        if x != x:
            told["nan"] += y == y
            continue
        value, right = rights[p]
        if answers[p] == right or (y == 0 and right & 0x7FFF == 0):
            continue
        subnormal_input = x != 0 and abs(x) < 2.0 ** -126
        if (y == 0 and right & 0x7FFF and abs(value) < LEAST_NORMAL) or (subnormal_input and answers[p] == at_zero[p >> 15]):
            told["flushed"] += 1
        elif y != y:
            told["nan"] += 1
        elif abs(y) == float("inf"):
            told["infinity"] += 1
        else:
            error = abs(Fraction(y) - value) / ulp(abs(value))
            for k, threshold in enumerate((Fraction(1, 2), 1, 2, 4)):
                told["beyond"][k] += error > threshold
            if (error, -order(p)) > (worst[0], -order(worst[1])):
                worst = (error, p)
    told["worst"] = float(worst[0])
    told["at"] = float(NUMBERS[worst[1]]) if worst[0] else None
    line = sorted((p for p in range(65536) if NUMBERS[p] == NUMBERS[p] and p != 0x8000), key=order)
    told["order"] = int(sum(NUMBERS[answers[b]] < NUMBERS[answers[a]] for a, b in zip(line, line[1:])))
    return told


def swept(column, bounded):
    worst = column["worst"]
    return {"beyond": list(column["beyond"].values()), "flushed": column["flushed"], "nan": column["nan"]["count"],
            "infinity": column["infinity"]["count"], "order": column["order"]["count"],
            "range": column["range"]["count"] if bounded else 0, "worst": worst["ulp"],
            "at": float.fromhex(worst["input"]) if worst["ulp"] else None}


mpmath.mp.prec = 200
tensor = torch.from_numpy(PATTERNS.astype(np.uint16).view(np.int16)).view(torch.bfloat16)
FUNCTIONS = {"tanh": (mpmath.tanh, torch.tanh, jax.numpy.tanh),
             "sigmoid": (lambda x: mpmath.exp(x) / (1 + mpmath.exp(x)) if x < 0 else 1 / (1 + mpmath.exp(-x)), torch.sigmoid, jax.nn.sigmoid)}
done = xamt("sweep", *FUNCTIONS, "--dtype", "bfloat16", "--frameworks", "torch,jax", "--json", "-")
expect("a sweep of two functions ends as it should", (done.returncode in (0, 1), done.stderr.count("largest error")), (True, 2))
report = {f["function"]: f for f in json.loads(done.stdout)["functions"]}
for name, (exact, in_torch, in_jax) in FUNCTIONS.items():
    answers = {"torch": in_torch(tensor).view(torch.int16).numpy().view(np.uint16),
               "jax": np.asarray(jax.jit(in_jax)(jax.numpy.asarray(tensor.float().numpy()).astype(jax.numpy.bfloat16))).view(np.uint16)}
    # A conversion to float32 and back keeps every number; of NaNs it keeps that they are.
    expect(f"{name}: all inputs", (report[name]["inputs"], report[name]["whole"]), (65536, True))
    rights = right_answers(exact)
    for column in report[name]["columns"]:
        wanted, got = figures(rights, answers[column["column"]]), swept(column, True)
        # Rounded answers lie within half a step: the report may say a shade more than that, never less.
        close = abs(got["worst"] - wanted["worst"]) <= 1e-6 * wanted["worst"] + 1e-9
        expect(f"{name} in {column['column']}: the largest error", close, True)
        expect(f"{name} in {column['column']}: figures", got | {"worst": 0}, wanted | {"worst": 0})

# ---------------------------------------------------------------------------------------------------------------------------------------
# Killed at any moment, continued, and the same in the end.

with tempfile.TemporaryDirectory() as folder:
    kept, whole = pathlib.Path(folder) / "kept.sweep", ["sweep", "exp", "--share", "1/32", "--frameworks", "numpy,eigen"]
    lines = lambda: kept.read_bytes().count(b"\n") if kept.exists() else 0
    chunks = 32
    for wanted in (3, 9):
        process = subprocess.Popen([XAMT, *whole, "--resume", str(kept)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while lines() < wanted and process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        expect(f"killed on the way after {wanted} lines", wanted <= lines() < chunks + 1, True)
    with kept.open("ab") as file:
        file.write(b'{"function":"exp","chunk":31,"inp')  # what a kill in the middle of a line leaves
    before = lines()
    resumed = xamt(*whole, "--resume", kept, "--json", "-")
    straight = xamt(*whole, "--json", "-")
    figures_of = lambda run: [{k: v for k, v in f.items() if k not in ("seconds", "stage_seconds")} for f in json.loads(run.stdout)["functions"]]
    expect("a sweep that was killed twice ends with the figures of one that was not", figures_of(resumed), figures_of(straight))
    told = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    expect("no chunk was swept twice", sorted(t["chunk"] for t in told), list(range(chunks)))
    expect("what had been done was kept", lines() - before, chunks + 1 - before)
    again = xamt(*whole, "--resume", kept, "--json", "-")
    expect("a finished sweep is not swept again", (figures_of(again), lines()), (figures_of(straight), chunks + 1))

    # Files of other sweeps, and files that are none, stay as they are.
    text = kept.read_bytes()
    other = xamt("sweep", "exp", "--share", "1/32", "--frameworks", "numpy", "--resume", kept)
    expect("another sweep's file is refused", (other.returncode, "over other columns" in other.stderr), (2, True))
    other = xamt("sweep", "exp", "--dtype", "float16", "--frameworks", "numpy,eigen", "--resume", kept)
    expect("another dtype's file is refused", (other.returncode, "it is of float32, this sweep of float16" in other.stderr), (2, True))
    expect("and left as it is", kept.read_bytes(), text)
    letter = pathlib.Path(folder) / "letter.txt"
    letter.write_text("Dear reader,\nthis is no sweep.\n")
    other = xamt(*whole, "--resume", letter)
    expect("a file that is no sweep is refused", (other.returncode, letter.read_text()), (2, "Dear reader,\nthis is no sweep.\n"))
    kept.write_bytes(text.replace(b'"inputs"', b'"in"', 1) if text.count(b"\n") > 1 else text)
    other = xamt(*whole, "--resume", kept)
    expect("a broken line is named", (other.returncode, "line 2 is broken" in other.stderr), (2, True))

# ---------------------------------------------------------------------------------------------------------------------------------------
# Wrong usage.

for words, sentence in {("exq",): "did you mean exp", ("add",): "cannot be swept", ("exp", "--dtype", "int8"): "no floating dtype",
                        ("exp", "--share", "0"): "is no share", ("exp", "--share", "1/4", "--samples", "9"): "exclude each other",
                        ("exp", "--dtype", "float64", "--share", "1/4"): "not for float64",
                        ("exp", "--json", "-", "--html", "-"): "only one of"}.items():
    done = xamt("sweep", *words)
    expect(f"xamt sweep {' '.join(words)}", (done.returncode, sentence in done.stderr, done.stdout), (2, True, ""))
done = xamt("sweep", "fabs", "--dtype", "float16", "--frameworks", "torch", "--json", "-")
expect("where no framework has the function there is nothing to compare", done.returncode, 3)
sys.exit(failures > 0)
