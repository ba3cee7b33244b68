"""The approved page in a real browser: no script error, every finding listed, the filter and the copy button work, nothing is fetched.

  page_in_browser.py [PAGE]     exit status 77: skipped, there is no chromium"""

import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("report.html"))
BROWSER = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)

# Runs before anything on the page: what goes wrong is written where the dumped page shows it.
WATCH = """<script>
window.problems = [];
addEventListener('error', e => problems.push(String(e.message || (e.target && e.target.outerHTML))), true);
addEventListener('unhandledrejection', e => problems.push(String(e.reason)));
</script>"""
# Runs last: leaves the answers in attributes of the body.
TELL = """<script>
addEventListener('load', async () => {
  ACTIONS
  await new Promise(done => setTimeout(done, 100));
  const shown = [...document.querySelectorAll('.finding')].filter(e => getComputedStyle(e).display !== 'none');
  document.body.dataset.shown = shown.map(e => e.id).join(' ');
  document.body.dataset.count = document.getElementById('shown')?.textContent ?? '';
  document.body.dataset.copy = document.querySelector('.copy')?.textContent ?? '';
  document.body.dataset.open = [...document.querySelectorAll('.finding[open]')].map(e => e.id).join(' ');
  document.body.dataset.wide = document.documentElement.scrollWidth > innerWidth ? 'too wide' : '';
  document.body.dataset.fetched = performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:')).join(' ');
  document.body.dataset.problems = problems.join(' | ');
});
</script>"""


class Body(html.parser.HTMLParser):
    """Attributes of the body, and the visible text."""

    def __init__(self, text):
        super().__init__()
        self.attributes, self.words = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "body":
            self.attributes = dict(attrs)

    def handle_data(self, data):
        self.words.append(data)


def browse(page, *switches, fragment=""):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--window-size=1280,900",
                   "--virtual-time-budget=4000", *switches, "--dump-dom", file.as_uri() + fragment]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return Body(done.stdout)


def watched(actions="", fragment="", switches=()):
    page = PAGE.read_text(encoding="utf-8")
    page = page.replace("<head>", "<head>" + WATCH, 1).replace("</body>", TELL.replace("ACTIONS", actions) + "</body>", 1)
    data = browse(page, *switches, fragment=fragment).attributes
    return {key.removeprefix("data-"): value or "" for key, value in data.items() if key.startswith("data-")}


def choose(**fields):
    return "".join(f"{{ const e = document.getElementById('filter-{k}'); e.value = {v!r}; e.dispatchEvent(new Event('input')); }}" for k, v in fields.items())


ALL = re.findall(r'<details class="finding[^"]*" id="([^"]*)"', PAGE.read_text(encoding="utf-8"))
DEATH, NAN, VALUE = ALL


def expect(what, got, wanted):
    global failures
    print("ok    " if got == wanted else "FAILED", what, "" if got == wanted else f"\n  got    {got!r}\n  wanted {wanted!r}")
    failures += got != wanted


failures = 0
if BROWSER is None:
    print("no chromium here")
    sys.exit(77)

plain = watched()
expect("no script error", plain.get("problems"), "")
expect("nothing is fetched", plain.get("fetched"), "")
expect("every finding is listed", plain.get("shown"), " ".join(ALL))
expect("the number of findings is told", plain.get("count"), f"{len(ALL)} findings")
expect("the filter by framework shows those that blame it", watched(choose(framework="torch"))["shown"], f"{DEATH} {VALUE}")
expect("a framework with a backend can be chosen", watched(choose(framework="keras[tensorflow]"))["shown"], NAN)
expect("the filter by kind works", watched(choose(kind="nan"))["shown"], NAN)
expect("the filter by severity works", watched(choose(severity="medium"))["shown"], VALUE)
narrowed = watched(choose(framework="torch", text="SIGFPE jax"))
expect("filters narrow each other, and a text is any number of words in any case", narrowed["shown"], DEATH)
expect("the number shown is told", narrowed["count"], f"1 of {len(ALL)} findings")
expect("clearing the filter shows all again", watched(choose(text="nowhere") + choose(text=""))["shown"], " ".join(ALL))
expect("a link can carry a filter", watched(fragment="#framework=torch&text=bessel")["shown"], VALUE)
expect("a link to a finding opens it", watched(fragment=f"#{NAN}")["open"], NAN)
expect("the copy button answers", watched("document.querySelector('.copy').click(); await new Promise(done => setTimeout(done, 50));")["copy"] in ("Copied", "Press Ctrl+C"), True)
narrow = watched(switches=("--window-size=500,900",))
expect("a narrow window needs no sideways scrolling", narrow["wide"], "")

silent = browse(PAGE.read_text(encoding="utf-8"), "--blink-settings=scriptEnabled=false")
text = " ".join(silent.words)
expect("without scripts every finding can be read", all(s in text for s in ("dies of SIGFPE", "turns NaN into 0", "5.3e8 ULP")), True)
expect("without scripts the filter does not show", "filter-framework" in PAGE.read_text() and ".filter { display: none;" in PAGE.read_text(), True)
sys.exit(failures > 0)
