/**
 * What was pasted, opened or dropped: a position, or a PGN. Several files are read as one PGN, in their order, and
 * several positions as games without moves.
 */
import { parseEpd, positionLines } from '../../../src/chess/notation/epd.ts';
import { parseFen } from '../../../src/chess/notation/fen.ts';
import { decodeText, utf16Decoder } from '../../../src/util/decodeText.ts';
import { ok, type Result, unwrap, within } from '../../../src/util/result.ts';
import type { GameTags } from '../gameName.ts';
import { GameTree } from '../gameTree.ts';
import { readTexts } from './readTexts.ts';

/** Bytes that are enough to tell what a file has. */
const HEAD = 1000;
/** Eight ranks: a position, not a PGN. */
const BOARD = /^\s*([1-8pnbrqk]+\/){7}\S/i;
/** An operation of EPD after the four fields, or after the two clocks of a FEN. */
const OPERATION = /^\s*(\S+\s+){4}(\d+\s+\d+\s+)?[a-z]\w|;/i;

/** A text, or the files that were dropped or chosen together. */
export type Source = string | readonly Blob[];

/** A position; its EPD may have a name. */
interface NamedPosition {
  tree: GameTree;
  tags: GameTags;
}

/** Reads a position, or a PGN. Throws an Error for an invalid position. */
export async function readSource(source: Source): Promise<NamedPosition | Blob> {
  const files = typeof source === 'string' ? [new Blob([source])] : source;
  const parts = await Promise.all(files.map(readFile));
  const [first] = parts;
  if (parts.length === 1 && Array.isArray(first) && first.length === 1) return first[0]!;
  return new Blob(
    parts.flatMap((part) => [...(Array.isArray(part) ? part.map(pgnOf) : [part]), '\n\n']),
  );
}

const pgnOf = ({ tree, tags }: NamedPosition): string =>
  `${tree.pgn('*', Object.fromEntries(tags))}\n`;

/** The positions of a file, or its games as they are. */
async function readFile(file: Blob): Promise<NamedPosition[] | Blob | string> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const start = decodeText(head);
  if (/^\s*https?:\S+\s*$/i.test(start)) throw new Error(readTexts.isAddress);
  const [first] = positionLines(start);
  const hasPositions = first !== undefined && BOARD.test(first.line);
  // Several files are read as one in UTF-8.
  if (!hasPositions && utf16Decoder(head) === null) return file;
  const text = decodeText(await file.arrayBuffer());
  return hasPositions ? readPositions(text) : text;
}

/** Reads positions in FEN or EPD, one a line. */
function readPositions(text: string): NamedPosition[] {
  // One FEN may be broken into lines, as in an e-mail.
  const lines = parseFen(text).ok ? [{ line: text, number: 1 }] : [...positionLines(text)];
  return lines.map(({ line, number }) => {
    const read = readPosition(line);
    return unwrap(lines.length === 1 ? read : within(readTexts.line(number), read));
  });
}

function readPosition(line: string): Result<NamedPosition> {
  if (!OPERATION.test(line)) {
    const fen = parseFen(line);
    return fen.ok ? ok({ tree: new GameTree(fen.value), tags: new Map() }) : fen;
  }
  const epd = parseEpd(line);
  if (!epd.ok) return epd;
  const { position, operations } = epd.value;
  const id = operations.get('id')?.join(' ') ?? '';
  return ok({ tree: new GameTree(position), tags: new Map(id === '' ? [] : [['Event', id]]) });
}
