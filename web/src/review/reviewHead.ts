/**
 * The head of a review: the name of the game, and below it what comes next: to load a game, to start its
 * review, or to wait for the one that is running.
 */
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import type { ReviewProgress } from '../../../src/review/reviewOptions.ts';
import { analyseTexts } from '../analyse/analyseTexts.ts';
import type { Source } from '../analyse/files.ts';
import { askFile, askText } from '../analyse/read.ts';
import { announce } from '../announce.ts';
import type { SavedWork, Summary } from '../archive/archive.ts';
import { openArchive } from '../archive/openCopy.ts';
import { button, el, replaceContent, select } from '../dom.ts';
import { gameName } from '../gameName.ts';
import { texts } from '../texts.ts';
import { reviewTexts } from './reviewTexts.ts';
import { REVIEW_NODES, reviewTime, timeLeft } from './reviewTime.ts';

const t = reviewTexts;

interface Listener {
  /** Loads a game; false if cancelled. Throws an Error if the source has no game. */
  load: (source: Source) => Promise<boolean>;
  /** The thoroughness was chosen: nodes per position in the first pass. */
  onNodes: (nodes: number) => void;
  onStart: () => void;
  /** Reviews the last finished game against the engine. */
  onLastGame: (game: SavedWork) => void;
  onArchive: () => void;
}

export class ReviewHead {
  readonly element = el('div', { class: 'review-head', tabindex: -1 });
  private readonly listener: Listener;

  constructor(listener: Listener) {
    this.listener = listener;
  }

  /** Shows the name of the game, or of the view if there is none. */
  show(game: PgnGame | null, ...children: HTMLElement[]): void {
    const title = game === null ? t.title : gameName(game.tags);
    replaceContent(this.element, el('h2', { class: 'game-title' }, title), ...children);
  }

  /** Offers to load a game, or to review the one there is; `problem` is why that failed, if it did. */
  invite(game: PgnGame | null, nodes: number, problem: string): void {
    this.show(
      game,
      el('p', { class: 'hint' }, game === null ? `${t.noGame} ${t.intro}` : t.intro),
      ...(problem === '' ? [] : [el('p', { class: 'problem', role: 'alert' }, problem)]),
      game === null ? this.loadRow() : this.startRow(game.moves.length, nodes),
    );
  }

  /** Shows the progress of a review, and announces every quarter of it; returns what updates it. */
  showProgress(
    game: PgnGame,
    nodes: number,
    onStop: () => void,
  ): (progress: ReviewProgress) => void {
    const bar = el('progress', { max: 1, value: 0, 'aria-label': t.progressLabel });
    const label = el('span', { class: 'hint' }, texts.engineLoading);
    this.show(game, el('div', { class: 'progress' }, bar, label, button(t.stop, onStop)));
    const estimate = reviewTime(game.moves.length, nodes);
    let announced = 0;
    return (progress) => {
      bar.value = progress.done;
      // At the end there is more to say than the last quarter.
      const quarter = Math.min(3, Math.floor(progress.done * 4));
      if (quarter > announced) announce(t.spokenProgress(progress.done));
      announced = Math.max(announced, quarter);
      label.textContent = t.progress(progress.done, timeLeft(progress, estimate));
    };
  }

  private startRow(plies: number, chosen: number): HTMLElement {
    const { onNodes, onStart } = this.listener;
    const efforts = REVIEW_NODES.map((nodes, i) => {
      return [`${nodes}`, t.effort(i, reviewTime(plies, nodes))] as const;
    });
    return el(
      'div',
      { class: 'row' },
      select(t.depth, efforts, `${chosen}`, (nodes) => onNodes(Number(nodes))),
      button(t.start, onStart, { class: 'plain primary' }),
    );
  }

  private loadRow(): HTMLElement {
    const { load, onArchive } = this.listener;
    const paste = async () => {
      await askText(load);
      // The dialog cannot give the focus back to its button if that is gone.
      if (document.activeElement === document.body) this.element.querySelector('button')?.focus();
    };
    const row = el(
      'div',
      { class: 'row' },
      button(t.paste, () => void paste(), { class: 'plain primary' }),
      button(analyseTexts.open, () => askFile(load)),
      button(texts.archive.open, onArchive),
    );
    void this.offerLastGame(row);
    return row;
  }

  /** Puts the last game, once it is found, before the other choices. */
  private async offerLastGame(row: HTMLElement): Promise<void> {
    const { onLastGame } = this.listener;
    const game = await findLastGame();
    if (game === null) return;
    const title = gameName(new Map(Object.entries(game.tags)));
    row.querySelector('.primary')?.classList.remove('primary');
    row.prepend(button(t.lastGame, () => onLastGame(game), { class: 'plain primary', title }));
  }
}

/** The last game against the engine that was played to its end; null if there is none. */
async function findLastGame(): Promise<SavedWork | null> {
  const isOver = ({ tags, plies }: Summary) => plies > 0 && tags.Result !== '*';
  const archive = await openArchive().catch(() => null);
  return archive?.latest('game', isOver) ?? null;
}
