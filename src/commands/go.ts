/** `refrain go depth 12`: one search, printed as UCI prints it, then a summary for a person. */

import type { Position } from '../chess/board/position.ts';
import { formatDiagram } from '../chess/notation/diagram.ts';
import { START_FEN } from '../chess/notation/fen.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import { ChessError, unwrap } from '../chess/result.ts';
import { Engine } from '../engine/node/engine.ts';
import { describeScore } from '../play/describe.ts';
import type { SearchInfo } from '../search/search.ts';
import { parseGo } from '../uci/go.ts';
import { UciSession } from '../uci/session.ts';

/** `limits` are the words that follow UCI's `go`. Throws a ChessError for bad words or positions. */
export async function runGo(
  limits: string[],
  options: { fen?: string; moves?: string[] },
): Promise<void> {
  const command = unwrap(parseGo(limits));
  if (command.type === 'perft') throw new ChessError('for perft there is refrain perft');
  const [remark] = command.remarks;
  if (remark !== undefined) throw new ChessError(remark);
  const engine = new Engine();
  unwrap(engine.setPosition(options.fen ?? START_FEN, options.moves));
  let last: SearchInfo | null = null;
  engine.on('info', (info) => {
    last = info;
  });
  const session = new UciSession(engine, (line) => console.log(line));
  const stop = () => session.handle('stop');
  process.on('SIGINT', stop);
  session.handle(`go ${limits.join(' ')}`);
  await session.idle();
  process.off('SIGINT', stop);
  if (last !== null) console.log(summarize(engine.getPosition(), last));
  await engine.close();
}

function summarize(position: Position, info: SearchInfo): string {
  const seconds = (info.time / 1000).toFixed(2);
  const line = info.pv.length > 0 ? formatMoveText(position, info.pv).join(' ') : '(no legal move)';
  return [
    '',
    formatDiagram(position),
    '',
    `Best line  ${line}`,
    `Score      ${describeScore(position, info.score)}`,
    `Searched   ${info.nodes.toLocaleString('en')} nodes to depth ${info.depth} in ${seconds} s`,
  ].join('\n');
}
