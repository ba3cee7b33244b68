/// @file
/// Style and script of the report page. The page is complete without the script: it adds the filter and the copy buttons.
///
/// Place in the pipeline: report; html.hpp puts both into the page, which loads nothing from anywhere.
#pragma once

#include <string_view>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The colours of the map are readable for people who do not tell red from green: they go from light to dark as well.
inline constexpr std::string_view page_style = R"css(
:root { color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2129; --soft: #5d6673; --faint: #8b93a0; --line: #e3e0d8; --accent: #205ea8;
  --critical: #8e1f5c; --high: #b3291f; --medium: #8a5a00; --low: #3d6473; --bad: #fdecea; --mark: #ffd9d2; --good: #1f7a4d;
  --m0: #d5eadf; --m1: #a3d3ba; --m2: #fbe3a4; --m3: #f4a95c; --m4: #d9502f; --m5: #7d1d55; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171c; --card: #1c2027; --ink: #e6e8ec; --soft: #a4adba; --faint: #7b8492; --line: #2e343e; --accent: #7db4f5;
  --critical: #f08fc4; --high: #ff8d80; --medium: #eebb5a; --low: #93bccb; --bad: #3a2123; --mark: #6a2c2a; --good: #6fcf9f;
  --m0: #21392f; --m1: #2f6a4d; --m2: #7d6a25; --m3: #b0692a; --m4: #dd5a3a; --m5: #d663a8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main, header { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 36px; }
h1 { font-size: 27px; line-height: 1.25; margin: 0 0 6px; letter-spacing: -.01em; }
h2 { font-size: 19px; margin: 44px 0 12px; }
h3 { font-size: 13px; margin: 0 0 6px; color: var(--soft); font-weight: 600; }
p { margin: 6px 0; } .soft { color: var(--soft); } a { color: var(--accent); }
code, pre, .mono { font: 13px/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace; }
nav { margin-top: 14px; display: flex; gap: 18px; flex-wrap: wrap; } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(158px, 1fr)); gap: 12px; margin: 24px 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.tile b { display: block; font-size: 22px; line-height: 1.3; font-variant-numeric: tabular-nums; } .tile span { color: var(--soft); font-size: 13px; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; color: var(--soft); font-size: 13px; }
th, td { padding: 6px 14px 6px 0; vertical-align: top; border-bottom: 1px solid var(--line); } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
tr:last-child > td, tr:last-child > th { border-bottom: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 8px 16px; overflow-x: auto; }
.filter { display: none; gap: 10px; flex-wrap: wrap; align-items: center; margin: 0 0 14px; } .js .filter { display: flex; }
.filter select, .filter input { font: inherit; font-size: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 6px 10px; }
.filter input { flex: 1 1 220px; } .filter output { color: var(--soft); font-size: 14px; min-width: 9em; text-align: right; }
.finding { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--low); border-radius: 8px; margin: 0 0 10px; }
.finding.critical { border-left-color: var(--critical); } .finding.high { border-left-color: var(--high); } .finding.medium { border-left-color: var(--medium); }
.finding[hidden] { display: none; }
.finding summary { cursor: pointer; padding: 11px 16px; list-style: none; display: grid; grid-template-columns: 74px 1fr auto; gap: 2px 14px; align-items: baseline; }
.finding summary::-webkit-details-marker { display: none; } .finding summary:hover { background: color-mix(in srgb, var(--ink) 4%, transparent); }
.severity { font-size: 12.5px; font-weight: 700; color: var(--low); } .critical .severity { color: var(--critical); } .high .severity { color: var(--high); } .medium .severity { color: var(--medium); }
.title { font-weight: 600; overflow-wrap: anywhere; } .kind { color: var(--soft); font-size: 13px; white-space: nowrap; } .sentence { grid-column: 2 / 4; color: var(--soft); overflow-wrap: anywhere; }
.body { padding: 6px 16px 16px; border-top: 1px solid var(--line); } .body section { margin-top: 14px; }
.body td:first-child { white-space: nowrap; width: 1%; padding-right: 22px; } .body td { border-bottom-style: dotted; }
.values { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 190px; overflow-y: auto; display: block; }
.blamed > td { background: var(--bad); } .blamed > td:first-child { box-shadow: inset 3px 0 var(--high); padding-left: 10px; } .blamed .who::after { content: " blamed"; color: var(--high); font-size: 12px; font-weight: 600; }
.reference > td { border-top: 2px solid var(--line); font-weight: 600; } .api { display: block; color: var(--faint); font-size: 12px; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0 1px; }
.replay { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; } .replay code { background: var(--paper); border: 1px solid var(--line); border-radius: 7px; padding: 5px 10px; overflow-wrap: anywhere; }
.copy { display: none; font: inherit; font-size: 13px; border: 1px solid var(--line); border-radius: 7px; background: var(--card); color: var(--accent); padding: 4px 12px; cursor: pointer; } .js .copy { display: inline-block; }
.copy:focus-visible, .filter :focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.map { columns: 262px; column-gap: 22px; } .topic { break-inside: avoid; margin: 0 0 20px; } .topic table { width: auto; }
.topic th, .topic td { border: 0; padding: 0; font-weight: 400; } .topic thead th { height: 84px; vertical-align: bottom; font-size: 12px; } .topic thead th:first-child { color: var(--ink); font-weight: 600; font-size: 14px; padding-bottom: 4px; }
.topic thead span { display: block; writing-mode: vertical-rl; transform: rotate(180deg); margin: 0 auto 4px; line-height: 1.1; }
.topic tbody th { font-size: 13px; padding-right: 10px; color: var(--ink); white-space: nowrap; max-width: 118px; overflow: hidden; text-overflow: ellipsis; }
.cell { width: 20px; height: 20px; border: 1px solid var(--card) !important; border-radius: 4px; text-align: center; }
.cell a, .cell span { display: block; width: 18px; height: 18px; line-height: 18px; border-radius: 4px; text-decoration: none; font-size: 11px; color: var(--ink); font-weight: 700; }
.cell a:hover { outline: 2px solid var(--ink); } .m0 { background: var(--m0); } .m1 { background: var(--m1); } .m2 { background: var(--m2); } .m3 { background: var(--m3); } .m4 { background: var(--m4); } .m5 { background: var(--m5); }
.cell .m4, .cell .m5 { color: #fff; } .mx { background: none; color: var(--faint) !important; font-weight: 400 !important; }
.legend { display: flex; gap: 16px; flex-wrap: wrap; font-size: 13px; color: var(--soft); margin: 0 0 16px; } .legend i { display: inline-block; width: 16px; height: 13px; border-radius: 3px; vertical-align: -1px; margin-right: 6px; }
.quiet > summary { cursor: pointer; padding: 8px 0; font-weight: 600; } .left-out { color: var(--medium); } .empty { color: var(--good); font-weight: 600; }
footer { max-width: 1180px; margin: 48px auto 30px; padding: 0 24px; color: var(--faint); font-size: 13px; overflow-wrap: anywhere; }
@media (max-width: 640px) { main, header { padding: 0 14px; } .finding summary { grid-template-columns: 1fr; } .sentence { grid-column: 1; } }
@media print { .filter, .copy, nav { display: none !important; } .values { max-height: none; } }
)css";

inline constexpr std::string_view page_script = R"js(
(() => {
  const root = document.documentElement; root.classList.add('js');
  const byId = id => document.getElementById(id);
  const findings = [...document.querySelectorAll('.finding')].map(e => ({ e, text: e.textContent.toLowerCase() }));
  const fields = ['framework', 'kind', 'severity', 'text'];
  const wanted = () => Object.fromEntries(fields.map(f => [f, byId('filter-' + f).value.trim()]));
  const apply = () => {
    const w = wanted(), words = w.text.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { e, text } of findings) {
      const d = e.dataset;
      e.hidden = !((!w.framework || d.blamed.split(' ').includes(w.framework)) && (!w.kind || d.kind === w.kind) &&
                   (!w.severity || d.severity === w.severity) && words.every(x => text.includes(x)));
      shown += !e.hidden;
    }
    byId('shown').textContent = shown === findings.length ? shown + ' findings' : shown + ' of ' + findings.length + ' findings';
  };
  const remember = () => {
    const set = Object.entries(wanted()).filter(([, v]) => v);
    history.replaceState(null, '', set.length ? '#' + new URLSearchParams(set) : location.pathname + location.search);
  };
  // A link can carry a filter (#framework=torch&text=nan) or name a finding (#f-1a2b3c4d).
  const follow = () => {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (hash.startsWith('f-')) {
      const e = byId(hash);
      if (e) { e.hidden = false; e.open = true; e.scrollIntoView(); }
    } else if (hash.includes('=')) {
      const given = new URLSearchParams(location.hash.slice(1));
      for (const f of fields) if (byId('filter-' + f)) byId('filter-' + f).value = given.get(f) || '';
      if (findings.length) apply();
    }
  };
  if (findings.length) {
    for (const f of fields) byId('filter-' + f).addEventListener('input', () => { apply(); remember(); });
    apply();
  }
  addEventListener('hashchange', follow); follow();
  const copied = (button, how) => { const was = button.textContent; button.textContent = how; setTimeout(() => { button.textContent = was; }, 1200); };
  // The older way to copy on purpose: it answers at once and works in a page opened from a file.
  for (const button of document.querySelectorAll('.copy')) button.addEventListener('click', () => {
    getSelection().selectAllChildren(button.parentElement.querySelector('code'));
    copied(button, document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C');
  });
})();
)js";

} // namespace detail
} // namespace v0
} // namespace xamt
