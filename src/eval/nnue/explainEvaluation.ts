/**
 * Explains the network's evaluation of a position: the value of each piece on its square, the score
 * of each output bucket, and the result. https://www.chessprogramming.org/NNUE
 */
import type { Position } from '../../chess/board/position.ts';
import {
  KING,
  NO_PIECE,
  NO_SQUARE,
  PIECE_LETTERS,
  type Square,
  squareOf,
  typeOf,
} from '../../chess/board/types.ts';
import { withEndings } from '../endings.ts';
import { forWhite } from '../evaluator.ts';
import { MAX_PIECES } from './features.ts';
import { describeNetwork, type Network } from './networkFile.ts';
import { bucketOf, evaluateBuckets } from './referenceNetwork.ts';

/**
 * The value of the piece on a square, in centipawns for White: the difference between the scores with and
 * without it, both from the bucket used for the position. Null for empty squares and kings.
 */
export function pieceValue(network: Network, position: Position, square: Square): number | null {
  const piece = position.board[square]!;
  if (piece === NO_PIECE || typeOf(piece) === KING) return null;
  const bucket = bucketOf(position, network.outputBuckets);
  const score = (removed: Square) =>
    forWhite(evaluateBuckets(network, position, removed)[bucket]!, position);
  return score(NO_SQUARE) - score(square);
}

/** A board with the value of every piece, the scores of all buckets, and the evaluation, in pawns. */
export function explainNetwork(network: Network, position: Position): string {
  if (position.inCheck) return 'Evaluation: none, the side to move is in check';
  const { outputBuckets } = network;
  const bucket = bucketOf(position, outputBuckets);
  const scores = evaluateBuckets(network, position).map((score) => forWhite(score, position));
  const evaluation = forWhite(withEndings(position, forWhite(scores[bucket]!, position)), position);
  return [
    `Network: ${describeNetwork(network)}`,
    '',
    'Value of each piece for White, in pawns: the score with it minus the score without it',
    formatValues(network, position),
    '',
    'Output buckets by number of pieces, and their scores',
    ...scores.map((score, i) =>
      `  ${rangeOf(i, outputBuckets)}${pawns(score)}${i === bucket ? ' <- used' : ''}`.trimEnd(),
    ),
    '',
    ...(evaluation === scores[bucket]
      ? []
      : ['Known ending: its rule replaces the score of the network']),
    `Evaluation: ${pawns(evaluation).trim()} for White`,
  ].join('\n');
}

function formatValues(network: Network, position: Position): string {
  const edge = `  +${'-------+'.repeat(8)}`;
  const lines = [edge];
  for (let rank = 7; rank >= 0; rank--) {
    const squares = Array.from({ length: 8 }, (_, file) => squareOf(file, rank));
    const letters = squares.map((square) => {
      const piece = position.board[square]!;
      return `   ${piece === NO_PIECE ? ' ' : PIECE_LETTERS[piece]}   `;
    });
    const values = squares.map((square) => {
      const value = pieceValue(network, position, square);
      return value === null ? ' '.repeat(7) : pawns(value).slice(-7);
    });
    lines.push(`${rank + 1} |${letters.join('|')}|`, `  |${values.join('|')}|`, edge);
  }
  lines.push(`  ${[...'abcdefgh'].map((file) => `    ${file}   `).join('')}`.trimEnd());
  return lines.join('\n');
}

/** Seven characters, with a sign. */
const pawns = (centipawns: number): string =>
  `${centipawns > 0 ? '+' : ''}${(centipawns / 100).toFixed(2)}`.padStart(6).padEnd(7);

/** The numbers of pieces for which a bucket is used. */
function rangeOf(bucket: number, buckets: number): string {
  const count = MAX_PIECES / buckets;
  const first = 2 + bucket * count;
  return `${first}-${Math.min(first + count - 1, MAX_PIECES)}`.padEnd(8);
}
