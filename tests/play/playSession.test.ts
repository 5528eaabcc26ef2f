/** Games at the terminal, without a terminal: lines in, lines out, a fake clock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Game } from '../../src/chess/game/game.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { readPgnGame } from '../../src/chess/notation/pgnReader.ts';
import { formatSan, parseSan } from '../../src/chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { PlaySession, type PlaySettings } from '../../src/play/playSession.ts';
import { readTimes } from '../../src/review/moveTimes.ts';
import { unwrap } from '../../src/util/result.ts';
import { allStarts, games, plies, positionAfter } from '../support/games.ts';
import { ChessJs } from '../support/oracles.ts';
import { freshSearch } from '../support/search.ts';
import { shuffledGames, shuffledPlies } from '../support/shuffles.ts';

const SETTINGS: PlaySettings = {
  fen: START_FEN,
  seats: ['human', 'human'],
  limits: { nodes: 300 },
  clock: null,
  style: { ascii: true, colors: false },
  showsBoard: false,
  tags: {},
  level: null,
  save: () => {},
};

/** A session, its opponent, and the time. */
class Table {
  readonly session: PlaySession;
  /** Milliseconds. */
  time = 0;
  private readonly search = freshSearch(1).search;

  constructor(settings: Partial<PlaySettings> = {}) {
    this.session = new PlaySession({ ...SETTINGS, ...settings }, () => this.time);
    this.session.open();
  }

  /** The output for these lines, including the engine's replies. */
  say(...lines: string[]): string[] {
    return lines.flatMap((line) => {
      const said = this.session.handle(line);
      while (this.session.wanted === 'move' || this.session.wanted === 'hint') {
        const { fen, moves, limits } = this.session.order();
        const result = this.search.run(positionAfter(moves.join(' '), fen), {
          nodes: limits.nodes!,
        });
        said.push(...this.session.answer(result));
      }
      return said;
    });
  }

  /** The whole visible state. */
  snapshot(): unknown {
    const { session } = this;
    return [this.say('fen', 'pgn', 'moves', 'board'), session.prompt(), session.wanted];
  }
}

const fenOf = (table: Table) => table.say('fen')[0]!;

describe('two humans', () => {
  test('play any legal game in SAN or UCI notation, and undo restores every state', () => {
    const property = fc.property(games(allStarts, 25), (choice) => {
      const table = new Table({ fen: choice.start });
      const seen: unknown[] = [];
      for (const { position, next } of plies(choice)) {
        if (next === 0 || table.session.isOver) break;
        seen.push(table.snapshot());
        const isUci = seen.length % 2 === 0;
        table.say(isUci ? formatUciMove(next, position.chess960) : formatSan(position, next));
      }
      while (seen.length > 0) {
        expect(table.say('undo')[0]).toMatch(/^taken back: \S+$/);
        expect(table.snapshot()).toEqual(seen.pop());
      }
      expect(table.say('undo')).toEqual(['no move to take back']);
    });
    fc.assert(property, { numRuns: 12 });
  });

  test('claim a draw exactly when the rules allow it, by the position or with a move', () => {
    let claims = 0;
    const property = fc.property(shuffledGames(60), (choice) => {
      const arbiter = new Game(choice.start);
      const table = new Table({ fen: choice.start });
      for (const { uci } of shuffledPlies(choice)) {
        if (uci === '' || arbiter.isOver()) break;
        arbiter.play(uci);
        const isDraw = arbiter.isOver() ? arbiter.result() === '1/2-1/2' : arbiter.claimableDraw();
        const claim = table.say(`draw ${uci}`);
        if (isDraw) {
          claims++;
          expect(claim.at(-1)).toMatch(/^1\/2-1\/2 {2}draw by /);
          expect(table.session.isOver).toBe(true);
          expect(table.say('undo').at(-1)).toMatch(/^taken back: /);
        } else expect(claim).toEqual([`no draw to claim with '${uci}'`]);
        table.say(uci);
        if (arbiter.isOver()) break;
        const answer = table.say('draw');
        if (arbiter.claimableDraw() !== null) {
          expect(answer.at(-1)).toMatch(/^1\/2-1\/2 {2}draw by .*, claimed by (White|Black)$/);
          table.say('undo', uci);
        } else {
          expect(answer.at(-1)).toMatch(/ offers a draw: yes or no\?$/);
          expect(table.say('no')).toEqual(['draw offer declined']);
        }
      }
    });
    fc.assert(property, { numRuns: 12 });
    expect(claims).toBeGreaterThan(10);
  });

  test('agree to a draw by an offer and yes; a move declines', () => {
    const table = new Table();
    expect(table.say('e4', 'draw', 'e5')).toEqual([
      'Black offers a draw: yes or no?',
      'draw offer declined',
    ]);
    expect(table.say('draw', 'yes')).toEqual([
      'White offers a draw: yes or no?',
      '1/2-1/2  draw agreed',
    ]);
    expect(table.say('pgn')[0]).toMatch(/\[Result "1\/2-1\/2"\][\s\S]*1\. e4 e5 1\/2-1\/2$/);
  });

  test.each([
    ['f3 e5 g4 Qh4', '0-1  Black wins by checkmate'],
    ['e4 resign', '1-0  Black resigns'],
    ['resign', '0-1  White resigns'],
    [
      'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 draw',
      '1/2-1/2  draw by threefold repetition, claimed by White',
    ],
  ])('%s: %s', (lines, ending) => {
    const table = new Table();
    expect(table.say(...lines.split(' ')).at(-1)).toBe(ending);
    expect(table.session.prompt()).toBe('new, undo, pgn or quit> ');
    for (const line of ['e4', 'draw', 'resign', 'hint']) {
      expect(table.say(line)).toEqual(['the game is over']);
    }
    const pgn = table.say('pgn')[0]!;
    const chessJs = new ChessJs();
    chessJs.loadPgn(pgn);
    expect(chessJs.getHeaders().Result).toBe(ending.split(' ')[0]);
    expect(table.say('new', 'fen')).toEqual([START_FEN]);
  });

  test('a game whose end was taken back may end otherwise', () => {
    const lines = ['f3', 'e5', 'g4', 'resign', 'undo', 'g4', 'Qh4'];
    expect(new Table().say(...lines).at(-1)).toBe('0-1  Black wins by checkmate');
  });

  test('see the next game from the same side', () => {
    const table = new Table();
    const board = table.say('board');
    table.say('resign', 'new');
    expect(table.say('board')).toEqual(board);
  });

  test('a claim with a move is all that is said: the opponent is not told to claim', () => {
    const table = new Table();
    const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1'];
    expect(table.say(...moves, 'draw Ng8')).toEqual([
      '1/2-1/2  draw by threefold repetition, claimed by Black',
    ]);
  });

  test('cannot claim a draw with a move that mates', () => {
    const table = new Table();
    expect(table.say('f3', 'e5', 'g4', 'draw Qh4')).toEqual(["no draw to claim with 'Qh4'"]);
    expect(table.session.isOver).toBe(false);
  });

  test.each([
    ['qe8', 'Qxe8+', '4r1k1/8/8/8/8/8/8/K3Q3 w - - 0 1'],
    // As it stands this is the pawn's.
    ['bxc3', 'bxc3', '4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1'],
  ])('may type %s for %s', (typed, san, fen) => {
    const table = new Table({ fen });
    expect(table.say(typed)).toEqual([]);
    expect(table.say('undo')).toEqual([`taken back: ${san}`]);
  });

  test.each([
    ['nd5', 'no knight can go to d5'],
    ['save x', "not a move: 'save x'; type help for the commands"],
  ])('are told why %s is no move', (typed, reason) => {
    expect(new Table().say(typed)).toEqual([reason]);
  });

  test('find help and the way out by other names', () => {
    const table = new Table();
    expect(table.say('?')).toEqual(table.say('help'));
    table.say('exit');
    expect(table.session.wanted).toBe('nothing');
  });

  test('see the last move, and can flip the board', () => {
    const table = new Table();
    table.say('e4');
    const board = table.say('board')[0]!;
    const flipped = table.say('flip')[0]!;
    expect(board.split('\n')[4]).toBe('4  . . . .>P . . .');
    const turned = board
      .split('\n')
      .slice(0, 8)
      .map((row) => row.slice(3).replaceAll('>', ' '));
    const back = flipped
      .split('\n')
      .slice(0, 8)
      .map((row) => row.slice(3).replaceAll('>', ' '));
    expect(back).toEqual(turned.toReversed().map((row) => [...row].toReversed().join('')));
  });

  test('see where the king has castled', () => {
    const table = new Table({ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' });
    table.say('O-O');
    expect(table.say('board')[0]!.split('\n')[7]).toBe('1  . . . .>. R>K .');
  });
});

describe('a human and the engine', () => {
  const seats = ['human', 'engine'] as const;

  test('the engine replies to every move with a legal one, and depth, score, nodes and time', () => {
    const table = new Table({ seats });
    for (let move = 1; move <= 10 && !table.session.isOver; move++) {
      const position = positionFromFen(fenOf(table));
      const own = table.say('moves')[0]!.split(' ')[0]!;
      position.make(unwrap(parseSan(position, own)));
      const said = table.say(own);
      const form = /^\d+\.\.\. (\S+) {2}.*, depth \d+, [\d,]+ nodes, \d+\.\d\d s$/.exec(said[0]!);
      expect(parseSan(position, form![1]!).ok).toBe(true);
    }
  });

  test('undo takes back both moves', () => {
    const table = new Table({ seats });
    const before = [table.snapshot()];
    for (const move of ['e4', 'd4', 'Nc3']) {
      table.say(move);
      before.push(table.snapshot());
    }
    before.pop();
    while (before.length > 0) {
      expect(table.say('undo')[0]).toMatch(/^taken back: \S+ \S+$/);
      expect(table.snapshot()).toEqual(before.pop());
    }
  });

  test('a hint is a legal line and does not change the game', () => {
    const table = new Table({ seats });
    const before = table.snapshot();
    const [hint] = table.say('hint');
    const move = /^hint: 1\. (\S+) /.exec(hint!)![1]!;
    expect(table.say('moves')[0]!.split(' ')).toContain(move);
    expect(table.snapshot()).toEqual(before);
  });

  test('the engine declines a draw when ahead and accepts it when behind', () => {
    const ahead = new Table({ seats, fen: '4k3/8/8/8/8/8/8/q3K2R w K - 0 1' });
    expect(ahead.say('Kd2', 'draw').at(-1)).toMatch(/declines/);
    const behind = new Table({ seats, fen: '4k3/p7/8/8/8/8/8/Q3K2R w K - 0 1' });
    expect(behind.say('draw').at(-1)).toMatch(/declines/);
    expect(behind.say('Kd2', 'draw').at(-1)).toBe('1/2-1/2  draw agreed');
  });

  test('the engine does not accept a draw by the score of a move that was taken back, or of another game', () => {
    const behind = () => new Table({ seats, fen: '4k3/p7/8/8/8/8/8/Q3K2R w K - 0 1' });
    expect(behind().say('Kd2', 'undo', 'draw').at(-1)).toMatch(/declines/);
    const again = ['Kd2', 'resign', 'new', 'resign', 'new', 'draw'];
    expect(
      behind()
        .say(...again)
        .at(-1),
    ).toMatch(/declines/);
  });

  test('the level of the engine is in the PGN', () => {
    const table = new Table({ seats, level: 1200 });
    expect(table.say('pgn')[0]).toMatch(/^\[BlackElo "1200"\]$/m);
    table.say('resign', 'new');
    const pgn = table.say('pgn')[0];
    expect(pgn).toMatch(/^\[WhiteElo "1200"\]$/m);
    expect(pgn).not.toMatch('BlackElo');
    expect(new Table({ seats }).say('pgn')[0]).not.toMatch('Elo');
  });

  test('a new game has colours swapped', () => {
    const table = new Table({ seats });
    table.say('resign');
    expect(table.say('new')[0]).toMatch(/^1\. \S+ /);
    expect(table.session.prompt()).toBe('1... Black> ');
  });

  test('engine against engine plays to a valid end', () => {
    const table = new Table({
      seats: ['engine', 'engine'],
      fen: '8/8/4k3/8/8/3QK3/8/8 w - - 0 1',
      limits: { nodes: 2000 },
    });
    expect(table.say('').at(-1)).toMatch(/^(1-0 {2}White wins by checkmate|1\/2-1\/2 {2}draw by )/);
  });
});

describe('random input', () => {
  test('is answered, and does not change the game', () => {
    const lines = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ maxLength: 6 }),
      fc.constantFrom('constructor', '__proto__', 'draw xyz', 'e2e5', 'O-O', '0000', 'e8=Q', 'yes'),
    );
    const table = new Table();
    table.say('e4');
    const isMove = (line: string) => {
      const position = positionFromFen(fenOf(table));
      return parseUciMove(position, line.trim()).ok || parseSan(position, line.trim()).ok;
    };
    const property = fc.property(lines, (line) => {
      if (isMove(line) || /^\s*(resign|quit|new|undo|draw)\b/i.test(line)) return;
      const fen = fenOf(table);
      const said = table.say(line);
      expect(said.length > 0 || line.trim() === '').toBe(true);
      expect(fenOf(table)).toBe(fen);
      expect(table.session.wanted).toBe('line');
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe('an unfinished game', () => {
  const saved: [string, string][] = [];
  const interactive: Partial<PlaySettings> = {
    showsBoard: true,
    save: (path, pgn) => saved.push([path, pgn]),
  };

  test.each([
    ['new', 2, 'start another game'],
    ['quit', 1, 'quit anyway'],
  ])('is discarded by %s only after a yes', (command, games, what) => {
    const table = new Table(interactive);
    const { session } = table;
    table.say('e4');
    const isDropped = () => session.wanted === 'nothing' || session.games === 2;
    expect(session.handle(command)).toEqual([
      `the game is not over and not saved (pgn FILE): ${what}, yes or no?`,
    ]);
    expect(session.prompt()).toBe('yes or no> ');
    expect(session.handle('no')).toEqual(['the game continues']);
    session.handle(command);
    // Anything but yes or no is an ordinary line.
    expect(session.handle('fen').slice(0, 1)).toEqual(['the game continues']);
    expect(isDropped()).toBe(false);
    session.handle(command);
    session.handle('yes');
    expect(isDropped()).toBe(true);
    expect(session.games).toBe(games);
  });

  test('has nothing left to confirm once a flag has fallen', () => {
    const table = new Table({ ...interactive, clock: { moves: 0, base: 60_000, increment: 0 } });
    table.say('e4', 'quit');
    table.time += 60_001;
    expect(table.session.tick().at(-1)).toBe('1-0  Black loses on time');
    expect(table.session.prompt()).toBe('new, undo, pgn or quit> ');
    expect(table.say('no').join()).not.toContain('the game continues');
  });

  test('is discarded at once if nothing is lost: no move, saved, over, or in a pipe', () => {
    const quits = (settings: Partial<PlaySettings>, ...lines: string[]) => {
      const table = new Table(settings);
      table.say(...lines, 'quit');
      return table.session.wanted === 'nothing';
    };
    expect(quits(interactive)).toBe(true);
    expect(quits(interactive, 'e4')).toBe(false);
    expect(quits(interactive, 'e4', 'pgn a.pgn')).toBe(true);
    expect(quits(interactive, 'e4', 'pgn a.pgn', 'e5')).toBe(false);
    // As many moves as were saved, but others.
    expect(quits(interactive, 'e4', 'pgn a.pgn', 'undo', 'd4')).toBe(false);
    expect(quits(interactive, 'e4', 'pgn a.pgn', 'resign', 'new', 'd4')).toBe(false);
    expect(quits(interactive, 'resign')).toBe(true);
    expect(quits({}, 'e4')).toBe(true);
  });

  test('is appended to a file as PGN, and errors are reported', () => {
    saved.length = 0;
    const table = new Table(interactive);
    expect(table.say('e4', 'pgn my games.pgn').at(-1)).toBe('added to my games.pgn');
    expect(saved).toEqual([['my games.pgn', `${table.say('pgn')[0]}\n`]]);
    const save = () => {
      throw new Error('ENOSPC: no space left\x1b');
    };
    expect(new Table({ save }).say('pgn a')).toEqual(['not saved: ENOSPC: no space left\\x1b']);
  });
});

describe('the clock', () => {
  const clock = { moves: 0, base: 60_000, increment: 2000 };

  test('is in the PGN: its control, the time left after every move, and the fall of a flag', () => {
    const table = new Table({ clock });
    table.time += 1500;
    table.say('e4', 'e5', 'd4');
    const pgn = table.say('pgn')[0]!;
    expect(pgn).toMatch(/^\[TimeControl "60\+2"\]$/m);
    expect(pgn).not.toMatch('Termination');
    const times = readTimes(readPgnGame(pgn));
    expect(times.map((time) => time.clock)).toEqual([60.5, 62, 62.5]);
    table.say('undo');
    table.time += 63_000;
    table.say('');
    expect(table.say('pgn')[0]).toMatch(/^\[Termination "time forfeit"\]$/m);
    table.say('new', 'f3', 'e5', 'g4', 'Qh4');
    expect(table.say('pgn')[0]).toMatch(/^\[Termination "normal"\]$/m);
    table.say('new', 'resign');
    table.time += 63_000;
    expect(table.say('pgn')[0]).toMatch(/^\[Termination "normal"\]$/m);
  });

  test('runs for the side to move, and a move adds the increment', () => {
    const table = new Table({ clock });
    expect(table.session.prompt()).toBe('White 1:00  Black 1:00  1. White> ');
    table.time += 10_000;
    table.say('e4');
    expect(table.session.prompt()).toBe('White 0:52  Black 1:00  1... Black> ');
    table.time += 57_500;
    expect(table.session.prompt()).toBe('White 0:52  Black 0:02.5  1... Black> ');
    table.say('undo');
    expect(table.session.prompt()).toBe('White 1:00  Black 1:00  1. White> ');
  });

  test('a player without time loses, whatever they type', () => {
    const table = new Table({ clock });
    table.say('e4');
    table.time += 60_000;
    expect(table.say('e5')).toEqual(['1-0  Black loses on time', 'the game is over']);
    expect(table.session.timeLeft()).toBe(Number.POSITIVE_INFINITY);
    expect(table.session.tick()).toEqual([]);
    expect(table.say('pgn')[0]).toMatch(/^\[Termination "time forfeit"\]$/m);
  });

  test('an offer expires when the flag falls', () => {
    const table = new Table({ clock });
    table.say('e4', 'draw');
    table.time += 60_000;
    expect(table.say('yes')).toEqual(['1-0  Black loses on time', 'the game is over']);
  });

  test('a bare king does not win on time', () => {
    const table = new Table({ clock, fen: '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1' });
    table.time += 60_001;
    expect(table.session.tick()).toEqual(['1/2-1/2  White is out of time, but Black cannot mate']);
  });

  test('is sent to the engine', () => {
    const table = new Table({ clock, seats: ['engine', 'human'], limits: {} });
    table.time += 1000;
    expect(table.session.order().limits).toEqual({
      wtime: 59_000,
      btime: 60_000,
      winc: 2000,
      binc: 2000,
    });
    // Whole milliseconds, and at least one.
    table.time += 58_999.5;
    expect(table.session.order().limits).toMatchObject({ wtime: 1, btime: 60_000 });
  });
});
