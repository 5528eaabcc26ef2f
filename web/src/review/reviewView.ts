/** The review of a game: progress, accuracy, chart, and navigation from mistake to mistake. */

import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { formatPgn } from '../../../src/chess/notation/pgn.ts';
import { type PgnGame, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import type { GameReview, ReviewedMove, SideSummary } from '../../../src/review/judge.ts';
import { isFault } from '../../../src/review/marks.ts';
import type { SearchRecord } from '../../../src/review/reviewSearches.ts';
import { whiteWinDrawLoss } from '../../../src/review/winPercent.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import { EvalBar } from '../analyse/evalBar.ts';
import { askFile, askText, readGame } from '../analyse/read.ts';
import { announce, notify } from '../announce.ts';
import type { App, View } from '../app.ts';
import type { SavedWork } from '../archive/archive.ts';
import type { WorkingCopy } from '../archive/workingCopy.ts';
import type { Arrow } from '../board/arrows.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { handleKeys, type Step, stepButtons, stepFrom, stepOnWheel } from '../controls.ts';
import { button, download, el, select } from '../dom.ts';
import { gameName } from '../gameName.ts';
import { type GameNode, GameTree, isMainLine, mainLinePly } from '../gameTree.ts';
import { iconButton } from '../icons.ts';
import { viewLayout } from '../layout.ts';
import { type MenuItem, menuButton } from '../menu.ts';
import { MoveList } from '../moveList.ts';
import { texts } from '../texts.ts';
import { Chart } from './chart.ts';
import { markClass } from './marks.ts';

const t = texts.review;

/** What the archive keeps of a review besides the game. */
interface ReviewState {
  movetime: number;
  below: Color;
  searches: SearchRecord[];
}

/** Stored data may come from another version of the page: then null. */
function checkReview(state: unknown): ReviewState | null {
  const { movetime, below, searches } = (state ?? {}) as Partial<ReviewState>;
  if (typeof movetime !== 'number' || !Array.isArray(searches)) return null;
  return { movetime, below: below === BLACK ? BLACK : WHITE, searches };
}

/** Choices of milliseconds per move. */
const TIMES = [100, 250, 500, 1000, 2000];

export class ReviewView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly board = new MoveBoard(texts.board, () => {});
  private readonly bar = new EvalBar();
  private readonly list = new MoveList((node) => this.goTo(node));
  private readonly head = el('div', { class: 'review-head' });
  private readonly verdict = el('div', { class: 'verdict' });
  private readonly chartBox = el('div', { class: 'chart-box' });
  private readonly summaryBox = el('div', { class: 'summary-box' });
  private readonly moment = iconButton(
    'moment',
    t.nextFault,
    () => this.goToNextFault(),
    t.nextShort,
  );

  private game: PgnGame | null = null;
  private review: GameReview | null = null;
  private chart: Chart | null = null;
  private tree = new GameTree();
  private node: GameNode = this.tree.root;
  private movetime = 250;
  /** The searches of this review so far, which a later visit need not make again. */
  private searches: SearchRecord[] = [];
  private readonly copy: WorkingCopy;
  private running: AbortController | null = null;
  /** Why there is no review. */
  private problem = '';

  /** `saved` is what was open before, if anything. */
  constructor(app: App, copy: WorkingCopy, saved: SavedWork | null) {
    this.app = app;
    this.copy = copy;
    this.element = viewLayout({
      kind: 'review',
      board: [this.bar.element, this.board.element],
      body: [this.head, this.chartBox, this.verdict, this.list.element],
      side: [this.summaryBox],
      bar: [
        stepButtons((step) => this.step(step)),
        el(
          'div',
          { class: 'actions' },
          this.moment,
          menuButton(
            'share',
            texts.analysis.share,
            () => this.shareItems(),
            texts.analysis.shareShort,
          ),
        ),
        menuButton('menu', texts.more, () => this.moreItems()),
      ],
    });
    stepOnWheel(this.board.element, (step) => this.step(step));
    this.showAll();
    if (saved !== null) void this.restore(saved);
  }

  show(): void {}

  hide(): void {}

  onKey(event: KeyboardEvent): void {
    handleKeys(event, (step) => this.step(step), {
      f: () => this.flip(),
      ' ': () => this.goToNextFault(),
    });
  }

  /** Loads a game; false if cancelled. Throws an Error if the text has no game. */
  async load(source: string | Blob): Promise<boolean> {
    const loaded = await readGame(source);
    if (loaded === null) return false;
    if (loaded.game === null || loaded.game.moves.length === 0) throw new Error(t.noMoves);
    this.running?.abort();
    this.running = null;
    this.problem = '';
    this.game = loaded.game;
    this.tree = loaded.tree;
    this.node = loaded.tree.root;
    this.review = null;
    this.searches = [];
    this.copy.begin();
    this.showAll();
    return true;
  }

  /** Opens a review of the archive; false if it is not there any more. */
  async openRecord(id: string): Promise<boolean> {
    const saved = await this.copy.open(id);
    return saved !== null && this.restore(saved);
  }

  /**
   * Shows a review again, from the searches that were made for it; one that was interrupted goes on.
   * Resolves to false if it cannot be read.
   */
  private async restore({ pgn, state }: SavedWork): Promise<boolean> {
    const stored = checkReview(state);
    const [game] = readPgnGames(pgn, { variations: true });
    if (stored === null || !game?.ok) return false;
    this.running?.abort();
    this.game = game.value;
    this.tree = GameTree.fromPgn(game.value);
    this.node = this.tree.root;
    this.review = null;
    ({ movetime: this.movetime, searches: this.searches } = stored);
    this.setOrientation(stored.below);
    await this.run();
    return true;
  }

  /** Saves the review as far as it has come. */
  private keep(): void {
    const { game, movetime, searches } = this;
    if (game === null) return;
    const { moves, result, comments, start } = game;
    this.copy.save(() => {
      const { Result: _, ...tags } = Object.fromEntries(game.tags);
      const pgn = formatPgn(start, moves, result, tags, comments);
      const state: ReviewState = { movetime, below: this.board.orientation, searches };
      return { tags: { ...tags, Result: result }, plies: moves.length, pgn, state };
    });
  }

  /** Loads a game and reviews it. */
  async start(text: string, below: Color): Promise<void> {
    if (!(await this.load(text))) return;
    this.setOrientation(below);
    await this.run();
  }

  private async run(): Promise<void> {
    const { game } = this;
    if (game === null) return;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.review = null;
    this.problem = '';
    const bar = el('progress', { max: 1, value: 0, 'aria-label': t.progressLabel });
    const label = el('span', { class: 'hint' }, texts.engineLoading);
    this.showHead(
      el('div', { class: 'progress' }, bar, label),
      el(
        'div',
        { class: 'row' },
        button(t.stop, () => running.abort()),
      ),
    );
    this.showResult();
    try {
      const { runReview } = await import('./runReview.ts');
      const { movetime, searches } = this;
      const review = await runReview(game, {
        ...{ movetime, signal: running.signal, known: [...searches] },
        onProgress: (progress) => {
          bar.value = progress.done;
          label.textContent = t.progress(progress.done, progress.left);
        },
        onSearch: (search) => {
          searches.push(search);
          if (this.running === running) this.keep();
        },
      });
      if (this.running === running) this.finish(review);
    } catch (error) {
      if (this.running === running) this.problem = texts.problem((error as Error).message);
    } finally {
      if (this.running === running) {
        this.running = null;
        this.showAll();
      }
    }
  }

  private finish(review: GameReview): void {
    this.review = review;
    const nodes = this.tree.mainLine();
    for (const [i, { glyph }] of review.moves.entries()) {
      nodes[i]!.nags = glyph === null ? [] : [glyph.nag];
    }
    announce(review.isComplete ? t.done : t.interrupted);
  }

  // Display

  private showAll(): void {
    this.showHead(...(this.review === null ? this.invitation() : []));
    this.showResult();
    this.list.render(this.tree, this.node);
    this.showPosition(false);
  }

  private showHead(...children: HTMLElement[]): void {
    const { game } = this;
    const title = game === null ? t.title : gameName(game.tags);
    this.head.replaceChildren(el('h2', { class: 'game-title' }, title), ...children);
  }

  /** Buttons to load a game and to start the review. */
  private invitation(): HTMLElement[] {
    const times = TIMES.map((time) => [`${time}`, t.seconds(time / 1000)] as const);
    const report = (error: unknown) => notify(texts.problem((error as Error).message));
    const open = async () => {
      const file = await askFile();
      if (file !== null) await this.load(file).catch(report);
    };
    const hasGame = this.game !== null;
    const start = el(
      'div',
      { class: 'row' },
      select(t.time, times, `${this.movetime}`, (time) => {
        this.movetime = Number(time);
      }),
      button(t.start, () => void this.run(), { class: 'plain primary' }),
    );
    const kind = { class: hasGame ? 'plain' : 'plain primary' };
    return [
      el('p', { class: 'hint' }, hasGame ? t.intro : `${t.noGame} ${t.intro}`),
      ...(hasGame ? [start] : []),
      ...(this.problem === '' ? [] : [el('p', { class: 'problem', role: 'alert' }, this.problem)]),
      el(
        'div',
        { class: 'row' },
        button(t.paste, () => void askText((text) => this.load(text)), kind),
        button(texts.analysis.open, () => void open()),
      ),
    ];
  }

  private summary(review: GameReview): HTMLElement[] {
    const row = (label: string, value: (side: SideSummary) => string, kind = '') =>
      el(
        'tr',
        { class: kind },
        el('th', { scope: 'row' }, label),
        ...review.sides.map((side) => el('td', {}, value(side))),
      );
    const orDash = (value: number | null, format: (value: number) => string) =>
      value === null ? '–' : format(value);
    const name = (color: Color) => {
      const tag = review.game.tags.get(color === WHITE ? 'White' : 'Black') ?? '';
      // The last name of "Carlsen, Magnus": columns are narrow.
      const [name = ''] = tag.split(',', 1);
      return /^\s*\??\s*$/.test(name) ? (color === WHITE ? texts.white : texts.black) : name;
    };
    const { opening } = review;
    return [
      ...(review.isComplete ? [] : [el('p', { class: 'problem' }, t.interrupted)]),
      ...(opening === null ? [] : [el('p', { class: 'hint' }, `${opening.eco} ${opening.name}`)]),
      el(
        'table',
        { class: 'summary' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('td', {}),
            ...[WHITE, BLACK].map((color) => el('th', { scope: 'col' }, name(color))),
          ),
        ),
        el(
          'tbody',
          {},
          row(t.accuracy, (side) => orDash(side.accuracy, t.perCent), 'accuracy'),
          row(t.inaccuracies, (side) => `${side.inaccuracies}`, 'inaccuracy'),
          row(t.mistakes, (side) => `${side.mistakes}`, 'mistake'),
          row(t.blunders, (side) => `${side.blunders}`, 'blunder'),
          row(t.centipawnLoss, (side) => orDash(side.centipawnLoss, t.centipawns)),
        ),
      ),
    ];
  }

  private showResult(): void {
    const { review } = this;
    this.chart = review === null ? null : new Chart(review, (ply) => this.goToPly(ply));
    this.chartBox.replaceChildren(...(this.chart === null ? [] : [this.chart.element]));
    this.chartBox.hidden = this.chart === null;
    this.summaryBox.replaceChildren(...(review === null ? [] : this.summary(review)));
    this.moment.disabled = review === null;
  }

  private shareItems(): MenuItem[] {
    const { review } = this;
    const save = async (kind: 'pgn' | 'html') => {
      if (review === null) return;
      const { formatAnnotated, formatReport } = await import('./runReview.ts');
      if (kind === 'pgn')
        download('review.pgn', 'application/x-chess-pgn', formatAnnotated(review));
      else download('review.html', 'text/html', formatReport([review], t.method(this.movetime)));
    };
    const isDisabled = review === null;
    return [
      { text: t.saveAnnotated, onClick: () => void save('pgn'), isDisabled },
      { text: t.saveReport, onClick: () => void save('html'), isDisabled },
    ];
  }

  private moreItems(): MenuItem[] {
    const { game } = this;
    const below = this.board.orientation;
    const analyse = () =>
      void this.app.analyse(this.tree, this.node, game?.tags ?? new Map(), below);
    return [
      { text: texts.flip, key: 'f', onClick: () => this.flip() },
      { text: texts.analyseGame, onClick: analyse, isDisabled: game === null },
      { text: t.again, onClick: () => this.again(), isDisabled: this.review === null },
      { text: t.other, onClick: () => this.forget(), isDisabled: game === null },
      { text: texts.archive.open, onClick: () => this.app.showArchive() },
    ];
  }

  private again(): void {
    this.searches = [];
    void this.run();
  }

  private forget(): void {
    this.copy.begin();
    this.game = null;
    this.review = null;
    this.tree = new GameTree();
    this.node = this.tree.root;
    this.showAll();
  }

  // Navigation

  private goTo(node: GameNode): void {
    this.node = node;
    this.list.select(node);
    this.showPosition();
    const move = this.moveAt();
    const spoken = node.parent === null ? texts.startPosition : texts.speakSan(node.san);
    announce(move === null ? spoken : `${spoken}. ${this.describe(move, texts.speakSan)}`);
  }

  private goToPly(ply: number): void {
    this.goTo(ply === 0 ? this.tree.root : (this.tree.mainLine()[ply - 1] ?? this.tree.root));
  }

  private step(step: Step): void {
    this.goTo(stepFrom(this.node, step));
  }

  /** Goes to the next marked mistake; after the last one to the first. */
  private goToNextFault(): void {
    const faults = this.review?.moves.filter(({ glyph }) => isFault(glyph)) ?? [];
    const next = faults.find(({ ply }) => ply > mainLinePly(this.node)) ?? faults[0];
    if (next === undefined) notify(t.noFault);
    else this.goToPly(next.ply);
  }

  private flip(): void {
    this.setOrientation((this.board.orientation ^ 1) as Color);
  }

  private setOrientation(below: Color): void {
    this.board.setOrientation(below);
    this.bar.setOrientation(below);
  }

  /** The review of the move that led to the position on the board; null if there is none. */
  private moveAt(): ReviewedMove | null {
    if (!isMainLine(this.node)) return null;
    return this.review?.moves[this.node.ply - 1] ?? null;
  }

  private showPosition(isAnimated = true): void {
    const { node } = this;
    const position = this.tree.positionAt(node);
    this.board.show(position, node.parent === null ? null : node.move, isAnimated);
    this.chart?.show(mainLinePly(node));
    const move = this.moveAt();
    this.showVerdict(move);
    this.bar.show(move === null ? null : whiteWinDrawLoss(move.score, position));
    this.board.setArrows(move === null ? [] : arrowsOf(move));
  }

  private showVerdict(move: ReviewedMove | null): void {
    this.verdict.hidden = this.review === null;
    if (move === null) {
      const hint = isMainLine(this.node) ? t.chart : t.notReviewed;
      this.verdict.replaceChildren(el('p', { class: 'hint' }, hint));
      return;
    }
    const sign = move.glyph?.sign ?? '';
    const number = `${move.fullmove}${move.color === BLACK ? '…' : '.'}`;
    this.verdict.replaceChildren(
      el(
        'p',
        {},
        el('strong', { class: markClass(move.glyph) }, `${number} ${move.san}${sign}`),
        el('span', { class: 'score' }, formatSignedEval(move.score)),
      ),
      el(
        'p',
        { class: 'hint' },
        this.describe(move, (san) => san),
      ),
    );
  }

  /** `Mistake. Nf3 was best.` */
  private describe(move: ReviewedMove, write: (san: string) => string): string {
    if (move.isBook) return t.book;
    if (move.glyph === null) return move.line[0] === move.played.move ? t.isBest : t.fine;
    return `${move.glyph.name}.${isFault(move.glyph) ? ` ${t.best(write(move.best))}` : ''}`;
  }
}

/** Arrows for the played move and the better one. */
function arrowsOf({ glyph, played, line }: ReviewedMove): Arrow[] {
  const [best] = line;
  if (!isFault(glyph) || best === undefined || best === played.move) return [];
  return [
    { move: played.move, kind: 'played' },
    { move: best, kind: 'better' },
  ];
}
