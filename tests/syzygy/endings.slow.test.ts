/**
 * Endings of three and four pieces with hardly any search: with tablebases, won ones are won against the longest
 * defence, within the fifty-move rule, and drawn ones are held.
 */
import { describe, expect, it } from 'vitest';
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { countEarlierOccurrences, findGameEnd, repeatedKey } from '../../src/chess/game/draws.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import type { Search } from '../../src/search/search.ts';
import { rankMoves } from '../../src/syzygy/rankMoves.ts';
import { Random } from '../../src/util/random.ts';
import { freshSearch } from '../support/search.ts';
import { openTablebases, randomPosition, SYZYGY_PATH } from '../support/tablebases.ts';

const GAMES = Number(process.env.GAMES ?? 200);
const NODES = 100;

/** Endings in which either side may win, or which are hard to hold. */
const ENDINGS = [
  ...['KPvK', 'KRvK', 'KQvK', 'KBNvK', 'KBBvK', 'KQvKR', 'KQvKP', 'KRvKP', 'KRvKB', 'KRvKN'],
  ...['KPvKP', 'KBPvK', 'KNPvK', 'KPPvK', 'KRPvK', 'KBvKP', 'KNvKP', 'KQvKB', 'KQvKN', 'KNNvK'],
];

const tablebases = SYZYGY_PATH === '' ? null : openTablebases(SYZYGY_PATH);

/** The engine's move, with an empty transposition table. */
function engineMove(search: Search, position: Position): Move {
  return search.run(position, { nodes: NODES }, { tablebases }).best!.move;
}

/** A move that loses as slowly as possible, wins, or holds the draw. */
function opponentMove(position: Position, random: Random): Move {
  const moves = rankMoves(tablebases!, position)!;
  const [best] = moves;
  if (best!.wdl !== 0) return best!.move;
  const holding = moves.filter(({ wdl }) => wdl === 0);
  return holding[random.below(holding.length)]!.move;
}

/** Whether the position after a move has occurred in the game. */
const isRepetition = (position: Position, move: Move): boolean =>
  position.withMove(move, () => countEarlierOccurrences(position) > 0);

/** Plays a game to its end, or a drawn one for a while. Returns the result for the engine. */
function play(position: Position, random: Random): 'won' | 'drawn' | 'lost' {
  const { search } = freshSearch(1);
  const us = position.turn;
  const isWon = tablebases!.probeWdl(position) === 2;
  for (let ply = 0; isWon || ply < 60; ply++) {
    const end = findGameEnd(position);
    if (end === 'checkmate') return position.turn === us ? 'lost' : 'won';
    if (end !== null) return 'drawn';
    const isOurs = position.turn === us;
    const move = isOurs ? engineMove(search, position) : opponentMove(position, random);
    if (isOurs && isWon && repeatedKey(position) === 0 && isRepetition(position, move)) {
      // Only if all winning moves repeat a position.
      const wins = rankMoves(tablebases!, position)!.filter(({ wdl }) => wdl === 2);
      const isForced = wins.every((win) => isRepetition(position, win.move));
      expect(isForced, `${formatFen(position)} ${formatUciMove(move)}`).toBe(true);
    }
    position.make(move);
  }
  return 'drawn';
}

describe.skipIf(tablebases === null)('endings with the tables', () => {
  it(`${GAMES} at ${NODES} nodes a move: every win won, no draw lost, no avoidable first repetition`, () => {
    const random = new Random(19);
    const wrong: string[] = [];
    const counts = { won: 0, drawn: 0 };
    for (let game = 0; game < GAMES; ) {
      const position = randomPosition(random, ENDINGS[game % ENDINGS.length]!);
      const wdl = tablebases!.probeWdl(position);
      if (wdl < 0 || findGameEnd(position) !== null) continue;
      game++;
      const fen = formatFen(position);
      const expected = wdl > 0 ? 'won' : 'drawn';
      counts[expected]++;
      const result = play(position, random);
      if (result !== expected) wrong.push(`${fen}: ${result} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect(Math.min(counts.won, counts.drawn)).toBeGreaterThan(GAMES / 5);
  });
});
