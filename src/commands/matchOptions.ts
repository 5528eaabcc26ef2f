/** The options that `refrain match` and `refrain sprt` share. */
import { type Command, InvalidArgumentError, Option } from 'commander';

const collect = (text: string, earlier: string[]): string[] => [...earlier, text];

/** Gives a reader of whole numbers within bounds. */
const whole = (low: number, high: number) => (text: string) => {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new InvalidArgumentError(`Not a whole number from ${low} to ${high}.`);
};

const real = (text: string): number => {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Not a number.');
  return Number(text);
};

const MANY = 1_000_000_000;

/** `rounds` is the default: how many openings each pairing plays. */
export function addMatchOptions(command: Command, rounds: number): Command {
  return command
    .option('--engine <words>', 'an engine: "cmd=… arg=… name=… option.Hash=16 tc=…"', collect, [])
    .option('--each <words>', 'words for all engines', '')
    .option('--tc <control>', 'clock: seconds+increment, or moves/seconds (default: 8+0.08)')
    .option('--movetime <ms>', 'time of a move', whole(1, MANY))
    .option('--nodes <nodes>', 'nodes of a move', whole(1, MANY))
    .option('--depth <plies>', 'depth of a move', whole(1, 255))
    .option('--openings <file>', 'EPD or PGN (default: our own)')
    .addOption(
      new Option('--order <order>', 'of the openings')
        .choices(['random', 'sequential'])
        .default('random'),
    )
    .option('--seed <number>', 'of the random order', whole(0, 0xffffffff), 1)
    .option('--plies <plies>', 'how much of a PGN game is its opening', whole(0, 1000), 16)
    .option('--rounds <openings>', 'openings, each played twice', whole(1, MANY), rounds)
    .option('--concurrency <games>', 'games at a time', whole(1, 256), 1)
    .option('--chess960', 'Chess960, also where the openings do not tell')
    .option('--draw <words>', 'a draw when both agree: "number=34 count=8 score=10"')
    .option('--resign <words>', 'a loss that its side sees: "count=3 score=600 twosided=1"')
    .option('--max-moves <moves>', 'a draw after so many', whole(1, 10_000))
    .option('--margin <ms>', 'that a clock may be overdrawn', whole(0, 60_000), 20)
    .option('--patience <s>', 'for a move by nodes or depth', whole(1, 86_400), 60)
    .option('--event <name>', 'for the PGN', 'Refrain match')
    .option('--pgn <file>', 'the games; a match broken off goes on from it')
    .option('--json <file>', 'how it all ended')
    .option('--games', 'a line for every game')
    .option('--every <games>', 'between two lines where there is no terminal', whole(1, MANY), 10);
}

/** Adds what a test has beyond a match. */
export function addSprtOptions(command: Command): Command {
  return addMatchOptions(command, MANY)
    .option('--elo0 <Elo>', 'H0: the first engine is so much better', real, 0)
    .option('--elo1 <Elo>', 'H1: the first engine is so much better', real, 5)
    .option('--alpha <share>', 'how often H1 may be accepted when H0 is true', real, 0.05)
    .option('--beta <share>', 'how often H0 may be accepted when H1 is true', real, 0.05)
    .addOption(
      new Option('--model <model>', 'of Elo')
        .choices(['normalized', 'logistic'])
        .default('normalized'),
    );
}
