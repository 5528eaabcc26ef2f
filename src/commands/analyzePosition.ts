/**
 * `refrain analyze "fen"`: the best lines of a position, with the board and what they are worth.
 *
 * In a terminal the picture is drawn again in place while the search goes on; elsewhere every line
 * found is printed, and the picture at the end.
 */
import Table from 'cli-table3';
import { forWhite, whiteWinDrawLoss } from '../analysis/scores.ts';
import type { Position } from '../chess/board/position.ts';
import { BLACK } from '../chess/board/types.ts';
import { findGameEnd, isAutomatic } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import type { Engine } from '../engine/engine.ts';
import { formatBoard } from '../play/terminalBoard.ts';
import type { Limits } from '../search/limits.ts';
import { formatSignedEval } from '../search/score.ts';
import type { SearchInfo } from '../search/search.ts';
import type { WinDrawLoss } from '../search/winDrawLoss.ts';
import { formatGameEnd } from '../uci/format.ts';
import { boardStyle, paint, untilInterrupted } from './terminal.ts';

/** Milliseconds between two pictures. */
const FRAME = 100;
/** Columns of the bar, and of a terminal that does not say how many it has. */
const BAR_WIDTH = 42;
const DEFAULT_WIDTH = 100;
/** What a row of the table needs beside its line. */
const TABLE_MARGIN = 28;

/** Ends with the limits or with Ctrl-C. Throws a ChessError for a bad position or illegal moves. */
export async function analyzePosition(
  engine: Engine,
  fen: string,
  moves: readonly string[],
  limits: Limits,
): Promise<void> {
  engine.setPosition(fen, moves);
  const position = engine.getPosition();
  const end = findGameEnd(position);
  if (end !== null && isAutomatic(end)) {
    console.log([formatBoard(position, boardStyle(false)), '', formatGameEnd(end)].join('\n'));
    return;
  }
  /** The latest of each line, the best first. */
  const lines: SearchInfo[] = [];
  const screen = process.stdout.isTTY ? new Screen() : null;
  engine.on('info', (info) => {
    if (info.bound !== undefined) return;
    lines[info.multiPv - 1] = info;
    if (screen === null) console.log(describeLine(position, info));
    else screen.draw(() => formatPicture(position, lines));
  });
  await untilInterrupted(async (signal) => {
    const stop = () => engine.stop();
    signal.addEventListener('abort', stop);
    // The last word: stopped where a move had just done better than expected, it is only a bound.
    const { info } = await engine.go(limits);
    lines[0] = info;
  });
  if (screen === null) console.log(`\n${formatPicture(position, lines).join('\n')}`);
  else screen.finish(formatPicture(position, lines));
}

/** Draws over what it drew before. */
class Screen {
  private height = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** Not more often than an eye can follow. */
  draw(picture: () => string[]): void {
    const now = performance.now();
    if (now - this.last < FRAME) return;
    this.last = now;
    // What has left the screen above cannot be drawn over.
    this.write(picture().slice(0, Math.max(1, process.stdout.rows - 1)));
  }

  finish(picture: string[]): void {
    this.write(picture);
  }

  private write(lines: string[]): void {
    const back = this.height > 0 ? `\x1b[${this.height}A\r` : '';
    process.stdout.write(`${back}\x1b[J${lines.join('\n')}\n`);
    this.height = lines.length;
  }
}

/** What stands before a score for white that is at least, or for black at most, what it says. */
function boundSign({ bound }: SearchInfo, { turn }: Position): string {
  if (bound === undefined) return '';
  return turn === BLACK ? '≤ ' : '≥ ';
}

/** Board, bar and table, line by line. */
function formatPicture(position: Position, lines: readonly SearchInfo[]): string[] {
  const found = lines.filter((line) => line !== undefined);
  const [best] = found;
  const board = formatBoard(position, boardStyle(false)).split('\n');
  if (best === undefined) return board;
  const nps = Math.round((best.nodes * 1000) / Math.max(1, best.time));
  const facts = [
    '',
    `${position.turn === BLACK ? 'Black' : 'White'} to move`,
    `Score  ${boundSign(best, position)}${formatSignedEval(forWhite(best.score, position))}`,
    `Depth  ${best.depth}/${best.seldepth}`,
    `Nodes  ${best.nodes.toLocaleString('en')}`,
    `Speed  ${nps.toLocaleString('en')} nodes/s`,
    `Time   ${(best.time / 1000).toFixed(1)} s`,
  ];
  return [
    ...board.map((row, i) => (facts[i] ? `${row}   ${facts[i]}` : row)),
    formatFen(position),
    '',
    formatBar(whiteWinDrawLoss(forWhite(best.score, position), position)),
    ...formatTable(position, found).split('\n'),
  ];
}

/** White's wins, the draws, and Black's wins, as parts of a bar. */
export function formatBar({ win, draw, loss }: WinDrawLoss): string {
  const white = Math.round((BAR_WIDTH * win) / 1000);
  const black = Math.round((BAR_WIDTH * loss) / 1000);
  const bar = '█'.repeat(white) + '▒'.repeat(BAR_WIDTH - white - black) + '░'.repeat(black);
  const percent = (share: number) => `${Math.round(share / 10)}%`;
  return `White ${percent(win)} ${bar} ${percent(loss)} Black, draws ${percent(draw)}`;
}

function formatTable(position: Position, lines: readonly SearchInfo[]): string {
  const width = (process.stdout.columns ?? DEFAULT_WIDTH) - TABLE_MARGIN;
  const table = new Table({
    head: ['#', 'Score', 'Depth', 'Line'],
    colAligns: ['right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const info of lines) {
    const score = formatSignedEval(forWhite(info.score, position));
    table.push([
      `${info.multiPv}`,
      info.multiPv === 1 ? paint('bold', score) : score,
      `${info.depth}`,
      shorten(formatMoveText(position, info.pv), Math.max(10, width)),
    ]);
  }
  return table.toString();
}

/** As many words as there is room for. */
function shorten(words: readonly string[], width: number): string {
  let text = words[0] ?? '';
  for (const word of words.slice(1)) {
    if (text.length + 1 + word.length > width) return `${text}…`;
    text += ` ${word}`;
  }
  return text;
}

/** `depth 12  #1  +0.34  1. e4 e5 2. Nf3` */
function describeLine(position: Position, info: SearchInfo): string {
  const { win, draw, loss } = whiteWinDrawLoss(forWhite(info.score, position), position);
  const score = formatSignedEval(forWhite(info.score, position));
  const line = formatMoveText(position, info.pv).join(' ');
  return `depth ${info.depth}  line ${info.multiPv}  ${score}  w ${win} d ${draw} l ${loss}  ${line}`;
}
