/** The name of the game, the clocks, and its place in the file it was read from, with the way to the others. */
import type { Position } from '../../../src/chess/board/position.ts';
import { type Color, WHITE } from '../../../src/chess/board/types.ts';
import { readClock } from '../../../src/review/moveTimes.ts';
import { formatSeconds } from '../../../src/util/durations.ts';
import { button, el } from '../dom.ts';
import { type GameTags, gameName } from '../gameName.ts';
import type { GameNode, GameTree } from '../gameTree.ts';
import { iconButton } from '../icons.ts';
import { chooseGame, type GamePlace, type Loaded, loadGame } from './read.ts';
import { readTexts } from './readTexts.ts';

const t = readTexts.collection;

export class GameHead {
  readonly element: HTMLElement;
  private readonly title = el('h2', { class: 'game-title' });
  private readonly clocks = el('span', { class: 'clocks', title: t.clocks });
  private readonly previous = iconButton('previous', t.previous, () => this.step(-1));
  private readonly next = iconButton('next', t.next, () => this.step(1));
  private readonly number = button('', () => this.onOpen(chooseGame(this.place!.collection)), {
    class: 'link',
    title: t.list,
  });
  private readonly pager = el('div', { class: 'pager' }, this.previous, this.number, this.next);
  private readonly onOpen: (game: Promise<Loaded | null>) => void;
  private place: GamePlace | null = null;

  /** `onOpen` is called with another game of the file that is to be shown. */
  constructor(onOpen: (game: Promise<Loaded | null>) => void) {
    this.onOpen = onOpen;
    this.element = el('div', { class: 'game-head' }, this.title, this.clocks, this.pager);
  }

  /** Shows a game's name, if it has tags, and its place, if it is one of several. */
  show(tree: GameTree, tags: GameTags, place: GamePlace | null): void {
    this.place = place;
    this.clocks.hidden = tree.mainLine().every(({ comments }) => readClock(comments) === null);
    this.title.textContent = tags.size === 0 ? '' : gameName(tags);
    this.title.hidden = tags.size === 0;
    this.pager.hidden = place === null;
    this.element.hidden = tags.size === 0 && place === null;
    if (place === null) return;
    const { collection, index } = place;
    const count = collection.games.length;
    this.number.textContent = t.place(index + 1, count);
    this.previous.disabled = index === 0;
    this.next.disabled = index === count - 1;
  }

  /** Shows the time that White and Black had left after a move, if the game has it; `turn` is the side to move. */
  showClocks(node: GameNode, { turn }: Position): void {
    this.clocks.textContent = formatClocks(node, turn ^ 1);
  }

  private step(by: number): void {
    const { collection, index } = this.place!;
    this.onOpen(loadGame({ collection, index: index + by }));
  }
}

/** `4:58 – 5:00`; empty unless both are known. `mover` made the move of this node. */
function formatClocks({ parent, comments }: GameNode, mover: Color): string {
  const [own, other] = [readClock(comments), readClock(parent?.comments ?? [])];
  if (own === null || other === null) return '';
  const [white, black] = mover === WHITE ? [own, other] : [other, own];
  return `${formatSeconds(white)} – ${formatSeconds(black)}`;
}
