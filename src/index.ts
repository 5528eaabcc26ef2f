/** `refrain`: the rules of chess, the engine in Node and reviews of games, ready to embed. */

export * from './chess.ts';
export * from './engine.ts';
export * from './review.ts';
