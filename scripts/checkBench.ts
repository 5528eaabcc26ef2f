/**
 * `tsx scripts/checkBench.ts` checks that the node count of `refrain bench` is the one in the latest
 * commit message with a `Bench:` line. A commit that changes the search must state its own count.
 */
import { execFileSync } from 'node:child_process';

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });

const message = run(
  'git',
  'log',
  '--grep=^Bench: [0-9]',
  '--extended-regexp',
  '-1',
  '--format=%h%n%B',
);
const [commit] = message.split('\n', 1);
const expected = [...message.matchAll(/^Bench: (\d+)$/gm)].at(-1)?.[1];
if (expected === undefined) throw new Error('no commit message has a Bench: line');

const counted = run(process.execPath, 'dist/cli.js', 'bench')
  .trimEnd()
  .split('\n')
  .at(-1)!
  .split(' ', 1)[0];
console.log(`Bench: ${counted}; commit ${commit} says ${expected}`);
if (counted !== expected) {
  console.error(
    `The search differs from that of ${commit}. If it should, end the message of the commit that changed it with\n` +
      `Bench: ${counted}\nOtherwise the commit has a bug: it was not meant to change the search.`,
  );
  process.exitCode = 1;
}
