/** The commands of `refrain data`, with their options. */
import { type Command, Option } from 'commander';
import { JSON_OPTION } from './jsonOutput.ts';
import {
  decimalWithin,
  outputFile,
  positiveNumber,
  threadCount,
  wholeNumber,
} from './optionParsers.ts';

/** Adds the commands to the group, and returns it. */
export function addDataCommands(data: Command): Command {
  data
    .command('show')
    .description("list every position: FEN, score and result from White's side")
    .argument('<files...>', 'game files')
    .option('--game <number>', 'show only this game; the first one is 1', positiveNumber)
    .option('--pgn', 'print the games as PGN instead')
    .action(async (files, options) => (await import('./dataCommand.ts')).runShow(files, options));
  data
    .command('count')
    .description('count games, positions, results and different starting positions')
    .argument('<files...>', 'game files and label files')
    .option(...JSON_OPTION)
    .action(async (files, options) => (await import('./countCommand.ts')).runCount(files, options));
  data
    .command('verify')
    .description('check every checksum, move and result')
    .argument('<files...>', 'game files and label files')
    .action(async (files) => (await import('./verifyCommand.ts')).runVerify(files));
  data
    .command('shuffle')
    .description('write the games of all files to a new file in random order')
    .argument('<files...>', 'game files')
    .requiredOption('-o, --output <file>', 'new file to write', outputFile)
    .option('--seed <n>', 'seed; the same seed gives the same order', wholeNumber, 1)
    .action(async (files, options) =>
      (await import('./dataCommand.ts')).runShuffle(files, options),
    );
  data
    .command('merge')
    .description('concatenate files into a new file')
    .argument('<files...>', 'game files')
    .requiredOption('-o, --output <file>', 'new file to write', outputFile)
    .action(async (files, options) => (await import('./dataCommand.ts')).runMerge(files, options));
  data
    .command('import')
    .description('import games from PGN, with the scores in their comments')
    .argument('<files...>', 'PGN files')
    .requiredOption('-o, --output <file>', 'new game file', outputFile)
    .option(
      '--held-out <file>',
      'new file for held-out games, to measure networks with',
      outputFile,
    )
    .option(
      '--share <percent>',
      'percentage of openings to hold out (default: 3)',
      decimalWithin(0, 100),
    )
    .option('--seed <n>', 'seed; the same seed holds out the same games (default: 1)', wholeNumber)
    .option(
      '--exclude <files...>',
      'label files, such as a truth set: leave out games that share an opening with one of theirs',
    )
    .option('--chess960', 'import Chess960 games instead of standard ones')
    .action(async (files, options) =>
      (await import('./importCommand.ts')).runImport(files, options),
    );
  data
    .command('label')
    .description(
      'label the positions of games, and variants of them, with scores; continues where the output ends',
    )
    .argument('<files...>', 'game files')
    .requiredOption('-o, --output <file>', 'label file to write', outputFile)
    .option('--engine <words>', 'UCI engine to label with, as in match (default: Refrain itself)')
    .option('--nodes <n>', 'nodes per position', positiveNumber, 2000)
    .addOption(
      new Option(
        '--static [pattern]',
        'label by the static evaluation that --engine prints for "eval", captured by (?<white>...) or (?<mover>...) (default: as Stockfish prints it)',
      ).conflicts('nodes'),
    )
    .option(
      '--variants <n>',
      'average number of random variants per game position; up to two decimals',
      decimalWithin(0, 255),
      2,
    )
    .option('--every <n>', 'label one position in n, chosen at random', positiveNumber, 1)
    .option('--threads <threads>', 'engines that run at the same time', threadCount, 1)
    .option('--seed <n>', 'seed; the same seed gives the same variants', wholeNumber, 1)
    .action(async (files, options) => (await import('./labelCommand.ts')).runLabel(files, options));

  data
    .command('measure')
    .description('compare static evaluations with the scores of a truth set')
    .argument('<files...>', 'truth sets: labels from long searches, made by refrain data label')
    .option('--network <files...>', 'networks to measure (default: the built-in one)')
    .option('--engine <words>', 'UCI engine to measure, as in match')
    .option(
      '--static [pattern]',
      'read the evaluation that --engine prints for "eval", as in refrain data label (the default)',
    )
    .addOption(
      new Option('--nodes <n>', 'measure searches of --engine instead')
        .argParser(positiveNumber)
        .conflicts('static'),
    )
    .option(...JSON_OPTION)
    .action(async (files, options) =>
      (await import('./measureCommand.ts')).runMeasure(files, options),
    );
  return data;
}
