/** Self-play: games depend only on their number, and false records are detected. */
import { describe, expect, test } from 'vitest';
import { CAPTURE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { type GameRecord, recordGame } from '../../src/datagen/gameFormat.ts';
import { adjudicationRules, selfPlaySettings } from '../../src/datagen/gameSettings.ts';
import { findGameProblem } from '../../src/datagen/verifyGame.ts';
import { Referee } from '../../src/match/referee.ts';
import { Adjudicator } from '../../src/selfplay/adjudication.ts';
import { playGames } from '../../src/selfplay/playGames.ts';
import { findOutcome, SelfPlayer } from '../../src/selfplay/selfPlay.ts';
import { derivedSeed } from '../../src/util/random.ts';
import { HEADER, startOf } from '../support/selfPlay.ts';

const rules = adjudicationRules(HEADER.settings);
const NOBODY_DECIDES = { draw: null, resign: null, maxMoves: null };

const newPlayer = (settings = selfPlaySettings(HEADER.settings)) => new SelfPlayer(settings);
const play = (player: SelfPlayer, number: number): GameRecord =>
  recordGame(player.play({ number, seed: derivedSeed(7, number) }));

const games = [0, 1, 2, 3, 4, 5].map((number) => play(newPlayer(), number));

test('a thread that cannot start is an error of the next game, not of the program', async () => {
  // From the sources the bundle of the thread is not found.
  const settings = selfPlaySettings(HEADER.settings);
  const played = playGames([{ number: 0, seed: 1 }], settings, 2, new AbortController().signal);
  await expect(played.next()).rejects.toThrow(/selfPlayThread/);
});

describe('a game of self-play', () => {
  test('does not depend on earlier games', () => {
    const player = newPlayer();
    // Twice: of a game played before, the table would know all positions.
    for (const game of games.toReversed()) {
      for (const _ of [1, 2]) expect(play(player, game.number)).toEqual(game);
    }
  });

  test('is begun by either side', () => {
    const turns = games.map((game) => startOf(game).turn);
    expect(new Set(turns).size).toBe(2);
  });

  test('differs from those with other numbers', () => {
    const starts = new Set(games.map(({ start }) => String(start)));
    expect(starts.size).toBe(games.length);
    const seeds = Array.from({ length: 10_000 }, (_, number) => derivedSeed(7, number));
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  test('is valid, with and without adjudication', () => {
    for (const game of games) expect(findGameProblem(game, rules, false)).toBe(null);
    const settings = selfPlaySettings(HEADER.settings);
    const player = newPlayer({ ...settings, rules: NOBODY_DECIDES });
    for (const number of [0, 1, 2]) {
      const game = play(player, number);
      expect(game.end).not.toBe('adjudicated');
      expect(findGameProblem(game, NOBODY_DECIDES, false)).toBe(null);
      // Checked with chess.js too.
      const referee = new Referee(startOf(game));
      for (const move of game.moves) {
        referee.confirmEnd(null);
        referee.make(move);
      }
      referee.confirmEnd(game.end as Parameters<Referee['confirmEnd']>[0]);
    }
  });

  test('of Chess960 is valid', () => {
    const settings = { ...HEADER.settings, chess960: 1 };
    const game = play(newPlayer(selfPlaySettings(settings)), 1);
    expect(findGameProblem(game, rules, true)).toBe(null);
  });
});

test('a move that ends the game by the rules does so, whatever its score', () => {
  const resign = { count: 1, score: 500, isTwoSided: false };
  const outcome = (fen: string) =>
    findOutcome(positionFromFen(fen), -900, new Adjudicator({ ...NOBODY_DECIDES, resign }));
  const mate = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
  expect(outcome(mate)).toEqual({ result: 0, end: 'checkmate' });
  expect(outcome('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toEqual({ result: 1, end: 'stalemate' });
  expect(outcome('7k/4Q3/6K1/8/8/8/8/8 b - - 0 1')).toEqual({ result: 0, end: 'adjudicated' });
});

describe('a record is invalid that', () => {
  const [game] = games as [GameRecord];
  const last = game.moves.length - 1;
  const problem = (changes: Partial<GameRecord>) =>
    findGameProblem({ ...game, ...changes }, rules, false);

  test('has an illegal move', () => {
    for (const at of [0, last >> 1, last]) {
      for (const move of [0, 0xffff, game.moves[at]! ^ (CAPTURE << 12)]) {
        expect(problem({ moves: game.moves.with(at, move) })).toMatch(`move ${at + 1} `);
      }
    }
  });

  test('ends too early, too late, or never began', () => {
    expect(
      problem({ moves: game.moves.slice(0, last), scores: game.scores.slice(0, last) }),
    ).toMatch(/has not ended/);
    const twice = (moves: Iterable<number>) => [...moves, ...game.moves.slice(0, 1)];
    expect(problem({ moves: Uint16Array.from(twice(game.moves)) })).toMatch(/after the end/);
    expect(problem({ moves: new Uint16Array(), scores: new Int16Array() })).toMatch(/no moves/);
  });

  test('has a wrong result or end', () => {
    for (const result of [0, 1, 2, 3].filter((result) => result !== game.result)) {
      expect(problem({ result })).toMatch(/half points/);
    }
    const end = game.end === 'stalemate' ? 'checkmate' : 'stalemate';
    expect(problem({ end })).toMatch(/but it is/);
  });

  test('has invalid scores, or scores that would have ended it otherwise', () => {
    expect(problem({ scores: game.scores.with(0, -32768) })).toMatch(/score/);
    // A game that was adjudicated by scores.
    const won = games.find(({ end, result }) => end === 'adjudicated' && result !== 1)!;
    const turned = { ...won, scores: won.scores.map((score) => -score) };
    expect(findGameProblem(turned, rules, false)).not.toBe(null);
  });

  test('begins from an impossible position', () => {
    expect(problem({ start: game.start.with(0, game.start[0]! ^ 16) })).toMatch(/impossible/);
  });
});
