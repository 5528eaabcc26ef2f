/**
 * The name of the opening, and the moves that lead to named ones: a small explorer. The names are fetched when
 * first needed.
 */
import type { OpeningName } from '../../src/book/openingNames.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { type Move, NO_MOVE } from '../../src/chess/board/types.ts';
import { START_FEN } from '../../src/chess/notation/fen.ts';
import { el, replaceContent } from './dom.ts';
import { type GameNode, type GameTree, path } from './gameTree.ts';
import { texts } from './texts.ts';

type Names = typeof import('../../src/book/openingNames.ts');

/** Where the panel has a column of its own; 2-layout.css says the same. */
const WIDE = '(width >= 100rem) and (height >= 40rem) and (aspect-ratio > 1.3)';

export class OpeningPanel {
  readonly element: HTMLElement;
  private readonly name = el('summary', {}, texts.openings);
  private readonly moves = el('ul', { class: 'opening-moves', tabindex: -1 });
  private readonly details = el(
    'details',
    { toggle: () => void this.showMoves() },
    this.name,
    this.moves,
  );
  private readonly onMove: (move: Move) => void;
  private names: Names | null = null;
  private position: Position | null = null;
  private readonly wide = matchMedia(WIDE);
  private wasWide = false;
  /** Incremented by every position: names may arrive after the next one. */
  private shown = 0;

  /** `onMove` gets a chosen move. */
  constructor(onMove: (move: Move) => void) {
    this.onMove = onMove;
    this.element = el('section', { class: 'opening' }, this.details);
    this.wide.addEventListener('change', () => {
      if (this.names !== null) this.openWhereWide();
    });
  }

  /** Shows the opening of a game at a node; `position` is the one there. */
  async show(tree: GameTree, node: GameNode, position: Position): Promise<void> {
    const shown = ++this.shown;
    const moves = path(node).map(({ move }) => move);
    const isOpening = tree.startFen === START_FEN && !moves.includes(NO_MOVE);
    this.element.hidden = !isOpening;
    this.position = isOpening ? position : null;
    if (!isOpening) return;
    // Before the first move there is no name, and no need to fetch them.
    const names = moves.length > 0 || this.details.open ? await this.load() : this.names;
    if (shown !== this.shown) return;
    const found = names?.findGameOpening(tree.start, moves) ?? null;
    if (names !== null) this.openWhereWide();
    this.name.textContent = found === null ? texts.openings : describe(found);
    await this.showMoves();
  }

  /** Opens the list when it gets a column of its own, and closes it when it loses that. */
  private openWhereWide(): void {
    const { matches } = this.wide;
    if (matches !== this.wasWide) this.details.open = matches;
    this.wasWide = matches;
  }

  /** Lists the moves, if the list is open. */
  private async showMoves(): Promise<void> {
    if (!this.details.open) return;
    const { shown } = this;
    const names = await this.load();
    if (shown !== this.shown || names === null || this.position === null) return;
    const items = names
      .namedMoves(this.position)
      .map(({ move, san, opening }) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', click: () => this.onMove(move) },
            el('strong', {}, san),
            ' ',
            el('span', {}, describe(opening)),
          ),
        ),
      );
    const none = el('li', { class: 'hint' }, texts.noNamedMoves);
    replaceContent(this.moves, ...(items.length > 0 ? items : [none]));
  }

  /** The names; null while they cannot be fetched. */
  private async load(): Promise<Names | null> {
    this.names ??= await import('../../src/book/openingNames.ts').catch(() => null);
    return this.names;
  }
}

/** `C42 Petrov's Defense` */
const describe = ({ eco, name }: OpeningName): string => `${eco} ${name}`;
