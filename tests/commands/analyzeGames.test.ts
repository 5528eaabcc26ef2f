import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { analyzeGames } from '../../src/commands/analyzeGames.ts';
import type { SearchRequest } from '../../src/engine/searchRequest.ts';
import type { Engine } from '../../src/hosts/node/nodeEngine.ts';
import { AnyEngine } from '../support/reviews.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

test('when an engine fails, the games reviewed before are written, and the error is passed on', async () => {
  const games = join(folder, 'games.pgn');
  const pgn = join(folder, 'reviewed.pgn');
  writeFileSync(games, '[White "Ann"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White "Eve"]\n\n1. a4 a5 *\n');
  const engine = new AnyEngine();
  const search = engine.search.bind(engine);
  const isSecondGame = ({ position }: SearchRequest) => formatFen(position).includes('P7');
  engine.search = (request) =>
    isSecondGame(request) ? Promise.reject(new Error('out of order')) : search(request);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const analysis = analyzeGames(
    [engine as unknown as Engine],
    games,
    { depth: 1 },
    { hash: 1, tables: [] },
    { all: true, verify: false, pgn },
  );
  await expect(analysis).rejects.toThrow('out of order');
  const written = readFileSync(pgn, 'utf8');
  expect(written).toContain('[White "Ann"]');
  expect(written).not.toContain('[White "Eve"]');
});

test.skipIf(!existsSync('/dev/full'))(
  'when an output cannot be written, the others are, and the error is passed on',
  async () => {
    const games = join(folder, 'game.pgn');
    const [json, svg] = [join(folder, 'review.json'), join(folder, 'chart.svg')];
    writeFileSync(games, '1. f3 e5 2. g4 Qh4# 0-1\n');
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const engine = new AnyEngine() as unknown as Engine;
    const analysis = analyzeGames(
      [engine],
      games,
      { depth: 1 },
      { hash: 1, tables: [] },
      { verify: false, pgn: '/dev/full', html: '/dev/full', json, svg },
    );
    await expect(analysis).rejects.toThrow('the disk is full');
    expect(JSON.parse(readFileSync(json, 'utf8')).games).toHaveLength(1);
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg/);
  },
);

test('what cannot be read in a game is reported, and the rest of it reviewed', async () => {
  const games = join(folder, 'broken.pgn');
  writeFileSync(games, '1. e4 (1. d4 Ke5) e5 {never closed 2. Nf3 *\n');
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const engine = new AnyEngine() as unknown as Engine;
  await analyzeGames([engine], games, { depth: 1 }, { hash: 1, tables: [] }, { verify: false });
  expect(error.mock.calls).toEqual([
    [`refrain: '${games}', game 1: variation: move 1... illegal move: 'Ke5'`],
    [`refrain: '${games}', game 1: the comment after 1... e5 is not closed`],
  ]);
});
