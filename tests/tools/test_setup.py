"""tools/setup with stand-ins for the package manager and for Python: what it does, what it leaves alone, and what it says."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# An interpreter that can make an environment and pretends to install; $FAILS names what it cannot install.
PYTHON = r"""#!/bin/bash
case "$1 $2" in
"-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip")
    echo "$*" >>"$CALLS"
    echo "${SAYS:-Collecting}"
    [ -z "${FAILS:-}" ] || [[ "$*" != *$FAILS* ]] || { [[ "$*" == *"-r "* ]] || [[ "$*" == *"$FAILS=="* ]]; exit 1; }
    if [[ "$*" == *"-r "* ]] && [ -n "${FAILS:-}" ]; then exit 1; fi ;;
"- "*) echo '{"numpy": "2.4.6"}' ;;
"-c import numpy") [ "${FAILS:-}" != numpy ] ;;
esac
"""


class Setup(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        shutil.copytree(ROOT / "tools" / "lib", self.folder / "tree/tools/lib")
        shutil.copy(ROOT / "tools" / "setup", self.folder / "tree/tools/setup")
        shutil.copy(ROOT / "requirements.txt", self.folder / "tree/requirements.txt")
        self.program("python3.11", PYTHON)
        self.program("dpkg-query", '#!/bin/sh\nfor p; do case $p in -*|*status*) ;; *) [ "$p" = "${LACKS:-}" ] || printf "installed $p ";; esac; done\n')
        self.program("dpkg", "#!/bin/sh\necho ${ARCHITECTURE:-none}\n")  # for none of these is Catch2 3 fetched
        self.program("df", '#!/bin/sh\necho Avail\necho "${FREE:-9000000}"\n')
        self.environment = os.environ | {
            "PATH": f"{self.folder}/fakes:{os.environ['PATH']}", "XAMT_CACHE": str(self.folder / "cache"), "CALLS": str(self.folder / "calls")}

    def program(self, name, text):
        path = self.folder / "fakes" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_setup(self, *arguments, **variables):
        done = subprocess.run([self.folder / "tree/tools/setup", *arguments], capture_output=True, text=True, env=self.environment | variables,
                              stdin=subprocess.DEVNULL, cwd="/")
        return done.returncode, done.stdout + done.stderr

    def installed(self):
        calls = self.folder / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    def test_records_the_interpreter_and_is_silent_the_second_time(self):
        self.assertEqual(self.run_setup()[0], 0)
        recorded = json.loads((self.folder / "tree/build/setup.json").read_text())
        self.assertTrue(pathlib.Path(recorded["python"]).exists())
        self.assertEqual(recorded["cache"], str(self.folder / "cache"))
        self.assertEqual(recorded["frameworks"], {"numpy": "2.4.6"})
        before = len(self.installed())
        started = time.monotonic()
        self.assertEqual(self.run_setup(), (0, ""))
        self.assertLess(time.monotonic() - started, 3)
        self.assertEqual(len(self.installed()), before)

    def test_makes_a_new_environment_when_the_requirements_change(self):
        self.run_setup()
        requirements = self.folder / "tree/requirements.txt"
        requirements.write_text(requirements.read_text().replace("scipy==1.17.1", "scipy==1.17.0"))
        self.assertEqual(self.run_setup()[0], 0)
        self.assertEqual(len(list((self.folder / "cache").glob("python-3.11-*/.ready"))), 2)

    def test_makes_the_environment_anew_after_an_interrupted_set_up(self):
        self.run_setup()
        ready, = (self.folder / "cache").glob("python-3.11-*/.ready")
        ready.unlink()
        before = len(self.installed())
        self.assertEqual(self.run_setup()[0], 0)
        self.assertTrue(ready.exists())
        self.assertGreater(len(self.installed()), before)

    def test_leaves_out_a_framework_that_cannot_be_installed_and_says_so_each_time(self):
        status, said = self.run_setup(FAILS="chainer")
        self.assertEqual(status, 0)
        self.assertIn("going on without: chainer==7.8.1", said)
        status, said = self.run_setup()
        self.assertEqual(status, 0)
        self.assertIn("going on without: chainer==7.8.1", said)
        self.assertEqual(self.run_setup("--retry")[0], 0)
        self.assertEqual(self.run_setup(), (0, ""))

    def test_fails_without_numpy(self):
        status, said = self.run_setup(FAILS="numpy")
        self.assertEqual(status, 1)
        self.assertIn("NumPy could not be installed", said)

    def test_says_that_there_is_no_network(self):
        status, said = self.run_setup(FAILS="setuptools", SAYS="Temporary failure in name resolution")
        self.assertEqual(status, 1)
        self.assertIn("the package index cannot be reached", said)
        self.assertIn("whole output: ", said)

    def test_prefers_a_local_cpu_build_of_torch(self):
        self.run_setup()
        torch = [call for call in self.installed() if "torch==2.13.0" in call]
        self.assertEqual(len(torch), 1)
        self.assertIn("--no-index --no-deps", torch[0])

    def test_says_that_the_disk_is_too_small(self):
        status, said = self.run_setup(FREE="1000")
        self.assertEqual(status, 1)
        self.assertIn("4 GB are needed", said)

    def test_prints_the_apt_line_to_who_may_not_install(self):
        self.program("id", "#!/bin/sh\necho 1000\n")
        status, said = self.run_setup(LACKS="libfmt-dev")
        self.assertEqual(status, 1)
        self.assertIn("mend it with: sudo apt-get install -y --no-install-recommends libfmt-dev", said)

    def test_goes_on_without_a_package_that_only_tests_need(self):
        self.program("id", "#!/bin/sh\necho 1000\n")
        status, said = self.run_setup(LACKS="doxygen")
        self.assertEqual(status, 0)
        self.assertIn("some tests will be left out without doxygen", said)

    def test_installs_packages_itself_as_root(self):
        self.program("id", "#!/bin/sh\necho 0\n")
        self.program("apt-cache", "#!/bin/sh\nexit 0\n")
        self.program("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$CALLS"\n')
        self.assertEqual(self.run_setup(LACKS="doxygen")[0], 0)
        self.assertTrue(any("apt-get install" in call and call.endswith("doxygen") for call in self.installed()))

    def test_goes_on_without_catch2_3_and_tries_again_when_told(self):
        self.program("python3", "#!/bin/sh\nexit 1\n")
        status, said = self.run_setup(ARCHITECTURE="amd64")
        self.assertEqual(status, 0)
        self.assertIn("Catch2 3 could not be fetched", said)
        self.assertEqual(self.run_setup(ARCHITECTURE="amd64"), (0, ""))
        self.assertIn("Catch2 3 could not be fetched", self.run_setup("--retry", ARCHITECTURE="amd64")[1])

    def test_two_at_once_make_one_environment(self):
        both = [subprocess.Popen([self.folder / "tree/tools/setup"], env=self.environment, stderr=subprocess.DEVNULL) for _ in range(2)]
        self.assertEqual([one.wait() for one in both], [0, 0])
        self.assertEqual(sum("-r " in call for call in self.installed()), 1)


unittest.main(verbosity=0)
