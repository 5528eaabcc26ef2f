/** The positions of `positions/` and `perft/`, for tests. */
import { readFileSync } from 'node:fs';
import { type Epd, parseEpd } from '../../src/chess/notation/epd.ts';
import { type PerftCase, parsePerftSuite } from '../../src/chess/perftSuite.ts';
import { unwrap } from '../../src/util/result.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Parses all lines of a file in positions/. */
export function readPositions(file: string): Epd[] {
  return read(`positions/${file}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => unwrap(parseEpd(line)));
}

/** The suites in perft/. */
export const PERFT_SUITES = ['standard.epd', 'special.epd', 'chess960.epd'] as const;

export const readPerftSuite = (name: (typeof PERFT_SUITES)[number]): PerftCase[] =>
  unwrap(parsePerftSuite(read(`perft/${name}`)));

/** Positions in which rare moves are possible. */
export const PERFT_FENS = PERFT_SUITES.flatMap(readPerftSuite).map(({ fen }) => fen);
