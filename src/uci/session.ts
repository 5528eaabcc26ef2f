/**
 * A conversation with a GUI: its commands to the engine, the engine's events back as lines.
 *
 * Commands are carried out one after the other. While a search runs `isready`, `stop`, `quit`,
 * `uci` and `d` are answered at once; everything else waits for the search to end, so a file of
 * commands can simply be piped in. A search that would never end by itself is stopped by the
 * first command that waits for it.
 */
import { formatDiagram } from '../chess/diagram.ts';
import { findGameEnd } from '../chess/draws.ts';
import { formatFen } from '../chess/fen.ts';
import type { Position } from '../chess/position.ts';
import { quote } from '../chess/result.ts';
import { type Move, squareName } from '../chess/types.ts';
import { formatUciMove, parseUciMove } from '../chess/uciMove.ts';
import type { Engine } from '../engine/engine.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo } from '../search/search.ts';
import { NAME, VERSION } from '../version.ts';
import { parseCommand, type UciCommand } from './commands.ts';
import { formatBestMove, formatGameEnd, formatInfo } from './format.ts';
import { describeOptions, setOption } from './options.ts';

export class UciSession {
  private readonly engine: Engine;
  private readonly write: (line: string) => void;
  private readonly waiting: UciCommand[] = [];
  private isBusy = false;
  /** The running search, and how to let go of its answer if that is held back. */
  private search: { isEndless: boolean; stop: () => void } | null = null;
  private idleListeners: (() => void)[] = [];

  /** `write` is given a line at a time, without its end. */
  constructor(engine: Engine, write: (line: string) => void) {
    this.engine = engine;
    this.write = write;
  }

  /** Takes a line. Gives false when the line was `quit`. */
  handle(line: string): boolean {
    const parsed = parseCommand(line);
    if (!parsed.ok) {
      this.tell(parsed.error.message);
      return true;
    }
    const command = parsed.value;
    switch (command.type) {
      case 'quit':
        return false;
      case 'stop':
        this.stopSearch();
        break;
      case 'isready':
        void this.answerReady();
        break;
      case 'uci':
        this.introduce();
        break;
      case 'd':
        this.describePosition();
        break;
      case 'empty':
        break;
      default:
        this.waiting.push(command);
        if (this.search?.isEndless) this.stopSearch();
        this.advance();
    }
    return true;
  }

  /** Resolves when all commands so far have been carried out. */
  async idle(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  /** Carries out what waits, up to and with the next command that takes time. */
  private advance(): void {
    while (!this.isBusy) {
      const command = this.waiting.shift();
      if (command === undefined) {
        for (const listener of this.idleListeners.splice(0)) listener();
        return;
      }
      const work = this.carryOut(command);
      if (work === undefined) continue;
      this.isBusy = true;
      work
        .catch((error: Error) => this.tell(`the search failed: ${error.message}`))
        .finally(() => {
          this.isBusy = false;
          this.advance();
        });
    }
  }

  private carryOut(command: UciCommand): Promise<void> | undefined {
    switch (command.type) {
      case 'ucinewgame':
        return this.engine.newGame();
      case 'go':
        for (const word of command.ignored) this.tell(`go: unknown word ${quote(word)}, ignored`);
        return this.go(command.limits);
      case 'perft':
        return this.perft(command.depth);
      case 'position': {
        const result = this.engine.setPosition(command.fen ?? undefined, command.moves);
        if (!result.ok) this.tell(`${result.error.message}; the position stays as it was`);
        else this.announceGameEnd();
        return undefined;
      }
      case 'setoption': {
        const result = setOption(this.engine, command.name, command.value);
        if (!result.ok) this.tell(result.error.message);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  private tell(text: string): void {
    this.write(`info string ${text}`);
  }

  private introduce(): void {
    this.write(`id name ${NAME} ${VERSION}`);
    this.write('id author the Refrain authors');
    for (const line of describeOptions()) this.write(line);
    this.write('uciok');
  }

  /** During a search the answer is at once; otherwise when the engine could begin one. */
  private async answerReady(): Promise<void> {
    if (this.search === null) await this.engine.ready();
    this.write('readyok');
  }

  private stopSearch(): void {
    this.engine.stop();
    this.search?.stop();
  }

  private announceGameEnd(): void {
    const end = findGameEnd(this.engine.getPosition());
    if (end !== null) this.tell(formatGameEnd(end));
  }

  private async go(limits: Limits): Promise<void> {
    const position = this.engine.getPosition();
    const allowed = this.parseSearchMoves(position, limits.searchmoves);
    const isEndless = limits.infinite === true || Object.keys(limits).length === 0;
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    this.search = { isEndless, stop };
    const onInfo = (info: SearchInfo) => this.write(formatInfo(info, position.chess960));
    this.engine.on('info', onInfo);
    try {
      const { best } = await this.engine.go(limits, allowed);
      // Who asked for an endless search is answered when he says stop, not before.
      if (isEndless) await stopped;
      if (best?.draw) {
        const move = formatUciMove(best.move, position.chess960);
        this.tell(`${formatGameEnd(best.draw)} with ${move}`);
      }
      this.write(formatBestMove(best?.pv[0], best?.pv[1], position.chess960));
    } finally {
      this.engine.off('info', onInfo);
      this.search = null;
    }
  }

  /** The legal ones of the moves named; undefined, for all, if there are none. */
  private parseSearchMoves(position: Position, texts: string[] = []): Move[] | undefined {
    const moves: Move[] = [];
    for (const text of texts) {
      const move = parseUciMove(position, text);
      if (move.ok) moves.push(move.value);
      else this.tell(`searchmoves: ${move.error.message}, ignored`);
    }
    return moves.length > 0 ? moves : undefined;
  }

  private async perft(depth: number): Promise<void> {
    const { chess960 } = this.engine.getPosition();
    const total = await this.engine.perft(depth, (move, nodes) =>
      this.write(`${formatUciMove(move, chess960)}: ${nodes}`),
    );
    this.write('');
    this.write(`Nodes searched: ${total}`);
  }

  private describePosition(): void {
    const position = this.engine.getPosition();
    const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
    const index = position.checkersIndex;
    const checkers = Array.from({ length: 64 }, (_, square) => square)
      .filter((square) => (position.states[index + (square >> 5)]! >> square) & 1)
      .map(squareName);
    this.write(formatDiagram(position));
    this.write(`Fen: ${formatFen(position)}`);
    this.write(`Key: ${hex(position.keyHi)}${hex(position.keyLo)}`);
    this.write(`Checkers: ${checkers.join(' ')}`.trimEnd());
  }
}
