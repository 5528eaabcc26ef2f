/** Asks for texts and files, reads them, and asks which of several games to load. */
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import { hideToast, notify, notifyError, showToast } from '../announce.ts';
import { Collection, type ListedGame } from '../collection.ts';
import { dialogButtons, dialogForm, showDialog } from '../dialogs.ts';
import { button, el, loadStyle } from '../dom.ts';
import { type GameTags, gameName, hasName, tagsWithResult } from '../gameName.ts';
import { GameTree } from '../gameTree.ts';
import { searchList } from '../searchList.ts';
import { texts } from '../texts.ts';
import { analyseTexts } from './analyseTexts.ts';
import { readSource, type Source } from './files.ts';
import { readTexts } from './readTexts.ts';

/** Milliseconds in which a file is read without a message. */
const QUICK = 300;

/** A game among those of a collection. */
export interface GamePlace {
  collection: Collection;
  /** The index of the game. */
  index: number;
}

export interface Loaded {
  tree: GameTree;
  tags: GameTags;
  /** What was read; null for a position. */
  game: PgnGame | null;
  /** The game's place among several; null for a single one. */
  place: GamePlace | null;
}

/**
 * Reads a position or PGN, and asks which game to load if there are several. Null if cancelled; throws an
 * Error with the reason if there is neither.
 */
export async function readGame(source: Source): Promise<Loaded | null> {
  const read = await readSource(source);
  if (!(read instanceof Blob)) return { ...read, game: null, place: null };
  const collection = await readCollection(read);
  const count = collection.games.length;
  if (count === 0) throw new Error(readTexts.nothingToLoad);
  return count === 1 ? loadGame({ collection, index: 0 }) : chooseGame(collection);
}

/** Lists the games of a file, with a figure of progress if that takes a while. */
async function readCollection(file: Blob): Promise<Collection> {
  const began = performance.now();
  let show = notify;
  const collection = await Collection.read(file, (share) => {
    if (performance.now() - began < QUICK) return;
    show(readTexts.collection.reading(share));
    // Only the first figure is announced.
    show = showToast;
  });
  if (show === showToast) hideToast();
  return collection;
}

/** Reads a game of a collection. Throws an Error with the reason if nothing of it can be read. */
export async function loadGame(place: GamePlace): Promise<Loaded> {
  const { collection, index } = place;
  const isSingle = collection.games.length === 1;
  const bad = (reason: string) => new Error(readTexts.badGame(reason, isSingle ? null : index + 1));
  const read = await collection.load(collection.games[index]!);
  if (!read.ok) throw bad(read.error.message);
  const game = read.value;
  if (game.moves.length + game.tags.size + game.comments.length === 0) {
    const [problem] = game.problems;
    throw problem === undefined ? new Error(readTexts.nothingToLoad) : bad(problem);
  }
  const tags = tagsWithResult(game.tags, game.result);
  const tree = GameTree.fromPgn(game);
  return { tree, tags, game: { ...game, tags }, place: isSingle ? null : place };
}

/** Says what was loaded, and which parts of it could not be read. */
export function loadedText({ tree, tags, game }: Loaded): string {
  const hasMoves = tree.root.children.length > 0;
  const kind = hasMoves ? texts.archive.kinds.game : texts.setup.position;
  const name = hasName(tags) ? gameName(tags) : kind;
  const [problem] = game?.problems ?? [];
  return problem === undefined ? readTexts.loaded(name) : readTexts.loadedPartly(name, problem);
}

/** Asks which game of a collection to load; null if cancelled. */
export async function chooseGame(collection: Collection): Promise<Loaded | null> {
  await loadStyle('lists.css');
  const t = readTexts.collection;
  return showDialog<Loaded>(t.title, (close) => {
    const problem = el('p', { class: 'problem', role: 'alert' });
    const count = el('p', { class: 'hint', role: 'status' });
    const list = el('ol', { class: 'choices' });
    const open = (game: ListedGame) =>
      loadGame({ collection, index: game.number - 1 }).then(close, (error: Error) => {
        problem.textContent = texts.problem(error.message);
      });
    const { field, more } = searchList<ListedGame>(list, {
      label: texts.archive.search,
      find: (text) => {
        const found = collection.search(text);
        count.textContent = t.count(found.length, collection.games.length);
        return found;
      },
      row: (game) => {
        const name = readTexts.gameNumber(game.number, game.name);
        return el(
          'li',
          {},
          button(name, () => void open(game)),
        );
      },
    });
    return [
      field,
      count,
      problem,
      list,
      more,
      dialogButtons(button(texts.cancel, () => close(null))),
    ];
  });
}

/** What the dialog had when it was left by Escape, perhaps by mistake. */
let draft = '';

/**
 * Asks for a text, or for a file that is dropped. The dialog closes when `load` resolves to true, and shows the
 * Error it throws.
 */
export async function askText(load: (source: Source) => Promise<boolean>): Promise<void> {
  await loadStyle('lists.css');
  const closed = new AbortController();
  const area = el('textarea', {
    class: 'paste',
    rows: 9,
    autocapitalize: 'off',
    spellcheck: 'false',
    autofocus: true,
    'aria-label': analyseTexts.pasteLabel,
  });
  submitByKey(area);
  area.value = draft;
  draft = '';
  // What is pasted takes its place.
  area.select();
  const keepDraft = () => {
    draft = area.value;
    return null;
  };
  const build = (close: (value: true | null) => void) => {
    const problem = el('p', { class: 'problem', role: 'alert' });
    let isLoading = false;
    const take = async (source: Source) => {
      // A double click loads once: else what it replaced would be the game itself.
      if (isLoading) return;
      isLoading = true;
      try {
        if (await load(source)) close(true);
      } catch (error) {
        problem.textContent = texts.problem((error as Error).message);
      }
      isLoading = false;
    };
    takeDroppedFiles((files) => void take(files), area, closed.signal);
    const hint = el('p', { class: 'hint' }, analyseTexts.pasteHint);
    const submit = () => void take(area.value);
    return [dialogForm(close, analyseTexts.load, submit, area, hint, problem)];
  };
  await showDialog<true>(analyseTexts.pasteTitle, build, keepDraft);
  closed.abort();
}

/** Takes what is dropped instead of the page, which would load it behind the dialog. Text goes into the field. */
function takeDroppedFiles(
  take: (files: Source) => void,
  field: HTMLTextAreaElement,
  signal: AbortSignal,
): void {
  const drop = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0 || event.target !== field) event.preventDefault();
    event.stopPropagation();
    if (files.length > 0) take(files);
  };
  document.addEventListener('drop', drop, { capture: true, signal });
}

/** Makes Ctrl+Enter in a text area submit its form, as Enter does in a field. */
export function submitByKey(area: HTMLTextAreaElement): void {
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) area.form?.requestSubmit();
  });
}

/** Asks for a file or several, and says what is wrong if `load` throws an Error. */
export function askFile(load: (files: Source) => Promise<boolean>): void {
  const answer = () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) load(files).catch(notifyError);
  };
  const accept = '.pgn,.fen,.epd,.txt,text/plain';
  const input = el('input', {
    type: 'file',
    accept,
    multiple: true,
    hidden: true,
    change: answer,
    cancel: answer,
  });
  // Safari may collect an element that is nowhere as garbage before the user has chosen.
  document.body.append(input);
  input.click();
}
