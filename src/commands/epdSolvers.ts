/** The solvers of `refrain epd`: this engine, or any other that speaks UCI. */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { parseUciMove } from '../chess/notation/uciMove.ts';
import {
  type EngineInfo,
  isScoreLine,
  parseInfo,
  SearchScore,
  scoreOf,
} from '../client/engineInfo.ts';
import type { Builds } from '../client/engineProgram.ts';
import { type EngineSpec, engineName } from '../client/engineSpec.ts';
import { formatGo } from '../client/moveLimit.ts';
import { type EngineProgram, UciClient, withEngineName } from '../client/uciClient.ts';
import { DEFAULT_ENGINE_SETTINGS } from '../engine/engineSettings.ts';
import { Engine } from '../hosts/node/nodeEngine.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo } from '../search/searchResult.ts';
import type { Choice, Solver } from '../suite/runSuite.ts';
import { unwrap } from '../util/result.ts';
import { warn } from './warn.ts';

/** A solver that has to be closed. */
interface OpenSolver extends Solver {
  readonly name: string;
  close(): Promise<void>;
}

/** This engine, on one thread. */
class OwnSolver implements OpenSolver {
  readonly name = 'self';
  private readonly engine = new Engine();
  private readonly stopper = new AbortController();

  constructor(hash: number) {
    this.engine.on('problem', warn);
    this.engine.configure({ hash });
  }

  async solve(
    position: Position,
    limits: Limits,
    onChoice: (choice: Choice) => void,
  ): Promise<Choice> {
    const { engine } = this;
    await engine.newGame();
    await engine.warmUp();
    engine.setPosition(position);
    const onInfo = ({ pv: [move], bound, score, time, depth, nodes }: SearchInfo) => {
      // A score that is only known to be lower says nothing yet.
      if (move !== undefined && bound !== 'upper') onChoice({ move, score, time, depth, nodes });
    };
    engine.on('info', onInfo);
    try {
      const { best, info } = await engine.go(limits, { signal: this.stopper.signal });
      const { score, time, depth, nodes } = info;
      // A task has legal moves, so there is a best one.
      return { move: best!.move, score, time, depth, nodes };
    } finally {
      engine.off('info', onInfo);
    }
  }

  stop(): void {
    // Unlike `engine.stop()` this also ends a search that is about to begin.
    this.stopper.abort();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** The timeout in milliseconds beyond a time limit, and for a limit that is not a time. */
const PATIENCE = { beyond: 10_000, without: 3_600_000 };

/** Another engine, as a process. */
class UciSolver implements OpenSolver {
  readonly name: string;
  private readonly called: string;
  private readonly client: UciClient;

  private constructor(client: UciClient, spec: EngineSpec) {
    this.client = client;
    this.name = spec.name ?? client.name;
    this.called = engineName(spec);
  }

  /** Throws a ChessError that names the engine if it does not start, or is killed by the signal before it has. */
  static async start(
    program: EngineProgram,
    spec: EngineSpec,
    signal: AbortSignal,
  ): Promise<UciSolver> {
    let kill = () => {};
    try {
      const client = await UciClient.start(program, (spawned) => {
        kill = () => spawned.kill();
        signal.addEventListener('abort', kill);
      });
      return new UciSolver(client, spec);
    } catch (error) {
      throw withEngineName(engineName(spec), error);
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  /** Throws a ChessError that names the engine if it fails. */
  async solve(
    position: Position,
    limits: Limits,
    onChoice: (choice: Choice) => void,
  ): Promise<Choice> {
    try {
      return await this.search(position, limits, onChoice);
    } catch (error) {
      throw withEngineName(this.called, error);
    }
  }

  private async search(
    position: Position,
    limits: Limits,
    onChoice: (choice: Choice) => void,
  ): Promise<Choice> {
    await this.client.newGame();
    const score = new SearchScore();
    let bestMove = '';
    const onLine = (line: string): boolean => {
      score.note(line);
      const first = / pv (\S+)/.exec(line)?.[1];
      const move = first === undefined ? null : parseUciMove(position, first);
      if (isScoreLine(line) && move?.ok) {
        onChoice(choiceOf(move.value, parseInfo(line)));
      }
      bestMove = /^bestmove (\S+)/.exec(line)?.[1] ?? '';
      return bestMove !== '';
    };
    const { movetime } = limits;
    const patience = movetime === undefined ? PATIENCE.without : movetime + PATIENCE.beyond;
    const commands = `position fen ${formatFen(position)}\n${formatGo(limits, position.turn, null, null)}`;
    await this.client.query(commands, onLine, patience);
    const move = unwrap(parseUciMove(position, bestMove));
    const nothing = { depth: 0, centipawns: 0, mate: null, nodes: 0, time: 0 };
    return choiceOf(move, score.info ?? nothing);
  }

  stop(): void {
    this.client.kill();
  }

  close(): Promise<void> {
    return this.client.quit();
  }
}

const choiceOf = (move: Move, info: EngineInfo): Choice => {
  const { time, depth, nodes } = info;
  return { move, score: scoreOf(info), time, depth, nodes };
};

/**
 * Starts `count` solvers with an engine; null stands for Refrain. `hash` is in mebibytes per solver;
 * without it other engines keep their own default. `chess960`: some positions are of Chess960. Throws a
 * ChessError if the engine does not start, or if the signal ends its start.
 */
export async function startSolvers(
  spec: EngineSpec | null,
  count: number,
  hash: number | undefined,
  builds: Builds,
  chess960: boolean,
  signal: AbortSignal,
): Promise<OpenSolver[]> {
  if (spec === null) {
    const own = hash ?? DEFAULT_ENGINE_SETTINGS.hash;
    return Array.from({ length: count }, () => new OwnSolver(own));
  }
  const program = await builds.prepare(spec, warn);
  const options: EngineProgram['options'] = [
    ...(hash === undefined ? [] : [['Hash', `${hash}`] as const]),
    ...program.options,
    ...(chess960 ? [['UCI_Chess960', 'true'] as const] : []),
  ];
  const solvers: OpenSolver[] = [];
  try {
    while (solvers.length < count) {
      solvers.push(await UciSolver.start({ ...program, options }, spec, signal));
    }
  } catch (error) {
    await Promise.all(solvers.map((solver) => solver.close()));
    throw error;
  }
  return solvers;
}
