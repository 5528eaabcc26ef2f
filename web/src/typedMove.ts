/** Reads typed moves. Loaded with the first one: most people use the board. */
export { parseTypedMove } from '../../src/chess/game/typedMove.ts';
