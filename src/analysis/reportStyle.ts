/** How the report looks. One column on a phone; colours follow the reader's system. */
import { ADVANTAGE_STYLE } from './drawAdvantage.ts';

export const REPORT_STYLE = `
:root {
  --page: #f6f7f8; --card: #fff; --text: #1c2026; --muted: #57606a; --line: #d8dde3;
  --good: #1d7a43; --inaccuracy: #8a6a00; --mistake: #b65412; --blunder: #c42b25; --link: #24598c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1d2126; --text: #e4e8ec; --muted: #9aa4af; --line: #343b43;
    --good: #58c983; --inaccuracy: #e2c04a; --mistake: #f2995b; --blunder: #ff7d74; --link: #8fbde6;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; padding: 1.25rem 1rem 2rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main, footer { max-width: 1040px; margin: 0 auto; }
article + article { margin-top: 4rem; padding-top: 2rem; border-top: 2px solid var(--line); }
section { margin-top: 1.75rem; }
h1 { margin: 0; font-size: clamp(1.4rem, 5vw, 2.1rem); line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0 0 .6rem; font-size: 1.15rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1.05rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
small, header p, .caption, footer { color: var(--muted); }
header strong { color: var(--text); }
small { font-weight: 400; font-size: .9em; }
.versus { color: var(--muted); font-weight: 400; }
.notice { padding: .5rem .8rem; border-left: 4px solid var(--mistake); background: var(--card); }
.symbols { position: absolute; }
.good { color: var(--good); } .inaccuracy { color: var(--inaccuracy); }
.mistake { color: var(--mistake); } .blunder { color: var(--blunder); }

.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.side, .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.side { padding: 1rem 1.1rem; }
.king { display: inline-block; width: .8em; height: .8em; margin-right: .5em; border: 1.5px solid var(--muted); border-radius: 50%; }
.king.white { background: #fff; } .king.black { background: #24282e; }
.accuracy b { font-size: 1.9rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
dl { margin: .6rem 0 0; }
dl div { display: flex; justify-content: space-between; border-top: 1px solid var(--line); padding: .25rem 0; }
dd { margin: 0; font-variant-numeric: tabular-nums; }

figure { margin: 0; }
figure svg { display: block; width: 100%; height: auto; }
.narrow { display: none; }
.caption { font-size: .9rem; }

.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); }
.card { overflow: hidden; display: flex; flex-direction: column; }
.card .text { padding: .8rem 1rem 1rem; }
.card p { font-size: .95rem; }
.line { font-variant-numeric: tabular-nums; }
.swatch { display: inline-block; width: .75em; height: .75em; margin-right: .45em; border-radius: 3px; background: #2f9e5b; }

.board { display: block; width: 100%; height: auto; }
.board .light { fill: #e9edf1; } .board .dark { fill: #8ca5bd; }
.board .on-light { fill: #7590aa; } .board .on-dark { fill: #e9edf1; }
.board text { font: 600 9px system-ui, sans-serif; }
.board use { stroke-width: 3.2; stroke-linejoin: round; stroke-linecap: round; }
.board use.white { fill: #fff; stroke: #24272c; color: #24272c; }
.board use.black { fill: #30343b; stroke: #0c0e10; color: #cfd5dc; }
.board .arrow { opacity: .78; }
.board .better { fill: #2f9e5b; } .board .played { fill: #d6362f; }

.moves { list-style: none; margin: 0; padding: 0; columns: 2 400px; column-gap: 2rem; }
.moves li { display: grid; grid-template-columns: 2.4rem 1fr 1fr; break-inside: avoid; border-bottom: 1px solid var(--line); }
.number { color: var(--muted); padding: .3rem 0; font-variant-numeric: tabular-nums; }
.ply { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .4rem; padding: .3rem .4rem; }
.ply:target { background: color-mix(in srgb, var(--link) 22%, transparent); border-radius: 5px; }
.san { font-weight: 600; }
.eval { color: var(--muted); font-variant-numeric: tabular-nums; font-size: .92em; }
.better-move { flex-basis: 100%; color: var(--muted); font-size: .88em; }
.better-move::before { content: "better "; }
footer { margin-top: 2.5rem; font-size: .85rem; }
@media (max-width: 640px) {
  .wide { display: none; } .narrow { display: block; }
  .ply { padding-inline: .25rem; }
}
@media print { body { background: #fff; } .card, .side { break-inside: avoid; } }
${ADVANTAGE_STYLE}`;
