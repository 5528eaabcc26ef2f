/** A page that asks the engine for a move: the same file for every bundler. */
import { Engine } from 'refrain/browser';
import { formatUciMove } from 'refrain/chess';

const engine = new Engine();
engine.setPosition(undefined, ['e2e4', 'e7e5']);

for await (const info of engine.analyze({ depth: 8 })) {
  const line = info.pv.map((move) => formatUciMove(move, false)).join(' ');
  document.body.textContent = `depth ${info.depth}: ${line}`;
}
const { best } = await engine.go({ movetime: 100 });
document.title = `best move ${formatUciMove(best.move, false)}`;
