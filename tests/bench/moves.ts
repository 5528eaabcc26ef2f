/** The cost of making and unmaking a move. */
import { Chess as Chessops } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { formatUciMove, generateMoves, MAX_MOVES, positionFromFen } from 'refrain';
import { medians, type Row } from './measure.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
/** Nanoseconds in a millisecond. */
const NS = 1e6;
const SAMPLING = { clock: 'processor', samples: 20, time: 500 } as const;

/**
 * In nanoseconds. chessops copies the position and plays on the copy. (chess.js has nothing to
 * compare: its `move` also finds all legal moves and writes SAN.) A null move changes no piece, so it
 * shows the cost of keys and bookkeeping.
 */
export async function moveRows(): Promise<Row[]> {
  const position = positionFromFen(KIWIPETE);
  const list = new Int32Array(MAX_MOVES);
  const legal = list.slice(0, generateMoves(position, list));
  const chessops = Chessops.fromSetup(parseFen(KIWIPETE).unwrap()).unwrap();
  const chessopsMoves = [...legal].map((move) => parseUci(formatUciMove(move, true))!);

  const rounds = 2000;
  const ms = await medians(
    {
      move: {
        run: () => {
          for (let i = 0; i < rounds; i++) {
            for (const move of legal) {
              position.make(move);
              position.unmake(move);
            }
          }
        },
      },
      pass: {
        run: () => {
          for (let i = 0; i < rounds * legal.length; i++) {
            position.makeNull();
            position.unmakeNull();
          }
        },
      },
      chessops: {
        run: () => {
          for (let i = 0; i < rounds / 20; i++) {
            for (const move of chessopsMoves) chessops.clone().play(move);
          }
        },
      },
    },
    SAMPLING,
  );
  const cost = (time: number, times: number) => (time * NS) / (times * legal.length);
  return [
    {
      benchmark: 'make and unmake a move, Kiwipete',
      unit: 'ns',
      refrain: cost(ms.move, rounds),
      chessops: cost(ms.chessops, rounds / 20),
    },
    { benchmark: 'make and unmake a null move', unit: 'ns', refrain: cost(ms.pass, rounds) },
  ];
}
