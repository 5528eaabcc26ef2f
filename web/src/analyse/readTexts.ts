/** What is said of games and positions that are read, fetched with the tabs that read them. */

/** What the reader of PGN says of a move, as a sentence. */
const formatMoveProblem = (problem: string): string =>
  problem.replace(
    /^(variation: )?move (\d+)\.+ (not a|illegal|ambiguous) move: (.*)$/s,
    (_, variation, number, fault, move) =>
      `${move} at move ${number}${variation ? ' of a variation' : ''} is ${fault === 'not a' ? 'not a move' : fault}`,
  );

export const readTexts = {
  loaded: (name: string) => `Loaded: ${name}`,
  nothingToLoad: 'No game or position was found in this text',
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
