"""The scripts that check the tree must notice what they are there for: each is given something broken, and something sound."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / "tools"


def run(tool, *arguments):
    done = subprocess.run([sys.executable, TOOLS / tool, *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class InFolder(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Layers(InFolder):
    def test_accepts_includes_of_earlier_stages(self):
        self.write("xamt/core/a.hpp", "#include <vector>\n")
        self.write("xamt/run/b.hpp", "#include <xamt/core/a.hpp>\n#include <range/v3/all.hpp>\n")
        self.write("xamt/run.hpp", "#include <xamt/run/b.hpp>\n")
        self.assertEqual(run("check_layers", self.folder), (0, ""))

    def test_refuses_an_include_of_a_later_stage(self):
        self.write("xamt/core/a.hpp", "#include <xamt/run/b.hpp>\n")
        self.write("xamt/run/b.hpp", "")
        status, said = run("check_layers", self.folder)
        self.assertEqual(status, 1)
        self.assertIn("stage `core` comes before `run`", said)

    def test_refuses_a_heavy_header_reached_through_others(self):
        self.write("xamt/describe/a.hpp", "#include <xamt/core/b.hpp>\n")
        self.write("xamt/core/b.hpp", "#  include <nlohmann/json.hpp>\n")
        status, said = run("check_layers", self.folder)
        self.assertEqual(status, 1)
        self.assertIn("xamt/describe/a.hpp -> xamt/core/b.hpp -> nlohmann/json.hpp", said)

    def test_refuses_an_unknown_stage_and_a_missing_header(self):
        self.write("xamt/misc/a.hpp", "")
        self.write("xamt/core/b.hpp", "#include <xamt/core/gone.hpp>\n")
        status, said = run("check_layers", self.folder)
        self.assertEqual(status, 1)
        self.assertIn("`misc` is no stage", said)
        self.assertIn("<xamt/core/gone.hpp>, which does not exist", said)


class Errors(InFolder):
    def check(self, text):
        return run("check_errors", self.write("case.cpp", text), "--", "g++", "-std=c++20")

    def test_accepts_the_expected_error(self):
        self.assertEqual(self.check('// expect: too few\nstatic_assert(sizeof(int) == 1, "xamt: too few");\n'), (0, ""))

    def test_refuses_a_file_that_compiles(self):
        status, said = self.check("// expect: too few\n")
        self.assertEqual(status, 1)
        self.assertIn("it compiles", said)

    def test_refuses_other_words(self):
        status, said = self.check('// expect: too few\nstatic_assert(sizeof(int) == 1, "xamt: too many");\n')
        self.assertEqual(status, 1)
        self.assertIn("the first error lacks: too few", said)

    def test_does_not_take_quoted_source_for_the_compilers_words(self):
        status, said = self.check('// expect: few\n// expect: sizeof(int)\nstatic_assert(sizeof(int) == 1 && "sizeof(int)", "xamt: few");\n')
        self.assertEqual(status, 1)
        self.assertIn("the output lacks: sizeof(int)", said)

    def test_finds_names_as_packs_of_characters(self):
        text = ('// expect: few\n// names: %s\ntemplate <char... C> struct text {};\n'
                'template <class T> struct refusal { static_assert(sizeof(T) == 0, "xamt: few"); };\nrefusal<text<\'j\', \'a\', \'x\'>> x;\n')
        self.assertEqual(self.check(text % "jax"), (0, ""))
        self.assertIn("the output does not name: ax", self.check(text % "ax")[1])

    def test_refuses_a_first_error_of_somebody_else(self):
        status, said = self.check('// expect: too few\nint x = y;\nstatic_assert(sizeof(int) == 1, "xamt: too few");\n')
        self.assertEqual(status, 1)
        self.assertIn("the first error does not begin with `xamt:`", said)

    def test_refuses_a_long_output(self):
        many = "".join(f'static_assert(sizeof(int) == {n}, "xamt: too few");\n' for n in range(10, 20))
        status, said = self.check("// expect: too few\n" + many)
        self.assertEqual(status, 1)
        self.assertIn("more than 12", said)


class Output(InFolder):
    def check(self, expected, script):
        return run("check_output", self.write("expected.txt", expected), "sh", "-c", script)

    def test_compares_lines_expressions_gaps_and_the_exit_status(self):
        self.assertEqual(self.check("a\n...\n/[0-9]+ trials/\nexit 3\n", "echo a; echo b; echo c; echo 17 trials; exit 3"), (0, ""))

    def test_refuses_other_lines(self):
        self.assertEqual(self.check("a\nb\n", "echo a; echo c")[0], 1)
        self.assertEqual(self.check("a\n", "echo a; echo c")[0], 1)
        self.assertEqual(self.check("a\nb\n", "echo a")[0], 1)

    def test_refuses_another_exit_status(self):
        status, said = self.check("a\n", "echo a; exit 1")
        self.assertEqual(status, 1)
        self.assertIn("its exit status is 1, not 0", said)


class Amalgamation(InFolder):
    def amalgamate(self, *more):
        return run("amalgamate", "--include", self.folder, "--output", self.folder / "single.hpp", *more)

    def setUp(self):
        super().setUp()
        self.write("xamt/xamt.hpp", "#pragma once\n#include <xamt/core/a.hpp>\n#include <xamt/core/b.hpp>\n")
        self.write("xamt/core/a.hpp", "#pragma once\n#include <vector>\ninline int a() { return 1; }\n")
        self.write("xamt/core/b.hpp", '#pragma once\n#include <xamt/core/a.hpp>\ninline char const* b = R"x(\n#include <kept>\n)x";\n')

    def test_takes_each_header_once_and_leaves_strings_alone(self):
        self.assertEqual(self.amalgamate(), (0, ""))
        text = (self.folder / "single.hpp").read_text()
        self.assertEqual(text.count("inline int a()"), 1)
        self.assertEqual(text.count("#include <vector>"), 1)
        self.assertIn('R"x(\n#include <kept>\n)x"', text)
        self.assertNotIn("#include <xamt/", text)
        compiled = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-xc++", "-w", self.folder / "single.hpp"])
        self.assertEqual(compiled.returncode, 0)

    def test_notices_a_header_that_is_not_current(self):
        self.assertEqual(self.amalgamate("--check")[0], 1)
        self.amalgamate()
        self.assertEqual(self.amalgamate("--check"), (0, ""))
        self.write("xamt/core/a.hpp", "inline int a() { return 2; }\n")
        self.assertEqual(self.amalgamate("--check")[0], 1)


class Embedding(InFolder):
    def test_keeps_every_byte_of_a_long_text(self):
        text = "".join(f'print("line {n}", \'\\n\', "ä")\n' for n in range(2000))
        source = self.write("script.py", text)
        self.assertEqual(run("embed", source, "script", self.folder / "script.hpp"), (0, ""))
        program = self.write("main.cpp", '#include "script.hpp"\n#include <cstdio>\n'
                                         "int main() { std::fwrite(xamt::detail::script.data(), 1, xamt::detail::script.size(), stdout); }\n")
        subprocess.run(["g++", "-std=c++20", program, "-o", self.folder / "program"], check=True)
        self.assertEqual(subprocess.run([self.folder / "program"], capture_output=True).stdout.decode("utf-8"), text)


unittest.main(verbosity=0)
