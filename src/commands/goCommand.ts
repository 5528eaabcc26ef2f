/** `refrain go depth 12`: one search with UCI output, then a readable summary. */
import { formatDiagram } from '../chess/board/diagram.ts';
import type { Position } from '../chess/board/position.ts';
import { type Color, WHITE } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { Game } from '../chess/game/game.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import type { SearchLine } from '../engine/engineResult.ts';
import { Engine } from '../hosts/node/nodeEngine.ts';
import { boundSign, describeScore } from '../play/scoreInWords.ts';
import { hasEnd, type Limits, rejectLimitedInfinite } from '../search/limits.ts';
import { formatBestMove, formatDrawingMove, formatGameEnd, formatInfo } from '../uci/formatUci.ts';
import { parseGo } from '../uci/parseGo.ts';
import { resolveGo } from '../uci/resolveGo.ts';
import { counted } from '../util/counts.ts';
import { ChessError, quote, unwrap } from '../util/result.ts';
import { checkJson, isOnStandardOutput, type JsonTarget } from './jsonOutput.ts';
import { writePositionJson } from './positionJson.ts';
import { readTablebasesPath } from './tablebasesPath.ts';
import { untilInterrupted } from './terminal.ts';
import { warn } from './warn.ts';

interface GoOptions {
  fen?: string;
  /** In UCI notation or SAN. */
  moves?: string[];
  threads: number;
  /** Mebibytes. */
  hash: number;
  /** The number of best lines. */
  lines: number;
  /** Folders of tablebases. */
  syzygy?: string[];
  /** Where to write the result as data; on standard output instead of UCI's lines and the summary. */
  json?: JsonTarget;
}

/** The limits that are part of a clock. */
const CLOCKS = ['wtime', 'btime', 'winc', 'binc', 'movestogo'] as const;

/** `limits` are the words after UCI's `go`. Throws a ChessError for invalid limits or positions. */
export async function runGo(
  limits: string[],
  { fen, moves, threads, hash, lines, syzygy, json }: GoOptions,
): Promise<void> {
  const command = unwrap(parseGo(limits));
  if (command.type === 'perft') throw new ChessError('use refrain perft instead of go perft');
  const [remark] = command.remarks;
  if (remark !== undefined) throw new ChessError(remark);
  if (command.limits.ponder) throw new ChessError('go cannot ponder: it has no opponent');
  checkJson(json);
  const game = new Game(fen);
  for (const move of moves ?? []) game.play(move);
  const position = game.getPosition();
  rejectLimitsWithoutEffect(command.limits, position.turn);
  const { request, remarks, illegal } = resolveGo(command, position);
  if (illegal.length > 0) throw new ChessError(`illegal searchmoves: ${quote(illegal.join(' '))}`);
  const isEndless = !game.isOver() && !hasEnd(request.limits, position.turn);
  if (isEndless && !request.limits.infinite && !process.stdout.isTTY) {
    throw new ChessError('the search may never end: give a limit, as in refrain go depth 20');
  }
  const print = isOnStandardOutput(json) ? () => {} : console.log;
  const engine = new Engine();
  engine.on('problem', warn);
  if (syzygy !== undefined) engine.useTablebases(readTablebasesPath(syzygy));
  engine.configure({ threads, hash, multiPv: lines });
  engine.setPosition(position);
  engine.on('info', (info) => print(formatInfo(info, position.chess960)));
  if (isEndless) warn('press Ctrl-C to stop the search');
  for (const remark of remarks) warn(remark);
  const end = findGameEnd(position);
  if (end !== null) print(`info string ${formatGameEnd(end)}`);
  try {
    // The time of a search does not include the start of its threads.
    await engine.ready();
    const { best, lines: found } = await untilInterrupted((signal) => {
      signal.addEventListener('abort', () => engine.stop());
      return engine.search(request);
    });
    if (best?.draw) {
      print(`info string ${formatDrawingMove(best.draw, best.move, position.chess960)}`);
    }
    print(formatBestMove(best?.pv[0], best?.pv[1], position.chess960));
    print(summarize(position, found));
    await writePositionJson(json, engine, position, found);
  } finally {
    await engine.close();
  }
}

/** Throws a ChessError if one of the limits has no effect. */
function rejectLimitsWithoutEffect(limits: Limits, turn: Color): void {
  rejectLimitedInfinite(limits);
  const own = turn === WHITE ? 'wtime' : 'btime';
  const clock = CLOCKS.find((name) => limits[name] !== undefined);
  if (clock !== undefined && limits[own] === undefined && hasEnd(limits, turn)) {
    throw new ChessError(`${clock} has no effect without ${own}`);
  }
}

function summarize(position: Position, found: readonly [SearchLine, ...SearchLine[]]): string {
  const [best] = found;
  const seconds = (best.time / 1000).toFixed(2);
  const moves = ({ pv }: SearchLine) => formatMoveText(position, pv).join(' ');
  const score = (line: SearchLine) =>
    `${boundSign(position, line)}${describeScore(position, line.score)}`;
  // A stopped search may know a line only to a lower depth, so that it seems better than the first.
  const others = found.slice(1).map((line) => {
    return `Line ${line.multiPv}     ${moves(line)}  (${score(line)}, depth ${line.depth})`;
  });
  return [
    '',
    formatDiagram(position),
    '',
    `Best line  ${best.pv.length > 0 ? moves(best) : '(no legal move)'}`,
    `Score      ${score(best)}${found.length > 1 ? `, depth ${best.depth}` : ''}`,
    ...others,
    `Searched   ${counted(best.nodes, 'node')} to depth ${best.depth} in ${seconds} s`,
  ].join('\n');
}
