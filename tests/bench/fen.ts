/** Reading FENs, each library with its own checks. */
import { readFileSync } from 'node:fs';
import { Chess as Chessops } from 'chessops/chess';
import { parseFen as chessopsParseFen } from 'chessops/fen';
import { positionFromFen } from 'refrain';
import { medians, type Row } from './measure.ts';

const POSITIONS = new URL('../../positions/bench.epd', import.meta.url);
/** How often the list is read in one sample. */
const ROUNDS = 20;
/** Microseconds in a millisecond. */
const US = 1000;

/** In microseconds for a FEN. */
export async function fenRows(): Promise<Row[]> {
  // Not before perft has been measured; see there.
  const { Chess: ChessJs } = await import('chess.js');
  const fens = readFileSync(POSITIONS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `${line.split(' ', 4).join(' ')} 0 1`);
  const readAll = (read: (fen: string) => unknown) => ({
    run: () => {
      for (let i = 0; i < ROUNDS; i++) for (const fen of fens) read(fen);
    },
  });
  const ms = await medians(
    {
      refrain: readAll((fen) => positionFromFen(fen)),
      chessops: readAll((fen) => Chessops.fromSetup(chessopsParseFen(fen).unwrap()).unwrap()),
      chessJs: readAll((fen) => new ChessJs(fen)),
    },
    { clock: 'processor', samples: 20, time: 500 },
  );
  const cost = (time: number) => (time * US) / (fens.length * ROUNDS);
  return [
    {
      benchmark: `reading a FEN, mean of ${fens.length}`,
      unit: 'µs',
      refrain: cost(ms.refrain),
      chessops: cost(ms.chessops),
      'chess.js': cost(ms.chessJs),
    },
  ];
}
