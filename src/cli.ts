#!/usr/bin/env node
/** The `refrain` binary. Without a command it speaks UCI, as a GUI expects. */
import { Command, InvalidArgumentError } from 'commander';
import { ChessError, quote } from './chess/result.ts';
import { runBench } from './commands/bench.ts';
import { runGo } from './commands/go.ts';
import { runPerft } from './commands/perft.ts';
import { runUci } from './commands/uci.ts';
import { NAME, VERSION } from './version.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

const program = new Command('refrain')
  .description(`${NAME}, a UCI chess engine`)
  .version(VERSION)
  .helpCommand(false)
  .showSuggestionAfterError(false)
  .configureOutput({
    outputError: (text, write) => write(text.replace(/^error: /, 'refrain: ')),
  });

program
  .command('uci', { isDefault: true })
  .description('speak UCI over standard input and output (the default)')
  .argument('[commands...]', 'carry out these and end: refrain "position startpos" "go depth 10"')
  .action(runUci);

program
  .command('go')
  .description('search a position: refrain go depth 12, refrain go movetime 5000')
  .argument('[limits...]', "the words that follow UCI's go")
  .option('--fen <fen>', 'the position (the start position if left out)')
  .option('--moves <moves...>', 'moves played from there')
  .action(runGo);

program
  .command('perft')
  .description('count the leaves of the legal move tree')
  .argument('[depth]', 'plies', wholeNumber)
  .option('--fen <fen>', 'the position (the start position if left out)')
  .option('--divide', 'count below every root move')
  .option('--suite <files...>', 'check the counts of EPD suites instead')
  .option('--max-nodes <nodes>', 'of a suite, leave out counts above this', wholeNumber)
  .action(runPerft);

program
  .command('bench')
  .description('search the bench positions; the node count is the signature of the search')
  .argument('[depth]', 'plies', wholeNumber)
  .action(runBench);

program
  .command('help')
  .description('this, or the help of a command')
  .argument('[command]')
  .action((name?: string) => {
    const command = program.commands.find((c) => c.name() === name);
    if (name !== undefined && command === undefined) {
      throw new ChessError(`no such command: ${quote(name)}`);
    }
    (command ?? program).outputHelp();
  });

// Whoever reads us has gone away, as `head` does: there is nobody left to tell.
process.stdout.on('error', () => process.exit());

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`refrain: ${error.message}\n`);
  process.exitCode = 1;
});
