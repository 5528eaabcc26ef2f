/**
 * What chess.js, chessops and we say about a position, in one form of text each, so that a
 * disagreement is a difference between two texts.
 *
 * En passant: FEN may name the square after every double push, after one with an enemy pawn beside
 * it, or only when a legal capture exists; we do the last. chess.js 1.4 remembers the square when
 * an enemy pawn stands beside, but its `fen()` tries the captures and names it only if one leaves
 * the king safe. chessops remembers it after every double push, but its `toSetup()` keeps it only
 * if a pawn's legal destinations hold it. So both write what we write, by other means, and nothing
 * is adapted here. (Both also give a square from a FEN the same treatment.)
 *
 * Clocks: chessops' `toSetup()` cuts them at 150 and 9999, so they are read off the position.
 *
 * Castling rights: chessops writes X-FEN, letters only for inner rooks, where we write the files
 * of all rooks in a Chess960 position. So the rooks are read off and spelt out.
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

/** Our own view; castling is written as king takes rook if asked, else by the king's target. */
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
 * chess.js gives the squares of a move together with two FENs and a SAN, a hundred times slower
 * than the SAN alone. Asked square by square it names the origin, and the SAN holds the rest.
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

/** Castling rights are spelt out as files if `rookFiles`, else X-FEN. */
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

/** Throws what chessops has against a FEN. */
export function chessopsFromFen(fen: string): Chessops {
  return Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();
}

export { Chess as ChessJs };
