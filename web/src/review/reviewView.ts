/** The review of a game: progress, accuracy, chart, and navigation from mistake to mistake. */
import type { Color, Move } from '../../../src/chess/board/types.ts';
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import { forWhite } from '../../../src/eval/evaluator.ts';
import { describeMark } from '../../../src/report/reviewText.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import type { SearchRecord } from '../../../src/review/reviewSearches.ts';
import { whiteWinDrawLoss } from '../../../src/review/winPercent.ts';
import { VERSION } from '../../../src/version.ts';
import { analyseTexts } from '../analyse/analyseTexts.ts';
import { EvalBar } from '../analyse/evalBar.ts';
import type { Source } from '../analyse/files.ts';
import { removeMove } from '../analyse/moveMenu.ts';
import { type Loaded, loadedText, readGame } from '../analyse/read.ts';
import { readTexts } from '../analyse/readTexts.ts';
import { announce, notify, withdrawOffer } from '../announce.ts';
import type { App, View } from '../app.ts';
import type { SavedWork, Work } from '../archive/archive.ts';
import type { WorkingCopy } from '../archive/workingCopy.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { shapesOf } from '../board/shapes.ts';
import { speakNode, stepFrom } from '../controls.ts';
import { el, replaceContent } from '../dom.ts';
import { type GameNode, GameTree, isMainLine, mainLinePly } from '../gameTree.ts';
import { handleKeys, type Step, stepOnWheel } from '../keys.ts';
import { viewLayout } from '../layout.ts';
import { type MenuItem, menuButton } from '../menu.ts';
import { MoveList } from '../moveList.ts';
import { checkGame } from '../play/settings.ts';
import type { PrintedGame } from '../print.ts';
import { download, savePgn } from '../share.ts';
import { playSound, soundOf } from '../sound.ts';
import { texts } from '../texts.ts';
import { findReview } from './findReview.ts';
import { RetryPanel } from './retryPanel.ts';
import { ReviewHead } from './reviewHead.ts';
import { ReviewResult } from './reviewResult.ts';
import { reviewTexts } from './reviewTexts.ts';
import { REVIEW_NODES } from './reviewTime.ts';
import { pgnOf, readReview, reviewWork, withVariations } from './savedReview.ts';
import { arrowsOf, badgeOf, describeMove, moveVerdict, variationHint } from './verdict.ts';

const t = reviewTexts;

/** What was read, with a game that can be reviewed. */
interface Reviewable {
  loaded: Loaded;
  game: PgnGame;
}

/** Reads a game; null if cancelled. Throws an Error if there is none, or nothing in it to review. */
async function readReviewable(source: Source): Promise<Reviewable | null> {
  const loaded = await readGame(source);
  if (loaded === null) return null;
  const { game } = loaded;
  if (game !== null && game.moves.length > 0) return { loaded, game };
  const [problem] = game?.problems ?? [];
  throw new Error(problem === undefined ? t.noMoves : readTexts.badGame(problem, null));
}

export class ReviewView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly board = new MoveBoard((move) => this.onMove(move));
  private readonly bar = new EvalBar();
  private readonly list = new MoveList((node) => this.goTo(node));
  private readonly head = new ReviewHead({
    load: (source) => this.load(source),
    onNodes: (nodes) => {
      this.nodes = nodes;
      this.keep();
    },
    onStart: () => this.reviewNow(),
    onLastGame: ({ pgn, state }) =>
      void this.start(pgn, checkGame(state)?.settings.color ?? this.board.orientation),
    onArchive: () => this.app.showArchive(),
  });
  private readonly verdict = el('div', { class: 'verdict', tabindex: -1 });
  private readonly result = new ReviewResult((ply) => this.goToPly(ply));
  private readonly retrying = new RetryPanel(this.board, this.bar, {
    onStart: () => this.review !== null && this.retrying.start(this.review),
    onFlip: () => this.flip(),
    onGo: (ply) => this.goToPly(ply),
    onShow: () => this.showPosition(),
    onToggle: (isOpen) => {
      this.element.classList.toggle('is-retrying', isOpen);
      if (!isOpen) this.updateMovable();
    },
    onProgress: () => this.keep(),
  });

  private game: PgnGame | null = null;
  /** The game as it was loaded, as PGN, by which its review is found again. */
  private source = '';
  private review: GameReview | null = null;
  private tree = new GameTree();
  private node: GameNode = this.tree.root;
  private nodes: number = REVIEW_NODES[1]!;
  /** The searches of this review so far, which a later visit need not make again. */
  private searches: SearchRecord[] = [];
  /** The version of the engine that made them. */
  private version = VERSION;
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
      body: [
        this.head.element,
        this.result.chartBox,
        this.verdict,
        this.retrying.element,
        this.list.element,
      ],
      side: [this.result.summaryBox, this.result.momentBox],
      onStep: (step) => this.step(step),
      actions: [
        this.result.next,
        this.retrying.button,
        menuButton('share', analyseTexts.share, () => this.shareItems(), analyseTexts.shareShort),
      ],
      menu: () => this.moreItems(),
    });
    stepOnWheel(this.board.element, (step) => this.step(step));
    this.showAll();
    if (saved !== null) this.restore(saved);
  }

  show(): void {
    // A game may have been played since then.
    if (this.game === null) this.head.invite(null, this.nodes, this.problem);
  }

  hide(): void {
    this.board.cancel();
  }

  onKey(event: KeyboardEvent): void {
    handleKeys(event, (step) => this.step(step), {
      f: () => this.flip(),
      ' ': () => this.result.goToNextMoment(),
    });
  }

  printed(): PrintedGame | null {
    const { game, review, result, tree } = this;
    if (game === null) return null;
    const marked = new Map(review?.moves.map((move) => [move.ply, move]));
    return {
      tree,
      tags: game.tags,
      figures: [result.summaryBox, result.chartBox],
      remark: (node) => {
        const move = marked.get(node.ply);
        return move === undefined || move.glyph === null ? '' : describeMark(move);
      },
    };
  }

  /** Loads a game; false if cancelled. Throws an Error if the text has no game. */
  async load(source: Source): Promise<boolean> {
    const loaded = await readReviewable(source);
    if (loaded !== null) this.showLoaded(loaded);
    return loaded !== null;
  }

  private showLoaded({ loaded, game }: Reviewable): void {
    this.setGame(game, loaded.tree);
    if (game.problems.length > 0) notify(loadedText(loaded));
  }

  /** Shows a game that can be reviewed, or none. A review that is running ends. */
  private setGame(game: PgnGame | null, tree: GameTree): void {
    this.copy.begin();
    this.leave();
    this.game = game;
    this.tree = tree;
    this.node = tree.root;
    this.review = null;
    this.searches = [];
    this.source = game === null ? '' : pgnOf(game);
    this.retrying.progress = null;
    if (game !== null) this.copy.save(() => this.work());
    this.showAll();
  }

  /** Ends what belongs to the game on the screen. */
  private leave(): void {
    // What it would undo is not on the screen any more.
    withdrawOffer();
    this.running?.abort();
    this.running = null;
    this.problem = '';
  }

  openRecord(id: string): Promise<boolean> {
    return this.copy.open(id, (saved) => this.restore(saved));
  }

  /**
   * Shows a review again, from the searches that were made for it; one that was interrupted goes on, one
   * that was not begun waits. False if it cannot be read.
   */
  restore(saved: SavedWork): boolean {
    const stored = readReview(saved);
    if (stored === null) return false;
    this.leave();
    ({ game: this.game, nodes: this.nodes } = stored);
    ({ version: this.version, searches: this.searches, source: this.source } = stored);
    this.retrying.progress = stored.retry;
    this.tree = GameTree.fromPgn(stored.game);
    this.node = this.tree.root;
    this.review = null;
    this.setOrientation(stored.below);
    this.showAll();
    void this.goOn();
    return true;
  }

  /** Runs the review from where it was, then the retrying of mistakes. */
  private async goOn(): Promise<void> {
    if (this.searches.length > 0) await this.run();
    if (this.review !== null) this.retrying.resume(this.review);
  }

  /**
   * Saves the review as far as it has come. Another tab that has the game open makes the same searches:
   * they are no change for it.
   */
  private keep(): void {
    if (this.game !== null) this.copy.keepState(() => this.work());
  }

  private work(): Work {
    const { nodes, version, searches, source } = this;
    const below = this.board.orientation;
    const retry = this.retrying.progress;
    const game = withVariations(this.game!, this.tree);
    return reviewWork(game, { nodes, below, version, searches, retry, source });
  }

  /** Shows the review of a game, with what was tried in it; one that was not reviewed before is loaded and reviewed. */
  async start(text: string, below: Color): Promise<void> {
    const reviewable = await readReviewable(text);
    if (reviewable === null) return;
    const { game } = reviewable;
    const source = pgnOf(game);
    const known = await findReview(source, game.moves.length);
    // A double click: this review has begun meanwhile.
    if (this.running !== null && this.source === source) return;
    const isShown = known !== null && (known === this.copy.id || (await this.openRecord(known)));
    if (!isShown) {
      this.showLoaded(reviewable);
      this.setOrientation(below);
    }
    if (this.review === null && this.running === null) await this.run();
  }

  private async run(): Promise<void> {
    const { game } = this;
    if (game === null) return;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.review = null;
    this.problem = '';
    const { nodes, searches } = this;
    // All searches of a review are made by one version.
    if (searches.length === 0) this.version = VERSION;
    const onProgress = this.head.showProgress(game, nodes, () => running.abort());
    this.closeRetrying();
    const grow = this.result.grow(game, this.sans(), searches);
    try {
      const { runReview } = await import('./runReview.ts');
      const review = await runReview(game, {
        nodes,
        signal: running.signal,
        known: [...searches],
        version: this.version,
        onProgress,
        onSearch: (search) => {
          searches.push(search);
          grow(search);
          if (this.running === running) this.keep();
        },
      });
      if (this.running !== running) return;
      if (review === null) this.again();
      else this.finish(review);
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
    for (const [i, { glyph, played }] of review.moves.entries()) {
      // Lists show the first of them; those of the file stay in the analysis and its PGN.
      const others = played.nags.filter((nag) => nag !== glyph?.nag);
      nodes[i]!.nags = glyph === null ? played.nags : [glyph.nag, ...others];
    }
    announce(review.isComplete ? t.done : t.interrupted);
  }

  // Display

  private showAll(): void {
    if (this.review === null) this.head.invite(this.game, this.nodes, this.problem);
    else this.head.show(this.game);
    this.closeRetrying();
    this.result.show(this.review, this.sans());
    this.list.render(this.tree, this.node);
    this.showPosition(false);
  }

  private closeRetrying(): void {
    this.retrying.close();
    this.retrying.button.disabled = this.review === null;
  }

  private sans(): string[] {
    return this.tree.mainLine().map(({ san }) => san);
  }

  private shareItems(): MenuItem[] {
    const { review, tree } = this;
    const save = async (kind: 'pgn' | 'html') => {
      if (review === null) return;
      const { formatReviewPgn, formatReport } = await import('./runReview.ts');
      if (kind === 'pgn') savePgn('review.pgn', formatReviewPgn(review, tree));
      else download('review.html', 'text/html', formatReport([review], t.method(this.nodes)));
    };
    const isDisabled = review === null;
    return [
      { text: texts.savePgn, onClick: () => void save('pgn'), isDisabled },
      { text: t.saveReport, onClick: () => void save('html'), isDisabled },
    ];
  }

  private moreItems(): MenuItem[] {
    const { game } = this;
    const below = this.board.orientation;
    const forget = () => this.setGame(null, new GameTree());
    const analyse = () =>
      void this.app.analyse(this.tree, this.node, game?.tags ?? new Map(), below);
    return [
      { text: texts.flip, key: 'f', onClick: () => this.flip() },
      { text: texts.analyseGame, onClick: analyse, isDisabled: game === null },
      { text: t.again, onClick: () => this.again(), isDisabled: this.review === null },
      { text: t.other, onClick: forget, isDisabled: game === null },
      { text: texts.archive.open, onClick: () => this.app.showArchive() },
    ];
  }

  private reviewNow(): void {
    this.copy.save(() => this.work());
    void this.run();
  }

  private again(): void {
    // What there is stays in the archive until a search is made.
    const work = this.work();
    this.copy.save(() => work);
    this.searches = [];
    this.retrying.progress = null;
    void this.run();
  }

  // Navigation

  private goTo(node: GameNode): void {
    this.node = node;
    if (node.parent !== null) playSound(soundOf(node.san));
    this.list.select(node);
    this.showPosition();
    // The verdict on a move may be the answer to the question.
    const move = this.retrying.isOpen ? null : this.moveAt();
    const spoken = speakNode(node);
    announce(move === null ? spoken : `${spoken}. ${describeMove(this.review!, move)}`);
  }

  private goToPly(ply: number): void {
    this.goTo(ply === 0 ? this.tree.root : (this.tree.mainLine()[ply - 1] ?? this.tree.root));
  }

  private step(step: Step): void {
    const node = stepFrom(this.node, step);
    if (node !== this.node) this.goTo(node);
  }

  /** Moves on the board, and those of a better line, become variations. */
  private addMoves(from: GameNode, moves: readonly Move[]): void {
    const isNew = !this.tree.has(from, moves);
    let node = from;
    for (const move of moves) node = this.tree.add(node, move);
    this.showTree(node, isNew);
  }

  /** Shows the tree, which has changed or not, at a node. */
  private showTree(node: GameNode, isChanged = true): void {
    if (isChanged) this.copy.save(() => this.work());
    this.list.render(this.tree, node);
    this.goTo(node);
  }

  private onMove(move: Move): void {
    if (this.retrying.isOpen) this.retrying.try(move);
    else this.addMoves(this.node, [move]);
  }

  /** The last move of the game is the end of it: there a move would not be a variation. */
  private updateMovable(): void {
    const isVariable = this.node.children.length > 0 || !isMainLine(this.node);
    this.board.setMovable(isVariable ? 'both' : 'none');
  }

  // Display of a position

  private flip(): void {
    this.setOrientation(this.board.orientation ^ 1);
    this.keep();
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

  /** White's score in the position on the board, as the chart has it: after a move, or at the start. */
  private scoreAt(move: ReviewedMove | null): number | null {
    if (move !== null) return move.score;
    return this.node.parent === null ? (this.review?.moves[0]?.scoreBefore ?? null) : null;
  }

  private showPosition(isAnimated = true): void {
    const { node } = this;
    const position = this.tree.positionAt(node);
    const move = this.moveAt();
    this.board.show(position, node.move, isAnimated, shapesOf(node.comments));
    this.updateMovable();
    this.board.setArrows(move === null ? [] : arrowsOf(move));
    this.board.setBadge(move === null ? null : badgeOf(move));
    this.element.classList.toggle('is-at-start', node.parent === null);
    this.result.follow(mainLinePly(node), move);
    const score = this.scoreAt(move);
    const line = score === null ? null : { score: forWhite(score, position), pv: [] };
    this.bar.show(line === null ? null : whiteWinDrawLoss(line, position));
    this.showVerdict(move);
    this.retrying.follow(isMainLine(node) ? node.ply : null);
  }

  private showVerdict(move: ReviewedMove | null): void {
    const { node, review } = this;
    this.verdict.hidden = review === null;
    if (review !== null && move !== null) {
      const play = (moves: readonly Move[]) => this.addMoves(node.parent!, moves);
      replaceContent(this.verdict, ...moveVerdict(review, move, play));
    } else if (isMainLine(node)) {
      replaceContent(this.verdict, el('p', { class: 'hint' }, t.chart));
    } else {
      const back = () => this.goToPly(mainLinePly(node));
      const remove = () => removeMove(this.tree, node, (shown) => this.showTree(shown));
      replaceContent(this.verdict, variationHint(back, remove));
    }
  }
}
