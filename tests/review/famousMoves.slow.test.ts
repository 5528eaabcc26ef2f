/**
 * Praise on moves that are famous, and on games of club players.
 *
 * The moves are those to which the literature gives `!!`, or `!` for a sacrifice: G. Kasparov, "My Great
 * Predecessors" (I, IV); R. Fischer, "My 60 Memorable Games"; G. Burgess, J. Nunn, J. Emms, "The World's
 * Greatest Chess Games"; I. Chernev, "1000 Best Short Games of Chess". Engines refute some of
 * them, and others win material back at once and are found by a search of five plies, so not all can be
 * praised: 12 of 21 are with network 26.
 */
import { readFileSync } from 'node:fs';
import { Engine, type GameReview, type PgnGame, parsePgn, reviewGame } from 'refrain';
import { afterAll, describe, expect, test } from 'vitest';

const FAMOUS: readonly [white: string, year: number, moves: readonly string[]][] = [
  ['Anderssen', 1851, ['22. Qf6+']],
  ['Anderssen', 1852, ['20. Rxe7+', '21. Qxd7+']],
  ['Morphy', 1858, ['10. Nxb5', '13. Rxd7', '16. Qb8+']],
  ['Steinitz', 1895, ['22. Rxe7+']],
  ['Rotlewi', 1907, ['22... Rxc3', '23... Rd2']],
  ['Lasker, Edward', 1912, ['11. Qxh7+']],
  ['Botvinnik', 1938, ['30. Ba3', '31. Nh5+']],
  ['Byrne, Donald', 1956, ['11... Na4', '17... Be6']],
  ['Polugaevsky', 1958, ['24... Rxf4']],
  ['Byrne, Robert', 1963, ['15... Nxf2', '18... Nxg2']],
  ['Short', 1991, ['31. Kh2']],
  ['Kasparov', 1999, ['24. Rxd4', '25. Re7+', '36. Bf1']],
];

/** Nodes per position of the first pass: of the famous moves, and of games, which have more positions. */
const NODES = 10_000;
const NODES_OF_GAMES = 3000;

function readGames(file: string): PgnGame[] {
  const games = parsePgn(readFileSync(`tests/bench/review/${file}`, 'utf8'));
  if (!games.ok) throw games.error;
  return games.value;
}

/** The moves of a game from `first` to before `end`. */
function part({ start, moves, ...game }: PgnGame, first: number, end: number): PgnGame {
  const position = start.clone();
  for (const { move } of moves.slice(0, first)) position.make(move);
  return { ...game, start: position, moves: moves.slice(first, end) };
}

// One for all reviews, with a small table: it is cleared before every search.
const engine = new Engine();
engine.configure({ hash: 4 });
afterAll(() => engine.close());

const review = (game: PgnGame, nodes: number): Promise<GameReview> =>
  reviewGame(game, { engines: [engine], limits: { nodes } });

const isPraised = ({ glyph }: GameReview['moves'][number]) => glyph?.sign.startsWith('!') === true;

describe('praise', () => {
  test('is given to at least half of the famous moves', async () => {
    const games = readGames('masters.pgn');
    const found: boolean[] = [];
    for (const [white, year, texts] of FAMOUS) {
      const game = games.find(
        ({ tags }) =>
          tags.get('White')!.startsWith(white) && tags.get('Date')!.startsWith(`${year}`),
      )!;
      for (const text of texts) {
        const [, number, dots, san] = /^(\d+)(\.+) (.+)$/.exec(text)!;
        const ply = 2 * (Number(number) - 1) + (dots === '.' ? 0 : 1);
        const { moves } = await review(part(game, ply - 1, ply + 4), NODES);
        expect(moves[1]!.san).toBe(san);
        found.push(isPraised(moves[1]!));
      }
    }
    const praised = found.filter(Boolean).length;
    expect(praised).toBeGreaterThanOrEqual(found.length / 2);
  }, 1_800_000);

  test('is rare in games of club players: less than one move in twenty', async () => {
    let [moves, praised] = [0, 0];
    for (const game of readGames('club.pgn').slice(0, 3)) {
      const reviewed = await review(game, NODES_OF_GAMES);
      moves += reviewed.moves.length;
      praised += reviewed.moves.filter(isPraised).length;
    }
    expect(praised).toBeLessThan(moves / 20);
  }, 1_800_000);
});
