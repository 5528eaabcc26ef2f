/** `refrain/engine`: the engine in Node. */

export * from './engine/exports.ts';
export { Engine, EnginePool } from './hosts/node/nodeEngine.ts';
