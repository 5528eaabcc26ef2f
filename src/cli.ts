#!/usr/bin/env node
/** The `refrain` binary. Without a command it speaks UCI, as a GUI expects. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { printable } from './chess/printable.ts';
import { ChessError, quote } from './chess/result.ts';
import { runBench } from './commands/bench.ts';
import { runGo } from './commands/go.ts';
import { addMatchOptions, addSprtOptions } from './commands/matchOptions.ts';
import { runPerft } from './commands/perft.ts';
import { addTrainOptions } from './commands/trainOptions.ts';
import { runUci } from './commands/uci.ts';
import { DEFAULT_HASH } from './engine/engine.ts';
import { MAX_HASH, MAX_THREADS } from './engine/node/host.ts';
import { NAME, VERSION } from './version.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

function positiveNumber(text: string): number {
  if (wholeNumber(text) === 0) throw new InvalidArgumentError('Not a number above zero.');
  return Number(text);
}

function fraction(text: string): number {
  if (!/^(0|1|1\.0{1,9}|0?\.\d{1,9})$/.test(text)) {
    throw new InvalidArgumentError('Not a fraction from 0 to 1, such as 0.1.');
  }
  return Number(text);
}

/** For options that may be repeated. */
const append = (text: string, earlier: string[] = []) => [...earlier, text];

const upTo = (max: number) => (text: string) => {
  if (positiveNumber(text) > max) throw new InvalidArgumentError(`At most ${max}.`);
  return Number(text);
};
const threadCount = upTo(MAX_THREADS);
const hashSize = upTo(MAX_HASH);

const program = new Command('refrain')
  .description(`${NAME}, a UCI chess engine`)
  .version(VERSION)
  .helpCommand(false)
  .showSuggestionAfterError(false)
  // Not an exit at once: output that cannot be written is told a moment later.
  .exitOverride()
  .configureOutput({
    outputError: (text, write) =>
      write(`${printable(text.trimEnd().replace(/^error: /, 'refrain: '))}\n`),
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
  .option('--eval-file <network>', 'network to evaluate with')
  .action(runBench);

program
  .command('epd')
  .description('run test suites: what is solved, and when')
  .argument('<suites...>', 'EPD files with bm, am, dm, or points (c0, c8)')
  .option('--depth <plies>', 'limit of a position', positiveNumber)
  .option('--nodes <nodes>', 'limit of a position', positiveNumber)
  .option('--movetime <ms>', 'limit of a position (1000 if there is none)', positiveNumber)
  .option('--threads <threads>', 'positions searched at the same time', threadCount, 1)
  .option('--hash <MiB>', 'of each thread', hashSize, DEFAULT_HASH)
  .option('--require <positions>', 'fail unless so many are solved', wholeNumber)
  .option('--json', 'the outcome as JSON')
  .action(async (files, options) => (await import('./commands/epd.ts')).runEpd(files, options));

addMatchOptions(program.command('match'), 100)
  .description('play games between engines')
  .option('--gauntlet', 'the first engine against each of the others')
  .action(async (options) => (await import('./commands/match.ts')).runMatch(options));

addSprtOptions(program.command('sprt'))
  .description(
    'play two engines until it is decided whether the first is better (exit code 0: yes, 2: no, 3: undecided)',
  )
  .action(async (options) => (await import('./commands/match.ts')).runSprt(options));

program
  .command('openings')
  .description('make openings for matches, as EPD: refrain openings --count 500 > openings.epd')
  .option('--count <n>', 'how many', positiveNumber, 100)
  .option('--plies <n>', 'moves from the start, of both sides together', wholeNumber, 8)
  .option('--seed <n>', 'the same seed makes the same openings', wholeNumber, 1)
  .option('--min-score <cp>', 'centipawns that one side is ahead, at least', wholeNumber, 0)
  .option('--max-score <cp>', 'centipawns that one side is ahead, at most', wholeNumber, 80)
  .option(
    '--margin <cp>',
    'how much worse than the best of a handful a move may be',
    wholeNumber,
    30,
  )
  .option('--nodes <n>', 'searched for each score; a twentieth for each move', positiveNumber, 5000)
  .option('--chess960', 'start from any of the 960 positions')
  .action(async (options) => (await import('./commands/openings.ts')).runOpenings(options));

program
  .command('analyze')
  .description('the best lines of a position, or every move of a game judged')
  .argument('[source...]', 'a FEN, or a PGN file; - is PGN from standard input')
  .option('--depth <plies>', 'limit of a search', positiveNumber)
  .option('--nodes <nodes>', 'limit of a search', positiveNumber)
  .option('--movetime <ms>', 'limit of a search (250 for those of a game)', positiveNumber)
  .option(
    '--threads <threads>',
    'search threads, each with positions of its own in a game',
    threadCount,
    1,
  )
  .option('--hash <MiB>', 'the hash table (16; 64 per thread for games)', hashSize)
  .option('--lines <lines>', 'of a position, how many to show', positiveNumber, 3)
  .option('--moves <moves...>', 'moves played from the position')
  .option('--game <number>', 'which game of the file (1)', positiveNumber)
  .option('--all', 'all games of the file')
  .option('--pgn <file>', 'write the games with evaluations, glyphs and better lines')
  .option('--html <file>', 'write a page with boards, for a browser')
  .option('--svg <file>', 'write a picture of the advantage over the game')
  .option('--json [file]', 'write everything for other programs (standard output)')
  .option('--journal <file>', 'keep every search there, and go on from there after a break')
  .option('--no-verify', 'marks of a single search, not verified: quick, and often wrong')
  .action(async (source, options) =>
    (await import('./commands/analyze.ts')).runAnalyze(source, options),
  );

program
  .command('tables')
  .description('what endgame tables (Syzygy) know of positions and their moves')
  .argument('[fens...]', 'positions')
  .option('--path <folder>', 'of the tables; several as in SyzygyPath, or repeated', append)
  .option('--file <file>', 'positions, a FEN a line; - is standard input')
  .option('--json', 'an object a line: fen, wdl, dtz, moves')
  .action(async (fens, options) => (await import('./commands/tables.ts')).runTables(fens, options));

program
  .command('play')
  .description('a game at the terminal: moves in SAN or UCI, help says what else')
  .option('--white <player>', 'human or engine (what Black is not)')
  .option('--black <player>', 'human or engine (what White is not)')
  .option('--fen <fen>', 'the position to begin from (the start position if left out)')
  .option('--clock <min+s>', 'minutes for the game and seconds a move, as in 5+3')
  .option('--movetime <ms>', 'of a move of the engine (1000 if nothing limits it)', positiveNumber)
  .option('--depth <plies>', 'of a move of the engine', positiveNumber)
  .option('--nodes <nodes>', 'of a move of the engine', positiveNumber)
  .option('--elo <elo>', 'how strong the engine plays, 600 to 2600 (all it can)', positiveNumber)
  .option('--threads <threads>', 'of the engine', positiveNumber, 1)
  .option('--hash <MiB>', 'of the engine', positiveNumber, DEFAULT_HASH)
  .option('--ascii', 'pieces are letters')
  .action(async (options) => (await import('./commands/play.ts')).runPlay(options));

program
  .command('datagen')
  .description(
    'play games against itself, for a network to learn from; goes on where the file ends',
  )
  .argument('<file>', 'where the games are added')
  .option('--games <n>', 'that the file is to have (1000)', positiveNumber)
  .option('--positions <n>', 'or positions', positiveNumber)
  .option('--threads <threads>', 'games played at the same time', threadCount, 1)
  .option('--hash <MiB>', 'of each thread', hashSize, 4)
  .option('--seed <n>', 'the same seed makes the same games', wholeNumber, 1)
  .option('--nodes <n>', 'after which no iteration of a search begins', positiveNumber, 5000)
  .option('--hard-nodes <n>', 'after which a search ends (four times as many)', positiveNumber)
  .option(
    '--plies <n>',
    'of the random walk before a game; every other has one more',
    wholeNumber,
    8,
  )
  .option('--max-score <cp>', 'that a side may be ahead then', wholeNumber, 200)
  .option('--margin <cp>', 'how much worse than the best a move of it may be', wholeNumber, 60)
  .option('--opening-nodes <n>', 'searched for its score', positiveNumber, 3000)
  .option('--chess960', 'start from any of the 960 positions')
  .option('--draw <rule>', 'adjudicate draws, or none', 'number=40 count=5 score=10')
  .option('--resign <rule>', 'adjudicate wins, or none', 'count=4 score=1000 twosided=1')
  .option('--max-moves <n>', 'of each side, then it is a draw; 0 for no end', wholeNumber, 300)
  .action(async (file, options) =>
    (await import('./commands/datagen.ts')).runDatagen(file, options),
  );

program
  .command('spsa')
  .description('look for better parameters of the search by self-play; goes on where it stopped')
  .argument('[parameters...]', 'their names in search/parameters.ts (all)')
  .requiredOption('--state <file>', 'where the run is saved after every batch')
  .option('--pairs <n>', 'of games; more prolong a run', positiveNumber, 10_000)
  .option('--batch <n>', 'pairs after which the parameters move', positiveNumber, 8)
  .option('--threads <threads>', 'games played at the same time', threadCount, 1)
  .option('--nodes <n>', 'of every search', positiveNumber, 5000)
  .option('--hash <MiB>', 'of each side', hashSize, 2)
  .option('--seed <n>', 'the same seed makes the same run', wholeNumber, 1)
  .option('--gain <steps>', 'how far a win moves a parameter at the end', fraction, 0.002)
  .option('--alpha <power>', 'by which gains shrink', fraction, 0.602)
  .option('--gamma <power>', 'by which steps shrink', fraction, 0.101)
  .option('--stability <share>', 'of the pairs that is added to those played', fraction, 0.1)
  .action(async (names, options) => (await import('./commands/spsa.ts')).runSpsa(names, options));

addTrainOptions(
  program.command('train').argument('<files...>', 'labelled positions, from refrain data label'),
)
  .description('learn a network from labelled positions')
  .action(async (files, options) => (await import('./commands/train.ts')).runTrain(files, options));

const data = program.command('data').description('files of self-play games').helpCommand(false);
data
  .command('show')
  .description('every position: its FEN, then score and result as white sees them')
  .argument('<files...>')
  .option('--game <number>', 'only this one', wholeNumber)
  .option('--pgn', 'the games as PGN instead')
  .action(async (files, options) => (await import('./commands/data.ts')).runShow(files, options));
data
  .command('count')
  .description('games, positions, results, different starts')
  .argument('<files...>')
  .option('--json', 'the same as JSON')
  .action(async (files, options) => (await import('./commands/data.ts')).runCount(files, options));
data
  .command('verify')
  .description('check that every byte is whole, every move legal, every result right')
  .argument('<files...>')
  .action(async (files) => (await import('./commands/data.ts')).runVerify(files));
data
  .command('shuffle')
  .description('the games of files in random order, as a new file')
  .argument('<files...>')
  .requiredOption('-o, --output <file>', 'the new file')
  .option('--seed <n>', 'the same seed gives the same order', wholeNumber, 1)
  .action(async (files, options) =>
    (await import('./commands/data.ts')).runShuffle(files, options),
  );
data
  .command('merge')
  .description('the games of files behind each other, as a new file')
  .argument('<files...>')
  .requiredOption('-o, --output <file>', 'the new file')
  .action(async (files, options) => (await import('./commands/data.ts')).runMerge(files, options));
data
  .command('label')
  .description('score the positions of games and variants of them; continues where the output ends')
  .argument('<files...>', 'files of self-play games')
  .requiredOption('-o, --output <file>', 'the file of labelled positions')
  .option('--engine <words>', 'a UCI engine to label with, words as in match (Refrain itself)')
  .option('--nodes <n>', 'nodes per position', positiveNumber, 50)
  .option('--variants <n>', 'random variants per position of a game', wholeNumber, 2)
  .option('--threads <threads>', 'engines at work at the same time', threadCount, 1)
  .option('--seed <n>', 'the same seed gives the same variants', wholeNumber, 1)
  .action(async (files, options) => (await import('./commands/label.ts')).runLabel(files, options));

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

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has gone, as `head` does, and wants no more. Anything else is a loss of output.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`refrain: cannot write: ${printable(error.message)}\n`);
  process.exit(1);
});

program.parseAsync().catch((error: Error) => {
  if (error instanceof CommanderError) {
    // It has been told already.
    process.exitCode = error.exitCode;
    return;
  }
  process.stderr.write(`refrain: ${printable(error.message)}\n`);
  process.exitCode = 1;
});
