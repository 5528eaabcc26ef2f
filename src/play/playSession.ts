/**
 * A game at the terminal as a state machine: typed lines and search results in, lines of output out. Keyboard,
 * screen and engine are in commands/playCommand.ts.
 */
import { landingSquare } from '../chess/board/castling.ts';
import { BLACK, type Color, fromOf, type Move, sideName, WHITE } from '../chess/board/types.ts';
import { winnerOnTime } from '../chess/game/draws.ts';
import { Game } from '../chess/game/game.ts';
import type { TimeControl } from '../chess/game/timeControl.ts';
import { parseTypedMove } from '../chess/game/typedMove.ts';
import {
  type FinalResult,
  formatMoveNumber,
  formatMoveText,
  resultFor,
} from '../chess/notation/pgn.ts';
import { formatUciMove, parseUciMove } from '../chess/notation/uciMove.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { formatClock } from '../util/durations.ts';
import { printable } from '../util/printable.ts';
import { ChessError, catching, quote, unwrap } from '../util/result.ts';
import { NAME } from '../version.ts';
import { ChessClock, type Times } from './chessClock.ts';
import { acceptsDraw, engineClaim } from './drawClaims.ts';
import { clockComment, gameTags, type Player, terminationOf } from './gameTags.ts';
import { describeSearch, isSearched } from './scoreInWords.ts';
import { type BoardStyle, formatBoard } from './terminalBoard.ts';

export type Seat = 'human' | 'engine';

export interface PlaySettings {
  fen: string;
  /** Who plays White and Black. */
  seats: readonly [Seat, Seat];
  /** Of the engine's moves, in addition to the clock. */
  limits: Limits;
  clock: TimeControl | null;
  style: BoardStyle;
  /** Show the board after every move. */
  showsBoard: boolean;
  /** Further tags for the PGN. */
  tags: Readonly<Record<string, string>>;
  /** The engine's strength in Elo, for the PGN; null for full strength. */
  level: number | null;
  /** Appends a game to a PGN file. Throws an Error with the reason if it cannot. */
  save: (path: string, pgn: string) => void;
}

/** What the session is waiting for: a person's line, a search for a move or a hint, or nothing. */
type Wanted = 'line' | 'move' | 'hint' | 'nothing';

/** A search that the session asks for. */
interface SearchOrder {
  fen: string;
  moves: string[];
  limits: Limits;
}

interface ClockedMove {
  move: Move;
  san: string;
  /** Both clocks before the move. */
  times: Times | undefined;
}

/** Milliseconds for a hint if only a clock limits the search. */
const HINT_TIME = 1000;

const HUMAN: Player = { name: 'Human', elo: null };

export class PlaySession {
  /** The number of games begun. */
  games = 0;
  private readonly settings: PlaySettings;
  private readonly now: () => number;
  private seats: readonly [Seat, Seat];
  private game: Game;
  private clock: ChessClock | null = null;
  private played: ClockedMove[] = [];
  /** How the game ended, in words. */
  private ending = '';
  private isFlipped: boolean;
  private isHintWanted = false;
  /** Whether a person has offered a draw that the other one has to answer. */
  private isOffered = false;
  /** The engine's last score from its own side in centipawns, by colour. */
  private readonly lastScores: (number | null)[] = [null, null];
  private hasQuit = false;
  /** A command that would abandon an unfinished game, until it is confirmed. */
  private unconfirmed: (() => string[]) | null = null;
  /** The number of moves that are saved; 0 once one of them has been taken back. */
  private savedPlies = 0;

  /** `now` returns milliseconds. Throws a ChessError for an invalid FEN. */
  constructor(settings: PlaySettings, now: () => number) {
    this.settings = settings;
    this.now = now;
    this.seats = settings.seats;
    this.isFlipped = settings.seats[WHITE] === 'engine' && settings.seats[BLACK] === 'human';
    this.game = new Game(settings.fen);
  }

  get wanted(): Wanted {
    if (this.hasQuit) return 'nothing';
    if (this.isHintWanted) return 'hint';
    return this.game.isOver() || this.seats[this.turn] === 'human' ? 'line' : 'move';
  }

  get isOver(): boolean {
    return this.game.isOver();
  }

  private get turn(): Color {
    return this.game.getPosition().turn;
  }

  /** Starts the game. */
  open(): string[] {
    this.clock = this.settings.clock === null ? null : new ChessClock(this.settings.clock);
    this.played = [];
    this.savedPlies = 0;
    this.games++;
    const [white, black] = this.players();
    const welcome = `${white.name} plays White, ${black.name} plays Black; type help for the commands.`;
    const lines = this.settings.showsBoard ? [welcome, this.drawBoard()] : [];
    if (this.game.isOver()) return [...lines, ...this.announceEnd()];
    this.clock?.start(this.turn, this.now());
    return lines;
  }

  /** The prompt for a person's line. */
  prompt(): string {
    if (this.unconfirmed !== null) return 'yes or no> ';
    if (this.game.isOver()) return 'new, undo, pgn or quit> ';
    const { clock } = this;
    const position = this.game.getPosition();
    const left = (color: Color) =>
      `${sideName(color)} ${formatClock(clock!.left(color, this.now()))}`;
    const times = clock === null ? '' : `${left(WHITE)}  ${left(BLACK)}  `;
    if (this.isOffered) return `${times}yes or no> `;
    return `${times}${formatMoveNumber(position)} ${sideName(position.turn)}> `;
  }

  /** The commands and moves that begin with `start`. */
  completions(start: string): string[] {
    return [...COMMANDS.keys(), ...this.game.legalSans()].filter((w) => w.startsWith(start));
  }

  /** Milliseconds until the side to move loses on time; infinite without a clock. */
  timeLeft(): number {
    if (this.clock === null || this.game.isOver()) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.clock.left(this.turn, this.now()));
  }

  /** Checks whether a flag has fallen. */
  tick(): string[] {
    if (this.timeLeft() > 0) return [];
    const loser = this.turn;
    const winner = winnerOnTime(this.game.getPosition(), loser);
    const ending =
      winner === null ? `is out of time, but ${sideName(loser ^ 1)} cannot mate` : 'loses on time';
    return this.conclude(resultFor(winner), `${sideName(loser)} ${ending}`);
  }

  /** Handles a person's line: a move or a command. */
  handle(line: string): string[] {
    const lines = this.tick();
    const [word, ...rest] = line.trim().split(/\s+/) as [string, ...string[]];
    if (word === '') return lines;
    const { unconfirmed } = this;
    if (unconfirmed !== null) {
      this.unconfirmed = null;
      if (isYes(word)) return [...lines, ...unconfirmed()];
      lines.push('the game continues');
      if (isNo(word)) return lines;
    }
    if (this.isOffered) {
      this.isOffered = false;
      if (isYes(word)) return [...lines, ...this.conclude('1/2-1/2', 'draw agreed')];
      lines.push('draw offer declined');
      if (isNo(word)) return lines;
    }
    const name = word.toLowerCase();
    const command = COMMANDS.get(OTHER_NAMES.get(name) ?? name);
    const output = catching(() =>
      command === undefined ? this.playMove(line.trim()) : command.run(this, rest),
    );
    return [...lines, ...(output.ok ? output.value : [output.error.message])];
  }

  /** The search that is wanted. */
  order(): SearchOrder {
    const { limits } = this.settings;
    const order = { fen: this.game.start, moves: this.game.moves() };
    if (this.isHintWanted) {
      const isLimited = Object.keys(limits).length > 0;
      return { ...order, limits: isLimited ? limits : { movetime: HINT_TIME } };
    }
    return { ...order, limits: { ...limits, ...this.clock?.limits(this.now()) } };
  }

  /** Handles the result of the wanted search: the engine's move, or a hint. */
  answer(result: SearchResult): string[] {
    const { best, info } = result;
    const lines = this.tick();
    const position = this.game.getPosition();
    if (this.isHintWanted) {
      this.isHintWanted = false;
      if (best === null || this.game.isOver()) return lines;
      const line = formatMoveText(position, info.pv).join(' ');
      return [...lines, `hint: ${line}  ${describeSearch(position, info)}`];
    }
    if (best === null || this.game.isOver()) return lines;
    this.lastScores[position.turn] = isSearched(info) ? info.score : null;
    const claim = engineClaim(this.game, result);
    if (claim === 'now') return [...lines, ...this.claim()];
    const [number, san] = formatMoveText(position, [best.move]);
    const announced = `${number} ${san}  ${describeSearch(position, info)}`;
    const uci = formatUciMove(best.move, position.chess960);
    return [...lines, announced, ...(claim === null ? this.play(uci) : this.playAndClaim(uci))];
  }

  private playMove(text: string): string[] {
    this.assertOwnMove();
    return this.play(this.readMove(text));
  }

  /** A typed move in UCI notation. Throws a ChessError that says why there is no such move. */
  private readMove(text: string): string {
    const position = this.game.getPosition();
    const move = parseTypedMove(position, text);
    if (move.ok) return formatUciMove(move.value, position.chess960);
    const { message } = move.error;
    const hint = message.startsWith('not a move') ? '; type help for the commands' : '';
    throw new ChessError(message + hint);
  }

  /** Plays a move, and says so if the opponent can claim a draw. Throws like {@link make}. */
  private play(text: string): string[] {
    const lines = this.make(text);
    const reason = this.game.claimableDraw();
    if (reason === null || this.seats[this.turn] !== 'human') return lines;
    return [...lines, `${sideName(this.turn)} can claim a draw by ${reason}: type draw`];
  }

  /** Plays a move that makes a draw, and claims it for its player. Throws like {@link make}. */
  private playAndClaim(text: string): string[] {
    const by = sideName(this.turn);
    const lines = this.make(text);
    return this.game.claimableDraw() === null ? lines : [...lines, ...this.claim(by)];
  }

  /** Plays a move and presses the clock. Throws a ChessError for a move that cannot be played. */
  private make(text: string): string[] {
    const before = this.game.getPosition();
    const mover = this.seats[before.turn];
    const { uci, san } = this.game.play(text);
    const { clock } = this;
    const now = this.now();
    this.played.push({ move: unwrap(parseUciMove(before, uci)), san, times: clock?.snapshot() });
    clock?.press(now);
    if (clock !== null) this.game.comment = clockComment(clock.left(before.turn, now));
    const isAnswered = mover === 'human' && this.seats[this.turn] === 'engine';
    const isShown = this.settings.showsBoard && (!isAnswered || this.game.isOver());
    const lines = isShown ? [this.drawBoard()] : [];
    return this.game.isOver() ? [...lines, ...this.announceEnd()] : lines;
  }

  private announceEnd(): string[] {
    this.isOffered = false;
    this.unconfirmed = null;
    this.clock?.stop(this.now());
    const end = this.game.end();
    if (this.ending === '' && end !== null) {
      const winner = sideName(this.turn ^ 1);
      this.ending = end === 'checkmate' ? `${winner} wins by checkmate` : `draw by ${end}`;
    }
    return [`${this.game.result()}  ${this.ending}`];
  }

  private conclude(result: FinalResult, reason: string): string[] {
    this.game.conclude(result);
    this.ending = reason;
    return this.announceEnd();
  }

  /** Claims a draw. Throws a ChessError if there is none to claim. */
  private claim(by: string = sideName(this.turn)): string[] {
    this.game.claimDraw();
    this.ending = `draw by ${this.game.end()}, claimed by ${by}`;
    return this.announceEnd();
  }

  private drawBoard(): string {
    const last = this.played.at(-1)?.move;
    const marked = last === undefined ? [] : [fromOf(last), landingSquare(last)];
    return formatBoard(this.game.getPosition(), this.settings.style, this.isFlipped, marked);
  }

  // The commands.

  /** Claims or offers a draw. With `move`: claims that it makes a draw, and plays it if it does. */
  draw(move: string): string[] {
    this.assertOwnMove();
    if (move !== '') return this.claimWith(move);
    if (this.game.claimableDraw() !== null) return this.claim();
    const opponent = this.turn ^ 1;
    if (this.seats[opponent] === 'human') {
      this.isOffered = true;
      return [`${sideName(this.turn)} offers a draw: yes or no?`];
    }
    if (!acceptsDraw(this.game.getPosition(), this.lastScores[opponent] ?? null)) {
      return [`no draw to claim in this position, and ${NAME} declines the offer`];
    }
    return this.conclude('1/2-1/2', 'draw agreed');
  }

  private claimWith(text: string): string[] {
    const move = this.readMove(text);
    this.game.play(move);
    const isDraw = this.game.result() === '1/2-1/2' || this.game.claimableDraw() !== null;
    this.game.undo();
    if (!isDraw) throw new ChessError(`no draw to claim with ${quote(text)}`);
    return this.playAndClaim(move);
  }

  resign(): string[] {
    this.assertOwnMove();
    return this.conclude(resultFor(this.turn ^ 1), `${sideName(this.turn)} resigns`);
  }

  /** Takes back moves, to the last position in which a person was to move. */
  undo(): string[] {
    const { turn, seats, played } = this;
    const isHuman = (ply: number) => seats[(turn + played.length - ply) & 1] === 'human';
    let ply = played.length - 1;
    while (ply >= 0 && !isHuman(ply)) ply--;
    if (ply < 0) throw new ChessError('no move to take back');
    const taken = played.splice(ply);
    if (ply < this.savedPlies) this.savedPlies = 0;
    for (const _ of taken) this.game.undo();
    this.ending = '';
    this.lastScores.fill(null);
    this.clock?.start(this.turn, this.now(), taken[0]!.times);
    const lines = [`taken back: ${taken.map(({ san }) => san).join(' ')}`];
    return this.settings.showsBoard ? [...lines, this.drawBoard()] : lines;
  }

  hint(): string[] {
    this.assertGoingOn();
    this.isHintWanted = true;
    return [];
  }

  flip(): string[] {
    this.isFlipped = !this.isFlipped;
    return [this.drawBoard()];
  }

  board(): string[] {
    return [this.drawBoard()];
  }

  fen(): string[] {
    return [this.game.fen()];
  }

  moves(): string[] {
    return [this.game.legalSans().join(' ')];
  }

  /** The game as PGN, or the outcome of appending it to a file. */
  pgn(path: string): string[] {
    const { tags, clock: control } = this.settings;
    const termination = terminationOf(this.game, this.clock, this.now());
    const text = this.game.pgn({ ...tags, ...gameTags(this.players(), control, termination) });
    if (path === '') return [text.trimEnd()];
    try {
      this.settings.save(path, text);
    } catch (error) {
      throw new ChessError(`not saved: ${printable((error as Error).message)}`);
    }
    this.savedPlies = this.played.length;
    return [`added to ${printable(path)}`];
  }

  /** Runs a command that abandons the game; at a terminal, asks first unless nothing is lost. */
  private abandon(what: string, command: () => string[]): string[] {
    const { played, savedPlies, settings } = this;
    const isLost = !this.game.isOver() && played.length > 0 && played.length !== savedPlies;
    if (!settings.showsBoard || !isLost) return command();
    this.unconfirmed = command;
    return [`the game is not over and not saved (pgn FILE): ${what}, yes or no?`];
  }

  private players(): [white: Player, black: Player] {
    const engine = { name: NAME, elo: this.settings.level };
    const [white, black] = this.seats.map((seat) => (seat === 'human' ? HUMAN : engine));
    return [white!, black!];
  }

  /** Starts another game; against the engine with colours swapped. */
  another(): string[] {
    return this.abandon('start another game', () => this.begin());
  }

  private begin(): string[] {
    const [white, black] = this.seats;
    this.seats = [black, white];
    if (white !== black) this.isFlipped = !this.isFlipped;
    this.game = new Game(this.settings.fen);
    this.ending = '';
    this.lastScores.fill(null);
    return this.open();
  }

  quit(): string[] {
    return this.abandon('quit anyway', () => {
      this.hasQuit = true;
      return [];
    });
  }

  private assertGoingOn(): void {
    if (this.game.isOver()) throw new ChessError('the game is over');
  }

  private assertOwnMove(): void {
    this.assertGoingOn();
    if (this.seats[this.turn] === 'engine') throw new ChessError(`it is ${NAME}'s move`);
  }
}

const isYes = (word: string): boolean => /^y(es)?$/i.test(word);
const isNo = (word: string): boolean => /^no?$/i.test(word);

interface Command {
  help: string;
  run(session: PlaySession, words: string[]): string[];
}

const COMMANDS = new Map<string, Command>(
  Object.entries<Command>({
    undo: { help: 'take back your last move', run: (session) => session.undo() },
    hint: { help: 'show the best move, at full strength', run: (session) => session.hint() },
    draw: {
      help: 'claim a draw, also by the move that makes it one (draw Nf3), else offer one',
      run: (session, words) => session.draw(words.join(' ')),
    },
    resign: { help: 'resign the game', run: (session) => session.resign() },
    board: { help: 'show the board', run: (session) => session.board() },
    flip: { help: 'turn the board around', run: (session) => session.flip() },
    moves: { help: 'list the legal moves', run: (session) => session.moves() },
    fen: { help: 'show the position as FEN', run: (session) => session.fen() },
    pgn: {
      help: 'show the game as PGN, or append it to a file (pgn games.pgn)',
      run: (session, words) => session.pgn(words.join(' ')),
    },
    new: { help: 'start another game, with colours swapped', run: (session) => session.another() },
    help: { help: 'show this help', run: () => describeCommands() },
    quit: { help: 'exit', run: (session) => session.quit() },
  }),
);

/** Other words that people type for a command. */
const OTHER_NAMES = new Map([
  ['?', 'help'],
  ['exit', 'quit'],
  ['takeback', 'undo'],
]);

function describeCommands(): string[] {
  const rows = [...COMMANDS].map(([name, { help }]) => `${name.padEnd(8)}${help}`);
  return [
    'Moves are typed in SAN or UCI notation: Nf3, exd5, O-O, e8=Q, g1f3, e7e8q.',
    'The engine gives its score in pawns: +1.00 for White means that White is better by the value of a pawn;',
    '≥ and ≤ mean at least and at most. A depth of 12 is six moves of each side.',
    'While the engine thinks, Enter makes it move at once, and Ctrl-C quits.',
    ...rows,
  ];
}
