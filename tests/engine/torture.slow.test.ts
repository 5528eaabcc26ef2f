/**
 * Many threads on a table so small that they constantly overwrite each other, stopped at any moment:
 * every move and every line must be legal.
 *
 * `SECONDS=600 npm run test:slow -- torture --testTimeout=0` for a long run, SEED for another one.
 */
import fc from 'fast-check';
import { Engine } from 'refrain';
import { expect, test } from 'vitest';
import { isLegal } from '../../src/chess/board/legality.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { Random } from '../../src/util/random.ts';
import { games, lastPosition, standardStarts } from '../support/games.ts';
import { SEED } from '../support/seed.ts';

const THREADS = 4;
const SEARCHES = 25;
/** The maximum time of a search in milliseconds. */
const LONGEST = 30;

/** The first move of a line that cannot be played, or null. */
function findIllegal(fen: string, line: readonly number[]): string | null {
  const position = positionFromFen(fen);
  for (const move of line) {
    if (!isLegal(position, move)) return `${formatUciMove(move, true)} in ${formatFen(position)}`;
    position.make(move);
  }
  return null;
}

test('four threads on a table of 1 MiB, stopped at random: all moves and lines are legal', async () => {
  const random = new Random(SEED);
  const until = performance.now() + 1000 * Number(process.env.SECONDS ?? 0);
  const samples = fc.sample(games(standardStarts, 60), { numRuns: 400 });
  const fens = samples.map((game) => formatFen(lastPosition(game)));
  const faults: (string | null)[] = [];
  let fen = fens[0]!;
  const engine = new Engine();
  engine.configure({ hash: 1, threads: THREADS });
  engine.on('problem', (text) => faults.push(text));
  engine.on('info', ({ pv }) => faults.push(findIllegal(fen, pv)));

  let searches = 0;
  while (searches < SEARCHES || performance.now() < until) {
    fen = fens[searches++ % fens.length]!;
    engine.setPosition(fen);
    const stop = setTimeout(() => engine.stop(), random.below(LONGEST));
    const { best } = await engine.go({ infinite: true });
    clearTimeout(stop);
    faults.push(findIllegal(fen, best?.pv ?? []));
  }
  await engine.close();
  if (process.env.SECONDS) console.log(`${searches} searches, ${faults.length} lines`);
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});
