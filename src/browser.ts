/** `refrain/browser`: the engine for web pages. */

export { Engine, type EngineOptions } from './engine/browser/engine.ts';
export { listFiles } from './engine/browser/tableFiles.ts';
export * from './engine/exports.ts';
