import { configDefaults, defineConfig } from 'vitest/config';
import { isUpToDate } from './src/hosts/node/upToDate.ts';

/** What takes long is in files of its own: `npm run test:slow`. */
export const SLOW_TESTS = 'tests/**/*.slow.test.ts';

/** The seed of random tests: the same every time, or SEED, or with `SEED=random` a new one. */
function chooseSeed(text = process.env.SEED ?? '1851'): string {
  const seed = text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
  if (!Number.isInteger(seed)) throw new Error(`SEED: a whole number or 'random', not '${text}'`);
  console.log(`SEED=${seed}`);
  return `${seed}`;
}

// `npm test` builds what is missing; `npx vitest` may be about files that need no build.
if (!isUpToDate()) console.warn('dist is older than its sources; `npm run prepare` builds it.');

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // In a browser: npm run test:web.
    exclude: [...configDefaults.exclude, SLOW_TESTS, 'tests/web/**'],
    env: { SEED: chooseSeed() },
    setupFiles: ['tests/support/seed.ts'],
    // A test that hangs costs a minute. On a busy machine, or for a long run: --testTimeout=0 --hookTimeout=0.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test looks at the clock, so all processors may be busy.
    maxWorkers: '100%',
    // Starting a process for every file costs more than half a second each.
    isolate: false,
    // Plain Node modules (tsx strips the types): Vite's module runner turns every import into a
    // getter, under which perft and search run many times slower.
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
