import { configDefaults, defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** Tests in a real browser: `npm run test:web`. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['tests/web/**/*.test.ts'],
    exclude: configDefaults.exclude,
    // Whole games are played.
    testTimeout: 120_000,
    // Machines may be busy.
    expect: { poll: { timeout: 20_000 } },
    // Two browsers at a time: each starts several threads, and waits most of the time.
    maxWorkers: 2,
    isolate: true,
  },
});
