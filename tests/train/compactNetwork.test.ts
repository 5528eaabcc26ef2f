import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { ATTACK_INPUTS } from '../../src/eval/nnue/architecture.ts';
import { encodeNetwork, findNetworkProblem } from '../../src/eval/nnue/networkFile.ts';
import { activeAttacks, evaluateBuckets } from '../../src/eval/nnue/referenceNetwork.ts';
import { pairNeurons, roundRareAttacks } from '../../src/train/compactNetwork.ts';
import { randomNetwork } from '../support/networks.ts';

const POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
].map((fen) => positionFromFen(fen));

const network = randomNetwork(3, { hidden: 64 });

/** How many pairs of neighbours have a product that is not zero. */
function activePairs(weights: Int8Array | Int16Array): number {
  let pairs = 0;
  for (let i = 0; i < weights.length; i += 2) if (weights[i] !== 0 || weights[i + 1] !== 0) pairs++;
  return pairs;
}

describe('rounding of attack weights', () => {
  it('leaves frequent inputs exact and makes rare ones multiples of a power of two', () => {
    const { hidden } = network;
    const { attackWeights } = roundRareAttacks(network, POSITIONS, 0.5);
    const active = new Set(
      POSITIONS.flatMap((p) => [WHITE, BLACK].flatMap((c) => activeAttacks(p, c))),
    );
    for (let row = 0; row < ATTACK_INPUTS; row++) {
      const weights = attackWeights.subarray(row * hidden, (row + 1) * hidden);
      // Half an activation in eight perspectives gives a step of 2, one and a half a step of 1.
      if (!active.has(row)) expect(weights.every((weight) => weight % 2 === 0)).toBe(true);
      else
        expect(weights).toEqual(network.attackWeights.subarray(row * hidden, (row + 1) * hidden));
    }
  });

  it('never exceeds the largest weight', () => {
    const most = (all: Int8Array) => all.reduce((m, weight) => Math.max(m, Math.abs(weight)), 0);
    const { attackWeights } = roundRareAttacks(network, POSITIONS, 4);
    expect(most(attackWeights)).toBeLessThanOrEqual(most(network.attackWeights));
  });

  it('never lets a neuron overflow', () => {
    // Neuron 1 has large piece weights, and room for attack weights of 17; neuron 0 for 127.
    const { hidden } = network;
    const uneven = {
      ...network,
      hiddenBiases: network.hiddenBiases.map(() => 0),
      pieceWeights: network.pieceWeights.map((_, i) => (i % hidden === 1 ? 900 : 100)),
      attackWeights: network.attackWeights.map((_, i) => [127, 17][i % hidden] ?? 5),
    };
    expect(findNetworkProblem(uneven)).toBeNull();
    const rounded = roundRareAttacks(uneven, POSITIONS, 0.5);
    expect(findNetworkProblem(rounded)).toBeNull();
    expect([...rounded.attackWeights.subarray(0, 3)]).toEqual([126, 16, 6]);
  });

  it('changes nothing with a step of 0', () => {
    // toEqual takes seconds for arrays of this size.
    const { attackWeights } = roundRareAttacks(network, POSITIONS, 0);
    expect(isDeepStrictEqual(attackWeights, network.attackWeights)).toBe(true);
  });

  it('makes the file smaller', () => {
    const rounded = roundRareAttacks(network, POSITIONS, 4);
    expect(encodeNetwork(rounded).length).toBeLessThan(0.6 * encodeNetwork(network).length);
  });
});

describe('the order of neurons', () => {
  it('does not change scores', () => {
    const paired = pairNeurons(network, POSITIONS);
    expect(paired.hiddenBiases).not.toEqual(network.hiddenBiases);
    for (const position of POSITIONS) {
      expect(evaluateBuckets(paired, position)).toEqual(evaluateBuckets(network, position));
    }
  });

  it('makes neighbours of neurons that are active together', () => {
    // Products of neurons 0, 2, 4 … are active in all positions, the others never.
    const half = network.hidden / 2;
    const hiddenBiases = Int16Array.from({ length: network.hidden }, (_, i) =>
      (i % half) % 2 === 0 ? 200 : -200,
    );
    const still = {
      ...network,
      hiddenBiases,
      pieceWeights: network.pieceWeights.map(() => 0),
      attackWeights: network.attackWeights.map(() => 0),
    };
    const active = (biases: Int16Array) =>
      biases.subarray(0, half).map((bias) => (bias > 0 ? 1 : 0));
    expect(activePairs(active(still.hiddenBiases))).toBe(half / 2);
    expect(activePairs(active(pairNeurons(still, POSITIONS).hiddenBiases))).toBe(half / 4);
  });
});
