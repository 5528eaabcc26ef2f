/**
 * A match: plays the games of a schedule, several at a time, until all are played, an SPRT is
 * decided, or the match is stopped.
 */
import { createHash } from 'node:crypto';
import { BLACK, type Color, WHITE } from '../chess/board/types.ts';
import type { GameResult } from '../chess/notation/pgn.ts';
import { checkOption } from '../client/engineOption.ts';
import { type EngineSpec, engineName, uniqueName } from '../client/engineSpec.ts';
import type { MoveLimit } from '../client/moveLimit.ts';
import {
  EngineFailure,
  type EngineProgram,
  type UciClient,
  withEngineName,
} from '../client/uciClient.ts';
import type { Opening } from '../selfplay/openingFile.ts';
import { ChessError, quote } from '../util/result.ts';
import { EngineProcesses } from './engineProcesses.ts';
import { type Screen, screenOptions } from './factorialScreen.ts';
import { MatchJournal } from './matchJournal.ts';
import { formatMatchGame } from './matchPgn.ts';
import {
  forfeitGame,
  type GameRules,
  type PlayedGame,
  playGame,
  type Termination,
} from './playGame.ts';
import { Samples } from './samples.ts';
import { Schedule, type ScheduledGame, type ScheduleKind } from './schedule.ts';
import { type SprtSettings, type SprtVerdict, sprtVerdict } from './sprt.ts';
import { isForfeit, isForfeitOfBlack, Standings } from './standings.ts';

interface Contestant {
  spec: EngineSpec;
  program: EngineProgram;
  /** The commit of a Refrain, for the tables; null if unknown. */
  commit: string | null;
}

export interface MatchSettings {
  contestants: readonly Contestant[];
  kind: ScheduleKind;
  rounds: number;
  concurrency: number;
  /** For engines without a limit of their own. */
  limit: MoveLimit;
  /** In the order in which they are played, repeated if there are more rounds. */
  openings: readonly Opening[];
  rules: GameRules;
  /** PGN's `Event`. */
  event: string;
  /** The PGN file, or null to keep no games. */
  pgnPath: string | null;
  /** Where the openings come from, to recognize a match that is continued. */
  openingSource: Readonly<Record<string, string>>;
  sprt: SprtSettings | null;
  /** Options that differ from pair to pair, of a match of two engines. */
  screen: Screen | null;
}

/** A finished game, for displays. */
export interface FinishedGame {
  /** The round and the game within it, `2.1`. */
  round: string;
  white: string;
  black: string;
  result: GameResult;
  plies: number;
  termination: Termination;
  reason: string;
}

export class Match {
  readonly settings: MatchSettings;
  readonly schedule: Schedule;
  readonly standings: Standings;
  /** The engines' names; unique once the match has begun and the engines have reported them. */
  readonly names: string[];
  /** The number of games found in the PGN. */
  readonly resumed: number;
  /** Milliseconds of our own overhead between a move and the next `go`. */
  readonly overheads = new Samples();
  /** Milliseconds by which the clock exceeded the time reported by the engine. */
  readonly lags = new Samples();

  private readonly id: string;
  private readonly journal: MatchJournal;
  private readonly processes: readonly EngineProcesses[];
  private readonly played = new Set<number>();
  private nextNumber = 0;
  private isStopped = false;

  /** Throws a ChessError if the PGN belongs to another match. */
  constructor(settings: MatchSettings) {
    const { contestants, kind, rounds, pgnPath, screen } = settings;
    this.settings = settings;
    this.names = contestants.map(({ spec }) => engineName(spec));
    this.schedule = new Schedule(contestants.length, kind, rounds);
    this.standings = new Standings(this.schedule, contestants.length, screen);
    this.processes = contestants.map(
      ({ program, spec }) => new EngineProcesses(program, spec.restart),
    );
    this.id = identify(settings);
    this.journal = new MatchJournal(pgnPath, this.id, settings.event, this.schedule);
    for (const record of this.journal.records) {
      this.played.add(record.number);
      this.standings.add(record);
    }
    this.resumed = this.played.size;
  }

  /** Plays until the end, calling `onGame` after each game. Throws if an engine does not start. */
  async play(onGame: (game: FinishedGame) => void): Promise<void> {
    try {
      await this.startEngines();
      const slots = Array.from({ length: this.settings.concurrency }, () => this.fillSlot(onGame));
      await Promise.all(slots);
    } catch (error) {
      // Killing engines at the end of the match makes them fail; that is not an error.
      if (!(this.isStopped && error instanceof EngineFailure)) throw error;
    } finally {
      this.stop();
      await Promise.all(this.processes.map((own) => own.close()));
    }
  }

  /** Stops the match at once. Unfinished games are dropped, and replayed when it continues. */
  stop(): void {
    this.isStopped = true;
    for (const own of this.processes) own.stop();
  }

  /** Stops the match and kills all engines without waiting, for when this process exits. */
  kill(): void {
    this.isStopped = true;
    for (const own of this.processes) own.kill();
  }

  /** The verdict of the SPRT; null while it is undecided, or without an SPRT. */
  verdict(): SprtVerdict {
    const { sprt } = this.settings;
    return sprt === null ? null : sprtVerdict(this.standings.pairings[0]!.pairs, sprt);
  }

  /** Starts every engine once, to validate its options and learn its name. */
  private async startEngines(): Promise<void> {
    for (const [i, { spec, program, commit }] of this.settings.contestants.entries()) {
      // In a screen the names are not those of engines, but say which values they play with.
      const known = engineName(this.settings.screen === null ? spec : { ...spec, name: null });
      const client = await this.processes[i]!.take().catch((error: Error) => {
        throw this.isStopped ? error : withEngineName(known, error);
      });
      this.processes[i]!.give(client, true);
      this.checkScreen(client, known);
      const reported = client.name || program.file;
      const name = spec.name ?? (spec.commit === null ? reported : `${reported} ${commit}`);
      this.names[i] = uniqueName(name, this.names.slice(0, i));
    }
  }

  /** Throws a ChessError if the engine does not have an option of the screen, or not its values. */
  private checkScreen(client: UciClient, name: string): void {
    for (const factor of this.settings.screen?.factors ?? []) {
      for (const value of [factor.minus, factor.plus]) {
        const checked = checkOption(client.options, factor.name, value);
        if (!checked.ok) throw new ChessError(`${quote(name)}: ${checked.error.message}`);
      }
    }
  }

  /** Plays one game after another. */
  private async fillSlot(onGame: (game: FinishedGame) => void): Promise<void> {
    for (let game = this.takeGame(); game !== null; game = this.takeGame()) {
      const played = await this.playScheduled(game);
      if (this.isStopped) return;
      this.record(game, played);
      if (this.verdict() !== null) this.stop();
      onGame(this.describe(game, played));
    }
  }

  /** The next game to play; null if there is none, or the match is decided. */
  private takeGame(): ScheduledGame | null {
    if (this.isStopped || this.verdict() !== null) return null;
    while (this.played.has(this.nextNumber)) this.nextNumber++;
    if (this.nextNumber >= this.schedule.length) return null;
    return this.schedule.game(this.nextNumber++);
  }

  private async playScheduled(game: ScheduledGame): Promise<PlayedGame> {
    const { openings, rules } = this.settings;
    const opening = openings[game.round % openings.length]!;
    const engines = [game.white, game.black];
    const clients: UciClient[] = [];
    let reusable: readonly Color[] = [];
    try {
      for (const color of [WHITE, BLACK]) {
        const client = await this.startFor(engines[color]!);
        if (client instanceof EngineFailure) return forfeitGame(opening, color, client);
        clients.push(client);
      }
      const [white, black] = clients as [UciClient, UciClient];
      const players = [
        { client: white, limit: this.limitOf(game.white), options: this.optionsOf(game, WHITE) },
        { client: black, limit: this.limitOf(game.black), options: this.optionsOf(game, BLACK) },
      ] as const;
      const played = await playGame(players, opening, rules);
      reusable = reusableColors(played);
      return played;
    } finally {
      for (const [color, client] of clients.entries()) {
        this.processes[engines[color]!]!.give(client, reusable.includes(color));
      }
    }
  }

  private async startFor(engine: number): Promise<UciClient | EngineFailure> {
    try {
      return await this.processes[engine]!.take();
    } catch (error) {
      if (error instanceof EngineFailure) return error;
      if (error instanceof ChessError) throw withEngineName(this.names[engine]!, error);
      throw new ChessError(`${quote(this.names[engine]!)} ${(error as Error).message}`);
    }
  }

  /** The limit of an engine: its own, else that of the match. */
  private limitOf(engine: number): MoveLimit {
    const own = this.settings.contestants[engine]!.spec.limit;
    return Object.keys(own).length > 0 ? own : this.settings.limit;
  }

  /** The options that an engine is given for this game alone. */
  private optionsOf(game: ScheduledGame, color: Color): [name: string, value: string][] {
    const { screen } = this.settings;
    return screen === null
      ? []
      : screenOptions(screen, game.pair, color === WHITE ? game.white : game.black);
  }

  private describe(game: ScheduledGame, played: PlayedGame): FinishedGame {
    const { result, moves, termination, reason } = played;
    return {
      round: this.schedule.formatRound(game.number),
      white: this.names[game.white]!,
      black: this.names[game.black]!,
      plies: moves.length,
      result,
      termination,
      reason,
    };
  }

  private record(game: ScheduledGame, played: PlayedGame): void {
    const { result, termination, reason, overheads, lags } = played;
    const engines = [game.white, game.black] as const;
    const pgn = formatMatchGame(played, {
      event: this.settings.event,
      round: this.schedule.formatRound(game.number),
      names: engines.map((i) => this.names[i]!),
      limits: engines.map((i) => this.limitOf(i)),
      match: this.id,
    });
    this.journal.append(pgn);
    this.standings.add({ number: game.number, result, termination, reason });
    for (const overhead of overheads) this.overheads.add(overhead);
    for (const lag of lags) this.lags.add(lag);
  }
}

/** The colours whose engines can be reused: one that forfeited a game may be in any state. */
export function reusableColors(played: PlayedGame): readonly Color[] {
  if (!isForfeit(played.termination)) return [WHITE, BLACK];
  return isForfeitOfBlack(played) ? [WHITE] : [BLACK];
}

/**
 * Everything that decides which games a match has: a hash of each setting beside its name, so that a
 * match that is continued otherwise can be told which one differs.
 */
function identify(settings: MatchSettings): string {
  const { contestants, kind, limit, rules, event, openingSource, screen } = settings;
  const { adjudication, tablebases, margin, patience } = rules;
  const parts: Record<string, unknown> = {
    engines: contestants.map(({ spec }) => spec),
    kind,
    limit,
    adjudication: [adjudication, tablebases],
    margin: [margin, patience],
    event,
    ...openingSource,
    ...(screen !== null && { options: screen }),
  };
  return Object.entries(parts)
    .map(([name, value]) => `${name}:${shortHash(JSON.stringify(value) ?? '')}`)
    .join(' ');
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
