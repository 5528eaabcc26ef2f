/**
 * Files of labelled games, read as a stream and written in batches. Like a game file (gameFile.ts), one
 * can be continued after an interruption; an incomplete record at its end is removed first.
 */
import { isBeginning, readBeginning } from '../hosts/node/inputFile.ts';
import { ChessError } from '../util/result.ts';
import type { GameRecord } from './gameFormat.ts';
import { assertMadeAlike, labelOptions } from './headerOptions.ts';
import {
  decodeLabelledGame,
  encodeLabelledGame,
  LABEL_HEADER,
  type LabelHeader,
  type LabelledGame,
} from './labelFormat.ts';
import { RecordReader, RecordWriter } from './recordFile.ts';
import { labelTargets } from './variants.ts';

/** Whether a file begins as a label file does. */
export const isLabelFile = (path: string): boolean =>
  LABEL_HEADER.begins(readBeginning(path, LABEL_HEADER.bytes));

/** Reads a label file game by game. */
export class LabelReader extends RecordReader<keyof LabelHeader['settings'], LabelledGame> {
  /** Reads the header. Throws a ChessError if the file is not one of labels. */
  constructor(path: string) {
    super(path, LABEL_HEADER, decodeLabelledGame);
  }
}

/** A label file, new or continued. */
export class LabelWriter {
  games = 0;
  /** Labelled positions, variants included. */
  labels = 0;
  /** Bytes of an incomplete record that was removed when the file was opened. */
  cutBytes = 0;
  private readonly writer: RecordWriter;

  /**
   * Throws a ChessError, and does not touch the file, if it is damaged, or its settings or games differ:
   * `sources` are the games to label, in order.
   */
  constructor(path: string, header: LabelHeader, sources: Iterable<{ game: GameRecord }>) {
    const bytes = LABEL_HEADER.encode(header);
    const end = isBeginning(path, bytes) ? 0 : this.scan(path, header, sources);
    this.writer = new RecordWriter(path, bytes, end);
  }

  append(games: readonly LabelledGame[]): void {
    this.writer.append(games.map(encodeLabelledGame));
    this.games += games.length;
    for (const game of games) this.labels += countLabels(game);
  }

  /** Counts the existing games and labels; returns the offset after the last complete batch. */
  private scan(path: string, header: LabelHeader, sources: Iterable<{ game: GameRecord }>): number {
    const reader = new LabelReader(path);
    const games = sources[Symbol.iterator]();
    try {
      // As it is in the file: the engine's name may have been cut.
      assertMadeAlike(reader.name, reader.header, LABEL_HEADER.stored(header), labelOptions);
      let end = LABEL_HEADER.bytes;
      let pending = 0;
      for (const { game, end: next } of reader.growingGames()) {
        // Headers do not tell games from others that were imported, merged or shuffled.
        const source = games.next();
        if (source.done || !isLabelled(source.value.game, game)) {
          throw new ChessError(
            `${reader.name} has labels of other games, from game ${game.number + 1} on`,
          );
        }
        this.games++;
        pending += countLabels(game);
        if (this.games % header.settings.batchGames !== 0) continue;
        end = next;
        this.labels += pending;
        pending = 0;
      }
      this.games -= this.games % header.settings.batchGames;
      this.cutBytes = reader.tornBytes;
      return end;
    } finally {
      games.return?.();
    }
  }
}

/** Whether a game has the start and moves of a labelled one. */
const isLabelled = ({ start, moves }: GameRecord, labelled: LabelledGame): boolean =>
  moves.length === labelled.positions.length &&
  labelled.positions.every(({ move }, i) => move === moves[i]) &&
  labelled.start.every((byte, i) => byte === start[i]);

const countLabels = (game: LabelledGame): number => [...labelTargets(game)].length;
