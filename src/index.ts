/** `refrain`: the rules of chess and the engine in Node, ready to embed. */

export * from './chess.ts';
export * from './engine.ts';
