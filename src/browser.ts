/** `refrain/browser`: the engine for web pages. */

export * from './engine/exports.ts';
export {
  Engine,
  type EngineOptions,
  EnginePool,
  type EnginePoolOptions,
} from './hosts/browser/browserEngine.ts';
export { listFiles } from './hosts/browser/tablebaseSources.ts';
