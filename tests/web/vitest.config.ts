import { defineConfig } from 'vitest/config';

/** Tests in a real browser: `npm run test:web`. */
export default defineConfig({
  test: {
    include: ['tests/web/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One browser at a time: each starts several threads.
    fileParallelism: false,
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
