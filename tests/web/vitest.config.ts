import { configDefaults, defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { PATIENCE } from './support/browser.ts';

/** Tests in a real browser: `npm run test:web`. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['tests/web/**/*.test.ts'],
    exclude: configDefaults.exclude,
    // Whole games are played, and machines may be slow and busy: only what hangs fails by time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: PATIENCE } },
    // Two browsers at a time: each starts several threads, and waits most of the time.
    maxWorkers: 2,
    tags: [
      {
        name: 'thorough',
        description: 'What changes rarely break, in more hosts and settings: not in .ci/run',
      },
    ],
  },
});
