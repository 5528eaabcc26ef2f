/**
 * Loads positions for training: every labelled position, variants included, becomes 32 bytes
 * (packedPosition.ts) in shared memory, so that any thread can access any position at random.
 */
import { lowestBit } from '../chess/board/bits.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL } from '../chess/board/positionLayout.ts';
import { counted } from '../util/counts.ts';
import { ChessError, unwrap, within } from '../util/result.ts';
import { gameKey, unpackPosition } from './gameFormat.ts';
import { LabelReader } from './labelFile.ts';
import { describeMethod, type Label, type LabelledGame, variantsOf } from './labelFormat.ts';
import {
  BEST_IS_QUIET,
  BLACK_TO_MOVE,
  FILE_SHIFT,
  FLAGS_AT,
  GAME_AT,
  MAX_FILES,
  PACKED_BYTES,
  PACKED_WORDS,
  PIECES_AT,
  RESULT_AT,
  SCORE_AT,
  UNKNOWN_RESULT,
} from './packedPosition.ts';
import { hasPieces, isPositionFile, PositionFile } from './positionFile.ts';
import type { TornFile } from './recordFile.ts';
import { labelTargets } from './variants.ts';

export interface TrainingPositions {
  /** {@link PACKED_BYTES} for each of {@link count} positions. */
  memory: SharedArrayBuffer;
  count: number;
  /** Positions of each file. */
  counts: number[];
  /** The number of games in the label files. */
  games: number;
  /** How the positions of each file were scored. */
  methods: string[];
  torn: TornFile[];
}

/**
 * Loads label files and files of packed positions (positionFile.ts). `quietOnly` leaves out positions whose
 * best move is a capture or a promotion. Throws a ChessError for files that are damaged or neither of these.
 */
export function loadTrainingPositions(
  paths: readonly string[],
  { quietOnly = false }: { quietOnly?: boolean } = {},
): TrainingPositions {
  if (paths.length > MAX_FILES) throw new ChessError(`more than ${MAX_FILES} label files`);
  const sources = paths.map((path) =>
    isPositionFile(path) ? packedSource(path, quietOnly) : labelledSource(path, quietOnly),
  );
  const counts = sources.map(({ count }) => count);
  const count = counts.reduce((sum, part) => sum + part, 0);
  const memory = new SharedArrayBuffer(count * PACKED_BYTES);
  const packer = new Packer(memory);
  for (const [i, source] of sources.entries()) source.load(packer, i);
  return {
    memory,
    count,
    counts,
    games: sources.reduce((sum, { games }) => sum + games, 0),
    methods: sources.map(({ method }) => method),
    torn: sources.flatMap(({ name, tornBytes: bytes }) => (bytes > 0 ? { name, bytes } : [])),
  };
}

/**
 * A file whose positions are counted first, and then loaded. It may be growing: positions that come later are left
 * out.
 */
interface Source {
  /** Quoted, for messages. */
  readonly name: string;
  /** How the positions were scored. */
  readonly method: string;
  readonly count: number;
  /** 0 if unknown. */
  readonly games: number;
  readonly tornBytes: number;
  /** Adds the positions, as those of the file with this number. */
  load(packer: Packer, file: number): void;
}

/** A file of labelled games. */
function labelledSource(path: string, quietOnly: boolean): Source {
  const isWanted = ({ score, isQuiet }: Label) => score !== null && (isQuiet || !quietOnly);
  const reader = new LabelReader(path);
  const { name, header } = reader;
  let games = 0;
  let count = 0;
  for (const game of reader.games()) {
    for (const label of labelTargets(game)) if (isWanted(label)) count++;
    games++;
  }
  return {
    name,
    method: `${describeMethod(header)}, ${counted(variantsOf(header), 'variant')}, seed ${header.settings.seed}`,
    count,
    games,
    tornBytes: reader.tornBytes,
    load(packer, file) {
      const chess960 = header.settings.chess960 === 1;
      let number = 0;
      for (const game of new LabelReader(path).games()) {
        if (number++ === games) break;
        const place = `${name}: game ${number}`;
        const position = unwrap(within(place, unpackPosition(game.start, chess960)));
        const result = game.result ?? UNKNOWN_RESULT;
        // Of the game alone: the same if it is labelled twice, or if the files come in another order.
        const key = gameKey(
          game.start,
          Uint16Array.from(game.positions, ({ move }) => move),
        );
        for (const { label, isVariant } of labelledPositions(position, game)) {
          if (!isWanted(label)) continue;
          // No game continued from a variant, so it has no result.
          const known = isVariant ? UNKNOWN_RESULT : result;
          const isPossible = packer.add(position, label, known, key, file);
          if (!isPossible) throw new ChessError(`${place} has an impossible position`);
        }
      }
    },
  };
}

/** A file of packed positions. */
function packedSource(path: string, quietOnly: boolean): Source {
  const isWanted = (flags: number) => !quietOnly || (flags & BEST_IS_QUIET) !== 0;
  const positions = new PositionFile(path);
  const { name, method } = positions;
  let count = 0;
  for (const chunk of positions.chunks()) {
    for (let at = FLAGS_AT; at < chunk.length; at += PACKED_BYTES) {
      if (isWanted(chunk[at]!)) count++;
    }
  }
  return {
    name,
    method,
    count,
    games: 0,
    tornBytes: positions.tornBytes,
    load(packer, file) {
      let left = count;
      for (const chunk of positions.chunks()) {
        for (let at = 0; at < chunk.length; at += PACKED_BYTES) {
          if (!isWanted(chunk[at + FLAGS_AT]!)) continue;
          if (left-- === 0) return;
          packer.addPacked(chunk, at, file);
        }
      }
    },
  };
}

/** A labelled position; `position` is changed when the next one is asked for. */
export interface Labelled {
  position: Position;
  label: Label;
  /** Whether it is a random ply or two away from the game. */
  isVariant: boolean;
}

/** The labelled positions of a game, which `position` plays through. */
export function* labelledPositions(
  position: Position,
  { positions }: LabelledGame,
): Generator<Labelled, void, undefined> {
  for (const labelled of positions) {
    if (labelled.score !== null) yield { position, label: labelled, isVariant: false };
    for (const variant of labelled.variants) {
      for (const move of variant.moves) position.make(move);
      yield { position, label: variant, isVariant: true };
      for (const move of variant.moves.toReversed()) position.unmake(move);
    }
    position.make(labelled.move);
  }
}

/** Writes positions one after another. */
class Packer {
  private readonly words: Int32Array;
  /** One position, copied word by word: byte arrays end at 4 GiB, those of words do not. */
  private readonly record = new DataView(new ArrayBuffer(PACKED_BYTES));
  private readonly recordWords = new Int32Array(this.record.buffer);
  private at = 0;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory);
  }

  /** Adds a position. False if it has impossible pieces, after an illegal move. */
  add(
    { bitboards, board, turn }: Position,
    label: Label,
    result: number,
    key: number,
    file: number,
  ): boolean {
    const { record, recordWords } = this;
    recordWords.fill(0);
    let pieces = 0;
    for (let half = 0; half < 2; half++) {
      let occupied = bitboards[ALL + half]! | bitboards[ALL + 2 + half]!;
      record.setInt32(half * 4, occupied, true);
      while (occupied !== 0) {
        const square = half * 32 + lowestBit(occupied);
        const at = PIECES_AT + (pieces >> 1);
        record.setUint8(at, record.getUint8(at) | (board[square]! << ((pieces & 1) * 4)));
        pieces++;
        occupied &= occupied - 1;
      }
    }
    const quiet = label.isQuiet ? BEST_IS_QUIET : 0;
    record.setUint8(FLAGS_AT, (turn * BLACK_TO_MOVE) | quiet | (file << FILE_SHIFT));
    record.setUint8(RESULT_AT, result);
    record.setInt16(SCORE_AT, label.score!, true);
    record.setUint32(GAME_AT, key, true);
    this.words.set(recordWords, this.at);
    this.at += PACKED_WORDS;
    return hasPieces(record, 0);
  }

  /** Adds the packed position at a byte of a chunk. */
  addPacked(chunk: Uint8Array, at: number, file: number): void {
    const { record, recordWords } = this;
    for (let i = 0; i < PACKED_BYTES; i++) record.setUint8(i, chunk[at + i]!);
    const flags = chunk[at + FLAGS_AT]! & (BLACK_TO_MOVE | BEST_IS_QUIET);
    record.setUint8(FLAGS_AT, flags | (file << FILE_SHIFT));
    this.words.set(recordWords, this.at);
    this.at += PACKED_WORDS;
  }
}
