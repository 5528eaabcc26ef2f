/** The report's style sheet. One column on a phone; colours follow the system's light or dark mode. */

export const REPORT_STYLE = `
:root {
  --page: #f4f5f7; --card: #fff; --text: #1b1f24; --muted: #5a6470; --line: #dadfe5; --link: #24598c;
  --brilliant: #0f7a99; --good: #1d7a43; --inaccuracy: #8a6a00; --mistake: #b65412; --blunder: #c42b25;
  --light: #eaeef2; --dark: #8fa7be; --last: #d9b44a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131619; --card: #1c2025; --text: #e6eaee; --muted: #9aa4af; --line: #323941; --link: #8fbde6;
    --brilliant: #5cc6e4; --good: #58c983; --inaccuracy: #e2c04a; --mistake: #f2995b; --blunder: #ff7d74;
    --light: #cfd8e0; --dark: #71899f; --last: #d9b44a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; padding: 1.5rem 1rem 2rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main, footer { max-width: 1080px; margin: 0 auto; }
article + article, section + article { margin-top: 4rem; padding-top: 2rem; border-top: 2px solid var(--line); }
section { margin-top: 1.5rem; }
h1 { margin: 0; font-size: clamp(1.4rem, 5vw, 2.1rem); line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { margin: 0 0 .6rem; font-size: 1.15rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1.05rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
small, header p, .caption, footer, .eval, .time, dt { color: var(--muted); }
header strong { color: var(--text); }
small { font-weight: 400; font-size: .9em; }
.versus { color: var(--muted); font-weight: 400; }
.notice { padding: .5rem .8rem; border-left: 4px solid var(--mistake); background: var(--card); }
.parts { position: absolute; }
.brilliant { color: var(--brilliant); } .good { color: var(--good); } .inaccuracy { color: var(--inaccuracy); }
.mistake { color: var(--mistake); } .blunder { color: var(--blunder); }

.side, .card, .moves, .view, .chart { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.side { padding: .9rem 1.1rem; }
.king { display: inline-block; width: .8em; height: .8em; margin-right: .5em; border: 1.5px solid var(--muted); border-radius: 50%; }
.king.white { background: #fff; } .king.black { background: #24282e; }
.accuracy b { font-size: 1.9rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
.counts { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
dl { margin: .6rem 0 0; font-size: .92rem; }
dl div { display: flex; justify-content: space-between; border-top: 1px solid var(--line); padding: .22rem 0; }
dt::first-letter { text-transform: uppercase; }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.value { display: inline-block; min-width: 4rem; text-align: right; }
.meter { display: inline-block; width: 6rem; height: .4rem; border-radius: 1rem; background: var(--line); overflow: hidden; vertical-align: middle; }
.meter i { display: block; height: 100%; background: var(--link); }

/* The game: the view of the checked move covers the left half, or the top on a phone. */
.viewer { --view: min(500px, 47vw, max(300px, 100vh - 14rem)); --text-height: 9.5rem; --plot: 190px; position: relative; margin-top: 1.5rem; padding-left: calc(var(--view) + 1rem); }
.viewer.timed { --plot: 260px; }
.view { display: none; position: absolute; left: 0; top: 0; width: var(--view); height: calc(var(--view) + 3.2rem + var(--text-height)); padding: .6rem; }
.ply:has(.item input:checked) > .view { display: flex; flex-direction: column; }
.frame { display: flex; gap: .5rem; }
.bar { flex: 0 0 10px; background: #3a4048; border: 1px solid var(--line); border-radius: 4px; overflow: hidden; display: flex; flex-direction: column-reverse; }
.bar i { background: #fff; }
.buttons { display: grid; grid-template-columns: repeat(5, 1fr); gap: .4rem; margin: .5rem 0; }
.buttons label { border: 1px solid var(--line); border-radius: 6px; text-align: center; font-size: 1.25rem; line-height: 1.7rem; cursor: pointer; user-select: none; }
.buttons label:hover, .moves label:hover { background: color-mix(in srgb, var(--link) 14%, transparent); }
.view .text { flex: 1; overflow: auto; font-size: .95rem; }
.verdict { font-weight: 600; }
.line { font-variant-numeric: tabular-nums; }
.moves { margin: 0; min-width: 0; height: calc(var(--view) + 3.2rem + var(--text-height)); padding: .4rem .6rem; overflow: auto; }
.moves legend { position: absolute; clip-path: inset(50%); }
.moves ol { list-style: none; margin: 0; padding: 0; }
.moves li { display: grid; grid-template-columns: 2.4rem 1fr 1fr; }
.number { color: var(--muted); padding: .12rem 0; font-variant-numeric: tabular-nums; }
.ply { position: static; min-width: 0; }
.item { position: relative; display: block; scroll-margin: 3rem; }
.item label { display: flex; justify-content: space-between; align-items: baseline; gap: .4rem; padding: .12rem .45rem; border-radius: 5px; cursor: pointer; }
.ply.start label { justify-content: flex-start; color: var(--muted); }
.ply.book .item b { font-weight: 400; }
/* As large as its label: what has the focus is scrolled into view. */
.item input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; margin: 0; pointer-events: none; }
/* Without a keyboard nothing is gained by the focus, and the page would open scrolled past its title: what is
   hidden while the page loads does not get it. */
@media (hover: none) { .start input { animation: 1s late; } }
@keyframes late { from, to { visibility: hidden; } }
.step input, .turn { position: absolute; opacity: 0; width: 1px; height: 1px; margin: 0; }
.item input:checked + label { background: color-mix(in srgb, var(--link) 26%, transparent); }
.item input:checked + label, .item input:checked + label .eval { color: var(--text); }
.item input:focus-visible + label, .step input:focus-visible + label { outline: 2px solid var(--link); outline-offset: -2px; }
.line .step { position: relative; }
.line label { border-radius: 4px; cursor: pointer; white-space: nowrap; }
.line label:hover { text-decoration: underline; }
.line input:checked + label { background: color-mix(in srgb, #2f9e5b 24%, transparent); }
.line .step:last-child input:checked + label { background: none; }
.alternative { display: none; }
.step:has(input:checked) { position: static; }
.step input:checked ~ .alternative { display: block; position: absolute; left: calc(.6rem + .5rem + 10px); right: .6rem; top: .6rem; }
.from-black { display: none; }
.turn:checked ~ * .view .board, .turn:checked ~ * .view .bar { transform: rotate(180deg); }
.turn:checked ~ * .view .from-white { display: none; }
.turn:checked ~ * .view .from-black { display: inline; }
.turn:checked ~ * .view .piece { transform: rotate(180deg); transform-origin: .5px .5px; }
.eval { font-variant-numeric: tabular-nums; font-size: .88em; }

.chart { --scale: 2.6rem; position: relative; margin: 1rem 0 0 calc(-1rem - var(--view)); padding: .6rem .6rem .2rem; }
.plot { position: relative; margin-left: var(--scale); }
.advantage { display: block; width: 100%; height: 190px; border-radius: 4px; }
.times { display: block; width: 100%; height: 60px; margin-top: 10px; }
.advantage .above { fill: #4a515a; } .advantage .below { fill: #f3f4f5; }
.advantage path, .times path { vector-effect: non-scaling-stroke; }
.advantage .curve { fill: none; stroke: #8b949e; stroke-width: 1.5; stroke-linejoin: round; }
.advantage .grid { stroke: #8b949e; stroke-opacity: .4; }
.middle { stroke: #e0823d; stroke-opacity: .9; }
.times .middle { stroke: var(--line); }
.times .w { fill: color-mix(in srgb, var(--muted) 45%, var(--card)); } .times .b { fill: var(--muted); }
.scale i { position: absolute; left: .4rem; font: .75rem/1 system-ui, sans-serif; color: var(--muted); }
.scale i:nth-child(1) { top: .6rem; } .scale i:nth-child(2) { top: calc(.6rem + 90px); } .scale i:nth-child(3) { top: calc(.6rem + 178px); }
.scale i:nth-child(4) { top: calc(.6rem + 224px); }
.strip { position: absolute; inset: 0 0 auto; display: flex; height: var(--plot); }
.strip label { position: relative; flex: 1; cursor: pointer; }
.strip label:hover { background: color-mix(in srgb, #e0823d 30%, transparent); }
.strip label i { position: absolute; left: 50%; width: 9px; height: 9px; margin: -5px; border: 1.5px solid #fff; border-radius: 50%; background: currentColor; }
.phase { position: absolute; top: 0; height: 190px; padding: .1rem .35rem; border-left: 1px dashed #9aa4af; pointer-events: none; }
.phase.late { transform: translateX(-100%); border-left: none; border-right: 1px dashed #9aa4af; }
.phase b { display: block; max-width: max-content; padding: 0 .3rem; border-radius: 4px; background: #4a515ad9; color: #eceff2; font: .72rem/1.4 system-ui, sans-serif; text-transform: capitalize; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.ticks { position: relative; height: 1.3rem; margin-left: var(--scale); }
.ticks i { position: absolute; transform: translateX(-50%); font: .75rem/1.5rem system-ui, sans-serif; color: var(--muted); }
.now { display: none; position: absolute; z-index: 1; bottom: calc(1.5rem + 1px); height: var(--plot); border-left: 2px solid #e0823d; pointer-events: none; left: calc(3.2rem + 1px + (100% - 3.8rem - 2px) * var(--x)); }
.ply:has(.item input:checked) > .now { display: block; }

.board { display: block; flex: 1; width: 100%; height: auto; border-radius: 4px; }
.light { fill: var(--light); } .dark { fill: var(--dark); }
.on-light { fill: #7088a0; } .on-dark { fill: #eef2f5; }
/* What a board copies from the parts is reached by selectors of one class only. */
.coordinate { font: 600 .19px system-ui, sans-serif; }
.shape { stroke-width: 3.2; stroke-linejoin: round; stroke-linecap: round; }
.white-shape { fill: #fff; stroke: #24272c; color: #24272c; }
.black-shape { fill: #30343b; stroke: #0c0e10; color: #cfd5dc; }
.last { fill: var(--last); opacity: .55; }
.arrow { opacity: .8; }
.arrow.better { fill: #2f9e5b; } .arrow.played { fill: #d6362f; }
.swatch { display: inline-block; width: .75em; height: .75em; margin: 0 .3em 0 .8em; border-radius: 3px; }
.swatch:first-child { margin-left: 0; }
.swatch.better { background: #2f9e5b; } .swatch.played { background: #d6362f; }

.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); }
.card { overflow: hidden; display: flex; flex-direction: column; }
.card .board { border-radius: 0; flex: none; }
.card .text { padding: .7rem .9rem .9rem; }
.card p { font-size: .92rem; }
.card label { color: var(--link); cursor: pointer; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--muted); font-weight: 600; }
footer { margin-top: 2.5rem; font-size: .85rem; }

@media (min-width: 761px) {
  td:nth-child(5) { white-space: normal; min-width: 9rem; }
}
@media (max-width: 760px) {
  th, td { padding-inline: .4rem; }
  .viewer { --view: min(100vw - 2rem, max(260px, 100vh - 17rem)); --text-height: 8rem; padding: calc(var(--view) + 3.2rem + var(--text-height) + 1rem) 0 0; }
  .moves { height: 5.5rem; }
  .chart { margin-left: 0; padding-inline: .4rem; --scale: 2.4rem; }
  .now { left: calc(2.8rem + 1px + (100% - 3.2rem - 2px) * var(--x)); }
}
@media print {
  body { background: #fff; padding: 0; font-size: 11pt; }
  .view, .now, .buttons, .back, .ply.start, .strip label:hover { display: none !important; }
  .viewer { padding: 0; }
  .moves { height: auto; overflow: visible; border: none; padding: 0; }
  .moves ol { columns: 2; column-gap: 2rem; font-size: 10pt; }
  .item label { white-space: nowrap; }
  .item label, .number { padding-block: 0; }
  .item input:checked + label { background: none; }
  .chart { margin-left: 0; break-inside: avoid; }
  .card, .side, .moves li, tr { break-inside: avoid; }
  .advantage, .bar, .board, .meter, .strip i, .swatch { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  article + article { break-before: page; border: none; }
}
`;
