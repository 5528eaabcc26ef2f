/**
 * Chess step by step, for agents. Checked against a referee built on chessops (support/referee.ts), and
 * the `Game` class, which is tested against chess.js.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Game } from '../../../src/chess/game/game.ts';
import {
  type GameState,
  legalMoves,
  positionKey,
  reset,
  type SavedState,
  stateKey,
  step,
} from '../../../src/chess/game/gym.ts';
import { START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ChessError } from '../../../src/util/result.ts';
import { chess960Starts, games, movesOf, wordsOf } from '../../support/games.ts';
import { Referee } from '../../support/referee.ts';
import { ENDED_TEXTS, shuffledTexts, type TextGame } from '../../support/shuffles.ts';

/** Games of standard chess and of Chess960, in which moves castle as king takes rook. */
const textGames: fc.Arbitrary<TextGame> = fc.oneof(
  shuffledTexts(110),
  games(chess960Starts, 60).map((game) => ({
    start: game.start,
    moves: movesOf(game).map((move) => formatUciMove(move, true)),
  })),
);

const check = (property: (game: TextGame) => void, numRuns: number): void =>
  fc.assert(fc.property(textGames, property), { numRuns, examples: ENDED_TEXTS });

/** The states of a game, including the first. */
function states(moves: string, fen?: string): GameState[] {
  const all = [reset(fen)];
  for (const move of wordsOf(moves)) all.push(step(all.at(-1)!, move).state);
  return all;
}

const last = (moves: string, fen?: string): GameState => states(moves, fen).at(-1)!;

/** Deeply frozen: writing throws. */
function deepFreeze(state: GameState): GameState {
  Object.freeze(state.visits);
  return Object.freeze(state);
}

const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8';
const KNIGHTS_HOME = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

/** The sum of all repetition counts: every ply and the start. */
const total = (state: GameState) => Object.values(state.visits).reduce((a, b) => a + b, 0);

describe('an episode', () => {
  test('is the same game, move by move; it ends with a claimable draw', () => {
    const ends = new Set<string | null>();
    check(({ start, moves }) => {
      const game = new Game(start);
      const referee = new Referee(start);
      let state = reset(start);
      for (const move of moves) {
        const over = game.end() ?? game.claimableDraw();
        expect(legalMoves(state)).toEqual(over === null ? game.legalMoves() : []);
        if (over !== null) {
          expect(() => step(state, move)).toThrow(ChessError);
          return;
        }
        game.play(move);
        referee.play(move);
        const taken = step(state, move);
        state = taken.state;
        const end = referee.end();
        ends.add(end);
        expect(state.fen).toBe(game.fen());
        expect(taken.done).toBe(end !== null);
        expect(taken.reward).toBe(end === 'checkmate' ? 1 : 0);
        expect(taken.info).toEqual({
          draw: end === 'checkmate' ? null : end,
          checkmate: end === 'checkmate',
          threefoldRepetition: referee.occurrences >= 3,
        });
        expect(state.visits[positionKey(state)]).toBe(referee.occurrences);
        expect(Object.keys(state.visits).length).toBe(game.distinctPositions);
        expect(total(state)).toBe(game.moves().length + 1);
      }
    }, 180);
    expect([...ends].sort()).toEqual([
      'checkmate',
      'fifty-move rule',
      'insufficient material',
      null,
      'stalemate',
      'threefold repetition',
    ]);
  });

  test('a step does not change its input state', () => {
    check(({ start, moves }) => {
      let state = deepFreeze(reset(start));
      for (const move of moves) {
        if (legalMoves(state).length === 0) return;
        const before = JSON.stringify(state);
        const next = deepFreeze(step(state, move).state);
        stateKey(state);
        positionKey(state);
        expect(JSON.stringify(state)).toBe(before);
        state = next;
      }
    }, 30);
  });

  test('states survive JSON', () => {
    check(({ start, moves }) => {
      let state = reset(start);
      for (const move of moves.slice(0, 40)) {
        if (legalMoves(state).length === 0) return;
        const again = JSON.parse(JSON.stringify(state)) as GameState;
        expect(again).toEqual(state);
        expect(step(again, move)).toEqual(step(state, move));
        state = step(again, move).state;
      }
    }, 30);
  });

  test('threefoldRepetition is set even if another reason comes first', () => {
    // Without a claim only the fifth occurrence ends the game.
    const key = KNIGHTS_HOME;
    const state = { fen: last(`g1f3 g8f6 f3g1`).fen, visits: { [key]: 4 } };
    expect(step(state, 'f6g8').info).toEqual({
      draw: 'fivefold repetition',
      checkmate: false,
      threefoldRepetition: true,
    });
  });
});

describe('keys', () => {
  test('are equal exactly if the position, or position and counts, are equal', () => {
    check(({ start, moves }) => {
      const referee = new Referee(start);
      let state = reset(start);
      const seen = [{ state, text: referee.text(), occurrences: 1 }];
      for (const move of moves.slice(0, 40)) {
        if (legalMoves(state).length === 0) break;
        state = step(state, move).state;
        referee.play(move);
        seen.push({ state, text: referee.text(), occurrences: referee.occurrences });
      }
      const positions = new Map(seen.map(({ state, text }) => [positionKey(state), text]));
      expect(new Set(positions.values()).size).toBe(positions.size);
      expect(positions.size).toBe(new Set(seen.map(({ text }) => text)).size);
      const visited = seen.map(({ text, occurrences }) => `${text} ${occurrences}`);
      expect(new Set(seen.map(({ state }) => stateKey(state))).size).toBe(new Set(visited).size);
    }, 60);
  });

  test('clocks are not part of a position', () => {
    const [early, late] = [reset(), reset(START_FEN.replace('0 1', '12 40'))];
    expect(positionKey(early)).toBe(positionKey(late));
    expect(stateKey(early)).toBe(stateKey(late));
  });

  test('nor is the way in which castling rights are written', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
    const named = { fen: `${start} HAha - 0 1` };
    expect(positionKey(named)).toBe(positionKey({ fen: `${start} KQkq - 0 1` }));
    const moved = { fen: START_FEN, start: named.fen, moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8'] };
    expect(stateKey(moved)).toBe(`${positionKey(named)} #2`);
  });

  test('castling rights and en passant captures are part of it', () => {
    const fen = '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1';
    const keys = [fen, fen.replace('d6', '-'), fen.replace('K d6', '- d6')].map((fen) =>
      positionKey(reset(fen)),
    );
    expect(new Set(keys).size).toBe(3);
    // No legal capture uses this one.
    const pinned = '8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1';
    expect(positionKey(reset(pinned))).toBe(positionKey(reset(pinned.replace('c6', '-'))));
  });
});

describe('states saved by versions without repetition counts', () => {
  test('a FEN only: its position has occurred once', () => {
    const saved: SavedState = { fen: START_FEN };
    expect(stateKey(saved)).toBe(stateKey(reset()));
    expect(legalMoves(saved)).toEqual(legalMoves(reset()));
    expect(step(saved, 'e2e4')).toEqual(step(reset(), 'e2e4'));
  });

  test('a FEN with the moves that led there: the game is replayed', () => {
    check(({ start, moves }) => {
      const game = new Game(start);
      let state = reset(start);
      const played: string[] = [];
      for (const move of moves.slice(0, 50)) {
        if (game.end() !== null || game.claimableDraw() !== null) return;
        const saved: SavedState = { fen: state.fen, start, moves: played };
        expect(stateKey(saved)).toBe(stateKey(state));
        expect(step(saved, move)).toEqual(step(state, move));
        game.play(move);
        played.push(move);
        state = step(state, move).state;
      }
    }, 15);
  });

  test('without a start the game began at the start position', () => {
    const saved: SavedState = { fen: reset().fen, moves: wordsOf(KNIGHTS) };
    expect(stateKey(saved)).toBe(stateKey(last(KNIGHTS)));
  });

  test('counts without the present position: it has occurred once', () => {
    const state = last('e2e4 e7e5');
    const { [positionKey(state)]: _, ...rest } = state.visits;
    const saved: SavedState = { fen: state.fen, visits: rest };
    expect(step(saved, 'g1f3')).toEqual(step(state, 'g1f3'));
  });

  test('moves that are illegal or do not lead to the FEN are rejected', () => {
    const saved = { fen: START_FEN, moves: ['e2e4'] };
    const bad: SavedState[] = [
      saved,
      { ...saved, moves: ['e2e5'] },
      { ...saved, moves: ['nonsense'] },
      { ...saved, moves: [], start: 'nonsense' },
      { ...saved, moves: [], start: '4k3/8/8/8/8/8/8/4K2R w - - 0 1' },
    ];
    for (const state of bad) {
      expect(() => legalMoves(state)).toThrow(ChessError);
      expect(() => step(state, 'e2e4')).toThrow(ChessError);
      expect(() => stateKey(state)).toThrow(ChessError);
    }
  });
});

describe('bad input', () => {
  const onlyChessErrors = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      expect(error).toBeInstanceOf(ChessError);
    }
  };

  test('any text: only a ChessError is thrown', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'e2e5', '0000', 'O-O', 'e7e8q', START_FEN, `${START_FEN} 9`),
      fc.stringMatching(/^[a-h][1-8][a-h][1-8][nbrq]?$/),
    );
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 3 }), (fen, move, moves) => {
        onlyChessErrors(() => reset(fen));
        onlyChessErrors(() => step(reset(), move));
        onlyChessErrors(() => step({ fen }, move));
        onlyChessErrors(() => step({ fen: START_FEN, moves }, move));
        onlyChessErrors(() => stateKey({ fen: START_FEN, start: fen, moves }));
        onlyChessErrors(() => positionKey({ fen }));
        onlyChessErrors(() => legalMoves({ fen }));
      }),
      { numRuns: 500 },
    );
  });

  test('any JSON value: only a ChessError is thrown', () => {
    const files = fc.oneof(
      fc.json().map((text) => JSON.parse(text) as unknown),
      fc.constantFrom<unknown>(
        {},
        { fen: 1 },
        { fen: null },
        { fen: START_FEN, visits: null },
        { fen: START_FEN, visits: 3 },
        { fen: START_FEN, visits: { [KNIGHTS_HOME]: 'x' } },
        { fen: START_FEN, moves: 'e2e4' },
        { fen: START_FEN, moves: [1] },
        { fen: START_FEN, moves: [], start: 1 },
      ),
    );
    fc.assert(
      fc.property(files, (file) => {
        for (const action of [legalMoves, positionKey, stateKey]) {
          onlyChessErrors(() => action(file as SavedState));
        }
        onlyChessErrors(() => step(reset(), file as string));
      }),
      { numRuns: 300 },
    );
  });

  test('a finished game accepts no moves', () => {
    for (const fen of [
      '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
      '4k3/8/8/8/8/8/8/4K3 w - - 0 1',
      '8/8/3k4/8/3K4/8/7R/7R b - - 100 80',
      '6k1/5ppp/8/8/8/8/8/R5K1 w - - 150 80',
    ]) {
      expect(legalMoves(reset(fen))).toEqual([]);
      expect(() => step(reset(fen), 'g8h8')).toThrow(ChessError);
      expect(() => step(reset(fen), 'a1a8')).toThrow(ChessError);
    }
  });
});
