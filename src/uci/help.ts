/** The answer to `help`: the commands of a session. docs/uci.md describes them in full. */
const COMMANDS: readonly (readonly [syntax: string, what: string])[] = [
  ['uci', 'identifies the engine and lists its options'],
  ['setoption name <name> [value <value>]', 'sets an option'],
  ['isready', 'answers readyok when everything before it is done'],
  ['ucinewgame', 'begins a new game'],
  ['position startpos | fen <fen> [moves <move> ...]', 'sets up a position'],
  ['go [depth <plies>] [movetime <ms>] [infinite] ...', 'searches it'],
  ['go perft <plies>', 'counts its legal move sequences'],
  ['stop', 'ends the search, which gives its best move'],
  ['ponderhit', 'the opponent played the move of go ponder'],
  ['d', 'shows the position'],
  ['eval', 'shows its static evaluation'],
  ['debug [on | off]', 'shows more for bug reports'],
  ['quit', 'ends the session'],
];

const WIDTH = Math.max(...COMMANDS.map(([syntax]) => syntax.length));

export const HELP = COMMANDS.map(([syntax, what]) => `${syntax.padEnd(WIDTH)}  ${what}`).join('\n');
