/** A reviewed game as a table for a terminal. */
import { BLACK, WHITE } from '../chess/board/types.ts';
import {
  describeMark,
  describeOpening,
  gameName,
  moveName,
  playerName,
  remarksOn,
  shorten,
} from '../report/reviewText.ts';
import { PHASES } from '../review/gamePhases.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { isFault } from '../review/marks.ts';
import { formatSignedEval } from '../search/score.ts';
import { printable } from '../util/printable.ts';
import { compactTable } from './compactTable.ts';
import { paint } from './terminal.ts';

/** The maximum width of a player's name in the table. */
const NAME_WIDTH = 24;

const COLORS = { '!!': 'cyan', '!': 'green', '?!': 'yellow', '?': 'magenta', '??': 'red' } as const;

/** The complete report of a game: moves, remarks, and each side's statistics. */
export function formatReview(review: GameReview): string {
  const { game, moves } = review;
  const opening = describeOpening(review);
  const remarks = moves.flatMap((move, i) => {
    const texts = [describeMark(move), ...remarksOn(review, i)];
    const said = texts.filter((text) => text !== '').join(' ');
    return said === '' ? [] : [`${moveName(move)}  ${said}`];
  });
  return [
    printable(gameName(game)),
    ...(opening === '' ? [] : [opening]),
    formatMoves(moves),
    ...remarks,
    formatSummary(review),
  ].join('\n');
}

function formatMoves(moves: readonly ReviewedMove[]): string {
  const table = compactTable(
    ['Move', 'White', '', 'Black', ''],
    ['right', 'left', 'right', 'left', 'right'],
  );
  let row: string[] = [];
  for (const move of moves) {
    if (move.color !== BLACK) {
      if (row.length > 0) table.push([...row, '', '']);
      row = [`${move.fullmove}`];
    } else if (row.length === 0) row = [`${move.fullmove}`, '…', ''];
    row.push(formatCell(move), formatSignedEval(move.score));
    if (move.color !== BLACK) continue;
    table.push(row);
    row = [];
  }
  if (row.length > 0) table.push([...row, '', '']);
  return table.toString();
}

/** Coloured by its glyph; faults are followed by the better move. */
function formatCell({ glyph, san, best }: ReviewedMove): string {
  if (glyph === null) return san;
  const text = paint(COLORS[glyph.sign], san + glyph.sign);
  return isFault(glyph) ? `${text} (${best})` : text;
}

function formatSummary({ game, sides, moves, isComplete }: GameReview): string {
  const table = compactTable(
    ['', ...[WHITE, BLACK].map((color) => shorten(printable(playerName(game, color)), NAME_WIDTH))],
    ['left', 'right', 'right'],
  );
  const show = (value: number | null, digits: number, unit: string) =>
    value === null ? '–' : `${value.toFixed(digits)}${unit}`;
  const hasTrouble = sides.some(({ trouble }) => trouble !== null);
  table.push(
    ['Accuracy', ...sides.map((side) => show(side.accuracy, 1, '%'))],
    ...PHASES.map((phase) => [
      `  ${phase}`,
      ...sides.map((side) => show(side.phases[phase], 1, '%')),
    ]),
    ['Centipawns lost per move', ...sides.map((side) => show(side.centipawnLoss, 0, ''))],
    ['Good moves !', ...sides.map((side) => `${side.good}`)],
    ['Inaccuracies ?!', ...sides.map((side) => `${side.inaccuracies}`)],
    ['Mistakes ?', ...sides.map((side) => `${side.mistakes}`)],
    ['Blunders ??', ...sides.map((side) => `${side.blunders}`)],
    ...(hasTrouble
      ? [['Moves in time trouble', ...sides.map(({ trouble }) => `${trouble?.moves ?? '–'}`)]]
      : []),
  );
  if (isComplete) return table.toString();
  const known = `${moves.length} of ${game.moves.length} plies`;
  return `${table}\nStopped: ${known} reviewed; only verified marks are shown.`;
}
