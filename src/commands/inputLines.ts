/** Standard input line by line, for sessions in a pipe: `refrain` and `refrain play`. */
import { LineReader } from '../uci/lineReader.ts';

/**
 * Calls `onLine` for every line, and `onTooLong` for every one that is skipped because of its length: Node's readline
 * would keep a line without an end in memory. Resolves at the end of the input.
 */
export function readInputLines(
  onLine: (line: string) => void,
  onTooLong: () => void,
): Promise<void> {
  const lines = new LineReader(onLine, onTooLong);
  const { stdin } = process;
  return new Promise((resolve) => {
    stdin.setEncoding('utf8');
    stdin.on('data', (text: string) => lines.push(text));
    stdin.on('end', () => {
      lines.end();
      resolve();
    });
    // A terminal that is gone ends the input too.
    stdin.on('error', () => resolve());
  });
}
