/**
 * The page: three tabs, each created when first opened, and what they share: URL, keys, dropped files,
 * colours, service worker.
 */
import { isAddressMadeHere, pushAddress, replaceAddress, restoreAddress } from './address.ts';
import type { AnalyseView } from './analyse/analyseView.ts';
import { installAnnouncer, notify, notifyError, offerAction, withdrawOffer } from './announce.ts';
import { type App, VIEW_NAMES, type View, type ViewName, viewOf } from './app.ts';
import { restoreAppearance } from './appearance.ts';
import type { SavedWork, Summary } from './archive/archive.ts';
import { openArchive, openCopy } from './archive/openCopy.ts';
import type { WorkingCopy } from './archive/workingCopy.ts';
import { dismissAll } from './dialogs.ts';
import { loadStyle } from './dom.ts';
import { handleKeys } from './keys.ts';
import type { PlayView } from './play/playView.ts';
import type { ReviewView } from './review/reviewView.ts';
import { texts } from './texts.ts';
import { installTools, showHelp, showUpdate } from './tools.ts';

const tabs = new Map(
  Array.from(document.querySelectorAll<HTMLButtonElement>('[role="tab"]'), (tab) => [
    tab.dataset.view as ViewName,
    tab,
  ]),
);

const app: App = {
  analyse: (tree, node, tags, below) =>
    open('analyse')
      .then((view) => view.open(tree, node, tags, below))
      .catch(notifyError),
  review: (pgn, below) =>
    open('review')
      .then((view) => view.start(pgn, below))
      .catch(notifyError),
  showArchive: () =>
    void import('./archive/archiveDialog.ts')
      .then(({ showArchive }) => showArchive(openRecord))
      .catch(notifyError),
  playFrom: (fen) =>
    open('play')
      .then((view) => view.askStart(fen))
      .catch(notifyError),
};

/** The archive's kind of record for each tab. */
const KINDS = { play: 'game', analyse: 'analysis', review: 'review' } as const;
const panelOf = (name: ViewName): HTMLElement => document.getElementById(`view-${name}`)!;

/** Yields to the event loop, to split a long task. */
const yieldToEvents = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Initializes the attack tables in a task of their own: they take the longest. */
async function prepare(): Promise<void> {
  await import('../../src/chess/board/attacks.ts');
  await yieldToEvents();
}

interface Views {
  play: PlayView;
  analyse: AnalyseView;
  review: ReviewView;
}

type ViewMaker<V> = new (app: App, copy: WorkingCopy, saved: SavedWork | null) => V;

/** Fetch the views, each a chunk of its own. */
const makers: { [N in ViewName]: () => Promise<ViewMaker<Views[N]>> } = {
  async play() {
    return (await import('./play/playView.ts')).PlayView;
  },
  async analyse() {
    const [{ AnalyseView }] = await Promise.all([
      import('./analyse/analyseView.ts'),
      loadStyle('engine.css'),
    ]);
    return AnalyseView;
  },
  async review() {
    const [{ ReviewView }] = await Promise.all([
      import('./review/reviewView.ts'),
      loadStyle('engine.css'),
      loadStyle('review.css'),
    ]);
    return ReviewView;
  },
};

async function make<N extends ViewName>(name: N): Promise<Views[N]> {
  await prepare();
  // The archive opens meanwhile. The copy waits, so that a view that cannot be fetched leaves none behind.
  void openArchive().catch(() => {});
  const Maker = await makers[name]();
  const { copy, saved, restored } = await openCopy(KINDS[name]);
  await yieldToEvents();
  const made = new Maker(app, copy, saved);
  panelOf(name).append(made.element);
  const showLate = (late: SavedWork | null) => {
    if (late !== null && !made.restore(late)) copy.begin();
  };
  if (saved === null) void restored.then(showLate);
  return made;
}

const views = new Map<ViewName, Promise<View>>();

/** A view, created on first use. */
function view<N extends ViewName>(name: N): Promise<Views[N]> {
  const known = views.get(name) as Promise<Views[N]> | undefined;
  if (known !== undefined) return known;
  const made = make(name);
  views.set(name, made);
  // The network may have failed: the next click tries again.
  made.catch(() => views.delete(name));
  return made;
}

/** The open tab, and its view once created. */
let openName: ViewName | null = null;
let shown: View | null = null;

/** Opens a tab. Its view may be left again when it has been created. */
async function open<N extends ViewName>(name: N): Promise<Views[N]> {
  const isLeft = shown?.element.contains(document.activeElement) === true;
  if (name !== openName) selectTab(name);
  const next = await view(name);
  if (openName !== name || shown === next) return next;
  shown = next;
  next.show();
  // The button that led here is hidden now: on the board the keys step through the game.
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.closest('[hidden]') != null;
  if (isLeft && isLost) focusBoard(next);
  return next;
}

const focusBoard = ({ element }: View): void =>
  element.querySelector<HTMLElement>('.board')?.focus({ preventScroll: true });

/** Shows the panel of a tab, which is empty until its view has been created. */
function selectTab(name: ViewName): void {
  const isFirst = openName === null;
  openName = name;
  shown?.hide();
  shown = null;
  for (const [other, tab] of tabs) {
    const isOpen = other === name;
    tab.setAttribute('aria-selected', `${isOpen}`);
    tab.tabIndex = isOpen ? 0 : -1;
    panelOf(other).hidden = !isOpen;
  }
  // What it would undo is not on the screen any more.
  withdrawOffer();
  if (viewOf(location.hash) !== name) (isFirst ? replaceAddress : pushAddress)(`#${name}`);
}

function installTabs(): void {
  for (const [name, tab] of tabs) {
    tab.addEventListener('click', (event) => {
      // After a click the arrow keys step through the moves; only a tab chosen by key keeps the focus.
      if (event.detail > 0) tab.blur();
      void open(name).catch(notifyError);
    });
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      const count = VIEW_NAMES.length;
      const next = VIEW_NAMES[(VIEW_NAMES.indexOf(name) + step + count) % count]!;
      event.preventDefault();
      void open(next).catch(notifyError);
      tabs.get(next)!.focus();
    });
  }
}

/** Whether a text is dragged over a field, into which the browser puts it. */
const isForField = ({ dataTransfer, target }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') !== true &&
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/** Opens a dropped game or position in the review if that is open, else in the analysis. */
function installDrop(): void {
  document.addEventListener('dragover', (event) => isForField(event) || event.preventDefault());
  const take = async (data: DataTransfer | null) => {
    const dragged = data?.getData('text/plain') ?? '';
    const files = [...(data?.files ?? [])];
    if (files.length === 0 && dragged === '') return;
    const view = await open(openName === 'review' ? 'review' : 'analyse');
    await view.load(files.length > 0 ? files : dragged);
  };
  document.addEventListener('drop', (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    take(event.dataTransfer).catch(notifyError);
  });
}

/** Opens a record of the archive in its view. */
async function openRecord({ id, kind }: Summary): Promise<void> {
  const name = VIEW_NAMES.find((view) => KINDS[view] === kind)!;
  const view = await open(name);
  if (!(await view.openRecord(id))) notify(texts.archive.gone);
}

restoreAppearance();
installAnnouncer();
installTools(() => app.showArchive());
installTabs();
installDrop();
addEventListener('hashchange', () => {
  const { hash } = location;
  const name = viewOf(hash);
  if (name === null) return;
  // They belong to the tab that is left.
  dismissAll();
  // Back and Forward change the tab, not the game that is being analysed.
  const isLink = name === 'analyse' && !isAddressMadeHere();
  const opened = isLink ? open(name).then((view) => view.openLink(hash)) : open(name);
  opened.catch(notifyError);
});
// A click on any button may fetch a chunk or read the archive, and fail.
addEventListener('unhandledrejection', ({ reason }) => notifyError(reason));
document.addEventListener('keydown', (event) => {
  handleKeys(event, null, { '?': showHelp });
  if (!event.defaultPrevented) shown?.onKey(event);
});
restoreAddress();
open(viewOf(location.hash) ?? 'play').catch(notifyError);

/** What can wait until the page is there. */
async function installRest(): Promise<void> {
  const [{ installPrinting }, { installServiceWorker }] = await Promise.all([
    import('./print.ts'),
    import('./update.ts'),
  ]);
  void loadStyle('print.css').catch(notifyError);
  installPrinting(() => shown?.printed() ?? null);
  // Installed as an app, the page asks the browser never to delete the archive. In a tab Firefox would ask the user.
  if (matchMedia('(display-mode: standalone)').matches) {
    navigator.storage?.persist?.().catch(() => {});
  }
  installServiceWorker((take) => {
    showUpdate(take);
    offerAction(texts.newVersion, texts.takeVersion, take);
  });
}

addEventListener('load', () => void installRest().catch(notifyError));
