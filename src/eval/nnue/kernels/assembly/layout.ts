/** Addresses in the memory; memoryLayout.ts says what is there. Set once for a network. */
import {
  ATTACKS_ADDED,
  ATTACKS_REMOVED,
  INPUTS2,
  MASKS,
  PIECES_ADDED,
  PIECES_REMOVED,
  PRODUCTS,
} from './offsets';

/** Bytes of an accumulator: twice the number of hidden neurons. */
export let length: usize = 0;
export let pieceBases: usize = 0;
export let attackWeights: usize = 0;
export let layers: usize = 0;
export let layersSize: usize = 0;
export let views: usize = 0;
export let steps: usize = 0;
export let lines: usize = 0;
export let slides: usize = 0;
export let cache: usize = 0;
export let states: usize = 0;
// In the scratch space.
export let piecesRemoved: usize = 0;
export let piecesAdded: usize = 0;
export let attacksRemoved: usize = 0;
export let attacksAdded: usize = 0;
export let inputs2: usize = 0;
export let masks: usize = 0;
export let products: usize = 0;

/** Sets all addresses. */
export function configure(
  hidden: usize,
  pieceBasesAt: usize,
  attackWeightsAt: usize,
  layersAt: usize,
  layersBytes: usize,
  viewsAt: usize,
  stepsAt: usize,
  linesAt: usize,
  slidesAt: usize,
  scratch: usize,
  cacheAt: usize,
  statesAt: usize,
): void {
  length = hidden * 2;
  pieceBases = pieceBasesAt;
  attackWeights = attackWeightsAt;
  layers = layersAt;
  layersSize = layersBytes;
  views = viewsAt;
  steps = stepsAt;
  lines = linesAt;
  slides = slidesAt;
  piecesRemoved = scratch + PIECES_REMOVED;
  piecesAdded = scratch + PIECES_ADDED;
  attacksRemoved = scratch + ATTACKS_REMOVED;
  attacksAdded = scratch + ATTACKS_ADDED;
  inputs2 = scratch + INPUTS2;
  masks = scratch + MASKS;
  products = scratch + PRODUCTS;
  cache = cacheAt;
  states = statesAt;
}
