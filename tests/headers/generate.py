"""Writes the translation units that take in many headers: generate.py FOLDER HEADER...

hostile_STAGE.cpp: all headers of a stage after macros that other libraries are known to define. What our headers include
from elsewhere comes first, since we answer for our own lines only.
unit_a.cpp, unit_b.cpp: every header in two units that are linked together, which finds definitions that are not inline.
Headers of frameworks and test libraries are kept out of those, because they do not go together."""

import pathlib
import re
import sys

STAGES = "core describe match align generate run compare localise minimise report campaign framework cuda groups testing".split()
HOSTILE = {
    "CHECK": "(...) hostile CHECK",
    "LOG": "(...) hostile LOG",
    "REQUIRE": "(...) hostile REQUIRE",
    "min": "(a, b) hostile min",
    "max": "(a, b) hostile max",
    "I": " hostile I",
}
# Made while building, and includes headers of PyTorch.
OURS_AND_THEIRS = {"xamt_catalogue/torch_operators.hpp"}
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]+)[>\"]", re.MULTILINE)


def name_of(path):
    return path[path.rindex("/include/xamt/") + len("/include/") :]


def stage_of(name):
    """xamt/run/x.hpp and the collecting header xamt/run.hpp belong to `run`; xamt/xamt.hpp to the last stage it may collect."""
    first = name.split("/")[1].removesuffix(".hpp")
    return first if first in STAGES else None


def outside(headers, texts):
    """What the headers include from elsewhere, themselves and through other headers of ours, in order of appearance."""
    seen, found = set(), {}

    def visit(name):
        if name in seen or name not in texts:
            return
        seen.add(name)
        for included in INCLUDE.findall(texts[name]):
            visit(included)
            if not included.startswith("xamt") or included in OURS_AND_THEIRS:
                found[included] = None

    for header in headers:
        visit(header)
    return found


def optional(include):
    return f"#if __has_include(<{include}>)\n#include <{include}>\n#endif\n"


def hostile_unit(stage, headers, texts):
    text = f"// Every header of {stage} after hostile macros.\n"
    text += "".join(optional(include) for include in outside(headers, texts))
    for macro, body in HOSTILE.items():
        text += f"#undef {macro}\n#define {macro}{body}\n"
    return text + "".join(f"#include <{header}>\n" for header in headers)


def linked_unit(letter, headers):
    text = "// Every header, in one of two units that are linked together.\n" + "".join(f"#include <{header}>\n" for header in headers)
    return text + ("int other_unit();\nint main() { return other_unit(); }\n" if letter == "a" else "int other_unit();\nint other_unit() { return 0; }\n")


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    else:
        path.touch()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    texts = {name_of(path): pathlib.Path(path).read_text(encoding="utf-8") for path in sys.argv[2:]}
    heavy = re.compile(r"framework/(torch|eigen)|testing/")
    # Eigen's tensor module and the kernels on arrays both overload the special functions, and Eigen 3.4 cannot tell them apart.
    apart = re.compile(r"framework/eigen_tensor")
    for stage in STAGES:
        write(folder / f"hostile_{stage}.cpp", hostile_unit(stage, sorted(h for h in texts if stage_of(h) == stage and not apart.search(h)), texts))
    light = sorted(name for name in texts if not heavy.search(name))
    for letter in "ab":
        write(folder / f"unit_{letter}.cpp", linked_unit(letter, light))


main()
