/** Reads typed moves. Loaded with the first one: most people use the board. */
export { explainIllegalMove } from '../../src/chess/game/illegalMoveReason.ts';
export { parseMove } from '../../src/chess/notation/anyMove.ts';
