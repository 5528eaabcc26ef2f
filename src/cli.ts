#!/usr/bin/env node
/** The `refrain` binary. Without a command it speaks UCI, as a GUI expects. */
import { isMainThread } from 'node:worker_threads';
import { Command, CommanderError, type Option } from 'commander';
import { runBench } from './commands/benchCommand.ts';
import { addDataCommands } from './commands/dataOptions.ts';
import { isGenfens } from './commands/genfens.ts';
import { runGo } from './commands/goCommand.ts';
import { JSON_OPTION } from './commands/jsonOutput.ts';
import { addMatchOptions, addSprtOptions, SCREEN_HELP } from './commands/matchOptions.ts';
import {
  append,
  outputFile,
  positiveNumber,
  threadCount,
  wholeNumber,
  wholeWithin,
} from './commands/optionParsers.ts';
import { runPerft } from './commands/perftCommand.ts';
import { SYZYGY_OPTION } from './commands/tablebasesPath.ts';
import { addTrainOptions } from './commands/trainOptions.ts';
import { runUci } from './commands/uciCommand.ts';
import { describeUsageError } from './commands/usageErrors.ts';
import { warn } from './commands/warn.ts';
import { DEFAULT_ENGINE_SETTINGS } from './engine/engineSettings.ts';
import { IS_SINGLE_EXECUTABLE, ownProgram } from './hosts/node/builtResources.ts';
import { raiseInliningBudget } from './hosts/node/inliningBudget.ts';
import { MAX_HASH } from './hosts/node/nodeHost.ts';
import { describeError, reasonOf } from './hosts/node/systemError.ts';
import { staleBuildWarning } from './hosts/node/upToDate.ts';
import { MAX_ELO, MIN_ELO } from './search/levels.ts';
import { MAX_PLY } from './search/score.ts';
import { DATAGEN_RULES } from './selfplay/adjudication.ts';
import { MAX_OPENING_PLIES } from './selfplay/openingGenerator.ts';
import { parseCommand } from './uci/parseCommand.ts';
import { printable } from './util/printable.ts';
import { ChessError, quote } from './util/result.ts';
import { similarName } from './util/similarName.ts';
import { NAME, VERSION } from './version.ts';

const DEFAULT_HASH = DEFAULT_ENGINE_SETTINGS.hash;
const hashSize = wholeWithin(1, MAX_HASH);
const lineCount = wholeWithin(1, 256);
const openingPlies = wholeWithin(0, MAX_OPENING_PLIES);

/** The message for a word that is neither a command nor one of UCI, or not one of a command's own. */
function describeUnknown(word: string, parent: Command = program): string {
  const group = parent === program ? '' : `${parent.name()} `;
  const names = parent.commands.map((command) => command.name());
  const similar = similarName(word, names);
  const hint =
    similar === null ? `see refrain help ${group}`.trimEnd() : `did you mean ${group}${similar}?`;
  return `no such command: ${quote(`${group}${word}`)}; ${hint}`;
}

const program = new Command('refrain')
  .description(`${NAME}, a UCI chess engine`)
  .version(VERSION)
  .helpCommand(false)
  // Throws instead of exiting at once, so that a failed write to stdout can still be reported.
  .exitOverride();

/** Adds a command that has commands of its own. */
function addGroup(name: string): Command {
  const group = program.command(name).helpCommand(false);
  return group.on('command:*', ([word]: [string]) => {
    throw new ChessError(describeUnknown(word, group));
  });
}

program
  .command('uci', { isDefault: true })
  .description('speak UCI over standard input and output (the default)')
  .argument(
    '[commands...]',
    'run these commands and exit: refrain "position startpos" "go depth 10"',
  )
  .action(runUci);

program
  .command('go')
  .description('search a position: refrain go depth 12, refrain go movetime 5000')
  .argument('[limits...]', "the words that follow UCI's go")
  .option('--fen <fen>', 'position to search (default: the start position)')
  .option('--moves <moves...>', 'moves played from that position, in SAN or UCI notation')
  .option('--threads <threads>', 'search threads', threadCount, 1)
  .option('--hash <MiB>', 'transposition table in MiB', hashSize, DEFAULT_HASH)
  .option('--lines <lines>', 'number of best lines', lineCount, 1)
  .option(...SYZYGY_OPTION)
  .option(...JSON_OPTION)
  .action(runGo);

program
  .command('perft')
  .description('count the leaves of the legal move tree')
  .argument('[depth]', 'plies; with --suite the largest depth that is checked', wholeNumber)
  .option('--fen <fen>', 'position to count from (default: the start position)')
  .option('--divide', 'show the count of every root move')
  .option('--suite <files...>', 'check the published counts of EPD suites instead')
  .option('--max-nodes <nodes>', 'skip suite counts above this', wholeNumber)
  .action(runPerft);

program
  .command('bench')
  .description('search the bench positions; the node count is the signature of the search')
  .argument('[depth]', 'depth in plies (default: 16)', wholeWithin(1, MAX_PLY - 1))
  .option('--eval-file <network>', 'network to evaluate with (default: the built-in one)')
  .action(runBench);

program
  .command('epd')
  .description('run test suites: which positions are solved, and how fast')
  .argument('<suites...>', 'EPD files with bm, am, dm, or points (c0, c8)')
  .option('--depth <plies>', 'depth per position', positiveNumber)
  .option('--nodes <nodes>', 'nodes per position', positiveNumber)
  .option('--movetime <ms>', 'time per position in milliseconds (default: 1000)', positiveNumber)
  .option('--threads <threads>', 'positions searched at the same time', threadCount, 1)
  .option(
    '--hash <MiB>',
    "transposition table per thread in MiB (default: the engine's own)",
    hashSize,
  )
  .option('--engine <words>', 'UCI engine to run instead, as in match; repeat to compare', append)
  .option('--repeat <times>', 'searches per position, for the median time', positiveNumber, 1)
  .option('--require <positions>', 'exit with 1 unless this many are solved', wholeNumber)
  .option(...JSON_OPTION)
  .action(async (files, options) =>
    (await import('./commands/epdCommand.ts')).runEpd(files, options),
  );

addMatchOptions(program.command('match'), 100)
  .description('play a match between engines')
  .option('--gauntlet', 'play the first engine against each of the others')
  .action(async (options) => (await import('./commands/matchCommand.ts')).runMatch(options));

addSprtOptions(program.command('sprt'))
  .description(
    'test whether the first engine is stronger than the second (exit code 0: yes, 2: no, 3: undecided)',
  )
  .action(async (options) => (await import('./commands/matchCommand.ts')).runSprt(options));

program
  .command('openings')
  .description('make openings for matches, as EPD: refrain openings --count 500 > openings.epd')
  .option('--count <n>', 'number of openings', positiveNumber, 100)
  .option('--plies <n>', 'length of an opening in plies', openingPlies, 8)
  .option('--seed <n>', 'seed; the same seed gives the same openings', wholeNumber, 1)
  .option('--min-score <cp>', 'smallest advantage of either side in centipawns', wholeNumber, 0)
  .option('--max-score <cp>', 'largest advantage of either side in centipawns', wholeNumber, 80)
  .option(
    '--margin <cp>',
    'how much worse than the best of 8 random moves a move may be, in centipawns',
    wholeNumber,
    30,
  )
  .option(
    '--nodes <n>',
    'nodes to score an opening; a twentieth of them per move',
    positiveNumber,
    5000,
  )
  .option('--chess960', 'start from any of the 960 positions')
  .action(async (options) => (await import('./commands/openingsCommand.ts')).runOpenings(options));

program
  .command('analyze')
  .description('show the best lines of a position, or review games')
  .argument(
    '[source...]',
    'a FEN, or a PGN file; - is PGN from standard input (default: the start position)',
  )
  .option('--depth <plies>', 'depth per search', positiveNumber)
  .option('--nodes <nodes>', 'nodes per search (games: 200,000)', positiveNumber)
  .option(
    '--movetime <ms>',
    'time per search in milliseconds; reviews are then not repeatable',
    positiveNumber,
  )
  .option(
    '--threads <threads>',
    'search threads (default: 1); for games: positions analysed at the same time (default: one for each processor, at most 8)',
    threadCount,
  )
  .option(
    '--hash <MiB>',
    'transposition table in MiB (default: 16; for games 32 per thread)',
    hashSize,
  )
  .option('--lines <lines>', 'lines to show for a position (default: 3)', lineCount)
  .option('--moves <moves...>', 'moves played from that position, in SAN or UCI notation')
  .option('--game <number>', 'number of the game to review (default: 1)', positiveNumber)
  .option('--all', 'review all games of the file')
  .option('--pgn <file>', 'write PGN with evaluations, glyphs and better lines')
  .option('--html <file>', 'write a page to step through the games')
  .option('--svg <file>', 'write a chart of win percentages')
  .option(...JSON_OPTION)
  .option('--journal <file>', 'record every search, to continue after an interruption', outputFile)
  .option(...SYZYGY_OPTION)
  .option('--no-verify', 'do not verify marks with longer searches')
  .action(async (source, options) =>
    (await import('./commands/analyzeCommand.ts')).runAnalyze(source, options),
  );

program
  .command('tablebases')
  .description('probe Syzygy tablebases for positions and their moves')
  .argument('[fens...]', 'positions')
  .option(...SYZYGY_OPTION)
  .option('--file <file>', 'positions, one FEN per line; - is standard input')
  .option(
    '--json [file]',
    'one JSON object per line: fen, wdl, dtz, moves (default: to standard output)',
  )
  .action(async (fens, options) =>
    (await import('./commands/tablebasesCommand.ts')).runTablebases(fens, options),
  );

const book = addGroup('book').description('opening books (Polyglot)');
book
  .command('make')
  .description('make a book from games; weights: 2 per win, 1 per draw')
  .argument('<files...>', 'PGN files')
  .option(
    '-o, --output <file>',
    'new book to write (default: name of the first file, with .bin)',
    outputFile,
  )
  .option('--plies <plies>', 'plies taken from each game', positiveNumber, 24)
  .option('--min-games <games>', 'leave out moves played in fewer games', positiveNumber, 2)
  .action(async (files, options) =>
    (await import('./commands/bookCommand.ts')).runBookMake(files, options),
  );
book
  .command('show')
  .description('show the book moves of a position')
  .argument('<book>', 'a Polyglot book')
  .argument('[fen]', 'the position (default: the start position)')
  .option('--moves <moves...>', 'moves played from that position, in SAN or UCI notation')
  .option(...JSON_OPTION)
  .action(async (file, fen, options) =>
    (await import('./commands/bookCommand.ts')).runBookShow(file, fen, options),
  );

program
  .command('play')
  .description('play a game at the terminal; type help for the commands')
  .option('--white <player>', 'human or engine (default: human; engine if Black is human)')
  .option('--black <player>', 'human or engine (default: engine; human if White is the engine)')
  .option('--fen <fen>', 'position to start from (default: the start position)')
  .option('--clock <min+s>', 'clock in minutes, with an increment in seconds: 5+3')
  .option(
    '--movetime <ms>',
    "engine's time per move in milliseconds (default: 1000)",
    positiveNumber,
  )
  .option('--depth <plies>', "engine's depth per move", positiveNumber)
  .option('--nodes <nodes>', "engine's nodes per move", positiveNumber)
  .option(
    '--elo <elo>',
    "engine's strength, 600 to 3000 (default: full strength)",
    wholeWithin(MIN_ELO, MAX_ELO),
  )
  .option('--threads <threads>', 'threads (default: all processors, one with --elo)', threadCount)
  .option('--hash <MiB>', "engine's transposition table in MiB", hashSize, 128)
  .option('--book <file>', 'a Polyglot book for the engine')
  .option(...SYZYGY_OPTION)
  .option('--ascii', 'draw pieces as letters')
  .action(async (options) => (await import('./commands/playCommand.ts')).runPlay(options));

program
  .command('datagen')
  .description('generate self-play games for training networks; continues where the file ends')
  .argument('<file>', 'file to append the games to', outputFile)
  .option('--games <n>', 'total games in the file (default: 1000)', positiveNumber)
  .option(
    '--positions <n>',
    'total positions in the file; with --games, whichever is reached first',
    positiveNumber,
  )
  .option('--threads <threads>', 'games played at the same time', threadCount, 1)
  .option('--hash <MiB>', 'transposition table per thread in MiB', hashSize, 4)
  .option('--seed <n>', 'seed; the same seed gives the same games', wholeNumber, 1)
  .option('--nodes <n>', 'soft limit per move: no iteration starts beyond it', positiveNumber, 5000)
  .option('--hard-nodes <n>', 'hard limit per move (default: four times --nodes)', positiveNumber)
  .option(
    '--plies <n>',
    'length of the random opening in plies; half of the games have one ply more',
    openingPlies,
    8,
  )
  .option('--max-score <cp>', 'largest advantage after the opening in centipawns', wholeNumber, 200)
  .option(
    '--margin <cp>',
    'how much worse than the best of 8 random moves an opening move may be, in centipawns',
    wholeNumber,
    60,
  )
  .option('--opening-nodes <n>', 'nodes to score an opening', positiveNumber, 3000)
  .option('--chess960', 'start from any of the 960 positions')
  .option('--draw <rule>', 'rule to adjudicate draws, or none', DATAGEN_RULES.draw)
  .option('--resign <rule>', 'rule to adjudicate losses, or none', DATAGEN_RULES.resign)
  .option('--max-moves <n>', 'moves per side before a game is drawn; 0: no limit', wholeNumber, 300)
  .action(async (file, options) =>
    (await import('./commands/datagenCommand.ts')).runDatagen(file, options),
  );

addMatchOptions(
  program
    .command('tune')
    .argument(
      '[parameters...]',
      'search parameters, or Name=low,high for any UCI option (default: all search parameters)',
    ),
  5000,
  SCREEN_HELP,
)
  .description('play games to measure which way search parameters should move')
  .action(async (names, options) =>
    (await import('./commands/tuneCommand.ts')).runTune(names, options),
  );

addTrainOptions(
  program.command('train').argument('<files...>', 'labelled positions, from refrain data label'),
)
  .description('train a network on labelled positions')
  .action(async (files, options) =>
    (await import('./commands/trainCommand.ts')).runTrain(files, options),
  );

addDataCommands(addGroup('data')).description('work with game files and label files');

program
  .command('help')
  .description('show this help, or the help of a command')
  .argument('[command...]')
  .action((names: string[]) => {
    let command: Command = program;
    for (const name of names) {
      const next = command.commands.find((c) => c.name() === name);
      if (next === undefined) throw new ChessError(describeUnknown(name, command));
      command = next;
    }
    command.outputHelp();
  });

/** Rewords commander's errors. */
function rewordErrors(command: Command): void {
  const names = [...command.registeredArguments, ...command.options].map((part) => part.name());
  command.configureOutput({
    outputError: (text, write) => write(`refrain: ${printable(describeUsageError(text, names))}\n`),
  });
  command.commands.forEach(rewordErrors);
}
rewordErrors(program);

/** The options of the command line so far. */
const given = new Set<Option>();

/** Makes an option that is given twice an error, unless its values are collected. */
function rejectRepeated(command: Command): void {
  for (const option of command.options) {
    if (option.variadic || option.parseArg === append) continue;
    command.on(`option:${option.name()}`, () => {
      if (given.has(option)) throw new ChessError(`option '${option.long}' is given twice`);
      given.add(option);
    });
  }
  command.commands.forEach(rejectRepeated);
}
rejectRepeated(program);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader is gone, as with `head`. Any other error means lost output.
  if (error.code === 'EPIPE') process.exit();
  warn(`cannot write: ${reasonOf(error)}`);
  process.exit(1);
});

/** Throws a ChessError for a mistyped or blank command: its options would be taken as those of `uci`. */
function checkCommand(word: string): void {
  const isCommand = program.commands.some((command) => command.name() === word);
  const isUci = word.trim() !== '' && (/\s/.test(word) || parseCommand(word).ok || isGenfens(word));
  if (!(isCommand || isUci || word.startsWith('-'))) throw new ChessError(describeUnknown(word));
}

/** Runs one command line. Resolves when it has ended, with its exit code in `process.exitCode`. */
export async function run(args: readonly string[]): Promise<void> {
  given.clear();
  try {
    if (args[0] !== undefined) checkCommand(args[0]);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed it.
      process.exitCode = error.exitCode;
      return;
    }
    warn(describeError(error));
    process.exitCode = 1;
  }
}

// A thread that imports this file, as tests do, runs command lines itself, one after the other.
if (isMainThread) {
  raiseInliningBudget();
  // With npm 11 or newer, npx does not build. `uci` does not check: a GUI would not show the warning.
  program.hook('preAction', (_, command) => {
    if (IS_SINGLE_EXECUTABLE || command.name() === 'uci') return;
    const warning = staleBuildWarning(ownProgram());
    if (warning !== null) warn(warning);
  });
  void run(process.argv.slice(2));
}
