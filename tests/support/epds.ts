/** The positions of `positions/`, for tests. */
import { readFileSync } from 'node:fs';
import { type Epd, parseEpd } from '../../src/chess/notation/epd.ts';
import { unwrap } from '../../src/chess/result.ts';

/** Parses all lines of a file in positions/. */
export function readPositions(file: string): Epd[] {
  return readFileSync(new URL(`../../positions/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => unwrap(parseEpd(line)));
}
