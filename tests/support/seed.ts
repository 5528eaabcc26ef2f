/**
 * The seed of all random tests, that of fast-check's properties included. It is the same on every machine;
 * the environment variable SEED sets another one, `SEED=random` a new one, which is printed (`vitest.config.ts`).
 */
import fc from 'fast-check';

export const SEED = Number(process.env.SEED);
if (!Number.isInteger(SEED)) throw new Error('SEED is set by vitest.config.ts');
fc.configureGlobal({ seed: SEED });
