/**
 * Describes a position as chess.js, chessops and we see it, in the same format, so that disagreements
 * are differences between texts.
 *
 * En passant: a FEN may have the square after every double push, only with an enemy pawn next to it,
 * or only if a legal capture exists, like ours. chess.js 1.4 stores the square if an enemy pawn is
 * adjacent, but `fen()` writes it only if a capture leaves the king safe. chessops stores it after
 * every double push, but `toSetup()` keeps it only if it is a legal destination of a pawn. So both
 * write the same as we do, by other means. (They also treat squares from a FEN like this.)
 *
 * Clocks: `toSetup()` of chessops limits them to 150 and 9999, so they are taken from the position.
 *
 * Castling rights: chessops writes X-FEN, with files only for inner rooks; we write the files of all
 * rooks in a Chess960 position. So they are formatted here.
 */
import { Chess } from 'chess.js';
import { Chess as Chessops } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { NormalMove, Role } from 'chessops/types';
import { makeUci } from 'chessops/util';
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';

interface View {
  fen: string;
  check: boolean;
  mate: boolean;
  stalemate: boolean;
  uci: string[];
  san: string[];
}

const text = ({ fen, check, mate, stalemate, uci, san }: View): string =>
  [
    fen,
    `check ${check}, mate ${mate}, stalemate ${stalemate}`,
    uci.sort().join(' '),
    san.sort().join(' '),
  ].join('\n');

/** Our own view. Castling is written as king takes rook on request, else by the king's target. */
export function ourView(position: Position, legal: Move[], kingTakesRook: boolean): string {
  return text({
    fen: formatFen(position),
    check: position.inCheck,
    mate: position.inCheck && legal.length === 0,
    stalemate: !position.inCheck && legal.length === 0,
    uci: legal.map((move) => formatUciMove(move, kingTakesRook)),
    san: legal.map((move) => formatSan(position, move)),
  });
}

export function chessJsView(chess: Chess): string {
  return text({
    fen: chess.fen(),
    check: chess.isCheck(),
    mate: chess.isCheckmate(),
    stalemate: chess.isStalemate(),
    uci: chessJsMoves(chess),
    san: chess.moves(),
  });
}

/**
 * The moves of chess.js. With squares it also computes two FENs per move, a hundred times slower than
 * only SAN. So moves are listed per origin square, and the rest is taken from the SAN.
 */
function chessJsMoves(chess: Chess): string[] {
  return chess.board().flatMap((rank) =>
    rank.flatMap((piece) => {
      if (piece === null || piece.color !== chess.turn()) return [];
      const from = piece.square;
      return chess.moves({ square: from }).map((san) => {
        if (san.startsWith('O-O')) return `${from}${san.startsWith('O-O-O') ? 'c' : 'g'}${from[1]}`;
        const [, to, promotion = ''] = /([a-h][1-8])(?:=([NBRQ]))?[+#]?$/.exec(san)!;
        return `${from}${to}${promotion.toLowerCase()}`;
      });
    }),
  );
}

const PROMOTIONS: Role[] = ['queen', 'rook', 'bishop', 'knight'];

/** Castling rights are files of rooks if `rookFiles`, else X-FEN. */
export function chessopsView(chess: Chessops, rookFiles: boolean): string {
  const moves = chessopsMoves(chess);
  return text({
    fen: chessopsFen(chess, rookFiles),
    check: chess.isCheck(),
    mate: chess.isCheckmate(),
    stalemate: chess.isStalemate(),
    uci: moves.map(makeUci),
    san: moves.map((move) => makeSan(chess, move)),
  });
}

function chessopsMoves(chess: Chessops): NormalMove[] {
  const moves: NormalMove[] = [];
  for (const [from, targets] of chess.allDests()) {
    const isPawn = chess.board.pawn.has(from);
    for (const to of targets) {
      if (isPawn && (to < 8 || to >= 56)) {
        moves.push(...PROMOTIONS.map((promotion) => ({ from, to, promotion })));
      } else {
        moves.push({ from, to });
      }
    }
  }
  return moves;
}

function chessopsFen(chess: Chessops, rookFiles: boolean): string {
  const fields = makeFen(chess.toSetup(), { epd: true }).split(' ');
  if (rookFiles) {
    const files = (from: number) =>
      [...chess.castles.castlingRights]
        .filter((rook) => rook >= from && rook < from + 8)
        .reverse()
        .map((rook) => 'abcdefgh'[rook % 8])
        .join('');
    fields[2] = files(0).toUpperCase() + files(56) || '-';
  }
  return `${fields.join(' ')} ${chess.halfmoves} ${chess.fullmoves}`;
}

/** Throws if chessops rejects a FEN. */
export function chessopsFromFen(fen: string): Chessops {
  return Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();
}

export { Chess as ChessJs };
