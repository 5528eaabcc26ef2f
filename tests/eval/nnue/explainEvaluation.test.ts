import { expect, test } from 'vitest';
import { Position } from '../../../src/chess/board/position.ts';
import { NO_PIECE, squareFromName } from '../../../src/chess/board/types.ts';
import { formatFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import { OUTPUT_ONE } from '../../../src/eval/nnue/architecture.ts';
import { explainNetwork, pieceValue } from '../../../src/eval/nnue/explainEvaluation.ts';
import { describeShape } from '../../../src/eval/nnue/networkFile.ts';
import { evaluateBuckets } from '../../../src/eval/nnue/referenceNetwork.ts';
import { randomNetwork } from '../../support/networks.ts';

const network = randomNetwork(4);
const FENS = [
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1',
];

function without(position: Position, square: number): Position {
  const setup = position.toSetup();
  setup.board[square] = NO_PIECE;
  return new Position(setup);
}

test('the value of a piece is the change of the score for White without it', () => {
  for (const [fen, square, bucket] of [
    [FENS[0]!, 'e5', 7],
    [FENS[0]!, 'f6', 7],
    [FENS[1]!, 'h5', 2],
  ] as const) {
    const position = positionFromFen(fen);
    const sign = position.turn === 0 ? 1 : -1;
    const at = squareFromName(square);
    const score = (p: Position) => sign * evaluateBuckets(network, p)[bucket]!;
    const expected = score(position) - score(without(position, at));
    expect(pieceValue(network, position, at), `${formatFen(position)} ${square}`).toBe(expected);
  }
  const position = positionFromFen(FENS[0]!);
  expect(pieceValue(network, position, squareFromName('e1'))).toBeNull();
  expect(pieceValue(network, position, squareFromName('e3'))).toBeNull();
});

test('the display has a value for every piece but the kings, every bucket, and the score for White', () => {
  const constant = randomNetwork(1);
  for (const weights of [constant.weights1, constant.biases1, constant.weights3]) weights.fill(0);
  constant.biases3.fill(OUTPUT_ONE);
  const position = positionFromFen('4k3/7p/8/8/8/8/PP6/4K3 b - - 0 1');
  const origin = 'Trained by Refrain\nStarted from an older one';
  const lines = explainNetwork({ ...constant, origin }, position).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    `Network: ${describeShape(constant)}: Trained by Refrain`,
    '',
  ]);
  // 1.0 at a scale of 400, for Black.
  expect(lines.at(-1)).toBe('Evaluation: -4.00 for White');
  expect(lines.filter((line) => /^ {2}\d+-\d+ /.test(line))).toHaveLength(8);
  expect(lines.find((line) => line.endsWith('<- used'))).toMatch(/^ {2}2-5 /);
  expect(lines.join('\n').match(/\d\.\d\d/g)).toHaveLength(3 + 8 + 1);
});

test('in check there is none, like in the search', () => {
  const position = positionFromFen('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1');
  expect(explainNetwork(network, position)).toMatch(/in check$/);
});
