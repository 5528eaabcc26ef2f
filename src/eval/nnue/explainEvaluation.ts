/**
 * The network's evaluation of a position for a person: what each piece on its square is worth, what
 * each bucket says, and the score. https://www.chessprogramming.org/NNUE
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
  WHITE,
} from '../../chess/board/types.ts';
import { printable } from '../../chess/printable.ts';
import { withEndings } from '../endings.ts';
import { INPUTS, MAX_PIECES } from './features.ts';
import type { Network } from './networkFile.ts';
import { bucketOf, evaluateBuckets } from './referenceNetwork.ts';

/**
 * What the piece on a square is worth, in centipawns for White: the score with it less the score without
 * it, both by the bucket in charge of the position. Null for empty squares and kings.
 */
export function pieceValue(network: Network, position: Position, square: Square): number | null {
  const piece = position.board[square]!;
  if (piece === NO_PIECE || typeOf(piece) === KING) return null;
  const bucket = bucketOf(position, network.buckets);
  const score = (removed: Square) =>
    forWhite(position, evaluateBuckets(network, position, removed)[bucket]!);
  return score(NO_SQUARE) - score(square);
}

/** A board with the value of every piece, the scores of all buckets, and the one that counts; in pawns. */
export function explainNetwork(network: Network, position: Position): string {
  if (position.inCheck) return 'Evaluation: none, the side to move is in check';
  const { hidden, buckets, origin } = network;
  const bucket = bucketOf(position, buckets);
  const scores = evaluateBuckets(network, position).map((score) => forWhite(position, score));
  const verdict = forWhite(position, withEndings(position, forWhite(position, scores[bucket]!)));
  return [
    `Network: ${INPUTS}x${hidden}, ${buckets} output buckets`,
    ...origin.split('\n').map((line) => `  ${printable(line)}`.trimEnd()),
    '',
    'What each piece on its square is worth to White, in pawns (the score without it taken off)',
    formatValues(network, position),
    '',
    'Pieces on the board, and what the bucket for so many says',
    ...scores.map((score, i) =>
      `  ${rangeOf(i, buckets)}${pawns(score)}${i === bucket ? ' <- in charge' : ''}`.trimEnd(),
    ),
    '',
    ...(verdict === scores[bucket] ? [] : ['A known ending: the network is overruled']),
    `Evaluation: ${pawns(verdict).trim()} for White`,
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

const forWhite = ({ turn }: Position, score: number): number =>
  turn === WHITE ? score : 0 - score;

/** Seven characters, with a sign. */
const pawns = (centipawns: number): string =>
  `${centipawns > 0 ? '+' : ''}${(centipawns / 100).toFixed(2)}`.padStart(6).padEnd(7);

/** The numbers of pieces that a bucket is in charge of. */
function rangeOf(bucket: number, buckets: number): string {
  const count = MAX_PIECES / buckets;
  const first = 2 + bucket * count;
  return `${first}-${Math.min(first + count - 1, MAX_PIECES)}`.padEnd(8);
}
