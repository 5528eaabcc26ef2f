/** Reading PGN, each library with its own checks, to the last position of every game. */
import type { Chess as Chessops } from 'chessops/chess';
import { parsePgn as chessopsParsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { Game, parsePgn, unwrap } from 'refrain';
import { Random } from '../../src/util/random.ts';
import { medians, type Row } from './measure.ts';

const GAMES = 40;
const PLIES = 120;

/** Games of random legal moves. */
function randomGames(): string[] {
  const random = new Random(1);
  return Array.from({ length: GAMES }, (_, i) => {
    const game = new Game();
    for (let ply = 0; ply < PLIES && !game.isOver(); ply++) {
      const sans = game.legalSans();
      game.play(sans[random.below(sans.length)]!);
    }
    return game.pgn({ Round: `${i + 1}` });
  });
}

/** In microseconds for a move. */
export async function pgnRows(): Promise<Row[]> {
  // Not before perft has been measured; see there.
  const { Chess: ChessJs } = await import('chess.js');
  const games = randomGames();
  const all = games.join('\n');
  const moves = unwrap(parsePgn(all)).reduce((sum, game) => sum + game.moves.length, 0);
  const ms = await medians(
    {
      refrain: { run: () => unwrap(parsePgn(all)) },
      chessops: {
        run: () => {
          for (const { headers, moves } of chessopsParsePgn(all)) {
            const position: Chessops = startingPosition(headers).unwrap() as Chessops;
            for (const { san } of moves.mainline()) position.play(parseSan(position, san)!);
          }
        },
      },
      chessJs: {
        run: () => {
          for (const game of games) new ChessJs().loadPgn(game);
        },
      },
    },
    { clock: 'processor', samples: 5, time: 500 },
  );
  const cost = (time: number) => (time * 1000) / moves;
  return [
    {
      benchmark: 'reading PGN, per move',
      unit: 'µs',
      refrain: cost(ms.refrain),
      chessops: cost(ms.chessops),
      'chess.js': cost(ms.chessJs),
    },
  ];
}
