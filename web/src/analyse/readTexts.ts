/** Messages about games and positions that are read, fetched with the tabs that read them. */
import { plural } from '../texts.ts';

/** The PGN reader's message about a move, as a sentence. */
const formatMoveProblem = (problem: string): string =>
  problem.replace(
    /^(variation: )?move (\d+)\.+ (not a|illegal|ambiguous) move: (.*)$/s,
    (_, variation, number, fault, move) =>
      `${move} at move ${number}${variation ? ' of a variation' : ''} is ${fault === 'not a' ? 'not a move' : fault}`,
  );

export const readTexts = {
  collection: {
    title: 'Games in this file',
    reading: (share: number) => `Reading the file: ${Math.round(share * 100)}%`,
    count: (found: number, all: number) =>
      found === all ? plural(all, 'game') : `${found} of ${plural(all, 'game')}`,
    place: (number: number, count: number) => `Game ${number} of ${count}`,
    next: 'Next game in the file',
    previous: 'Previous game in the file',
    list: 'Games in the file …',
    clocks: 'Time left, White – Black',
    gone: 'Open the file again to see its other games',
  },
  loaded: (name: string) => `Loaded: ${name}`,
  nothingToLoad: 'No game or position was found in this text',
  /** Before what is wrong with a position. */
  line: (number: number) => `Line ${number}`,
  isAddress: 'This is only the address of a page: paste the game itself (PGN) or a position (FEN)',
  loadedPartly: (name: string, problem: string) =>
    `Loaded: ${name}. Not read: ${formatMoveProblem(problem)}`,
  gameNumber: (number: number, name: string) => `${number}. ${name}`,
  /** `number` is that of a game among several. */
  badGame(reason: string, number: number | null): string {
    const what =
      number === null ? 'This cannot be read as a game' : `Game ${number} cannot be read`;
    return `${what}: ${formatMoveProblem(reason)}`;
  },
};
