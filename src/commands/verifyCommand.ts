/** `refrain data verify`: checks game files and label files. */
import { basename } from 'node:path';
import { GameReader } from '../datagen/gameFile.ts';
import { decodeGame } from '../datagen/gameFormat.ts';
import { adjudicationRules } from '../datagen/gameSettings.ts';
import { isLabelFile, LabelReader } from '../datagen/labelFile.ts';
import { decodeLabelledGame } from '../datagen/labelFormat.ts';
import type { RecordReader } from '../datagen/recordFile.ts';
import { labelTargets } from '../datagen/variants.ts';
import { findGameProblem } from '../datagen/verifyGame.ts';
import { findLabelProblem } from '../datagen/verifyLabels.ts';
import { describeError } from '../hosts/node/systemError.ts';
import { counted, formatCount } from '../util/counts.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError, fail, ok, type Result } from '../util/result.ts';

/** The number of errors shown per file; further ones are only counted. */
const ERRORS_SHOWN = 10;

/** Checks files completely, all of them. Prints all errors, and throws a ChessError if there are any. */
export function runVerify(paths: readonly string[]): void {
  let errors = 0;
  for (const path of paths) {
    const found = verify(path);
    for (const error of found.slice(0, ERRORS_SHOWN)) console.log(error);
    errors += found.length;
  }
  if (errors > 0) throw new ChessError(`${counted(errors, 'error')} found`);
}

/** The errors of a file, with its name; that it cannot be read is one too. */
function verify(path: string): string[] {
  const name = `${quotePath(basename(path))}: `;
  try {
    const errors = isLabelFile(path) ? verifyLabels(path) : verifyGames(path);
    // Errors thrown by readers already name the file.
    return errors.map((error) => (error.startsWith(name) ? error : `${name}${error}`));
  } catch (error) {
    return [describeError(error)];
  }
}

function verifyGames(path: string): string[] {
  const reader = new GameReader(path);
  const { settings } = reader.header;
  const rules = adjudicationRules(settings);
  return verifyRecords(reader, 'positions', (payload) => {
    const game = decodeGame(payload);
    if (!game.ok) return game;
    return ok({
      error: findGameProblem(game.value, rules, settings.chess960 === 1),
      number: settings.assembled === 0 ? game.value.number : null,
      count: game.value.moves.length,
    });
  });
}

function verifyLabels(path: string): string[] {
  const reader = new LabelReader(path);
  return verifyRecords(reader, 'labels', (payload) => {
    const game = decodeLabelledGame(payload);
    if (!game.ok) return game;
    const error = findLabelProblem(game.value, reader.header.settings.chess960 === 1);
    return ok({ error, number: game.value.number, count: [...labelTargets(game.value)].length });
  });
}

/** What is found in a record: its number, if it must be in order, and how many positions or labels it has. */
interface VerifiedRecord {
  error: string | null;
  number: number | null;
  count: number;
}

/** The errors of all records; prints how much there is if there are none. */
function verifyRecords(
  reader: RecordReader<string, { number: number }>,
  what: string,
  check: (payload: Uint8Array) => Result<VerifiedRecord>,
): string[] {
  const errors: string[] = [];
  let [games, sum] = [0, 0];
  try {
    for (const { offset, payload, isIntact } of reader.records()) {
      const name = `game ${games + 1} at byte ${offset}`;
      const found = isIntact ? check(payload) : fail('the checksum is wrong');
      if (found.ok) {
        const { error, number, count } = found.value;
        if (error !== null) errors.push(`${name}: ${error}`);
        if (number !== null && number !== games)
          errors.push(`${name} has the number ${number + 1}`);
        sum += count;
      } else errors.push(`${name}: ${found.error.message}`);
      games++;
    }
    if (reader.tornBytes > 0)
      errors.push(`${counted(reader.tornBytes, 'byte')} of an incomplete game at the end`);
  } catch (error) {
    if (!(error instanceof ChessError)) throw error;
    errors.push(error.message);
  }
  if (errors.length === 0) {
    console.log(
      `${reader.name}: ${counted(games, 'game')}, ${formatCount(sum)} ${what}, no errors`,
    );
  }
  return errors;
}
