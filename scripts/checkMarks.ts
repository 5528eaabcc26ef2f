/**
 * Measures how reliable the marks of a review are: another engine, the judge, searches every mistake
 * and blunder `--factor` times as long as the other positions. The same is done for a review without
 * verification, and for the judge's own first pass, which shows what can be reached.
 *
 *   npm run build && npx tsx scripts/checkMarks.ts tests/bench/review/*.pgn --games 5 --judge stockfish
 *
 * The judge searches every position that is not in the book, and then, `--factor` times as long, the
 * positions before and after suspicious moves. Its centipawns, which must be those of Stockfish, are
 * converted to win percentages by the formula of Lichess (https://lichess.org/page/accuracy). A mark
 * is confirmed if the move lost at least as much as a mistake does. Positions before and after a move
 * are compared only if both were searched equally long. With `--final-factor` the judge thinks once more
 * about what any of the reviews, or it itself, takes for a mistake. With `--cache` the judge's evaluations are
 * kept in a file, with `--searches` our own searches, so that an interrupted run can continue.
 *
 * The same data gives the best parameters of `stockfishScore` in review/winPercent.ts.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findGameOpening } from '../src/book/openingNames.ts';
import { BLACK } from '../src/chess/board/types.ts';
import { findGameEnd } from '../src/chess/game/draws.ts';
import { formatFen } from '../src/chess/notation/fen.ts';
import type { PgnGame } from '../src/chess/notation/pgnReader.ts';
import { formatUciMove } from '../src/chess/notation/uciMove.ts';
import { UciClient } from '../src/client/uciClient.ts';
import type { Engine as NodeEngine } from '../src/hosts/node/nodeEngine.ts';
import { gameName, moveName } from '../src/report/reviewText.ts';
import { gameLine } from '../src/review/gameValues.ts';
import type { GameReview } from '../src/review/judge.ts';
import { isBad, severityOf, THRESHOLDS } from '../src/review/marks.ts';
import { DEFAULT_REVIEW_HASH } from '../src/review/reviewOptions.ts';
import type { SearchRecord } from '../src/review/reviewSearches.ts';
import { lichessPercent, stockfishScore } from '../src/review/winPercent.ts';
import { isMateScore } from '../src/search/score.ts';
import { unwrap } from '../src/util/result.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'string', default: 'stockfish' },
    /** File for the judge's evaluations. */
    cache: { type: 'string', default: '' },
    /** File for our own searches. */
    searches: { type: 'string', default: '' },
    /** Only fills the judge's file; no reviews. */
    'judge-only': { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
    /** How many games of each file, and the number of the first. */
    games: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    /** `odd` or `even`: only the games with such numbers. */
    half: { type: 'string' },
    /** Milliseconds per position in the first pass. */
    movetime: { type: 'string', default: '300' },
    /** How many times longer the judge searches around suspects. */
    factor: { type: 'string', default: '10' },
    /** How many times longer around moves that it takes for mistakes after that, and around marked ones. */
    'final-factor': { type: 'string' },
    /** Nodes instead of milliseconds, ours and the judge's in the first pass, for a busy machine. */
    nodes: { type: 'string' },
    'judge-nodes': { type: 'string' },
    /** Only the first passes, to fit `stockfishScore`. */
    calibrate: { type: 'boolean', default: false },
  },
});
const movetime = Number(values.movetime);
const limits = values.nodes === undefined ? { movetime } : { nodes: Number(values.nodes) };
const judgeNodes = Number(values['judge-nodes'] ?? 0);

/** Moves that lost this much in the first pass, in win percentage points, are searched longer. */
const SUSPECT_LOSS = 3;

// Search threads run the built files, and a Position must come from the same build.
const built = new URL('../dist/index.js', import.meta.url);
const { Engine, parsePgn, reviewGame } = (await import(
  built.href
)) as typeof import('../src/index.ts');

/** Reads JSON lines; none if the file does not exist. */
function readLines<T>(file: string): T[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // An interrupted run may have left half a line.
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as T);
}

/** Appends a JSON line; an empty name means no file. */
function addLine(file: string, value: object): void {
  if (file !== '') appendFileSync(file, `${JSON.stringify(value)}\n`);
}

/** Our searches of earlier runs, by game. */
const earlier = new Map<string, SearchRecord[]>();
for (const { game, ...record } of readLines<SearchRecord & { game: string }>(values.searches)) {
  const records = earlier.get(game) ?? [];
  records.push(record);
  earlier.set(game, records);
}

/** The judge's evaluation of a position. */
interface Verdict {
  /** From White's side; a mate counts as ten pawns. */
  centipawns: number;
  best: string;
}

/** Timeout of a search by nodes in milliseconds. */
const PATIENCE = 600_000;

/** The judge, with its verdicts of this run and of earlier ones. */
class Judge {
  private readonly client: UciClient;
  /** By limit and position, in UCI notation. */
  private readonly verdicts = new Map<string, Verdict>();

  private constructor(client: UciClient) {
    this.client = client;
    for (const { search, ...verdict } of readLines<Verdict & { search: string }>(values.cache)) {
      this.verdicts.set(search, verdict);
    }
  }

  static async start(): Promise<Judge> {
    const options: [string, string][] = [['Hash', '64']];
    return new Judge(
      await UciClient.start({ file: values.judge, args: [], folder: null, options }),
    );
  }

  newGame(): Promise<void> {
    return this.client.newGame();
  }

  /** Searches a position `factor` times as long as in the first pass. */
  async think({ start }: PgnGame, ucis: readonly string[], factor: number): Promise<Verdict> {
    const position = `position fen ${formatFen(start)} moves ${ucis.join(' ')}`;
    const limit =
      judgeNodes > 0
        ? `nodes ${Math.round(judgeNodes * factor)}`
        : `movetime ${Math.round(movetime * factor)}`;
    const search = `${limit} ${position}`;
    const known = this.verdicts.get(search);
    if (known !== undefined) return known;
    const { info, move } = await this.client.think(position, `go ${limit}`, PATIENCE);
    const mate = info?.mate ?? null;
    const own = mate === null ? (info?.centipawns ?? 0) : mate > 0 ? 1000 : -1000;
    const centipawns = (start.turn + ucis.length) % 2 === 0 ? own : -own;
    const verdict = { centipawns, best: move };
    this.verdicts.set(search, verdict);
    addLine(values.cache, { search, ...verdict });
    return verdict;
  }

  quit(): Promise<void> {
    return this.client.quit();
  }
}

/** Verdicts on the positions of a game by ply, all with the same limit. */
type Verdicts = ReadonlyMap<number, Verdict>;

/** Lets the judge search the positions at `plies`, from the end backwards: its hash table then has what follows. */
async function judgePlies(
  judge: Judge,
  game: PgnGame,
  plies: Iterable<number>,
  factor: number,
): Promise<Verdicts> {
  const ucis = game.moves.map(({ move }) => formatUciMove(move));
  const verdicts = new Map<number, Verdict>();
  const positions = gameLine(game).positions;
  for (const ply of [...plies].sort((a, b) => b - a)) {
    const position = positions[ply]!;
    const isOver = findGameEnd(position) === 'checkmate';
    verdicts.set(
      ply,
      isOver
        ? { centipawns: position.turn === BLACK ? 1000 : -1000, best: '' }
        : await judge.think(game, ucis.slice(0, ply), factor),
    );
  }
  return verdicts;
}

/** What every move lost according to the judge; null if a position next to it was not searched. */
function lossesOf({ start, moves }: PgnGame, verdicts: Verdicts): (number | null)[] {
  return moves.map(({ move }, i) => {
    const [before, after] = [verdicts.get(i), verdicts.get(i + 1)];
    if (before === undefined || after === undefined) return null;
    const lost = lichessPercent(before.centipawns) - lichessPercent(after.centipawns);
    const isBest = before.best === formatUciMove(move);
    return isBest ? 0 : Math.max(0, (start.turn + i) % 2 === BLACK ? -lost : lost);
  });
}

interface Tally {
  marks: number;
  confirmed: number;
  /** Not confirmed, but the loss was at least three quarters of the limit. */
  nearly: number;
  /** Moves that are mistakes or blunders according to the judge. */
  mistakes: number;
  bookMarks: number;
}

const noTally = (): Tally => {
  return { marks: 0, confirmed: 0, nearly: 0, mistakes: 0, bookMarks: 0 };
};

/** Of the full review, of a review without verification, and of the judge's first pass. */
const tallies = { full: noTally(), plain: noTally(), judge: noTally() };

/** Our centipawns and the judge's, of positions that both have searched. */
const pairs: { own: number; judged: number }[] = [];

async function check(game: PgnGame, engines: NodeEngine[], judge: Judge): Promise<void> {
  await judge.newGame();
  const moves = game.moves.map(({ move }) => move);
  const book = findGameOpening(game.start, moves)?.plies ?? 0;
  const plies = [...Array(moves.length + 1).keys()].filter((ply) => ply >= book);
  const short = await judgePlies(judge, game, plies, 1);
  if (values.calibrate) {
    const plain = await reviewGame(game, { engines, limits, verify: false });
    collectPairs(plain, short);
    return;
  }
  const atFirst = lossesOf(game, short);
  const suspects = new Set(atFirst.flatMap((loss, i) => ((loss ?? 0) >= SUSPECT_LOSS ? [i] : [])));
  const factor = Number(values.factor);
  if (values['judge-only']) {
    await judgePlies(judge, game, aroundMoves(suspects), factor);
    return;
  }
  const key = moves.map((move) => formatUciMove(move)).join(' ');
  const known = earlier.get(key) ?? [];
  const searches = [...known];
  const onSearch = (record: SearchRecord) => {
    searches.push(record);
    addLine(values.searches, { game: key, ...record });
  };
  const full = await reviewGame(game, { engines, limits, known, onSearch });
  // The searches are those of the full review, so nothing is searched again.
  const plain = await reviewGame(game, { engines, limits, verify: false, known: searches });
  collectPairs(plain, short);
  const isMarked = (i: number) => isBad(full.moves[i]!.glyph) || isBad(plain.moves[i]!.glyph);
  for (const i of moves.keys()) if (isMarked(i)) suspects.add(i);
  const long = lossesOf(game, await judgePlies(judge, game, aroundMoves(suspects), factor));
  let losses = atFirst.map((loss, i) => (i < book ? null : (long[i] ?? loss)));
  if (values['final-factor'] !== undefined) {
    const last = [...moves.keys()].filter((i) => isMarked(i) || severityOf(losses[i] ?? 0) >= 2);
    const plies = aroundMoves(last);
    const final = await judgePlies(judge, game, plies, Number(values['final-factor']));
    losses = lossesOf(game, final).map((loss, i) => (i < book ? null : (loss ?? losses[i]!)));
  }
  console.log(gameName(game));
  for (const [tally, review] of [
    [tallies.full, full],
    [tallies.plain, plain],
  ] as const) {
    const marked = review.moves.map(({ glyph }) => isBad(glyph));
    count(tally, marked, losses);
    tally.bookMarks += review.moves.filter((move) => move.isBook && move.glyph !== null).length;
  }
  const judged = atFirst.map((loss, i) => i >= book && severityOf(loss ?? 0) >= 2);
  count(tallies.judge, judged, losses);
  for (const [i, move] of full.moves.entries()) {
    const loss = losses[i] ?? 0;
    if (!isMarked(i) && severityOf(loss) < 2) continue;
    const sign = (review: GameReview) => review.moves[i]!.glyph?.sign ?? '-';
    console.log(
      `  ${moveName(move)}  full ${sign(full)} ${move.loss.toFixed(1)}, plain ${sign(plain)} ${plain.moves[i]!.loss.toFixed(1)}, judge ${loss.toFixed(1)}`,
    );
  }
}

/** The plies of the positions before and after these moves. */
const aroundMoves = (moves: Iterable<number>): Set<number> =>
  new Set([...moves].flatMap((i) => [i, i + 1]));

function collectPairs({ moves }: GameReview, verdicts: Verdicts): void {
  for (const { ply, score, scoreBefore } of moves) {
    const verdict = verdicts.get(ply - 1);
    if (!verdict || Math.abs(verdict.centipawns) > 900 || score === scoreBefore) continue;
    if (!isMateScore(scoreBefore)) pairs.push({ own: scoreBefore, judged: verdict.centipawns });
  }
}

/** Adds a game to a tally: which moves were marked, and what they lost according to the judge. */
function count(tally: Tally, marked: readonly boolean[], losses: readonly (number | null)[]): void {
  for (const [i, isMarked] of marked.entries()) {
    const loss = losses[i] ?? 0;
    const isMistake = severityOf(loss) >= 2;
    if (isMistake) tally.mistakes++;
    if (!isMarked) continue;
    tally.marks++;
    if (isMistake) tally.confirmed++;
    else if (loss >= 0.75 * THRESHOLDS.mistake) tally.nearly++;
  }
}

/** The parameters of `stockfishScore` that fit the judge's win percentages best (least squares). */
function fitCurve(): { slope: number; bend: number; error: number } {
  const errorOf = (slope: number, bend: number) =>
    Math.sqrt(
      pairs.reduce((sum, { own, judged }) => {
        const fitted = lichessPercent(stockfishScore(own, { slope, bend }));
        return sum + (fitted - lichessPercent(judged)) ** 2;
      }, 0) / pairs.length,
    );
  const slopes = Array.from({ length: 61 }, (_, i) => 0.5 + i / 50);
  const bends = Array.from({ length: 19 }, (_, i) => 500 * 1.2 ** i);
  return slopes
    .flatMap((slope) => bends.map((bend) => ({ slope, bend, error: errorOf(slope, bend) })))
    .reduce((a, b) => (a.error <= b.error ? a : b));
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)}%`;

const engines = Array.from({ length: Number(values.threads) }, () => new Engine());
for (const engine of engines) engine.configure({ hash: DEFAULT_REVIEW_HASH });
const judge = await Judge.start();
for (const file of positionals) {
  const from = Number(values.from) - 1;
  const games = unwrap(parsePgn(readFileSync(file, 'utf8')));
  for (const [i, game] of games.slice(from, from + Number(values.games)).entries()) {
    if (values.half !== undefined && values.half !== ((from + i) % 2 === 0 ? 'odd' : 'even'))
      continue;
    await check(game, engines, judge);
    if (!values.calibrate && !values['judge-only']) printTallies();
  }
}
await Promise.all([judge.quit(), ...engines.map((engine) => engine.close())]);
if (pairs.length > 0) {
  const { slope, bend, error } = fitCurve();
  console.log(
    `${pairs.length} positions: slope ${slope.toFixed(2)} and bend ${bend.toFixed(0)} fit best, ${error.toFixed(1)} points off`,
  );
}

/** Prints the tallies of all games so far. */
function printTallies(): void {
  for (const [kind, tally] of Object.entries(tallies)) {
    const { marks, confirmed, nearly, mistakes, bookMarks } = tally;
    console.log(
      `${kind}: ${marks} marks, ${confirmed} confirmed (precision ${percent(confirmed, marks)}, with those within a quarter of the limit ${percent(confirmed + nearly, marks)}); ${confirmed} of ${mistakes} mistakes found (recall ${percent(confirmed, mistakes)}); ${bookMarks} on book moves`,
    );
  }
}
