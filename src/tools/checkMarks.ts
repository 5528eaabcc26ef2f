/**
 * How much the marks of a review are worth: every mistake and blunder is judged by another engine at
 * ten times the time, for the full review and for a plain first pass.
 *
 *   npm run build && npx tsx src/tools/checkMarks.ts tests/bench/review/*.pgn --games 5 --judge stockfish
 *
 * The judge looks at every position that is not in the book as long as our first pass does, then
 * for ten times that at those around moves that anybody suspects. Its own marks follow from the
 * win percentage that Lichess gives its centipawns (https://lichess.org/page/accuracy), which must be
 * those of Stockfish. The same numbers tell which CONVERSION in analysis/scores.ts fits best.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { GameReview, ReviewedMove } from '../analysis/judge.ts';
import { gameName, moveName } from '../analysis/labels.ts';
import { LIMITS, severityOf } from '../analysis/marks.ts';
import { DEFAULT_REVIEW_LIMITS } from '../analysis/review.ts';
import { expectedScore } from '../analysis/scores.ts';
import { formatFen, positionFromFen } from '../chess/notation/fen.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { unwrap } from '../chess/result.ts';
import { UciClient } from '../client/uciClient.ts';
import type { Engine as NodeEngine } from '../engine/node/engine.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'string', default: 'stockfish' },
    threads: { type: 'string', default: '1' },
    /** Games of each file, from which on. */
    games: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    movetime: { type: 'string', default: `${DEFAULT_REVIEW_LIMITS.movetime}` },
    factor: { type: 'string', default: '10' },
    /** Nodes instead of milliseconds, ours and the judge's in the first pass: for a busy machine. */
    nodes: { type: 'string' },
    'judge-nodes': { type: 'string' },
    /** Only the first passes, to fit CONVERSION. */
    calibrate: { type: 'boolean', default: false },
  },
});
const movetime = Number(values.movetime);
const limits = values.nodes === undefined ? { movetime } : { nodes: Number(values.nodes) };
const judgeNodes = Number(values['judge-nodes'] ?? 0);

// Search threads are started from files that the build makes; a Position must be of the same build.
const built = new URL('../../dist/index.js', import.meta.url);
const { Engine, parsePgn, reviewGame } = (await import(built.href)) as typeof import('../index.ts');

/** Lichess's win percentage of centipawns; a mate is as ten pawns. White's. */
const lichessPercent = (centipawns: number): number =>
  100 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, centipawns))));

/** What the judge thinks of a position. */
interface Opinion {
  /** White's win percentage, and centipawns with a mate as ten pawns. */
  win: number;
  centipawns: number;
  best: string;
}

/** Milliseconds for a search by nodes. */
const PATIENCE = 600_000;

class Judge {
  private readonly client: UciClient;

  constructor(client: UciClient) {
    this.client = client;
  }

  static async start(): Promise<Judge> {
    const options: [string, string][] = [['Hash', '64']];
    return new Judge(
      await UciClient.start({ file: values.judge, args: [], folder: null, options }),
    );
  }

  /** `factor` times as long as in the first pass. */
  async think({ start }: PgnGame, ucis: readonly string[], factor: number): Promise<Opinion> {
    const position = `position fen ${formatFen(start)} moves ${ucis.join(' ')}`;
    const limit =
      judgeNodes > 0
        ? `nodes ${Math.round(judgeNodes * factor)}`
        : `movetime ${Math.round(movetime * factor)}`;
    const { info, move } = await this.client.think(position, `go ${limit}`, PATIENCE);
    const mate = info?.mate ?? null;
    const own = mate === null ? (info?.centipawns ?? 0) : mate > 0 ? 1000 : -1000;
    const centipawns = (start.turn + ucis.length) % 2 === 0 ? own : -own;
    return { win: lichessPercent(centipawns), centipawns, best: move };
  }

  quit(): Promise<void> {
    return this.client.quit();
  }
}

/** The judge's loss of every move; null where it has not looked. */
function lossesOf(moves: readonly ReviewedMove[], ucis: string[], opinions: (Opinion | null)[]) {
  return moves.map((move, i) => {
    const [before, after] = [opinions[i], opinions[i + 1]];
    if (!before || !after || move.isBook) return null;
    const lost = move.color === 0 ? before.win - after.win : after.win - before.win;
    return before.best === ucis[i] ? 0 : Math.max(0, lost);
  });
}

const isGrave = (move: ReviewedMove): boolean => ['?', '??'].includes(move.glyph?.sign ?? '');

interface Tally {
  marks: number;
  confirmed: number;
  /** Within a quarter of the limit. */
  nearly: number;
  faults: number;
  found: number;
  bookMarks: number;
}

const tallies: Record<'full' | 'plain', Tally> = {
  full: { marks: 0, confirmed: 0, nearly: 0, faults: 0, found: 0, bookMarks: 0 },
  plain: { marks: 0, confirmed: 0, nearly: 0, faults: 0, found: 0, bookMarks: 0 },
};

/** Our expected score beside the judge's win percentage, of positions both have looked at. */
const pairs: { expected: number; win: number }[] = [];

async function check(game: PgnGame, engines: NodeEngine[], judge: Judge): Promise<void> {
  const ucis = game.moves.map(({ move }) => formatUciMove(move));
  const options = { engines, limits };
  const plain = await reviewGame(game, { ...options, verify: false });
  const book = plain.opening?.plies ?? 0;
  const opinions: (Opinion | null)[] = [...game.moves, null].map(() => null);
  const look = async (plies: Iterable<number>, factor: number) => {
    for (const ply of [...plies].sort((a, b) => b - a)) {
      const isOver = plain.moves[ply - 1]?.san.endsWith('#') === true;
      const won = ply % 2 === 1 ? 1000 : -1000;
      opinions[ply] = isOver
        ? { win: lichessPercent(won), centipawns: won, best: '' }
        : await judge.think(game, ucis.slice(0, ply), factor);
    }
  };
  const plies = [...Array(game.moves.length + 1).keys()].filter((ply) => ply >= book);
  await look(plies, 1);
  collectPairs(plain, opinions);
  if (values.calibrate) return;

  const full = await reviewGame(game, options);
  const suspects = lossesOf(plain.moves, ucis, opinions).flatMap((loss, i) => {
    const isMarked = isGrave(plain.moves[i]!) || isGrave(full.moves[i]!);
    return isMarked || (loss ?? 0) >= LIMITS.inaccuracy ? [i, i + 1] : [];
  });
  await look(new Set(suspects), Number(values.factor));
  const losses = lossesOf(plain.moves, ucis, opinions);
  console.log(gameName(game));
  for (const [kind, review] of Object.entries({ full, plain }) as [
    'full' | 'plain',
    GameReview,
  ][]) {
    count(tallies[kind], review, losses);
  }
  for (const [i, move] of full.moves.entries()) {
    const loss = losses[i] ?? 0;
    if (!isGrave(move) && !isGrave(plain.moves[i]!) && severityOf(loss) < 2) continue;
    const sign = (review: GameReview) => review.moves[i]!.glyph?.sign ?? '-';
    console.log(
      `  ${moveName(move)}  full ${sign(full)} ${move.loss.toFixed(1)}, plain ${sign(plain)} ${plain.moves[i]!.loss.toFixed(1)}, judge ${loss.toFixed(1)}`,
    );
  }
}

function collectPairs({ moves }: GameReview, opinions: readonly (Opinion | null)[]): void {
  for (const { ply, fen, score, scoreBefore } of moves) {
    const opinion = opinions[ply - 1];
    if (!opinion || Math.abs(opinion.centipawns) > 700 || score === scoreBefore) continue;
    const expected = expectedScore(scoreBefore, positionFromFen(fen));
    if (expected > 0.001 && expected < 0.999) pairs.push({ expected, win: opinion.win });
  }
}

function count(tally: Tally, { moves }: GameReview, losses: readonly (number | null)[]): void {
  for (const [i, move] of moves.entries()) {
    if (move.isBook && move.glyph !== null) tally.bookMarks++;
    const loss = losses[i] ?? 0;
    const isFault = severityOf(loss) >= 2;
    if (isFault) tally.faults++;
    if (!isGrave(move)) continue;
    tally.marks++;
    if (isFault) tally.found++;
    if (isFault) tally.confirmed++;
    else if (loss >= 0.75 * LIMITS.mistake) tally.nearly++;
  }
}

/** The power of the odds that brings ours nearest to the judge's, by least squares. */
function fitConversion(): { conversion: number; error: number } {
  const errorOf = (power: number) =>
    Math.sqrt(
      pairs.reduce((sum, { expected, win }) => {
        const odds = (expected / (1 - expected)) ** power;
        return sum + ((100 * odds) / (1 + odds) - win) ** 2;
      }, 0) / pairs.length,
    );
  const powers = Array.from({ length: 181 }, (_, i) => 0.1 + i / 100);
  const conversion = powers.reduce((a, b) => (errorOf(a) <= errorOf(b) ? a : b));
  return { conversion, error: errorOf(conversion) };
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)}%`;

const engines = Array.from({ length: Number(values.threads) }, () => new Engine());
for (const engine of engines) engine.configure({ hash: 64 });
const judge = await Judge.start();
for (const file of positionals) {
  const from = Number(values.from) - 1;
  const games = unwrap(parsePgn(readFileSync(file, 'utf8')));
  for (const game of games.slice(from, from + Number(values.games))) {
    await check(game, engines, judge);
    if (!values.calibrate) describeTallies();
  }
}
await Promise.all([judge.quit(), ...engines.map((engine) => engine.close())]);
const { conversion, error } = fitConversion();
console.log(
  `${pairs.length} positions: CONVERSION ${conversion.toFixed(2)} fits best, ${error.toFixed(1)} points off`,
);

/** What all games until now come to. */
function describeTallies(): void {
  for (const [kind, tally] of Object.entries(tallies)) {
    const { marks, confirmed, nearly, faults, found, bookMarks } = tally;
    console.log(
      `${kind}: ${marks} marks, ${confirmed} confirmed (precision ${percent(confirmed, marks)}, with those within a quarter of the limit ${percent(confirmed + nearly, marks)}); ${found} of ${faults} faults found (recall ${percent(found, faults)}); ${bookMarks} on book moves`,
    );
  }
}
