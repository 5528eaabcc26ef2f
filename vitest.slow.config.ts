import { configDefaults, defineConfig } from 'vitest/config';
import config, { SLOW_TESTS } from './vitest.config.ts';

/** The tests that `npm test` leaves out because they take minutes. */
export default defineConfig({
  test: {
    ...config.test,
    include: [SLOW_TESTS],
    exclude: configDefaults.exclude,
    testTimeout: 300_000,
  },
});
