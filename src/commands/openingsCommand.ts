/** `refrain openings --count 4000 > openings.epd`: makes openings for matches. */
import { setImmediate } from 'node:timers/promises';
import { formatEpd } from '../chess/notation/epd.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import {
  type GeneratedOpening,
  generateOpenings,
  type OpeningOptions,
  tooFewOpenings,
} from '../selfplay/openingGenerator.ts';
import { ChessError } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { startProgress } from './terminal.ts';

interface OpeningsCommandOptions extends OpeningOptions {
  count: number;
}

/**
 * Writes `count` openings as EPD to standard output, and progress to standard error. Throws a
 * ChessError if fewer can be found.
 */
export async function runOpenings(options: OpeningsCommandOptions): Promise<void> {
  const { count, minScore, maxScore } = options;
  if (minScore > maxScore) throw new ChessError('--min-score is above --max-score');
  console.log(describe(options));
  // Openings printed to the same terminal would disrupt the progress bar.
  const progress = process.stdout.isTTY ? null : startProgress(count, 'openings');
  let found = 0;
  try {
    for (const opening of generateOpenings(options)) {
      console.log(formatOpening(opening));
      progress?.step('');
      if (++found === count) break;
      // Lets signals and the error of a closed pipe be handled.
      await setImmediate();
    }
  } finally {
    progress?.end();
  }
  if (found < count) throw tooFewOpenings(found);
}

/** The file header: what the file contains, and how to reproduce it. */
function describe(options: OpeningsCommandOptions): string {
  const { count, plies, seed, minScore, maxScore, margin, nodes, chess960 } = options;
  const flags = {
    '--count': count,
    '--plies': plies,
    '--seed': seed,
    '--min-score': minScore,
    '--max-score': maxScore,
    '--margin': margin,
    '--nodes': nodes,
  };
  const words = Object.entries(flags).map(([flag, value]) => `${flag} ${value}`);
  if (chess960) words.push('--chess960');
  return [
    `# Openings by ${NAME} ${VERSION}. Other versions make other openings from the same`,
    '# seed. id: the moves that lead to the position; ce: centipawns for the side to move.',
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
