"""The approved page in a real browser: no script error, every finding listed, the filter and the copy button work, nothing is fetched.

  page_in_browser.py [PAGE]     exit status 77: skipped, there is no chromium"""

import html.parser
import json
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
# Runs last: takes the steps one after the other and leaves what it sees after each in the body's attributes.
TELL = """<script>
addEventListener('load', async () => {
  const body = document.body.dataset, rest = () => new Promise(done => setTimeout(done, 60));
  const choose = async fields => {
    for (const [name, value] of Object.entries(fields)) {
      const e = document.getElementById('filter-' + name);
      e.value = value;
      e.dispatchEvent(new Event('input'));
    }
    await rest();
  };
  const none = { framework: '', kind: '', severity: '', text: '' };
  const shown = () => [...document.querySelectorAll('.finding')].filter(e => getComputedStyle(e).display !== 'none').map(e => e.id).join(' ');
  const steps = STEPS;
  for (const [name, how] of Object.entries(steps)) {
    if (typeof how === 'string') { location.hash = how; await rest(); }
    else { await choose(none); await choose(how); }
    body[name] = shown() + ', ' + document.getElementById('shown').textContent;
  }
  body.open = [...document.querySelectorAll('.finding[open]')].map(e => e.id).join(' ');
  document.querySelector('.copy').click();
  await rest();
  body.copy = document.querySelector('.copy').textContent;
  body.wide = String(document.documentElement.scrollWidth > innerWidth);
  body.fetched = performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:')).join(' ');
  body.problems = problems.join(' | ');
});
</script>"""


class Body(html.parser.HTMLParser):
    """The attributes of the body."""

    def __init__(self, text):
        super().__init__()
        self.attributes = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "body":
            self.attributes = dict(attrs)


def browse(page, *switches):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--window-size=1280,900",
                   "--virtual-time-budget=4000", *switches, "--dump-dom", file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return Body(done.stdout)


def watched(steps, *switches):
    page = PAGE.read_text(encoding="utf-8")
    page = page.replace("<head>", "<head>" + WATCH, 1).replace("</body>", TELL.replace("STEPS", json.dumps(steps)) + "</body>", 1)
    data = browse(page, *switches).attributes
    return {key.removeprefix("data-"): value or "" for key, value in data.items() if key.startswith("data-")}


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

STEPS = {
    "all": {},
    "framework": {"framework": "torch"},
    "backend": {"framework": "keras[tensorflow]"},
    "kind": {"kind": "nan"},
    "severity": {"severity": "medium"},
    "words": {"framework": "torch", "text": "SIGFPE jax"},
    "nowhere": {"text": "no finding says this"},
    "cleared": {},
    "linked": "#framework=torch&text=bessel",
    "named": f"#{NAN}",
}
seen = watched(STEPS)
expect("no script error", seen.get("problems"), "")
expect("nothing is fetched", seen.get("fetched"), "")
expect("every finding is listed and counted", seen.get("all"), f"{' '.join(ALL)}, {len(ALL)} findings")
expect("the filter by framework shows those that blame it", seen.get("framework"), f"{DEATH} {VALUE}, 2 of {len(ALL)} findings")
expect("a framework with a backend can be chosen", seen.get("backend"), f"{NAN}, 1 of {len(ALL)} findings")
expect("the filter by kind works", seen.get("kind"), f"{NAN}, 1 of {len(ALL)} findings")
expect("the filter by severity works", seen.get("severity"), f"{VALUE}, 1 of {len(ALL)} findings")
expect("filters narrow each other, and a text is any number of words in any case", seen.get("words"), f"{DEATH}, 1 of {len(ALL)} findings")
expect("a filter can leave nothing", seen.get("nowhere"), f", 0 of {len(ALL)} findings")
expect("clearing the filter shows all again", seen.get("cleared"), seen.get("all"))
expect("a link can carry a filter", seen.get("linked"), f"{VALUE}, 1 of {len(ALL)} findings")
expect("a link to a finding opens it, even if the filter hid it", (NAN in seen.get("named", ""), seen.get("open")), (True, NAN))
expect("the copy button answers", seen.get("copy") in ("Copied", "Press Ctrl+C"), True)
expect("a narrow window needs no sideways scrolling", watched({}, "--window-size=520,900").get("wide"), "false")

# The page without its own script, as in a browser that runs none; only what tells what is visible is added.
VISIBLE = """<script>addEventListener('load', () => {
  const visible = e => e.getClientRects().length > 0;
  document.body.dataset.summaries = [...document.querySelectorAll('.finding summary')].filter(visible).length;
  document.body.dataset.controls = [...document.querySelectorAll('.filter, .copy')].filter(visible).length;
});</script>"""
silent = re.sub(r"<script>.*?</script>", "", PAGE.read_text(encoding="utf-8"), flags=re.S).replace("</body>", VISIBLE + "</body>", 1)
silent = browse(silent).attributes
expect("without its script every finding can be read", silent.get("data-summaries"), str(len(ALL)))
expect("without its script nothing shows that would not work", silent.get("data-controls"), "0")

# The page of a sweep, which has no script at all: it shows a plot for each function, with a line for each column that took part.
PLOTS = """<script>addEventListener('load', () => {
  const body = document.body.dataset, drawn = e => e.getBoundingClientRect().width > 0;
  body.plots = [...document.querySelectorAll('svg.plot')].filter(drawn).length;
  body.lines = [...document.querySelectorAll('svg.plot path')].filter(drawn).map(e => e.dataset.column).join(' ');
  body.inside = [...document.querySelectorAll('svg.plot')].every(svg => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('path, line, rect, text')].every(e => {
      const r = e.getBoundingClientRect();
      return r.left >= frame.left - 1 && r.right <= frame.right + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1;
    });
  });
  body.fetched = performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:')).join(' ');
  body.problems = problems.join(' | ');
});</script>"""
sweep = PAGE.with_name("sweep.html").read_text(encoding="utf-8")
swept = browse(sweep.replace("<head>", "<head>" + WATCH, 1).replace("</body>", PLOTS + "</body>", 1)).attributes
expect("the page of a sweep has no error", swept.get("data-problems"), "")
expect("and fetches nothing", swept.get("data-fetched"), "")
expect("and shows a plot for each function", swept.get("data-plots"), "2")
expect("with the columns that erred", swept.get("data-lines"), "torch torch")
expect("everything of which lies inside", swept.get("data-inside"), "true")
sys.exit(failures > 0)
