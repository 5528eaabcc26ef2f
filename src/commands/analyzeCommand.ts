/** `refrain analyze`: analyses a position, or reviews the games of a PGN file. */
import { existsSync } from 'node:fs';
import { START_FEN } from '../chess/notation/fen.ts';
import { DEFAULT_ENGINE_SETTINGS } from '../engine/engineSettings.ts';
import { STANDARD } from '../hosts/node/inputFile.ts';
import { Engine } from '../hosts/node/nodeEngine.ts';
import { PROCESSORS } from '../hosts/node/nodeHost.ts';
import { DEFAULT_REVIEW_HASH, DEFAULT_REVIEW_LIMITS } from '../review/reviewOptions.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError } from '../util/result.ts';
import { analyzeGames, type GamesOptions } from './analyzeGames.ts';
import { analyzePosition } from './analyzePosition.ts';
import { checkJson } from './jsonOutput.ts';
import { type LimitOptions, limitsOf } from './limitOptions.ts';
import { readTablebasesPath } from './tablebasesPath.ts';
import { warn } from './warn.ts';

interface AnalyzeOptions extends LimitOptions, GamesOptions {
  /** Of the search of a position, or engines for games. */
  threads?: number;
  /** Mebibytes per engine. */
  hash?: number;
  /** The number of best lines shown. */
  lines?: number;
  moves?: string[];
  /** Folders of tablebases. */
  syzygy?: string[];
}

const DEFAULT_LINES = 3;

/** Reviews do not depend on how many engines they use. More than eight would take memory and gain little. */
const DEFAULT_ENGINES = Math.min(8, PROCESSORS);

/** Options that apply only to games, and those that apply only to a position. */
const GAME_OPTIONS = ['game', 'all', 'pgn', 'html', 'svg', 'journal'] as const;
const POSITION_OPTIONS = ['lines', 'moves'] as const;

/** Throws a ChessError for an option that would have no effect. */
function checkOptions(options: AnalyzeOptions, isFile: boolean): void {
  const names = isFile ? POSITION_OPTIONS : GAME_OPTIONS;
  const unused = names.find((name) => options[name] !== undefined);
  if (unused !== undefined) {
    const [wanted, other] = isFile ? ['a position', 'games'] : ['games', 'a position'];
    throw new ChessError(`--${unused} is for ${wanted}, not for ${other}`);
  }
  if (!isFile && !options.verify)
    throw new ChessError('--no-verify is for games, not for a position');
  if (options.all && options.game !== undefined) {
    throw new ChessError('--all and --game cannot be combined');
  }
}

/** Whether text begins like the board of a FEN, and not like a misspelt path. */
const looksLikeFen = (text: string): boolean => /^\s*[pnbrqk1-8]+\/[pnbrqk1-8/]*(\s|$)/i.test(text);

/** Whether text is the name of a PGN file, or of a file that there is. */
const isFileName = (text: string): boolean => existsSync(text) || /\.pgn$/i.test(text);

/** `words` are a FEN, quoted or not, or the name of a PGN file; without words, the start position. */
export async function runAnalyze(words: readonly string[], options: AnalyzeOptions): Promise<void> {
  const source = words.join(' ');
  const isFile = source === STANDARD || isFileName(source);
  // A name may have blanks, quoted or not.
  if (!existsSync(source) && words.filter(isFileName).length > 1) {
    throw new ChessError('analyze reads one PGN file at a time');
  }
  if (isFile && /\.epd$/i.test(source)) {
    throw new ChessError(`${quotePath(source)} has positions, not games: use refrain epd`);
  }
  const limits = limitsOf(options);
  checkOptions(options, isFile);
  if (!isFile && words.length > 0 && !looksLikeFen(source)) {
    throw new ChessError(`neither a file nor a FEN: ${quotePath(source)}`);
  }
  const tables = options.syzygy === undefined ? [] : readTablebasesPath(options.syzygy);
  const hash = options.hash ?? (isFile ? DEFAULT_REVIEW_HASH : DEFAULT_ENGINE_SETTINGS.hash);
  // The positions of a game are distributed over engines with one thread each.
  const count = isFile ? (options.threads ?? DEFAULT_ENGINES) : 1;
  const engines = Array.from({ length: count }, () => new Engine());
  try {
    for (const engine of engines) {
      engine.on('problem', warn);
      engine.useTablebases(tables);
      engine.configure({ hash });
    }
    if (isFile) {
      const conditions = { hash, tables: tables.map(({ name }) => name) };
      const chosen = limits ?? DEFAULT_REVIEW_LIMITS;
      return await analyzeGames(engines, source, chosen, conditions, options);
    }
    const [engine] = engines as [Engine];
    engine.configure({ threads: options.threads ?? 1, multiPv: options.lines ?? DEFAULT_LINES });
    const fen = words.length === 0 ? START_FEN : source;
    checkJson(options.json);
    const { moves = [], json } = options;
    await analyzePosition(engine, fen, moves, limits, json);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}
