/** `refrain openings --count 4000 > openings.epd`: makes openings for matches. */
import { setImmediate } from 'node:timers/promises';
import { formatEpd } from '../chess/notation/epd.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import { ChessError } from '../chess/result.ts';
import {
  type GeneratedOpening,
  generateOpenings,
  type OpeningOptions,
} from '../selfplay/openingGenerator.ts';
import { NAME, VERSION } from '../version.ts';
import { startProgress } from './terminal.ts';

export interface OpeningsCommandOptions extends OpeningOptions {
  count: number;
}

/**
 * Writes `count` openings as EPD to the standard output, progress to the standard error. Throws a
 * ChessError when there are fewer.
 */
export async function runOpenings(options: OpeningsCommandOptions): Promise<void> {
  const { count, minScore, maxScore } = options;
  if (minScore > maxScore) throw new ChessError('--min-score is above --max-score');
  console.log(describe(options));
  // Lines of openings on the same screen would tear the bar apart.
  const progress = process.stdout.isTTY ? null : startProgress(count, 'openings');
  let found = 0;
  for (const opening of generateOpenings(options)) {
    console.log(formatOpening(opening));
    progress?.step('');
    if (++found === count) break;
    // Lets signals in, and the error of a closed pipe.
    await setImmediate();
  }
  progress?.end();
  if (found < count) {
    const openings = found === 1 ? 'opening is' : 'openings are';
    throw new ChessError(`no more than ${found} such ${openings} to be found`);
  }
}

/** The head of the file: what it is, and how to make it again. */
function describe(options: OpeningsCommandOptions): string {
  const { count, plies, seed, minScore, maxScore, margin, nodes, chess960 } = options;
  const flags = { count, plies, seed, minScore, maxScore, margin, nodes };
  const words = Object.entries(flags).map(
    ([name, value]) =>
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`,
  );
  if (chess960) words.push('--chess960');
  return [
    `# Openings by ${NAME} ${VERSION}. Another search, as in another version, makes others of the same`,
    '# seed. The id says how the position came about, ce the centipawns of the side to move.',
    `#   refrain openings ${words.join(' ')}`,
  ].join('\n');
}

function formatOpening({ start, moves, position, score }: GeneratedOpening): string {
  const id = formatMoveText(start, moves).join(' ');
  const operations = new Map([
    ['ce', [String(score)]],
    ['id', [id]],
  ]);
  return formatEpd({ position, operations });
}
