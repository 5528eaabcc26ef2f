/**
 * `refrain analyze "fen"`: shows a position with its evaluation and best lines.
 *
 * At a terminal the display is redrawn in place during the search; elsewhere every line found is
 * printed, and the display at the end.
 */
import type { Position } from '../chess/board/position.ts';
import { sideName } from '../chess/board/types.ts';
import { findClaimableDraw, findGameEnd, isAutomatic } from '../chess/game/draws.ts';
import { Game } from '../chess/game/game.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import type { BaseEngine } from '../engine/baseEngine.ts';
import type { SearchLine } from '../engine/engineResult.ts';
import { forWhite } from '../eval/evaluator.ts';
import { boundSign } from '../play/scoreInWords.ts';
import { formatBoard } from '../play/terminalBoard.ts';
import { whiteWinDrawLoss } from '../review/winPercent.ts';
import type { Limits } from '../search/limits.ts';
import { formatSignedEval } from '../search/score.ts';
import type { SearchInfo } from '../search/searchResult.ts';
import type { WinDrawLoss } from '../search/winDrawLoss.ts';
import { formatGameEnd } from '../uci/formatUci.ts';
import { formatCount } from '../util/counts.ts';
import { ChessError } from '../util/result.ts';
import { compactTable } from './compactTable.ts';
import { isOnStandardOutput, type JsonTarget } from './jsonOutput.ts';
import { writePositionJson } from './positionJson.ts';
import { boardStyle, paint, untilInterrupted } from './terminal.ts';

/** Milliseconds between two redraws. */
const REDRAW_INTERVAL = 100;
/** Columns of the bar. */
const BAR_WIDTH = 42;
/** Columns and rows of a terminal of unknown size, which may say that it has none. */
const DEFAULT_WIDTH = 100;
const DEFAULT_HEIGHT = 24;
/** The width of a table row without its line of moves. */
const TABLE_MARGIN = 28;

/**
 * Ends with the limits or Ctrl-C; without limits (null) only with Ctrl-C, and so only at a terminal. Writes the
 * analysis as JSON to `json`, if given; on standard output nothing else is then printed. Throws a ChessError for
 * an invalid position or illegal moves, and for a search that nothing would end.
 */
export async function analyzePosition(
  engine: BaseEngine,
  fen: string,
  moves: readonly string[],
  limits: Limits | null,
  json: JsonTarget | undefined,
): Promise<void> {
  const game = new Game(fen);
  for (const move of moves) game.play(move);
  const position = game.getPosition();
  engine.setPosition(position);
  const end = findGameEnd(position);
  const isSilent = isOnStandardOutput(json);
  if (end !== null && isAutomatic(end)) {
    await writePositionJson(json, engine, position, []);
    if (isSilent) return;
    console.log([formatBoard(position, boardStyle(false)), '', formatGameEnd(end)].join('\n'));
    return;
  }
  if (limits === null && (!process.stdout.isTTY || isSilent)) {
    throw new ChessError('the search would never end: use --depth, --nodes or --movetime');
  }
  /** The latest exact info of each line, best first. */
  const lines: SearchLine[] = [];
  const display = process.stdout.isTTY && !isSilent ? new AnalysisDisplay() : null;
  engine.on('info', (info) => {
    if (info.bound !== undefined) return;
    lines[info.multiPv - 1] = info;
    if (isSilent) return;
    if (display === null) console.log(describeLine(position, info));
    else display.draw(() => formatPicture(position, Object.values(lines)));
  });
  // The time of a search does not include the start of its threads.
  await engine.ready();
  const found = await untilInterrupted(async (signal) => {
    const stop = () => engine.stop();
    signal.addEventListener('abort', stop);
    // If the search was stopped, its final lines may be bounds. Older ones do not go with them.
    return (await engine.go(limits ?? { infinite: true })).lines;
  });
  await writePositionJson(json, engine, position, found);
  if (isSilent) return;
  const picture = formatPicture(position, found);
  if (display === null) console.log(`\n${picture.join('\n')}`);
  else display.write(picture);
}

/** A display that is redrawn in place. */
class AnalysisDisplay {
  private height = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** Limits the refresh rate. */
  draw(picture: () => string[]): void {
    const now = performance.now();
    if (now - this.last < REDRAW_INTERVAL) return;
    this.last = now;
    // Lines that have scrolled off the screen cannot be redrawn.
    const rows = process.stdout.rows || DEFAULT_HEIGHT;
    this.write(picture().slice(0, Math.max(1, rows - 1)));
  }

  write(lines: string[]): void {
    const back = this.height > 0 ? `\x1b[${this.height}A\r` : '';
    process.stdout.write(`${back}\x1b[J${lines.join('\n')}\n`);
    this.height = lines.length;
  }
}

/** The lines of the whole display: board, bar and table. */
function formatPicture(position: Position, lines: readonly SearchInfo[]): string[] {
  const [best] = lines;
  const board = formatBoard(position, boardStyle(false)).split('\n');
  if (best === undefined) return board;
  const nps = Math.round((best.nodes * 1000) / Math.max(1, best.time));
  const facts = [
    '',
    `${sideName(position.turn)} to move`,
    `Score  ${boundSign(position, best)}${formatSignedEval(forWhite(best.score, position))}`,
    `Depth  ${best.depth}/${best.seldepth}`,
    `Nodes  ${formatCount(best.nodes)}`,
    `Speed  ${formatCount(nps)} nodes/s`,
    `Time   ${(best.time / 1000).toFixed(1)} s`,
  ];
  const claim = findClaimableDraw(position);
  return [
    ...board.map((row, i) => (facts[i] ? `${row}   ${facts[i]}` : row)),
    formatFen(position),
    ...(claim === null ? [] : [`${sideName(position.turn)} can claim a draw by ${claim}`]),
    '',
    formatBar(whiteWinDrawLoss(best, position)),
    ...formatTable(position, lines).split('\n'),
  ];
}

/** A bar of White's wins, draws and Black's wins. */
function formatBar({ win, draw, loss }: WinDrawLoss): string {
  const white = Math.round((BAR_WIDTH * win) / 1000);
  const black = Math.round((BAR_WIDTH * loss) / 1000);
  const bar = '█'.repeat(white) + '▒'.repeat(BAR_WIDTH - white - black) + '░'.repeat(black);
  const percent = (share: number) => `${Math.round(share / 10)}%`;
  return `White ${percent(win)} ${bar} ${percent(loss)} Black, draws ${percent(draw)}`;
}

function formatTable(position: Position, lines: readonly SearchInfo[]): string {
  const width = (process.stdout.columns || DEFAULT_WIDTH) - TABLE_MARGIN;
  const table = compactTable(['#', 'Score', 'Depth', 'Line'], ['right', 'right', 'right', 'left']);
  for (const info of lines) {
    const score = formatSignedEval(forWhite(info.score, position));
    table.push([
      `${info.multiPv}`,
      `${boundSign(position, info)}${info.multiPv === 1 ? paint('bold', score) : score}`,
      `${info.depth}`,
      shorten(formatMoveText(position, info.pv), Math.max(10, width)),
    ]);
  }
  return table.toString();
}

/** As many words as fit. */
function shorten(words: readonly string[], width: number): string {
  let text = words[0] ?? '';
  for (const word of words.slice(1)) {
    if (text.length + 1 + word.length > width) return `${text}…`;
    text += ` ${word}`;
  }
  return text;
}

/** `depth 12  line 1  +0.34  w 290 d 520 l 190  1. e4 e5 2. Nf3` */
function describeLine(position: Position, info: SearchInfo): string {
  const { win, draw, loss } = whiteWinDrawLoss(info, position);
  const score = formatSignedEval(forWhite(info.score, position));
  const line = formatMoveText(position, info.pv).join(' ');
  return `depth ${info.depth}  line ${info.multiPv}  ${score}  w ${win} d ${draw} l ${loss}  ${line}`;
}
