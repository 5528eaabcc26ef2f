/** `refrain` or `refrain uci`: speaks UCI over standard input and output. */
import { BLACK, WHITE } from '../chess/board/types.ts';
import { Engine } from '../hosts/node/nodeEngine.ts';
import { hasEnd } from '../search/limits.ts';
import { parseCommand } from '../uci/parseCommand.ts';
import { EMPTY } from '../uci/uciOptions.ts';
import { UciSession } from '../uci/uciSession.ts';
import { ChessError, quote } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { isGenfens, parseGenfens, runGenfens } from './genfens.ts';
import { readInputLines } from './inputLines.ts';
import { findTablebases } from './tablebasesPath.ts';

const write = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Executes the given commands (`refrain "position startpos" "go depth 10"`; `genfens` only so); without
 * any, reads them from standard input until it ends or `quit` is read. Resolves when all threads have
 * ended. Throws a ChessError at the first invalid command, and does not execute those after it; and if standard input
 * cannot be read.
 */
export async function runUci(commands: readonly string[]): Promise<void> {
  const engine = new Engine();
  try {
    if (commands.length > 0) await runBatch(engine, commands);
    else await converse(engine);
  } finally {
    await engine.close();
  }
}

async function runBatch(engine: Engine, commands: readonly string[]): Promise<void> {
  for (const text of commands) {
    const problem = problemOf(text);
    if (problem === null) continue;
    const isLoneWord = commands.length > 1 && !/\s/.test(text);
    throw new ChessError(
      isLoneWord ? `${problem}; commands of several words need quotes: "go depth 10"` : problem,
    );
  }
  let rejection: string | null = null;
  const onRejected = (reason: string) => {
    rejection ??= reason;
  };
  const session = new UciSession(engine, write, { onRejected });
  for (const command of commands) {
    if (isGenfens(command)) runGenfens(command, write);
    else if (!session.handle(command)) break;
    await session.idle();
    if (rejection !== null) throw new ChessError(rejection);
  }
}

/** Why a command cannot be executed in a batch, or null. Throws a ChessError for a folder without tablebases. */
function problemOf(text: string): string | null {
  if (isGenfens(text)) {
    const request = parseGenfens(text);
    return request.ok ? null : request.error.message;
  }
  const parsed = parseCommand(text);
  if (!parsed.ok) return parsed.error.message;
  const command = parsed.value;
  if (command.type === 'position') return command.problem ?? null;
  if (command.type === 'setoption') checkTablebases(command.name, command.value);
  if (command.type !== 'go') return null;
  const [remark] = command.remarks;
  if (remark !== undefined) return `go: ${remark}`;
  const isLimited = hasEnd(command.limits, WHITE) && hasEnd(command.limits, BLACK);
  return isLimited ? null : `this search has no limit: ${quote(text)}`;
}

/** In a session a folder without tablebases is only reported. */
function checkTablebases(name: string, value: string | null): void {
  if (name.toLowerCase() !== 'syzygypath' || value === EMPTY) return;
  if (value !== null && value !== '') findTablebases([value]);
}

/** Runs until `quit`, which stops a search, or until the end of input, after all commands have run. */
async function converse(engine: Engine): Promise<void> {
  const session = new UciSession(engine, write);
  // A GUI has no terminal; a person sees that this is no hang.
  if (process.stdin.isTTY)
    write(
      `${NAME} ${VERSION} speaks UCI; help lists its commands, "refrain help" those of the program`,
    );
  const hasQuit = await new Promise<boolean>((resolve, reject) => {
    const onLine = (line: string): void => {
      if (!session.handle(line)) resolve(true);
    };
    const onTooLong = (start: string) => session.rejectTooLong(start);
    readInputLines(onLine, onTooLong).then(() => resolve(false), reject);
  });
  if (hasQuit) process.stdin.destroy();
  await session.end();
}
