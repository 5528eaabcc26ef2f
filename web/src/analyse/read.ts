/** Text that was pasted, dropped or opened: a FEN, or the games of a PGN. */
import { parseFen } from '../../../src/chess/notation/fen.ts';
import { type PgnGame, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { button, el, showDialog } from '../dom.ts';
import { GameTree } from '../gameTree.ts';
import { texts } from '../texts.ts';

/** Limit of the list of games: a file may have millions. */
const MAX_GAMES = 500;

export interface Loaded {
  tree: GameTree;
  tags: ReadonlyMap<string, string>;
  /** What was read; null for a FEN. */
  game: PgnGame | null;
}

/**
 * Reads a FEN or PGN and asks which game to load if there are several or some cannot be read. Null if
 * cancelled; throws an Error with the reason if there is neither.
 */
export async function readText(text: string): Promise<Loaded | null> {
  const fen = parseFen(text);
  if (fen.ok) return { tree: new GameTree(fen.value), tags: new Map(), game: null };
  // Eight ranks and a side to move: an invalid FEN, not a PGN.
  if (/^\s*([1-8pnbrqk]+\/){7}\S+\s+[wb]\b/i.test(text)) throw fen.error;
  const { games, hints } = readGames(text);
  const [only] = games;
  const isAll = games.length === 1 && hints.length === 0;
  const game = isAll ? only! : await chooseGame(games, hints);
  return game === null ? null : { tree: GameTree.fromPgn(game), tags: game.tags, game };
}

/** The valid games, and hints about games that are missing. Throws an Error if there is none. */
function readGames(text: string): { games: PgnGame[]; hints: string[] } {
  const games: PgnGame[] = [];
  const hints: string[] = [];
  let problem = texts.nothingToLoad;
  let number = 0;
  let bad = 0;
  for (const game of readPgnGames(text, { variations: true })) {
    number++;
    if (games.length === MAX_GAMES) {
      hints.push(texts.firstGames(MAX_GAMES));
      break;
    }
    if (!game.ok) {
      bad++;
      problem = texts.badGame(number, game.error.message);
    } else if (game.value.moves.length > 0 || game.value.tags.size > 0) {
      games.push(game.value);
    }
  }
  if (bad > 0) hints.push(texts.badGames(bad));
  if (games.length === 0) throw new Error(problem);
  return { games, hints };
}

/** Keeps `1-0` on one line. */
const NO_BREAK_HYPHEN = '\u2011';

/** `Carlsen – Karjakin, 1-0, 2016.11.30`, without tags that are missing. */
export function gameName(tags: ReadonlyMap<string, string>): string {
  const tag = (name: string) => {
    const value = (tags.get(name) ?? '').trim();
    return /^[?.*\s-]*$/.test(value) ? '' : value;
  };
  const players = `${tag('White') || texts.white} – ${tag('Black') || texts.black}`;
  return [
    players,
    tag('Result').replaceAll('-', NO_BREAK_HYPHEN),
    tag('Date').replaceAll('.??', ''),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function chooseGame(games: readonly PgnGame[], hints: readonly string[]): Promise<PgnGame | null> {
  return showDialog<PgnGame>(texts.analysis.chooseGame, (close) => [
    ...hints.map((hint) => el('p', { class: 'hint' }, hint)),
    el(
      'ol',
      { class: 'choices' },
      ...games.map((game, i) =>
        el(
          'li',
          {},
          button(texts.gameNumber(i + 1, gameName(game.tags)), () => close(game)),
        ),
      ),
    ),
    el(
      'div',
      { class: 'dialog-buttons' },
      button(texts.setup.cancel, () => close(null)),
    ),
  ]);
}

/**
 * Asks for a text. The dialog closes when `load` resolves to true, and shows the Error it throws.
 */
export async function askText(load: (text: string) => Promise<boolean>): Promise<void> {
  await showDialog<true>(texts.analysis.pasteTitle, (close) => {
    const area = el('textarea', { rows: 9, spellcheck: 'false', autofocus: true });
    const problem = el('p', { class: 'problem', role: 'alert' });
    const submit = async (event: Event) => {
      event.preventDefault();
      try {
        if (await load(area.value)) close(true);
      } catch (error) {
        problem.textContent = texts.problem((error as Error).message);
      }
    };
    return [
      el(
        'form',
        { class: 'form', submit },
        el('label', { class: 'field wide' }, el('span', {}, texts.analysis.pasteLabel), area),
        el('p', { class: 'hint' }, texts.analysis.pasteHint),
        problem,
        el(
          'div',
          { class: 'dialog-buttons' },
          button(texts.setup.cancel, () => close(null)),
          el('button', { type: 'submit', class: 'plain primary' }, texts.analysis.load),
        ),
      ),
    ];
  });
}

/** Asks for a file and resolves to its text; null if none was chosen. */
export function askFile(): Promise<string | null> {
  return new Promise((resolve) => {
    const input = el('input', { type: 'file', accept: '.pgn,.fen,.txt,text/plain' });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      resolve(file === undefined ? null : file.text());
    });
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
