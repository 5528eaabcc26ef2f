/** `refrain` or `refrain uci`: speaks UCI over standard input and output. */
import { createInterface } from 'node:readline';
import { Engine } from '../engine/engine.ts';
import { UciSession } from '../uci/session.ts';

/** Resolves when the input has ended or said quit, and the search thread is gone. */
export async function runUci(): Promise<void> {
  const engine = new Engine();
  const session = new UciSession(engine, (line) => process.stdout.write(`${line}\n`));
  // A GUI that has gone away must not leave an engine behind.
  process.stdout.on('error', () => process.exit());
  const lines = createInterface({ input: process.stdin, terminal: false });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (!session.handle(line)) resolve();
    });
    lines.on('close', resolve);
  });
  lines.close();
  process.stdin.destroy();
  await engine.close();
}
