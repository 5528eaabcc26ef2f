/**
 * Game files, read as a stream and written one complete record at a time.
 *
 * A process that is killed, or a power cut, leaves at most one incomplete record at the end.
 * Reading reports its length; writing removes it first. Damage anywhere else makes the file
 * unusable.
 */
import { isBeginning } from '../hosts/node/inputFile.ts';
import { ChessError } from '../util/result.ts';
import {
  decodeGame,
  encodeGame,
  GAME_HEADER,
  type GameHeader,
  type GameRecord,
} from './gameFormat.ts';
import { assertMadeAlike, seededGameOptions } from './headerOptions.ts';
import { RecordReader, RecordWriter } from './recordFile.ts';

export class GameReader extends RecordReader<keyof GameHeader['settings'], GameRecord> {
  /** Reads the header. Throws a ChessError if the file is not one of games. */
  constructor(path: string) {
    super(path, GAME_HEADER, decodeGame);
  }
}

/** A file that games are appended to. */
export class GameWriter {
  /** The number of complete games, and of their positions. */
  games = 0;
  positions = 0;
  /** Bytes of an incomplete record that was removed when the file was opened. */
  cutBytes = 0;
  private readonly writer: RecordWriter;

  /**
   * Opens a file to continue it, or creates it. Removes an incomplete record at its end. Throws a
   * ChessError, and does not touch the file, if its header differs or it is damaged.
   */
  constructor(path: string, header: GameHeader) {
    const bytes = GAME_HEADER.encode(header);
    const end = isBeginning(path, bytes) ? 0 : this.scan(path, header);
    this.writer = new RecordWriter(path, bytes, end);
  }

  /** Appends a game. When this returns, the operating system has it, even if this process dies. */
  append(game: GameRecord): void {
    this.writer.append([encodeGame(game)]);
    this.games++;
    this.positions += game.moves.length;
  }

  /** Counts the games and returns the offset after the last complete one. */
  private scan(path: string, header: GameHeader): number {
    const reader = new GameReader(path);
    // As it is in the file: the engine's name may have been cut.
    assertSameHeader(reader, GAME_HEADER.stored(header));
    let end = GAME_HEADER.bytes;
    for (const { game, end: next } of reader.growingGames()) {
      this.games++;
      this.positions += game.moves.length;
      end = next;
    }
    this.cutBytes = reader.tornBytes;
    return end;
  }
}

function assertSameHeader({ name, header }: GameReader, wanted: GameHeader): void {
  if (header.settings.assembled !== 0) {
    throw new ChessError(`${name} was imported, shuffled or merged and cannot be continued`);
  }
  assertMadeAlike(name, header, wanted, seededGameOptions);
}
