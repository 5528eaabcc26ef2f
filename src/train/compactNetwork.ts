/**
 * Makes the file of a trained network smaller, and layer 1 faster.
 *
 * Weights of attack inputs are rounded to multiples of a power of two, the larger the rarer the input is:
 * an error of a weight counts as often as its input is active, so the steps are inversely proportional to
 * the root of the frequency. Packed rows then take fewer bits (packedRows.ts).
 *
 * Neurons whose products are active in the same positions become neighbours, because the kernels skip
 * pairs of products that are zero. That does not change any score.
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, WHITE } from '../chess/board/types.ts';
import { ATTACK_INPUTS } from '../eval/nnue/architecture.ts';
import { attackLimits, type Network } from '../eval/nnue/networkFile.ts';
import { accumulate, activate, activeAttacks } from '../eval/nnue/referenceNetwork.ts';

/** Weights are rounded to multiples of 2 to the power of this at most. */
const MAX_SHIFT = 6;

/**
 * A network with attack weights rounded to multiples of about `step` / √frequency, in the units of the
 * file. The frequency is how often an input is active in a position, on average. `positions` are those
 * that networks evaluate, of both sides to move.
 */
export function roundRareAttacks(
  network: Network,
  positions: readonly Position[],
  step: number,
): Network {
  const { hidden } = network;
  const attackWeights = network.attackWeights.slice();
  const largest = attackWeights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  // Rounding up may neither let a neuron overflow nor exceed the largest weight: a byte holds no more than 127.
  const limits = attackLimits(network).map((limit) => Math.min(limit, largest));
  for (const [row, frequency] of attackFrequencies(positions).entries()) {
    const shift = Math.round(Math.log2(step / Math.sqrt(frequency)));
    const unit = 2 ** Math.min(Math.max(shift, 0), MAX_SHIFT);
    for (let neuron = 0; neuron < hidden; neuron++) {
      const i = row * hidden + neuron;
      const rounded = Math.round(attackWeights[i]! / unit) * unit;
      const most = Math.floor(limits[neuron]! / unit) * unit;
      attackWeights[i] = Math.min(Math.max(rounded, -most), most);
    }
  }
  return { ...network, attackWeights };
}

/** How often each attack input is active in a position and perspective; half a time if never. */
function attackFrequencies(positions: readonly Position[]): Float64Array {
  const counts = new Float64Array(ATTACK_INPUTS).fill(0.5);
  for (const position of positions) {
    for (const perspective of [WHITE, BLACK]) {
      for (const row of activeAttacks(position, perspective)) counts[row]!++;
    }
  }
  return counts.map((count) => count / (2 * positions.length));
}

/** The same network with the neurons in another order. */
export function pairNeurons(network: Network, positions: readonly Position[]): Network {
  const { hidden } = network;
  const half = hidden / 2;
  const first = matchNeurons(jointActivity(network, positions)).flat();
  const order = [...first, ...first.map((neuron) => half + neuron)];
  const reorder = <A extends Int8Array | Int16Array>(weights: A): A => {
    const result = weights.slice() as A;
    for (let row = 0; row < weights.length; row += hidden) {
      for (const [i, neuron] of order.entries()) result[row + i] = weights[row + neuron]!;
    }
    return result;
  };
  return {
    ...network,
    pieceWeights: reorder(network.pieceWeights),
    attackWeights: reorder(network.attackWeights),
    hiddenBiases: reorder(network.hiddenBiases),
    weights1: reorder(network.weights1),
  };
}

/** How often the products of two neurons are both active, for all pairs of them. */
function jointActivity(network: Network, positions: readonly Position[]): Float64Array[] {
  const half = network.hidden / 2;
  const joint = Array.from({ length: half }, () => new Float64Array(half));
  for (const position of positions) {
    const [white, black] = [WHITE, BLACK].map((color) => accumulate(network, position, color));
    const products = activate(white!, black!);
    for (const side of [products.slice(0, half), products.slice(half)]) {
      const active = side.flatMap((product, neuron) => (product > 0 ? neuron : []));
      for (const a of active) for (const b of active) joint[a]![b]!++;
    }
  }
  return joint;
}

/** Pairs all neurons, so that those of a pair are active together as often as possible. */
function matchNeurons(joint: readonly Float64Array[]): [number, number][] {
  const free = new Set(joint.keys());
  const candidates = joint
    .flatMap((row, a) => [...row].map((count, b) => ({ a, b, count })))
    .filter(({ a, b }) => a < b)
    .sort((x, y) => y.count - x.count);
  const pairs: [number, number][] = [];
  for (const { a, b } of candidates) {
    if (!(free.has(a) && free.has(b))) continue;
    free.delete(a);
    free.delete(b);
    pairs.push([a, b]);
  }
  improve(pairs, joint);
  return pairs;
}

/** Exchanges neurons of two pairs as long as that helps. */
function improve(pairs: [number, number][], joint: readonly Float64Array[]): void {
  const together = (a: number, b: number) => joint[a]![b]!;
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const [i, first] of pairs.entries()) {
      for (const second of pairs.slice(i + 1)) {
        const [a, b] = first;
        const [c, d] = second;
        const now = together(a, b) + together(c, d);
        const [straight, crossed] = [
          together(a, c) + together(b, d),
          together(a, d) + together(b, c),
        ];
        if (Math.max(straight, crossed) <= now) continue;
        isBetter = true;
        [first[1], second[0], second[1]] = straight >= crossed ? [c, b, d] : [d, b, c];
      }
    }
  }
}
