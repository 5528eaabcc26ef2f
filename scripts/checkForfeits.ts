/**
 * `tsx scripts/checkForfeits.ts FILE` fails if an engine forfeited a game of a match: by an illegal move, on
 * time, or by a crash. FILE is what `refrain match --json` has written.
 */
import { readFileSync } from 'node:fs';
import type { MatchSummary } from '../src/match/matchSummary.ts';

const { engines } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as MatchSummary;
for (const { name, games, forfeits } of engines) {
  const kinds = Object.entries(forfeits).filter(([, count]) => count > 0);
  console.log(`${name}: ${games} games, forfeits: ${JSON.stringify(Object.fromEntries(kinds))}`);
  if (games === 0 || kinds.length > 0) process.exitCode = 1;
}
