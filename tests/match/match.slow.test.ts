/**
 * Matches between fake engines that play at random and fail in every possible way. chess.js reads the
 * PGN and has to agree with every result.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chess960Fen } from '../../src/chess/game/chess960.ts';
import { parsePgn, readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { parseEngineSpec } from '../../src/client/engineSpec.ts';
import { Match, type MatchSettings } from '../../src/match/match.ts';
import { summarizeMatch } from '../../src/match/matchSummary.ts';
import { openingsFromEpd, openingsFromGames } from '../../src/selfplay/openingFile.ts';
import { unwrap } from '../../src/util/result.ts';
import { FAKE_ENGINE } from '../support/fakeEngines.ts';
import { ChessJs } from '../support/oracles.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
let files = 0;

/** A fake engine with a fault. */
function fake(words = '', name: string | null = null): MatchSettings['contestants'][number] {
  const args = [FAKE_ENGINE, ...words.split(' ')];
  return {
    spec: { ...unwrap(parseEngineSpec('fake')), name, args },
    program: { file: process.execPath, args, folder: null, options: [['Hash', '1']] },
    commit: null,
  };
}

const STARTS = [
  'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
  '8/5k2/8/8/8/8/1Q6/K7 b - - 10 60',
  '4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1',
];

function settings(changes: Partial<MatchSettings>): MatchSettings {
  return {
    contestants: [fake('seed=1'), fake('seed=2')],
    kind: 'round-robin',
    rounds: 1,
    concurrency: 1,
    limit: { nodes: 100 },
    openings: unwrap(openingsFromEpd(STARTS.join('\n'))),
    rules: {
      adjudication: { draw: null, resign: null, maxMoves: 8 },
      margin: 200,
      patience: 5000,
    },
    event: 'Test',
    pgnPath: join(FOLDER, `${++files}.pgn`),
    openingSource: {},
    sprt: null,
    screen: null,
    ...changes,
  };
}

interface Played {
  match: Match;
  pgn: string;
  tags: Record<string, string>[];
}

/** Plays a match to its end, and reads it with chess.js. */
async function play(changes: Partial<MatchSettings>): Promise<Played> {
  const all = settings(changes);
  const match = new Match(all);
  await match.play(() => {});
  const pgn = readFileSync(all.pgnPath!, 'utf8');
  return { match, pgn, tags: pgn.split(/\n\n(?=\[)/).map(verify) };
}

/** The tags of a game, once chess.js has agreed with its result. */
function verify(pgn: string): Record<string, string> {
  const chess = new ChessJs();
  chess.loadPgn(pgn, { strict: true });
  const tags = chess.getHeaders() as Record<string, string>;
  const mate = chess.turn() === 'w' ? '0-1' : '1-0';
  const end = chess.isCheckmate() ? mate : chess.isDraw() ? '1/2-1/2' : null;
  if (tags.Termination === 'normal') expect(end).toBe(tags.Result);
  else expect(end).toBeNull();
  expect(chess.history()).toHaveLength(Number(tags.PlyCount));
  return tags;
}

describe('a match', () => {
  test('plays each game once, several at a time, and its standings agree with the PGN', async () => {
    const contestants = ['seed=1', 'seed=2', 'seed=3'].map((words) => fake(words));
    const { match, pgn, tags } = await play({ contestants, rounds: 2, concurrency: 2 });
    expect(new Set(tags.map(({ Round }) => Round)).size).toBe(12);
    expect(tags).toHaveLength(12);
    expect(match.names).toEqual(['Fake', 'Fake #2', 'Fake #3']);
    const summary = summarizeMatch(match, 1000);
    expect(summary).toMatchObject({ games: 12, scheduled: 12, isFinished: true });
    for (const engine of summary.engines) {
      const points = tags.reduce((sum, { White, Black, Result }) => {
        if (Result === '1/2-1/2')
          return sum + (White === engine.name || Black === engine.name ? 0.5 : 0);
        return sum + ((Result === '1-0' ? White : Black) === engine.name ? 1 : 0);
      }, 0);
      expect(engine).toMatchObject({ points, games: 8 });
    }
    // Every move an engine made has its score, depth and time.
    for (const game of unwrap(parsePgn(pgn))) {
      for (const { comments } of game.moves) {
        expect(comments).toEqual([expect.stringMatching(/^\+0\.12\/1 \d+\.\d{3}s 20n$/)]);
      }
    }
    expect(summary.overhead.moves).toBeGreaterThan(100);
  });

  test('plays each opening with both colours, from an EPD or from the moves of a PGN', async () => {
    const lines = '1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 *\n';
    const openings = unwrap(openingsFromGames(readPgnGames(lines), 3));
    const { pgn } = await play({ openings, rounds: 2 });
    const first = unwrap(parsePgn(pgn)).map(({ moves }) => moves.slice(0, 4));
    expect(first.map((moves) => moves.filter((m) => m.comments[0] === 'book').length)).toEqual([
      3, 3, 3, 3,
    ]);
    const book = first.map((moves) =>
      moves
        .slice(0, 3)
        .map(({ move }) => move)
        .join(),
    );
    expect(book[0]).toBe(book[1]);
    expect(book[2]).toBe(book[3]);
    expect(book[0]).not.toBe(book[2]);
  });

  test('runs clocks, and writes the time left', async () => {
    // An hour, of which a busy machine takes no minute.
    const limit = { clock: { moves: 0, base: 3_600_000, increment: 100 } };
    const { pgn, tags } = await play({ limit });
    expect(tags[0]!.TimeControl).toBe('3600+0.1');
    expect(pgn).toMatch(/\[%clk (0:59|1:00):\d\d\.\d\]/);
  });

  test('of Chess960 sets UCI_Chess960 and writes readable PGN', async () => {
    const openings = unwrap(openingsFromEpd([1, 500].map((n) => chess960Fen(n)).join('\n')));
    const all = settings({ openings, rules: { ...settings({}).rules, patience: 300 } });
    // chess.js does not support Chess960, so the fake engines may castle wrongly.
    const match = new Match(all);
    await match.play(() => {});
    const games = unwrap(parsePgn(readFileSync(all.pgnPath!, 'utf8')));
    expect(games.map(({ start }) => start.chess960)).toEqual([true, true]);
  });
});

describe('a match continues when an engine', () => {
  const GAMES = 2;
  const faults = [
    ['crashes', 'fault=crash', 'abandoned', /crashes: exit code 3/],
    ['is killed', 'fault=abort', 'abandoned', /crashes: signal SIGABRT/],
    ['plays an illegal move', 'fault=illegal', 'rules infraction', /illegal move: 'a1a1'/],
    ['answers nonsense', 'fault=nonsense', 'rules infraction', /not a move: '\?\[31m\$\(touch'/],
    ['prints without end', 'fault=flood', 'abandoned', /floods/],
    ['prints a line without end', 'fault=endless', 'abandoned', /floods/],
  ] as const;

  test.each(faults)(
    '%s: the game is lost, with the reason',
    async (_, words, termination, reason) => {
      // In its second search of each game, and in every one of them.
      const { match, tags } = await play({
        contestants: [fake(`${words} at=2`, 'bad'), fake('seed=2', 'good')],
        openings: unwrap(openingsFromEpd(STARTS[0]!)),
        // A busy machine takes seconds to read a flood.
        rules: { ...settings({}).rules, patience: 30_000 },
      });
      expect(tags).toHaveLength(GAMES);
      for (const { Termination, Reason, White, Result } of tags) {
        expect(Termination).toBe(termination);
        expect(Reason).toMatch(reason);
        expect(Result).toBe(White === 'bad' ? '0-1' : '1-0');
      }
      const { engines, reasons } = summarizeMatch(match, 1);
      expect(engines[0]!.forfeits[termination]).toBe(GAMES);
      // One for each colour, and what happened.
      expect(Object.keys(reasons)).toEqual(
        ['White', 'Black'].map((color) => expect.stringMatching(`^${color} \\w+`)),
      );
    },
  );

  test('does not answer in time: it loses, whether it then stops or stalls', async () => {
    const { tags } = await play({
      contestants: [fake('fault=slow', 'slow'), fake('fault=stall', 'stalling')],
      limit: { movetime: 50 },
      openings: unwrap(openingsFromEpd(STARTS[0]!)),
    });
    expect(tags.map(({ White, Result, Termination }) => [White, Result, Termination])).toEqual([
      ['slow', '0-1', 'time forfeit'],
      ['stalling', '0-1', 'abandoned'],
    ]);
    expect(tags[0]!.Reason).toBe('White is out of time');
    expect(tags[1]!.Reason).toMatch(/^White stalls: no answer within/);
  });

  test('prints megabytes on one line: no harm is done', async () => {
    const { tags } = await play({ contestants: [fake('fault=shout'), fake('seed=2')] });
    expect(tags.every(({ Termination }) => /normal|adjudication/.test(Termination!))).toBe(true);
  });
});

test('restart=on: a process for every game, and the other engine keeps its own', async () => {
  const files = ['new', 'kept'].map((name) => join(FOLDER, `${name}.pids`));
  const [fresh, kept] = files.map((file, i) => fake(`pids=${file} seed=${i + 1}`));
  fresh!.spec.restart = true;
  const { tags } = await play({ contestants: [fresh!, kept!] });
  expect(tags).toHaveLength(2);
  const processes = files.map((file) => readFileSync(file, 'utf8').trim().split('\n').length);
  // And the one that told its name and options.
  expect(processes).toEqual([1 + tags.length, 1]);
});

test('engines that have not been started are called as in their description', () => {
  const contestants = [fake(), fake('', 'Named')];
  expect(new Match(settings({ contestants })).names).toEqual(['fake', 'Named']);
});

test('an engine that cannot be started ends the match before it begins', async () => {
  for (const program of [
    { file: join(FOLDER, 'nobody'), args: [], folder: null, options: [] },
    { file: process.execPath, args: ['-e', 'process.exit(1)'], folder: null, options: [] },
  ]) {
    const all = settings({ contestants: [fake(), { ...fake(), program }] });
    await expect(new Match(all).play(() => {})).rejects.toThrow(/no such program|exit code 1/);
    expect(existsSync(all.pgnPath!)).toBe(false);
  }
});

test('an engine that cannot be restarted ends the match, with its name and output', async () => {
  const dying = fake(`fault=crash starts=1 pids=${join(FOLDER, 'pids')}`, 'Dying');
  const match = new Match(settings({ contestants: [dying, fake('seed=2')], rounds: 20 }));
  await expect(match.play(() => {})).rejects.toThrow(
    /^'Dying' failed to start 5 times in a row: .*'licence expired'$/,
  );
  // Games that it cannot play are lost.
  expect(match.standings.forfeits[0]!.abandoned).toBeGreaterThanOrEqual(2);
});

describe('an interrupted match', () => {
  test('continues any number of times, and ends like one without interruption', async () => {
    const whole = settings({ rounds: 4, concurrency: 2 });
    let match = new Match(whole);
    for (let broken = 0; broken < 2; broken++) {
      let games = 0;
      await match.play(() => {
        if (++games === 2) match.stop();
      });
      match = new Match(whole);
      expect(match.resumed).toBe(match.standings.games);
    }
    expect(match.resumed).toBeGreaterThanOrEqual(4);
    await match.play(() => {});
    expect(match.standings.games).toBe(8);
    const rounds = [...readFileSync(whole.pgnPath!, 'utf8').matchAll(/\[Round "(.*)"\]/g)];
    expect(new Set(rounds.map(([, round]) => round)).size).toBe(8);
    expect(rounds).toHaveLength(8);
  });

  test('is not continued with other engines, limits or openings', async () => {
    const { match } = await play({});
    const { settings: all } = match;
    for (const [change, names] of [
      [{ limit: { nodes: 99 } }, 'limit'],
      [{ openingSource: { openings: 'others' } }, 'openings'],
      [{ contestants: [fake('seed=1'), fake('seed=3')] }, 'engines'],
      [{ limit: { nodes: 99 }, event: 'Other' }, 'limit, event'],
    ] as const) {
      expect(() => new Match({ ...all, ...change })).toThrow(
        `has games of a match with other settings (${names}); use another file`,
      );
    }
    // More rounds or another concurrency continue the same match.
    expect(new Match({ ...all, rounds: 9, concurrency: 2 }).resumed).toBe(2);
  });
});

test('a test against an engine that always loses is soon decided correctly', async () => {
  const sprt = { model: 'logistic', elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 } as const;
  const resign = { count: 1, score: 500, isTwoSided: false };
  const rules = { ...settings({}).rules, adjudication: { draw: null, resign, maxMoves: null } };
  for (const [bad, verdict] of [
    [0, 'H0'],
    [1, 'H1'],
  ] as const) {
    const contestants = [0, 1].map((i) => fake(`score=${i === bad ? -900 : 0}`));
    const { match } = await play({ contestants, rounds: 1000, sprt, rules });
    expect(match.verdict()).toBe(verdict);
    expect(match.standings.games).toBeLessThan(100);
  }
});
