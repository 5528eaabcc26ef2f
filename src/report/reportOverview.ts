/** The top of a report on several games: a table of contents and a summary per player and opening. */
import { BLACK, type Color, sideName, WHITE } from '../chess/board/types.ts';
import { halfPoints } from '../chess/notation/pgn.ts';
import type { GameReview, SideSummary } from '../review/judge.ts';
import { escapeMarkup } from './markup.ts';
import { formatAccuracy, formatResult } from './reportGame.ts';
import { describeOpening, nameWithoutPlayers, playerName, tagOf } from './reviewText.ts';

/** The maximum number of rows of the tables of openings and players, most frequent first. */
const MAX_ROWS = 20;

/** `idOf` returns the id of a game on the page, by its index. */
export function formatOverview(
  reviews: readonly GameReview[],
  idOf: (i: number) => string,
): string {
  return `<header id="contents"><h1>${reviews.length} games</h1></header>
<section class="scroll"><h2>Contents</h2><table>
<thead><tr><th>#</th><th>White</th><th>Black</th><th>Result</th><th>Opening</th><th>Accuracy</th><th>?! ? ??</th></tr></thead>
<tbody>${reviews.map((review, i) => formatRow(review, idOf(i), i)).join('')}</tbody></table></section>
${formatPlayers(reviews)}
<section class="scroll"><h2>Openings</h2>${formatOpenings(reviews)}</section>`;
}

function formatRow(review: GameReview, id: string, i: number): string {
  const { game, sides } = review;
  const both = (text: (side: SideSummary) => string) => sides.map(text).join(' – ');
  const name = nameWithoutPlayers(game);
  const players = [WHITE, BLACK].map((color) => escapeMarkup(playerName(game, color)));
  const cells = [
    `<a href="#${id}">${i + 1}</a>`,
    ...(name === '' ? players : [escapeMarkup(name), '']),
    formatResult(game.result),
    escapeMarkup(describeOpening(review)),
    both(({ accuracy }) => formatAccuracy(accuracy)),
    both(({ inaccuracies, mistakes, blunders }) => `${inaccuracies} ${mistakes} ${blunders}`),
  ];
  return formatCells(cells);
}

const formatCells = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** A player's totals over all games. */
interface Totals {
  games: number;
  /** Points from the games with a result. */
  points: number;
  finished: number;
  accuracies: number[];
  /** Mistakes and blunders. */
  bad: number;
  trouble: SideSummary['trouble'];
}

/** Adds a side of a game to the totals of a name. */
function addGame(
  rows: Map<string, Totals>,
  name: string,
  { game, sides }: GameReview,
  color: Color,
): void {
  const empty = { games: 0, points: 0, finished: 0, accuracies: [], bad: 0, trouble: null };
  const totals: Totals = rows.get(name) ?? empty;
  rows.set(name, totals);
  const side = sides[color]!;
  totals.games++;
  const points = halfPoints(game.result, color);
  if (points !== null) {
    totals.finished++;
    totals.points += points / 2;
  }
  if (side.accuracy !== null) totals.accuracies.push(side.accuracy);
  totals.bad += side.mistakes + side.blunders;
  if (side.trouble === null) return;
  totals.trouble ??= { moves: 0, bad: 0 };
  totals.trouble.moves += side.trouble.moves;
  totals.trouble.bad += side.trouble.bad;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Points of games with a result. */
const formatPoints = ({ points, finished }: Totals): string => `${points} / ${finished}`;

function mostFrequent(rows: ReadonlyMap<string, Totals>): [string, Totals][] {
  return [...rows].toSorted(([, a], [, b]) => b.games - a.games).slice(0, MAX_ROWS);
}

/** Empty without names of players. */
function formatPlayers(reviews: readonly GameReview[]): string {
  const players = new Map<string, Totals>();
  for (const review of reviews) {
    for (const color of [WHITE, BLACK]) {
      const name = tagOf(review.game, sideName(color));
      // Unknown players are not one and the same.
      if (name !== '') addGame(players, name, review, color);
    }
  }
  const rows = mostFrequent(players).map(([name, totals]) =>
    formatCells([
      escapeMarkup(name),
      `${totals.games}`,
      formatPoints(totals),
      formatAccuracy(mean(totals.accuracies)),
      (totals.bad / totals.games).toFixed(1),
      totals.trouble === null ? '–' : `${totals.trouble.moves} (${totals.trouble.bad} bad)`,
    ]),
  );
  if (rows.length === 0) return '';
  return `<section class="scroll"><h2>Players</h2><table><thead><tr><th>Player</th><th>Games</th><th>Score</th><th>Accuracy</th><th>? and ?? per game</th><th>Moves in time trouble</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

/** By name without variation; the name in the file if ours has none. */
function formatOpenings(reviews: readonly GameReview[]): string {
  const openings = new Map<string, Totals>();
  for (const review of reviews) {
    const family = review.opening?.name.split(':')[0];
    const name = family ?? (tagOf(review.game, 'Opening') || 'Unnamed');
    addGame(openings, name, review, WHITE);
  }
  const rows = mostFrequent(openings).map(([name, totals]) =>
    formatCells([escapeMarkup(name), `${totals.games}`, formatPoints(totals)]),
  );
  return `<table><thead><tr><th>Opening</th><th>Games</th><th>White's score</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
