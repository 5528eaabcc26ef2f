/** UCI engines that score positions, for `refrain data label` and `refrain data measure`. */
import { Builds } from '../client/engineProgram.ts';
import { engineName, parseEngineSpec, rejectMatchWords } from '../client/engineSpec.ts';
import { type LabelMethod, UciLabeller } from '../datagen/labeller.ts';
import { parseStaticPattern, STOCKFISH_PATTERN } from '../datagen/staticScore.ts';
import { unwrap } from '../util/result.ts';
import { warn } from './warn.ts';

/**
 * How engines score, as `--static [pattern]` says; true stands for Stockfish's pattern. Throws a ChessError for a
 * bad one.
 */
export const staticMethod = (pattern: string | true): LabelMethod => ({
  pattern: unwrap(parseStaticPattern(pattern === true ? STOCKFISH_PATTERN : pattern)),
});

/**
 * Starts `count` processes of the engine that the words of `--engine` describe, calls `work` with them and the
 * engine's name, and ends them. Throws a ChessError for words that do not describe an engine or set a
 * limit, and if it does not start.
 */
export async function withEngineLabellers<T>(
  words: string,
  method: LabelMethod,
  chess960: boolean,
  count: number,
  work: (labellers: readonly UciLabeller[], name: string) => Promise<T>,
): Promise<T> {
  const spec = unwrap(parseEngineSpec(words));
  rejectMatchWords(spec, '--nodes');
  const builds = new Builds();
  const labellers: UciLabeller[] = [];
  try {
    const program = await builds.prepare(spec, warn);
    for (let i = 0; i < count; i++) {
      labellers.push(await UciLabeller.start(program, engineName(spec), method, chess960));
    }
    return await work(labellers, spec.name ?? labellers[0]!.name);
  } finally {
    await Promise.all(labellers.map((labeller) => labeller.close()));
    builds.remove();
  }
}
