/** Shared by the tools that read data files. */
import { EngineFailure } from '../src/client/uciClient.ts';
import { describeError } from '../src/hosts/node/systemError.ts';
import { ChessError } from '../src/util/result.ts';

/**
 * Calls `work` with the files on the command line. If there are none, or one cannot be read, prints one
 * line to standard error and sets the exit code 1. Exits silently if the output pipe closes (`| head`).
 */
export async function withFiles(
  usage: string,
  work: (paths: string[]) => void | Promise<void>,
): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const paths = process.argv.slice(2);
  try {
    if (paths.length === 0) throw new ChessError(usage);
    await work(paths);
  } catch (error) {
    const isExpected =
      error instanceof ChessError ||
      error instanceof EngineFailure ||
      (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    console.error(describeError(error));
    process.exitCode = 1;
  }
}
