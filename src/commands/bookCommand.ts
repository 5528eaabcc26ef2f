/** `refrain book make` and `refrain book show`: opening books in Polyglot's format. */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { BookMaker } from '../book/makeBook.ts';
import { Book } from '../book/polyglotBook.ts';
import { formatKey, passedSquare, passedSquareOfFen, polyglotKey } from '../book/polyglotKey.ts';
import { parseMove } from '../chess/notation/anyMove.ts';
import { parseFen, START_FEN } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { createFile } from '../hosts/node/atomicFile.ts';
import { inputName, readBytes, STANDARD } from '../hosts/node/inputFile.ts';
import { readPgnFile } from '../hosts/node/pgnFile.ts';
import { counted } from '../util/counts.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, unwrap, within } from '../util/result.ts';
import { checkInputs, checkOutputs } from './checkOutputs.ts';
import { compactTable } from './compactTable.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { warn } from './warn.ts';

interface BookMakeOptions {
  /** The new book; by default named like the first file, in the working directory. */
  output?: string;
  plies: number;
  minGames: number;
}

/** Makes a book from PGN files. Throws a ChessError for an empty book, a file given twice, or an output that exists. */
export function runBookMake(files: readonly string[], options: BookMakeOptions): void {
  const [first = ''] = files;
  if (first === STANDARD && options.output === undefined)
    throw new ChessError('a book from standard input needs a name: give -o <file>');
  const output = options.output ?? `${basename(first, extname(first))}.bin`;
  // Never overwrites an existing book. Checked before reading the games, which may take long.
  if (existsSync(output)) throw new ChessError(`${quotePath(output)} already exists`);
  checkInputs(files);
  checkOutputs([output], files);
  const maker = new BookMaker(options);
  let taken = 0;
  let unfinished = 0;
  for (const file of files) {
    let number = 0;
    for (const game of readPgnFile(file)) {
      number++;
      const problem = game.ok ? game.value.damage : game.error.message;
      if (!game.ok || problem !== null) {
        warn(`${inputName(file)}, game ${number} skipped: ${problem}`);
      } else if (maker.add(game.value)) taken++;
      else unfinished++;
    }
  }
  if (unfinished > 0) warn(`${counted(unfinished, 'game')} without a result skipped`);
  const bytes = maker.toBytes();
  if (bytes.length === 0) throw new ChessError('no move was played often enough for a book');
  createFile(output, bytes);
  const { size } = unwrap(Book.parse(bytes));
  console.log(`${output}: ${counted(size, 'move')} from ${counted(taken, 'game')}`);
}

interface BookShowOptions {
  /** Moves played from the position, in SAN or UCI notation. */
  moves?: string[];
  json?: JsonTarget;
}

/** Shows the book moves of a position. Throws a ChessError for an invalid book, position or move. */
export function runBookShow(
  file: string,
  fen: string | undefined,
  { moves = [], json }: BookShowOptions,
): void {
  checkJson(json, [file]);
  const book = unwrap(within(quotePath(file), Book.parse(readBytes(file))));
  const position = unwrap(parseFen(fen ?? START_FEN));
  let passed = passedSquareOfFen(fen ?? START_FEN);
  for (const text of moves) {
    const move = unwrap(parseMove(position, text));
    position.make(move);
    passed = passedSquare(move);
  }
  const key = formatKey(polyglotKey(position, passed));
  const found = book.find(position, passed);
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  const rows = found.map(({ move, weight }) => ({
    uci: formatUciMove(move, position.chess960),
    san: formatSan(position, move),
    weight,
    share: total === 0 ? 0 : weight / total,
  }));
  if (json !== undefined) writeJson(json, JSON.stringify({ key, entries: book.size, moves: rows }));
  if (isOnStandardOutput(json)) return;
  if (rows.length === 0) {
    console.log(`No moves for this position (key ${key}).`);
    return;
  }
  const table = compactTable(['Move', 'Weight', 'Share'], ['left', 'right', 'right']);
  for (const { san, weight, share } of rows) {
    table.push([san, `${weight}`, `${(share * 100).toFixed(1)}%`]);
  }
  console.log(`${table}\nKey ${key}, ${counted(book.size, 'move')} in the book.`);
}
