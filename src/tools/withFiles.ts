/** What the tools that learn from data files share. */
import { ChessError } from '../chess/result.ts';

/**
 * Gives the files named on the command line to `work`. Without any, or where one cannot be read, there is
 * one line on standard error and the exit code 1. A reader that has seen enough (`| head`) ends it quietly.
 */
export function withFiles(usage: string, work: (paths: readonly string[]) => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const paths = process.argv.slice(2);
  try {
    if (paths.length === 0) throw new ChessError(usage);
    work(paths);
  } catch (error) {
    const isExpected = error instanceof ChessError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
