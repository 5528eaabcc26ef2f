/** Standard input line by line, for sessions in a pipe: `refrain` and `refrain play`. */
import { fstatSync } from 'node:fs';
import { cannotRead, STANDARD } from '../hosts/node/inputFile.ts';
import { LineReader } from '../uci/lineReader.ts';
import { ChessError } from '../util/result.ts';

/** Errors that count as the end of the input: the terminal or program at the other end is gone. */
const GONE = ['EIO', 'ECONNRESET'];

/**
 * Calls `onLine` for every line, and `onTooLong` for every one that is skipped because of its length, with its start:
 * Node's readline would keep a line without an end in memory. Resolves at the end of the input. Rejects with a
 * ChessError if it cannot be read.
 */
export function readInputLines(
  onLine: (line: string) => void,
  onTooLong: (start: string) => void,
): Promise<void> {
  const lines = new LineReader(onLine, onTooLong);
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    // Node takes a folder for an empty input.
    if (fstatSync(0).isDirectory()) {
      throw new ChessError('cannot read standard input: it is a folder');
    }
    stdin.setEncoding('utf8');
    stdin.on('data', (text: string) => lines.push(text));
    stdin.on('end', () => {
      lines.end();
      resolve();
    });
    stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (GONE.includes(error.code ?? '')) resolve();
      else reject(cannotRead(STANDARD, error));
    });
  });
}
