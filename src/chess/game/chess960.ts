/**
 * The 960 starting positions by their numbers (Reinhard Scharnagl's numbering).
 * https://www.chessprogramming.org/Reinhard_Scharnagl
 */

/** The places of the two knights among the five empty squares. */
const KNIGHTS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 4],
  [3, 4],
] as const;

/** The first rank of starting position 0 to 959; 518 is `RNBQKBNR`. */
export function backRank(number: number): string {
  const rank = new Array<string>(8).fill('');
  const empty = () => rank.flatMap((piece, file) => (piece === '' ? [file] : []));
  const take = (choices: number) => {
    const choice = number % choices;
    number = (number - choice) / choices;
    return choice;
  };
  rank[take(4) * 2 + 1] = 'B';
  rank[take(4) * 2] = 'B';
  rank[empty()[take(6)]!] = 'Q';
  const left = empty();
  for (const knight of KNIGHTS[number]!) rank[left[knight]!] = 'N';
  for (const piece of 'RKR') rank[empty()[0]!] = piece;
  return rank.join('');
}

/**
 * The FEN of a starting position. Black may have a different one from White (double Chess960).
 * Castling rights are written as rook files (Shredder-FEN).
 */
export function chess960Fen(white: number, black = white): string {
  const [upper, lower] = [backRank(white), backRank(black)];
  const castling = rookFiles(upper).toUpperCase() + rookFiles(lower);
  return `${lower.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${upper} w ${castling} - 0 1`;
}

/** The files of the rooks, that of the king side first. */
const rookFiles = (rank: string): string =>
  [rank.lastIndexOf('R'), rank.indexOf('R')].map((file) => 'abcdefgh'[file]).join('');
