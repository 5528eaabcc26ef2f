/**
 * The page: three tabs, each made when it is first opened, and what they share: the address, keys,
 * dropped files, colours, the service worker.
 */
import { AnalyseView } from './analyse/analyseView.ts';
import { viewOf } from './analyse/link.ts';
import { installAnnouncer, notify } from './announce.ts';
import type { App, View, ViewName } from './app.ts';
import { PlayView } from './play/playView.ts';
import { ReviewView } from './review/reviewView.ts';
import { installTheme } from './theme.ts';

const tabs = new Map(
  Array.from(document.querySelectorAll<HTMLButtonElement>('[role="tab"]'), (tab) => [
    tab.dataset.view as ViewName,
    tab,
  ]),
);

const app: App = {
  analyse(tree, node, tags) {
    open('analyse');
    analyse().open(tree, node, tags);
  },
  review(pgn) {
    open('review');
    review().start(pgn).catch(report);
  },
  playFrom(fen) {
    open('play');
    void play().askStart(fen);
  },
};

const report = (error: unknown): void => notify((error as Error).message);

const views = new Map<ViewName, View>();
const panelOf = (name: ViewName): HTMLElement => document.getElementById(`view-${name}`)!;

/** A view, made when it is first asked for. */
function view<T extends View>(name: ViewName, make: () => T): T {
  const made = (views.get(name) as T | undefined) ?? make();
  if (!views.has(name)) {
    views.set(name, made);
    panelOf(name).append(made.element);
  }
  return made;
}

const play = () => view('play', () => new PlayView(app));
const analyse = () => view('analyse', () => new AnalyseView(app));
const review = () => view('review', () => new ReviewView(app));
const makers: Record<ViewName, () => View> = { play, analyse, review };

let shown: ViewName | null = null;

function open(name: ViewName): void {
  if (name === shown) return;
  const next = makers[name]();
  if (shown !== null) views.get(shown)!.hide();
  shown = name;
  for (const [other, tab] of tabs) {
    const isShown = other === name;
    tab.setAttribute('aria-selected', `${isShown}`);
    tab.tabIndex = isShown ? 0 : -1;
    panelOf(other).hidden = !isShown;
  }
  if (viewOf(location.hash) !== name) history.replaceState(null, '', `#${name}`);
  next.show();
}

function installTabs(): void {
  const names = [...tabs.keys()];
  for (const [name, tab] of tabs) {
    tab.addEventListener('click', () => open(name));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      const next = names[(names.indexOf(name) + step + names.length) % names.length]!;
      event.preventDefault();
      open(next);
      tabs.get(next)!.focus();
    });
  }
}

/** A game or a position dropped anywhere goes to the review if that is open, else to the analysis. */
function installDrop(): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const data = event.dataTransfer;
    const text = (await data?.files[0]?.text()) ?? data?.getData('text/plain') ?? '';
    if (text === '') return;
    if (shown !== 'review') open('analyse');
    (shown === 'review' ? review() : analyse()).load(text).catch(report);
  });
}

/** Keeps the page for offline use, and gives later visits the headers that threads need. */
function installServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  // Not while the page is still loading.
  const register = () => navigator.serviceWorker.register('serviceWorker.js').catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register);
}

installAnnouncer();
installTheme();
installTabs();
installDrop();
addEventListener('hashchange', () => {
  const name = viewOf(location.hash);
  if (name === null) return;
  open(name);
  if (name === 'analyse') analyse().openLink(location.hash);
});
document.addEventListener('keydown', (event) => {
  if (shown !== null) views.get(shown)!.onKey(event);
});
open(viewOf(location.hash) ?? 'play');
installServiceWorker();
