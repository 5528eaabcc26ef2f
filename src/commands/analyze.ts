/** `refrain analyze`: a position, or the games of a PGN file. */
import { existsSync } from 'node:fs';
import { START_FEN } from '../chess/notation/fen.ts';
import { ChessError, unwrap } from '../chess/result.ts';
import { Engine } from '../engine/node/engine.ts';
import type { Limits } from '../search/limits.ts';
import { analyzeGames, type GamesOptions } from './analyzeGames.ts';
import { analyzePosition } from './analyzePosition.ts';
import { type LimitOptions, limitsOf } from './limits.ts';

export interface AnalyzeOptions extends LimitOptions, GamesOptions {
  threads: number;
  /** Mebibytes. */
  hash: number;
  /** How many of the best lines of a position are shown. */
  lines: number;
  moves?: string[];
}

/** What each position of a game gets when nothing else is said. */
const DEFAULT_LIMITS: Limits = { movetime: 500 };

/** `words` are a FEN, quoted or not, or the name of a PGN file; none at all is the start position. */
export async function runAnalyze(words: readonly string[], options: AnalyzeOptions): Promise<void> {
  const source = words.join(' ');
  const isFile = source === '-' || existsSync(source) || /\.pgn$/i.test(source);
  const limits = limitsOf(options);
  if (!isFile && limits === null && !process.stdout.isTTY) {
    throw new ChessError('nothing ends this search: --depth, --nodes or --movetime is needed');
  }
  const engine = new Engine();
  engine.on('message', (text) => console.error(`refrain: ${text}`));
  try {
    unwrap(engine.setHash(options.hash));
    engine.setThreads(options.threads);
    if (isFile) return await analyzeGames(engine, source, limits ?? DEFAULT_LIMITS, options);
    engine.configure({ multiPv: options.lines });
    const fen = source === '' ? START_FEN : source;
    await analyzePosition(engine, fen, options.moves ?? [], limits ?? { infinite: true });
  } finally {
    await engine.close();
  }
}
