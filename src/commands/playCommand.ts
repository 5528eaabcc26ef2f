/**
 * `refrain play`: a game at the terminal between people, engines, or both. This file handles
 * keyboard, screen and engine; the game itself is in play/playSession.ts.
 *
 * In a pipe, only the answers to input lines are shown, which are processed one by one. The end of
 * the input ends the game as soon as a person is to move.
 */
import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { parseTimeControl, type TimeControl } from '../chess/game/timeControl.ts';
import { START_FEN } from '../chess/notation/fen.ts';
import { pgnDate } from '../chess/notation/pgn.ts';
import { MAX_TIMER } from '../client/timer.ts';
import { withReason } from '../hosts/node/atomicFile.ts';
import { readBeginning, readBytes } from '../hosts/node/inputFile.ts';
import { Engine } from '../hosts/node/nodeEngine.ts';
import { PROCESSORS } from '../hosts/node/nodeHost.ts';
import { PlaySession, type Seat } from '../play/playSession.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { LINE_TOO_LONG } from '../uci/lineReader.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, catching, quote, unwrap, within } from '../util/result.ts';
import { readInputLines } from './inputLines.ts';
import { type LimitOptions, limitsOf } from './limitOptions.ts';
import { readTablebasesPath } from './tablebasesPath.ts';
import { boardStyle } from './terminal.ts';
import { warn } from './warn.ts';

interface PlayOptions extends LimitOptions {
  /** `human` or `engine`; if only one is given, the other side is the opposite. */
  white?: string;
  black?: string;
  fen?: string;
  /** `5+3`: minutes, and seconds per move. */
  clock?: string;
  /** The engine's strength; full strength by default. */
  elo?: number;
  /** Mebibytes. */
  hash: number;
  /** By default all processors, but one for a level, which needs no more. */
  threads?: number;
  ascii?: boolean;
  /** Folders of tablebases. */
  syzygy?: string[];
  /** A Polyglot book for the engine. */
  book?: string;
}

/** The engine's default limits per move. */
const DEFAULT_LIMITS: Limits = { movetime: 1000 };

const SECOND = 1000;

/** Throws a ChessError if the file is not a book, or the error of the system. */
function loadBook(engine: Engine, path: string): void {
  const book = readBytes(path);
  const loaded = catching(() => engine.setBook(book));
  unwrap(within(quotePath(path), loaded));
}

/** Resolves when the player has quit. Throws a ChessError for invalid options, or if standard input cannot be read. */
export async function runPlay(options: PlayOptions): Promise<void> {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const session = openSession(options, isInteractive);
  const engine = openEngine(options);
  const keyboard = new Keyboard(session, isInteractive);
  try {
    show(session.open());
    await playOn(session, engine, keyboard, options);
  } finally {
    keyboard.close();
    await engine.close();
  }
}

function openSession(options: PlayOptions, showsBoard: boolean): PlaySession {
  const clock = parseClock(options.clock);
  const { elo } = options;
  const limits = limitsOf(options);
  const seats = parseSeats(options);
  if (elo !== undefined && !seats.includes('engine')) {
    throw new ChessError('--elo has no effect: no engine plays');
  }
  // A level has limits of its own; a second one would change its strength.
  for (const name of ['depth', 'nodes'] as const) {
    if (elo !== undefined && options[name] !== undefined) {
      throw new ChessError(`--elo and --${name} cannot be combined: both limit the search`);
    }
  }
  return new PlaySession(
    {
      fen: options.fen ?? START_FEN,
      seats,
      limits: limits ?? (clock === null ? DEFAULT_LIMITS : {}),
      clock,
      style: boardStyle(options.ascii === true),
      showsBoard,
      tags: { Date: pgnDate() },
      level: elo ?? null,
      save: addToFile,
    },
    () => performance.now(),
  );
}

function openEngine({ elo, hash, syzygy, book, ...options }: PlayOptions): Engine {
  const { threads = elo === undefined ? PROCESSORS : 1 } = options;
  const engine = new Engine();
  engine.on('problem', warn);
  engine.configure({ hash, threads });
  if (syzygy !== undefined) engine.useTablebases(readTablebasesPath(syzygy));
  if (book !== undefined) loadBook(engine, book);
  return engine;
}

/** Lets the player and the engine move in turn until the session or the input ends. */
async function playOn(
  session: PlaySession,
  engine: Engine,
  keyboard: Keyboard,
  { elo, book }: PlayOptions,
): Promise<void> {
  let isHurried = false;
  keyboard.on('hurry', () => {
    isHurried = true;
    engine.stop();
  });
  let games = 0;
  while (session.wanted !== 'nothing' && !keyboard.isInterrupted) {
    if (session.wanted === 'line') {
      const input = await keyboard.read();
      if (input instanceof ChessError) throw input;
      if (input === 'end') return;
      if (input === 'too long') show([LINE_TOO_LONG]);
      else show(input === 'late' ? session.tick() : session.handle(input.line));
    } else {
      isHurried = false;
      if (games < session.games) await engine.newGame();
      games = session.games;
      // Hints are searched, and at full strength.
      const isMove = session.wanted === 'move';
      const isLimited = elo !== undefined && isMove;
      const ownBook = book !== undefined && isMove;
      engine.configure({ ownBook, limitStrength: isLimited, ...(isLimited && { elo }) });
      const searching = search(engine, session);
      // Before, there was no search to stop.
      if (isHurried) engine.stop();
      const result = await searching;
      if (!keyboard.isInterrupted) show(session.answer(result));
    }
  }
}

/** A side that is not given is the opposite of the other; by default a person plays White. */
function parseSeats({ white, black }: PlayOptions): [Seat, Seat] {
  const other = (seat: Seat): Seat => (seat === 'human' ? 'engine' : 'human');
  if (white !== undefined) {
    const seat = parseSeat(white);
    return [seat, black === undefined ? other(seat) : parseSeat(black)];
  }
  const seat = parseSeat(black ?? 'engine');
  return [other(seat), seat];
}

function parseSeat(text: string): Seat {
  if (text !== 'human' && text !== 'engine') {
    throw new ChessError(`a player must be human or engine, not ${quote(text)}`);
  }
  return text;
}

function parseClock(text: string | undefined): TimeControl | null {
  if (text === undefined) return null;
  const control = unwrap(parseTimeControl(text, 'minutes'));
  if (control.moves > 0) throw new ChessError('--clock does not support control periods');
  return control;
}

/** Appends a game to a PGN file. Throws a ChessError if it cannot be written, or is something else. */
function addToFile(path: string, pgn: string): void {
  withReason(path, () => {
    const isNew = !existsSync(path);
    if (!isNew && !isPgn(path)) throw new ChessError(`${quotePath(path)} is not a PGN file`);
    appendFileSync(path, isNew ? pgn : `\n${pgn}`);
  });
}

/** How much of a file decides whether it is PGN. */
const HEAD = 4096;

/** Whether a file is empty, or begins like PGN: with a tag or a first move. */
function isPgn(path: string): boolean {
  const text = new TextDecoder().decode(readBeginning(path, HEAD));
  return text.trim() === '' || /^(\s|[%;].*\n)*(\[\w+\s+"|1\.)/.test(text);
}

function show(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

async function search(engine: Engine, session: PlaySession): Promise<SearchResult> {
  const { fen, moves, limits } = session.order();
  engine.setPosition(fen, moves);
  return engine.go(limits);
}

/** What comes next from the input: a line, a line that was skipped, the fall of the flag, the end, or an error. */
type Input = { line: string } | 'too long' | 'late' | End;
type End = 'end' | ChessError;

/** Buffers input lines until they are read. */
class Keyboard extends EventEmitter<{ hurry: [] }> {
  /** Whether the user pressed Ctrl-C. */
  isInterrupted = false;
  private readonly session: PlaySession;
  /** The line that is being typed at a terminal; null in a pipe. */
  private readonly lines: Interface | null;
  private readonly waiting: Input[] = [];
  private end: End | null = null;
  private receive: ((input: Input) => void) | null = null;

  constructor(session: PlaySession, isInteractive: boolean) {
    super();
    this.session = session;
    this.lines = isInteractive ? this.openTerminal() : null;
    if (!isInteractive) this.openPipe();
  }

  private openTerminal(): Interface {
    const lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      completer: (line: string) => [this.session.completions(line), line],
    });
    lines.on('line', (line) => {
      // During a search no line is expected; an empty one makes the engine move at once.
      if (this.receive === null && line.trim() === '') this.emit('hurry');
      else this.add({ line });
    });
    lines.on('SIGINT', () => {
      this.isInterrupted = true;
      this.emit('hurry');
      lines.close();
    });
    lines.on('close', () => this.finish('end'));
    return lines;
  }

  private openPipe(): void {
    const add = (input: Input): void => {
      // Read on when a line is wanted: a search may be long, and the pipe endless.
      process.stdin.pause();
      this.add(input);
    };
    readInputLines(
      (line) => add({ line }),
      () => add('too long'),
    ).then(
      () => this.finish('end'),
      (error: ChessError) => this.finish(error),
    );
  }

  /** The next line, unless the flag falls first. */
  async read(): Promise<Input> {
    const timers = this.startTimers();
    const input = await new Promise<Input>((resolve) => {
      this.receive = resolve;
      this.showPrompt();
      this.deliver();
      if (this.lines === null && this.receive !== null) process.stdin.resume();
    });
    for (const timer of timers) clearTimeout(timer);
    // The flag fell while a line was being typed; discard it.
    if (input === 'late') this.lines?.write(null, { ctrl: true, name: 'u' });
    if (this.lines !== null && typeof input !== 'object') console.log();
    return input;
  }

  close(): void {
    this.lines?.close();
    process.stdin.destroy();
  }

  /** Timers for the fall of the flag, and to update the clocks in the prompt. */
  private startTimers(): NodeJS.Timeout[] {
    const left = this.session.timeLeft();
    if (left === Number.POSITIVE_INFINITY) return [];
    const late = setTimeout(() => this.give('late'), Math.min(left + 1, MAX_TIMER));
    return [late, setInterval(() => this.showPrompt(), SECOND)];
  }

  private showPrompt(): void {
    this.lines?.setPrompt(this.session.prompt());
    this.lines?.prompt(true);
  }

  private add(input: Input): void {
    this.waiting.push(input);
    this.deliver();
  }

  private finish(end: End): void {
    this.end = end;
    this.deliver();
  }

  private deliver(): void {
    if (this.receive === null) return;
    const input = this.waiting.shift();
    if (input !== undefined) this.give(input);
    else if (this.end !== null) this.give(this.end);
  }

  private give(input: Input): void {
    this.receive?.(input);
    this.receive = null;
  }
}
