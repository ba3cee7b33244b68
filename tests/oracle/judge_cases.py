#!/usr/bin/env python3
"""Sends the recorded calls and the traps of tests/data through `xamt try --cases` and scores the verdicts: judge_cases.py [--short] [--json F]

Live: every recorded call that shows a defect today must be blamed on its column, for a difference of the right kind. Traps: what must not
be reported stays silent, and shows under --strict. Exit status 0 if the shares that are asked for are reached, 1 if not, 77 if the
frameworks are not there. See tests/data/README.md."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import convert_calls
except ImportError as missing:  # NumPy comes with the frameworks
    print(f"skipped: {missing}", file=sys.stderr)
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
COLUMNS = "torch,tensorflow,keras[tensorflow],keras[jax],keras[torch],keras[numpy],jax,chainer,numpy,eigen"
FOUND_ASKED, BLAME_ASKED = 0.95, 0.98
EVERY = 9  # of the live calls, in the short part
SAMPLING = 0.05  # a few dozen calls hold one or two more of the known misses than their share


def read(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines() if line.strip()]


def answers_for(build, folder, name, cases, *options):
    """The answers of `xamt try --cases`, by id."""
    asked, answered = folder / f"{name}.jsonl", folder / f"{name}.answers.jsonl"
    asked.write_text(convert_calls.lines(cases))
    command = [build / "xamt", "try", "--cases", asked, "--json", answered, "--frameworks", COLUMNS, *options]
    run = subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL)
    if run.returncode not in (0, 1):
        sys.exit(f"judge_cases: {' '.join(map(str, command))} ended with {run.returncode}")
    return {a["id"]: a for a in read(answered)}


def last(name):
    return "".join(c for c in name.rsplit(".", 1)[-1].lower() if c.isalnum())


def special_kinds(text):
    """Which of NaN, infinity and number stand in an outcome."""
    text = str(text)
    if not text.startswith(("float", "bfloat", "complex", "[", "int", "bool", "shape")):
        return {text.split(" ")[0].lower()}
    kinds = set()
    for n in convert_calls.numbers_in(text.replace("shape", " ")):
        kinds.add("nan" if n != n else "inf" if n in (float("inf"), float("-inf")) else "number")
    return kinds


def shows_here(cases, answers, recorded):
    """Whether what was recorded can have come of these cases on this machine: vector code differs from processor to processor."""
    here = set()
    for c in cases:
        here |= special_kinds(answers[c["id"]].get("outcomes", {}).get(c["column"], ""))
    there = special_kinds(recorded)
    return not ("nan" in there and "nan" not in here or "inf" in there and "inf" not in here and "nan" not in here
                or there == {"signal"} and not here & {"signal", "death"})


def score_live(cases, answers, truth):
    """Found calls by (row, column), blame by (row, column) that the data knows, and what was missed with the reason."""
    found, kind_wrong, missed, grouped = set(), {}, {}, set()
    right, wrong = set(), {}
    for c in cases:
        key, a = (c["row"], c["column"]), answers[c["id"]]
        if "error" in a:
            missed.setdefault(key, a["error"])
            continue
        grouped.add(key)
        for v in a["verdicts"]:
            if not v["finding"]:
                continue
            for column in v["blamed"]:
                shown, api = truth.get((c["row"], column), (None, ""))
                if last(api) != last(a["apis"].get(column, "")):
                    continue  # the group compares another function of that framework
                if shown:
                    right.add((c["row"], column))
                elif shown is False:
                    wrong.setdefault((c["row"], column), f"{c['id']}: {v['kind']}: {v['reason']}")
            if c["column"] in v["blamed"]:
                if v["kind"] in c["kinds"]:
                    found.add(key)
                else:
                    kind_wrong.setdefault(key, f"{v['kind']} where {'/'.join(c['kinds'])} is right")
        if key not in found:
            said = "; ".join(f"{v['kind']} {','.join(v['blamed'])}: {v['reason']}" for v in a["verdicts"]) or a["verdict"]
            missed[key] = f"{a['group']}: {a['outcomes'].get(c['column'], 'not a column of the group')[:60]} | {said}"
    for key in found:
        missed.pop(key, None)
    for key, why in kind_wrong.items():
        if key in missed:
            missed[key] = f"[kind: {why}] {missed[key]}"
    wrong = {k: v for k, v in wrong.items() if k not in right}
    return found, missed, grouped, right, wrong


def truth_of(rows):
    """(row, column) -> whether the defect shows; nothing where it is a matter of opinion or the row is about something else."""
    known = {}
    for r in rows:
        column = convert_calls.COLUMNS.get(r["framework"], r["framework"])
        if r["verdict"] == "live":
            known[r["id"], column] = r["live"], r["api"]
        elif r["verdict"] in ("fixed or never wrong", "right"):
            known[r["id"], column] = False, r["api"]
    return known


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--build", type=pathlib.Path, default=os.environ.get("XAMT_BUILD_DIR", HERE.parents[1] / "build"))
    options.add_argument("--rows", type=pathlib.Path, default=DATA / "live_defects.jsonl")
    options.add_argument("--traps", type=pathlib.Path, default=DATA / "traps.jsonl")
    options.add_argument("--short", action="store_true", help=f"every {EVERY}th of the live calls")
    options.add_argument("--keep", type=pathlib.Path, help="a folder for cases and answers")
    options.add_argument("--json", help="write the figures as JSON; - is standard output")
    asked = options.parse_args()
    build = pathlib.Path(asked.build)
    catalogues = build / "catalogue"
    if not (build / "xamt").exists() or not (catalogues / "keras.json").exists():
        print("skipped: needs xamt and the catalogues of the frameworks (ninja -C build xamt catalogues)", file=sys.stderr)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        rows = read(asked.rows)
        live = [r for r in rows if r["live"] and r["verdict"] == "live"]
        cases, left_out = convert_calls.convert(live, convert_calls.Catalogue(catalogues))
        if asked.short:
            ids = sorted({c["row"] for c in cases})[::EVERY]
            cases = [c for c in cases if c["row"] in ids]
        live_answers = answers_for(build, folder, "live", cases)
        traps = read(asked.traps)
        trap_cases = [{k: v for k, v in t.items() if k not in ("policy", "about")} for t in traps]
        silent = answers_for(build, folder, "traps", trap_cases)
        strict = answers_for(build, folder, "traps_strict", trap_cases, "--strict")

    found, missed, grouped, right, wrong = score_live(cases, live_answers, truth_of(rows))
    recorded = {(r["id"], convert_calls.COLUMNS.get(r["framework"], r["framework"])): r["outcome"] for r in live}
    elsewhere = {k: why for k, why in missed.items() if k in grouped and
                 not shows_here([c for c in cases if (c["row"], c["column"]) == k], live_answers, recorded[k])}
    grouped -= set(elsewhere)
    loud = {t["id"]: f"{silent[t['id']].get('error') or silent[t['id']]['verdicts']}" for t in traps
            if "error" in silent[t["id"]] or any(v["finding"] for v in silent[t["id"]]["verdicts"])}
    shown = {t["id"]: [v["suppressed"]["policy"] for v in strict[t["id"]].get("verdicts", []) if "suppressed" in v] for t in traps}
    alike = {t["id"] for t in traps if len({o for o in strict[t["id"]].get("outcomes", {}).values() if not o.startswith("takes no part")}) == 1}
    # Where a library happens to answer so that conditioning explains it, the difference is listed without a policy.
    listed = {t["id"] for t in traps if {v["kind"] for v in strict[t["id"]].get("verdicts", [])} == {"ill-conditioned"}}
    invisible = {t["id"]: f"{t['policy']} is not among {shown[t['id']]}" for t in traps
                 if t.get("policy") and t["policy"] not in shown[t["id"]] and t["id"] not in alike | listed}
    figures = {"live_calls": len(grouped), "live_found": len(found & grouped), "live_found_share": len(found & grouped) / max(1, len(grouped)),
               "blame_share": len(right) / max(1, len(right) + len(wrong)), "traps": len(traps), "trap_findings": len(loud),
               "traps_invisible": len(invisible)}
    report = {"figures": figures, "missed": {f"{r} {c}": why for (r, c), why in sorted(missed.items()) if (r, c) in grouped},
              "in_no_group": {f"{r} {c}": why for (r, c), why in sorted(missed.items()) if (r, c) not in grouped | set(elsewhere)},
              "not_on_this_machine": {f"{r} {c}": why for (r, c), why in sorted(elsewhere.items())},
              "wrongly_blamed": {f"{r} {c}": why for (r, c), why in sorted(wrong.items())}, "trap_findings": loud,
              "traps_invisible": invisible, "left_out": left_out}
    text = json.dumps(report, indent=1)
    if asked.json and asked.json != "-":
        pathlib.Path(asked.json).write_text(text + "\n")
    print(text)
    found_asked = FOUND_ASKED - SAMPLING if asked.short else FOUND_ASKED
    ok = not loud and not invisible and figures["live_found_share"] >= found_asked and figures["blame_share"] >= BLAME_ASKED
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
