/** Games to be analysed, and an engine that thinks anything but is quick. */
import fc from 'fast-check';
import type { AnalyzedGame, Think } from '../../src/analysis/analyzeGame.ts';
import { analyzeGame } from '../../src/analysis/analyzeGame.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { type Move, NO_MOVE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import type { GameResult } from '../../src/chess/notation/pgn.ts';
import type { PgnGame } from '../../src/chess/notation/pgnReader.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/chess/result.ts';
import { MATE } from '../../src/search/score.ts';
import { type Game, games, plies } from './games.ts';

/** Text as a hostile file has it. */
export const rubbish = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    "' onclick='x",
    '&amp;&',
    '</style></title>]]>-->',
    '\u202ereversed\u0007\u001b[31m',
    '\ud800',
    '?',
    '',
  ),
  fc.string({ unit: 'binary' }),
);

/** What a file says of a game, as plain data. */
export interface Sample {
  game: Game;
  tags: Record<string, string>;
  result: GameResult;
  /** Of every move. */
  comments: string[];
  nags: number[];
}

/** Games with tags and comments of all kinds. */
export function samples(starts: fc.Arbitrary<string>, length: number): fc.Arbitrary<Sample> {
  return fc.record({
    game: games(starts, length),
    tags: fc.dictionary(
      fc.constantFrom('Event', 'Site', 'Date', 'Round', 'White', 'Black', 'WhiteElo', 'BlackElo'),
      rubbish,
    ),
    result: fc.constantFrom('1-0', '0-1', '1/2-1/2', '*'),
    comments: fc.subarray(['a comment', '[%eval 0.17] good', '[%clk 0:01:00]']),
    nags: fc.constantFrom([], [4], [1, 14]),
  });
}

/** The same as the reader would give it. */
export function pgnGameOf({ game, tags, result, comments, nags }: Sample): PgnGame {
  const moves = [...plies(game)].map(({ next }) => next).filter((move) => move !== NO_MOVE);
  return {
    ...{ tags: new Map(Object.entries(tags)), start: positionFromFen(game.start), result },
    ...{ comments: [], moves: moves.map((move) => ({ move, nags, comments })) },
  };
}

/** Thinks of a position what its key says, mates included; is interrupted after `patience` thoughts. */
export function anyThink(patience = Number.POSITIVE_INFINITY): Think {
  let thoughts = 0;
  return async (start, moves, allowed) => {
    if (thoughts++ >= patience) return null;
    const position = start.clone();
    for (const text of moves) position.make(unwrap(parseUciMove(position, text)));
    const seed = (position.keyLo ^ (allowed?.length ?? 0)) >>> 0;
    const pick = (from: readonly Move[], n: number) => from[(seed >>> n) % from.length]!;
    const first = pick(allowed ?? legalMoves(position), 3);
    const line = [first];
    const after = position.clone();
    after.make(first);
    const replies = legalMoves(after);
    if (replies.length > 0) line.push(pick(replies, 5));
    const score = seed % 11 === 0 ? MATE - 1 - (seed % 9) : (seed % 1200) - 600;
    return { score, line, glance: pick(legalMoves(position), 7) };
  };
}

export const analyzeAnyhow = (sample: Sample, patience?: number): Promise<AnalyzedGame> =>
  analyzeGame(pgnGameOf(sample), anyThink(patience));
