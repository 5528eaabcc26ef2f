import { configDefaults, defineConfig } from 'vitest/config';

/** What takes long is in files of its own: `npm run test:slow`. */
export const SLOW_TESTS = 'tests/**/*.slow.test.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // In a browser: npm run test:web.
    exclude: [...configDefaults.exclude, SLOW_TESTS, 'tests/web/**'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
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
