/** Options shared by `refrain match`, `refrain sprt` and `refrain tune`. */
import { type Command, Option } from 'commander';
import { JSON_OPTION } from './jsonOutput.ts';
import { append, decimal, outputFile, positiveNumber, wholeWithin } from './optionParsers.ts';

/** The help of the options that mean something else in a screen (`refrain tune`). */
const MATCH_HELP = {
  engine: 'an engine: "cmd=… arg=… name=… option.Hash=16 tc=…"',
  rounds: 'openings that each pair of engines plays, with both colours',
  seed: 'seed of the random order, or of the walks through a book (default: 1)',
};
export const SCREEN_HELP = {
  engine: 'the engine: "cmd=… arg=… option.Hash=16" (default: the tuning build, in dist-tune)',
  rounds: 'pairs of games, each from one opening with both colours',
  seed: 'seed of the settings and of the openings (default: 1)',
};

/** `rounds` is the default of `--rounds`, if there is one. */
export function addMatchOptions(command: Command, rounds?: number, help = MATCH_HELP): Command {
  return command
    .option('--engine <words>', help.engine, append)
    .addOption(new Option('--each <words>', 'words that apply to all engines').default('', 'none'))
    .option('--tc <control>', 'clock, [moves/][minutes:]seconds[+increment] (default: 8+0.08)')
    .option('--movetime <ms>', 'time per move in milliseconds', positiveNumber)
    .option('--nodes <nodes>', 'nodes per move', positiveNumber)
    .option('--depth <plies>', 'depth per move', wholeWithin(1, 255))
    .option(
      '--openings <file>',
      'EPD or PGN file, or Polyglot book (.bin) (default: positions/openings.epd)',
    )
    .addOption(
      new Option('--order <order>', 'order of the openings (default: random)').choices([
        'random',
        'sequential',
      ]),
    )
    .option('--seed <number>', help.seed, wholeWithin(0, 0xffffffff))
    .option(
      '--plies <plies>',
      'length of openings from a PGN file or a book, in plies (default: 16)',
      wholeWithin(0, 1000),
    )
    .option(
      '--rounds <openings>',
      `${help.rounds}${rounds === undefined ? ' (default: no limit)' : ''}`,
      positiveNumber,
      rounds,
    )
    .option('--concurrency <games>', 'games played at the same time', wholeWithin(1, 256), 1)
    .option('--chess960', 'play Chess960; without --openings from all 960 positions')
    .option('--draw <words>', 'adjudicate draws, e.g. "number=34 count=8 score=10" (default: off)')
    .option(
      '--resign <words>',
      'adjudicate losses, e.g. "count=3 score=600 twosided=1" (default: off)',
    )
    .option('--max-moves <moves>', 'moves per side before a game is drawn', wholeWithin(1, 10_000))
    .option(
      '--syzygy <folder>',
      'adjudicate by tablebases in this folder; several as in SyzygyPath, or repeat the option',
      append,
    )
    .option(
      '--margin <ms>',
      'milliseconds by which a clock or --movetime may be exceeded (default: 20)',
      wholeWithin(0, 60_000),
    )
    .option(
      '--patience <s>',
      'timeout in seconds for a move without a time limit (default: 60)',
      wholeWithin(1, 86_400),
    )
    .option('--event <name>', "the PGN's Event tag", 'Refrain match')
    .option(
      '--pgn <file>',
      'append the games to this file; an interrupted match continues from it',
      outputFile,
    )
    .option(...JSON_OPTION)
    .option('--verbose', 'print a line for every game')
    .option(
      '--every <games>',
      'games between two lines of standings, if not at a terminal',
      positiveNumber,
      10,
    );
}

/** Adds the options that only an SPRT has. */
export function addSprtOptions(command: Command): Command {
  return addMatchOptions(command)
    .option('--elo0 <Elo>', 'H0: Elo by which the first engine is better', decimal, 0)
    .option('--elo1 <Elo>', 'H1: Elo by which the first engine is better', decimal, 5)
    .option('--alpha <share>', 'probability of accepting H1 when H0 is true', decimal, 0.05)
    .option('--beta <share>', 'probability of accepting H0 when H1 is true', decimal, 0.05)
    .addOption(
      new Option('--model <model>', 'unit of elo0 and elo1')
        .choices(['normalized', 'logistic'])
        .default('normalized'),
    );
}
