/**
 * The two kinds of labellers: a UCI engine in a process, or our own search in a thread. Both are
 * reset before each batch, so that a batch of positions gets the same labels in every run.
 */
import { isNoisy } from '../chess/board/types.ts';
import { positionFromFen } from '../chess/notation/fen.ts';
import { parseUciMove } from '../chess/notation/uciMove.ts';
import { type EngineInfo, SearchScore, scoreOf } from '../client/engineInfo.ts';
import { type EngineProgram, UciClient, withEngineName } from '../client/uciClient.ts';
import { RequestThread } from '../hosts/node/requestThread.ts';
import { ChessError, fail, ok, quote, type Result, unwrap } from '../util/result.ts';
import { type Label, labelScore } from './labelFormat.ts';
import type { StaticPattern } from './staticScore.ts';

export interface Labeller {
  /** Labels positions given as FEN. Rejects if the engine fails, or is closed before it has. */
  label(fens: readonly string[]): Promise<Label[]>;
  /** May be called more than once. */
  close(): Promise<void>;
}

/** The timeout of a batch in milliseconds: generous, since a low-priority engine may be starved. */
const BATCH_TIMEOUT = 3_600_000;

/** How an engine scores positions: by searches with a number of nodes, or by its static evaluation. */
export type LabelMethod = { nodes: number } | { pattern: StaticPattern };

/**
 * A UCI engine. All positions of a batch are sent at once, because the round trip of each would take
 * longer than its search.
 */
export class UciLabeller implements Labeller {
  readonly name: string;
  private readonly called: string;
  private readonly client: UciClient;
  private readonly method: LabelMethod;
  private readonly chess960: boolean;

  private constructor(client: UciClient, called: string, method: LabelMethod, chess960: boolean) {
    this.client = client;
    this.called = called;
    this.name = client.name;
    this.method = method;
    this.chess960 = chess960;
  }

  /** Starts the engine. If that fails, throws a ChessError that names it as it is `called`. */
  static async start(
    program: EngineProgram,
    called: string,
    method: LabelMethod,
    chess960: boolean,
  ): Promise<UciLabeller> {
    const options = chess960
      ? [...program.options, ['UCI_Chess960', 'true'] as const]
      : program.options;
    try {
      const client = await UciClient.start({ ...program, options });
      return new UciLabeller(client, called, method, chess960);
    } catch (error) {
      throw withEngineName(called, error);
    }
  }

  /** Throws a ChessError that names the engine if it fails. */
  async label(fens: readonly string[]): Promise<Label[]> {
    if (fens.length === 0) return [];
    const { method } = this;
    try {
      await this.client.query('ucinewgame\nisready', isReady, BATCH_TIMEOUT);
      if ('pattern' in method) return await this.evaluate(fens, method.pattern);
      return await this.search(fens, method.nodes);
    } catch (error) {
      throw withEngineName(this.called, error);
    }
  }

  private async search(fens: readonly string[], nodes: number): Promise<Label[]> {
    const labels: Result<Label>[] = [];
    const score = new SearchScore();
    const commands = fens.map((fen) => `position fen ${fen}\ngo nodes ${nodes}`);
    await this.client.query(
      commands.join('\n'),
      (line) => {
        score.note(line);
        if (!line.startsWith('bestmove ')) return false;
        labels.push(this.read(fens[labels.length]!, score.info, line.split(' ', 2)[1]!));
        score.reset();
        return labels.length === fens.length;
      },
      BATCH_TIMEOUT,
      fens.length,
    );
    return labels.map(unwrap);
  }

  private async evaluate(fens: readonly string[], pattern: StaticPattern): Promise<Label[]> {
    const labels: Label[] = [];
    const commands = fens.map((fen) => `position fen ${fen}\neval`);
    await this.client.query(
      `${commands.join('\n')}\nisready`,
      (line, text) => {
        const score = pattern(text);
        if (score === null) return isReady(line);
        const isBlacks = score.isWhites && fens[labels.length]?.split(' ', 2)[1] === 'b';
        const { centipawns } = score;
        labels.push({ score: labelScore(isBlacks ? -centipawns : centipawns), isQuiet: true });
        return false;
      },
      BATCH_TIMEOUT,
      fens.length,
    );
    if (labels.length !== fens.length) {
      throw new ChessError(
        `${labels.length} static evaluations for ${fens.length} positions; the first was ${quote(fens[0]!)}`,
      );
    }
    return labels;
  }

  async close(): Promise<void> {
    await this.client.quit();
  }

  private read(fen: string, info: EngineInfo | null, text: string): Result<Label> {
    if (info === null) return fail(`no score for ${quote(fen)}`);
    const position = positionFromFen(fen);
    position.chess960 = this.chess960;
    const move = parseUciMove(position, text);
    if (!move.ok) return move;
    return ok({ score: labelScore(scoreOf(info)), isQuiet: !isNoisy(move.value) });
  }
}

const isReady = (line: string): boolean => line === 'readyok';

/** Our own search in a thread (labelThread.ts). */
export function threadLabeller(nodes: number): Labeller {
  const thread = new RequestThread<readonly string[], Label[]>('label', nodes);
  return { label: (fens) => thread.ask(fens), close: () => thread.close() };
}
