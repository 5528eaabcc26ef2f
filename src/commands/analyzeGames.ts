/** `refrain analyze games.pgn`: every move judged; written as PGN, as a picture and as a page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import Table from 'cli-table3';
import { type AnalyzedGame, type AnalyzedMove, analyzeGame } from '../analysis/analyzeGame.ts';
import { formatAnnotated, isFault } from '../analysis/annotate.ts';
import { formatAdvantageFile } from '../analysis/drawAdvantage.ts';
import { gameName, moveName, playerName } from '../analysis/labels.ts';
import { formatReport } from '../analysis/report.ts';
import { thinkWith } from '../analysis/think.ts';
import { BLACK, WHITE } from '../chess/board/types.ts';
import { type PgnGame, readPgnGames } from '../chess/notation/pgnReader.ts';
import { formatSan } from '../chess/notation/san.ts';
import { ChessError } from '../chess/result.ts';
import type { Engine } from '../engine/engine.ts';
import type { Limits } from '../search/limits.ts';
import { formatSignedEval } from '../search/score.ts';
import { checkWritable, INTERRUPTED, paint, startProgress, untilInterrupted } from './terminal.ts';

export interface GamesOptions {
  /** Which game of the file, the first being 1. */
  game?: number;
  all?: boolean;
  /** Files to write; `-` is standard output. */
  pgn?: string;
  html?: string;
  svg?: string;
}

/** Names standard input, or output. */
const STANDARD = '-';

/** Columns of a player's name at the head of a table. */
const NAME_WIDTH = 24;

/**
 * Ends with the games or with Ctrl-C, and then writes what it has. Throws a ChessError when there
 * is no such game or it cannot be read.
 */
export async function analyzeGames(
  engine: Engine,
  file: string,
  limits: Limits,
  options: GamesOptions,
): Promise<void> {
  const games = chooseGames(readFileSync(file === STANDARD ? 0 : file, 'utf8'), options);
  const isSilent = checkOutputs([options.pgn, options.html, options.svg]);
  const say = isSilent ? () => {} : console.log;
  const analyzed = await analyzeAll(engine, games, limits, say);
  if (analyzed.some((one) => one.moves.length > 0)) writeOutputs(analyzed, limits, options);
}

/** Whether one is standard output. Throws what the file system throws if one cannot be written. */
function checkOutputs(paths: readonly (string | undefined)[]): boolean {
  const given = paths.filter((path) => path !== undefined);
  const files = given.filter((path) => path !== STANDARD);
  checkWritable(files);
  if (given.length - files.length > 1) {
    throw new ChessError('only one of the outputs can be standard output');
  }
  return given.length > files.length;
}

function chooseGames(text: string, { game: number, all }: GamesOptions): PgnGame[] {
  const games: PgnGame[] = [];
  let count = 0;
  for (const game of readPgnGames(text)) {
    count++;
    if (!all && count !== (number ?? 1)) continue;
    if (!game.ok) throw new ChessError(`game ${count}: ${game.error.message}`);
    games.push(game.value);
  }
  if (count === 0) throw new ChessError('no game in the file');
  if (games.length === 0) throw new ChessError(`there is no game ${number}, only ${count}`);
  if (games.every(({ moves }) => moves.length === 0)) throw new ChessError('no move to judge');
  return games;
}

async function analyzeAll(
  engine: Engine,
  games: readonly PgnGame[],
  limits: Limits,
  say: (text: string) => void,
): Promise<AnalyzedGame[]> {
  const plies = games.reduce((sum, { moves }) => sum + moves.length, 0);
  const progress = startProgress(plies, 'plies');
  const isPlain = !process.stderr.isTTY;
  const analyzed: AnalyzedGame[] = [];
  await untilInterrupted(async (signal) => {
    for (const game of games) {
      if (signal.aborted) break;
      await engine.newGame();
      const onMove = (move: AnalyzedMove) => {
        progress.step(moveName(move));
        if (isPlain) say(describeMove(move));
      };
      if (isPlain) say(gameName(game));
      const one = await analyzeGame(game, thinkWith(engine, limits, signal), onMove);
      if (one.moves.length > 0 || !signal.aborted) analyzed.push(one);
      if (isPlain) say(`\n${formatSummary(one)}\n`);
    }
    if (signal.aborted) process.exitCode = INTERRUPTED;
  }).finally(() => progress.end());
  if (!isPlain) for (const one of analyzed) say(`${formatGame(one)}\n`);
  return analyzed;
}

/** `12... Nf6??  +3.10  best Nd5` */
function describeMove(move: AnalyzedMove): string {
  const best = isFault(move) ? `  best ${formatSan(move.before, move.line[0]!)}` : '';
  return `${moveName(move)}  ${formatSignedEval(move.score)}${best}`;
}

/** Everything about a game, for a terminal. */
function formatGame(analyzed: AnalyzedGame): string {
  const table = new Table({
    head: ['Move', 'White', '', 'Black', ''],
    colAligns: ['right', 'left', 'right', 'left', 'right'],
    style: { head: [], border: [], compact: true },
  });
  let row: string[] = [];
  for (const move of analyzed.moves) {
    if (move.color !== BLACK) {
      if (row.length > 0) table.push([...row, '', '']);
      row = [`${move.before.fullmove}`];
    } else if (row.length === 0) row = [`${move.before.fullmove}`, '…', ''];
    row.push(formatCell(move), formatSignedEval(move.score));
    if (move.color !== BLACK) continue;
    table.push(row);
    row = [];
  }
  if (row.length > 0) table.push([...row, '', '']);
  return `${gameName(analyzed.game)}\n${table}\n${formatSummary(analyzed)}`;
}

/** Green for what deserves praise, red to yellow for faults; the better move behind it. */
function formatCell(move: AnalyzedMove): string {
  const { glyph, san, before, line } = move;
  if (glyph === null) return san;
  const styles = { '!': 'green', '?!': 'yellow', '?': 'magenta', '??': 'red' } as const;
  const text = paint(styles[glyph.sign as keyof typeof styles], san + glyph.sign);
  return isFault(move) ? `${text} (${formatSan(before, line[0]!)})` : text;
}

function formatSummary({ game, sides, moves }: AnalyzedGame): string {
  const table = new Table({
    head: ['', shorten(playerName(game, WHITE)), shorten(playerName(game, BLACK))],
    colAligns: ['left', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const show = (value: number | null, digits: number, unit: string) =>
    value === null ? '–' : `${value.toFixed(digits)}${unit}`;
  table.push(
    ['Accuracy', ...sides.map((side) => show(side.accuracy, 1, '%'))],
    ['Centipawns lost a move', ...sides.map((side) => show(side.centipawnLoss, 0, ''))],
    ['Inaccuracies ?!', ...sides.map((side) => `${side.inaccuracies}`)],
    ['Mistakes ?', ...sides.map((side) => `${side.mistakes}`)],
    ['Blunders ??', ...sides.map((side) => `${side.blunders}`)],
  );
  const missing = game.moves.length - moves.length;
  const note = missing > 0 ? `\nStopped: ${missing} of ${game.moves.length} plies not judged.` : '';
  return `${table}${note}`;
}

const shorten = (name: string): string =>
  name.length > NAME_WIDTH ? `${name.slice(0, NAME_WIDTH - 1)}…` : name;

function writeOutputs(
  analyzed: readonly AnalyzedGame[],
  limits: Limits,
  { pgn, html, svg }: GamesOptions,
): void {
  if (pgn !== undefined) write(pgn, analyzed.map(formatAnnotated).join('\n'));
  if (html !== undefined) write(html, formatReport(analyzed, describeLimits(limits)));
  if (svg === undefined) return;
  for (const [i, one] of analyzed.entries()) {
    const path = analyzed.length === 1 ? svg : numbered(svg, i + 1);
    write(path, `${formatAdvantageFile(one)}\n`);
  }
}

function write(path: string, text: string): void {
  if (path === STANDARD) process.stdout.write(text);
  else writeFileSync(path, text);
}

/** `graph.svg`, 2 → `graph-2.svg` */
function numbered(path: string, number: number): string {
  if (path === STANDARD) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

function describeLimits({ depth, nodes, movetime }: Limits): string {
  const parts = [];
  if (depth !== undefined) parts.push(`depth ${depth}`);
  if (nodes !== undefined) parts.push(`${nodes.toLocaleString('en')} nodes`);
  if (movetime !== undefined) parts.push(`${movetime} ms`);
  return `${parts.join(', ')} a position`;
}
