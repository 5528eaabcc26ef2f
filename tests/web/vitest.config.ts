import { defineConfig } from 'vitest/config';
import all from '../../vitest.config.ts';

/** Tests in a real browser: `npm run test:web`. */
export default defineConfig({
  test: {
    include: ['tests/web/**/*.test.ts'],
    // The seed of random tests.
    env: all.test!.env!,
    setupFiles: all.test!.setupFiles!,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One browser at a time: each starts several threads.
    fileParallelism: false,
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
