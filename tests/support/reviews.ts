/** Games to be reviewed, and fast fake engines. */
import fc from 'fast-check';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import type { GameResult } from '../../src/chess/notation/pgn.ts';
import type { PgnGame } from '../../src/chess/notation/pgnReader.ts';
import type { SearchRequest } from '../../src/engine/searchRequest.ts';
import type { GameReview } from '../../src/review/judge.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import type { ReviewOptions } from '../../src/review/reviewOptions.ts';
import type { ReviewEngine } from '../../src/review/reviewSearches.ts';
import type { Limits } from '../../src/search/limits.ts';
import { listRootMoves } from '../../src/search/rootMoves.ts';
import { MATE } from '../../src/search/score.ts';
import type { SearchResult } from '../../src/search/searchResult.ts';
import { type Game, games, isSearchable, movesOf } from './games.ts';
import { freshSearch } from './search.ts';

/** Text as in a hostile file. */
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

/** The contents of a game in a file, as plain data. */
export interface Sample {
  game: Game;
  tags: Record<string, string>;
  result: GameResult;
  /** For every move. */
  comments: string[];
  nags: number[];
}

/** Games with tags and comments of all kinds. A review settles every line by a quiescence search. */
export function samples(starts: fc.Arbitrary<string>, length: number): fc.Arbitrary<Sample> {
  const tags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'WhiteElo', 'TimeControl'];
  return fc.record({
    game: games(starts.filter(isSearchable), length),
    tags: fc.dictionary(fc.constantFrom(...tags), rubbish),
    result: fc.constantFrom('1-0', '0-1', '1/2-1/2', '*'),
    comments: fc.subarray(['a comment', '[%eval 0.17] good', '[%clk 0:01:00]']),
    nags: fc.constantFrom([], [4], [1, 14]),
  });
}

/** The game as the reader would return it. */
export function pgnGameOf({ game, tags, result, comments, nags }: Sample): PgnGame {
  const moves = movesOf(game);
  return {
    tags: new Map(Object.entries(tags)),
    start: positionFromFen(game.start),
    result,
    comments: [],
    problems: [],
    damage: null,
    moves: moves.map((move) => ({ move, nags, comments })),
  };
}

/** The base of all fake engines. */
abstract class FakeEngine implements ReviewEngine {
  /** The number of its searches. */
  searches = 0;
  protected position: Position = positionFromFen(START_FEN);

  async newGame(): Promise<void> {}
  stop(): void {}

  async search({ position, limits, rootMoves }: SearchRequest): Promise<SearchResult> {
    this.searches++;
    this.position = position.clone();
    return this.think(limits, rootMoves ?? legalMoves(position));
  }

  protected abstract think(limits: Limits, moves: readonly number[]): SearchResult;
}

/** A search result with the fields that reviews use. */
export function resultOf(position: Position, score: number, pv: number[]): SearchResult {
  const [move] = pv;
  const best = listRootMoves(position.clone(), [move!])[0]!;
  const info = {
    depth: 1,
    seldepth: 1,
    score,
    nodes: 1,
    time: 1,
    hashfull: 0,
    tbHits: 0,
    pv,
    multiPv: 1,
  };
  return { best: { ...best, pv }, info };
}

/** Its scores, mates included, are a hash of position and `seed`; if `isFickle`, of the limits too. */
export class AnyEngine extends FakeEngine {
  private readonly seed: number;
  private readonly isFickle: boolean;

  constructor(seed = 0, isFickle = false) {
    super();
    this.seed = seed;
    this.isFickle = isFickle;
  }

  protected think(limits: Limits, moves: readonly number[]): SearchResult {
    const patience = this.isFickle ? (limits.nodes ?? 0) : 0;
    const seed = (this.position.keyLo ^ moves.length ^ this.seed ^ (patience * 7919)) >>> 0;
    const pick = (from: readonly number[], n: number) => from[(seed >>> n) % from.length]!;
    const first = pick(moves, 3);
    const after = this.position.clone();
    after.make(first);
    const replies = legalMoves(after);
    const pv = replies.length > 0 ? [first, pick(replies, 5)] : [first];
    const score = seed % 11 === 0 ? MATE - 1 - (seed % 9) : (seed % 1200) - 600;
    return resultOf(this.position, score, pv);
  }
}

/** Our own search to a small depth. */
export class ShallowEngine extends FakeEngine {
  private readonly own = freshSearch().search;
  private readonly depth: number;

  constructor(depth: number) {
    super();
    this.depth = depth;
  }

  protected think(_limits: Limits, moves: readonly number[]): SearchResult {
    const rootMoves = listRootMoves(this.position, moves);
    return this.own.run(this.position, { depth: this.depth }, { rootMoves });
  }
}

/** A review by an {@link AnyEngine}; it is interrupted after `patience` searches. */
export async function reviewAnyhow(
  sample: Sample,
  patience = Number.POSITIVE_INFINITY,
  options: Partial<ReviewOptions> = {},
): Promise<GameReview> {
  const controller = new AbortController();
  const engine = new AnyEngine();
  if (patience === 0) controller.abort();
  return reviewGame(pgnGameOf(sample), {
    engines: [engine],
    limits: { nodes: 1000 },
    signal: controller.signal,
    onSearch: () => {
      if (engine.searches >= patience) controller.abort();
    },
    ...options,
  });
}
