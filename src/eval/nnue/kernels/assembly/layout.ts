/** Where things are in the memory; memoryLayout.ts says what they are. Set once for a network. */

// Offsets in a frame or cache entry, and in a set of layers, as in memoryLayout.ts.
export const BOARDS: usize = 16;
export const MAILBOX: usize = 128;
export const ACCUMULATORS: usize = 192;
export const BIASES1: usize = 0;
export const BIASES2: usize = 64;
export const DIRECT_BIAS: usize = 192;
export const OUTPUT_BIAS: usize = 196;
export const WEIGHTS3: usize = 256;
export const WEIGHTS2: usize = 320;
export const DIRECT_WEIGHTS: usize = 2368;

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
export let frames: usize = 0;
// Lists of codes: pieces and attacks that are removed and added.
export let piecesRemoved: usize = 0;
export let piecesAdded: usize = 0;
export let attacksRemoved: usize = 0;
export let attacksAdded: usize = 0;
/** The inputs of layer 2. */
export let inputs2: usize = 0;
/** A bit for each pair of products that is not zero. */
export let masks: usize = 0;
/** The products of the hidden layer. */
export let products: usize = 0;

/** Bytes of a list. */
export const LIST: usize = 4 * 512;

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
  framesAt: usize,
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
  piecesRemoved = scratch;
  piecesAdded = scratch + LIST;
  attacksRemoved = scratch + 2 * LIST;
  attacksAdded = scratch + 3 * LIST;
  inputs2 = scratch + 4 * LIST;
  masks = inputs2 + 64;
  products = masks + 64;
  cache = cacheAt;
  frames = framesAt;
}
