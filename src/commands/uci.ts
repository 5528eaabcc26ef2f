/** `refrain` or `refrain uci`: speaks UCI over standard input and output. */
import { createInterface } from 'node:readline';
import { ChessError, quote, unwrap } from '../chess/result.ts';
import { Engine } from '../engine/node/engine.ts';
import { hasEnd } from '../search/limits.ts';
import { parseCommand } from '../uci/commands.ts';
import { UciSession } from '../uci/session.ts';

/**
 * With commands (`refrain "position startpos" "go depth 10"`) carries them out and ends; without
 * reads them from the input until that ends or says quit. Resolves when the threads are gone.
 * Throws a ChessError when one of the commands is none.
 */
export async function runUci(commands: readonly string[]): Promise<void> {
  for (const text of commands) {
    const command = unwrap(parseCommand(text));
    if (command.type === 'go' && !(hasEnd(command.limits, 0) && hasEnd(command.limits, 1))) {
      throw new ChessError(`nothing ends this search: ${quote(text)}`);
    }
  }
  const engine = new Engine();
  const session = new UciSession(engine, (line) => process.stdout.write(`${line}\n`));
  if (commands.length > 0) {
    for (const command of commands) {
      session.handle(command);
      await session.idle();
    }
  } else {
    await readLines((line) => session.handle(line));
    session.quit();
  }
  await engine.close();
}

/** Gives every line of the input to `handle` until that gives false. */
async function readLines(handle: (line: string) => boolean): Promise<void> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (!handle(line)) resolve();
    });
    lines.on('close', resolve);
  });
  lines.close();
  process.stdin.destroy();
}
