/** `refrain/engine`: the engine in Node. */

export * from './engine/exports.ts';
export { Engine } from './hosts/node/nodeEngine.ts';
