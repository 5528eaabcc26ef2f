/** The analysis: a game with variations, and the engine's evaluation of the current position. */
import type { Position } from '../../../src/chess/board/position.ts';
import { type Color, type Move, NO_MOVE } from '../../../src/chess/board/types.ts';
import { isGameOver } from '../../../src/chess/game/draws.ts';
import { formatFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { isFinalResult } from '../../../src/chess/notation/pgn.ts';
import { formatSan, playPgnMove } from '../../../src/chess/notation/san.ts';
import { forWhite } from '../../../src/eval/evaluator.ts';
import { whiteWinDrawLoss } from '../../../src/review/winPercent.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import type { SearchInfo } from '../../../src/search/searchResult.ts';
import { isAddressMadeHere, replaceAddress } from '../address.ts';
import { announce, notify, notifyError, offerUndo, withdrawOffer } from '../announce.ts';
import type { App, View } from '../app.ts';
import type { SavedWork, Work } from '../archive/archive.ts';
import type { WorkingCopy } from '../archive/workingCopy.ts';
import type { Arrow } from '../board/arrows.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { shapesOf, withShapes } from '../board/shapes.ts';
import { MoveField, speakNode, stepFrom } from '../controls.ts';
import type { GameTags } from '../gameName.ts';
import { type GameNode, GameTree, indexPath } from '../gameTree.ts';
import { handleKeys, type Step, stepOnWheel } from '../keys.ts';
import { viewLayout } from '../layout.ts';
import { type MenuItem, menuButton, openMenu } from '../menu.ts';
import { MoveList } from '../moveList.ts';
import { OpeningPanel } from '../openingPanel.ts';
import type { PrintedGame } from '../print.ts';
import { copyText, savePgn } from '../share.ts';
import { playSound, soundOf } from '../sound.ts';
import { texts } from '../texts.ts';
import { analyseTexts } from './analyseTexts.ts';
import { EnginePanel } from './enginePanel.ts';
import { storedEngineChoices, storeEngineChoices } from './engineSettings.ts';
import { EvalBar } from './evalBar.ts';
import type { Source } from './files.ts';
import { editDetails, sideBelow } from './gameDetails.ts';
import { GameHead } from './gameHead.ts';
import { formatLink, parseLink } from './link.ts';
import { LiveAnalysis } from './liveAnalysis.ts';
import { moveMenu } from './moveMenu.ts';
import { moveTexts } from './moveTexts.ts';
import { askFile, askText, type GamePlace, type Loaded, loadedText, readGame } from './read.ts';
import { readTexts } from './readTexts.ts';
import { type AnalysisState, readAnalysis, stateOf } from './savedAnalysis.ts';

const t = analyseTexts;

/** The evaluation is announced to screen readers at this depth, in plies. */
const SPOKEN_DEPTH = 14;

export class AnalyseView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly board = new MoveBoard(
    (move) => this.addMoves([move]),
    (shapes) => {
      this.node.comments = withShapes(this.node.comments, shapes);
      this.keep();
    },
  );
  private readonly bar = new EvalBar();
  private readonly choices = storedEngineChoices();
  private readonly panel = new EnginePanel(this.choices, {
    onChange: () => {
      storeEngineChoices(this.choices);
      this.think();
    },
    onLine: (start, moves) => {
      if (start === this.position) this.addMoves(moves);
      else if (start === this.threat) this.addMoves([NO_MOVE, ...moves]);
    },
    onGoOn: () => this.analysis.goOn(),
    onRetry: () => this.think(),
  });
  private readonly analysis = new LiveAnalysis(this.choices, {
    onInfos: (position, infos) => this.showInfos(position, infos),
    onMessage: (text, canRetry, score) => {
      this.panel.showMessage(text, canRetry);
      if (canRetry || score === 0) announce(text); // A mate is announced with its move.
      this.bar.show(score === null ? null : whiteWinDrawLoss({ score, pv: [] }, this.position));
      this.board.setArrows([]);
    },
    onDone: () => this.panel.showDone(),
  });
  private readonly list = new MoveList(
    (node) => this.goTo(node),
    (node, at) => this.openMoveMenu(node, at),
  );
  private readonly opening = new OpeningPanel((move) => this.addMoves([move]));
  private readonly head = new GameHead((game) => this.openGame(game));
  private readonly field = new MoveField(
    () => this.position,
    (move) => this.addMoves([move]),
  );

  private readonly copy: WorkingCopy;
  /** Where the game is in the file it was read from. */
  private place: GamePlace | null = null;
  private tree = new GameTree();
  private node: GameNode = this.tree.root;
  private tags: GameTags = new Map();
  private position: Position = this.tree.start.clone();
  /** The first move of the best line. */
  private best: Move | null = null;
  private isVisible = false;
  private hasSpoken = false;
  /** The position after a null move, while the engine is asked what the other side would play. */
  private threat: Position | null = null;

  /** `saved` is what was open before, if anything. */
  constructor(app: App, copy: WorkingCopy, saved: SavedWork | null) {
    this.app = app;
    this.copy = copy;
    this.board.setMovable('both');
    this.element = viewLayout({
      kind: 'analyse',
      board: [this.bar.element, this.board.element],
      body: [this.panel.element, this.head.element, this.list.element, this.field.element],
      side: [this.opening.element],
      onStep: (step) => this.step(step),
      actions: [
        menuButton('load', t.loadMenu, () => this.loadItems(), t.load),
        menuButton('share', t.share, () => this.shareItems(), t.shareShort),
      ],
      menu: () => this.moreItems(),
    });
    stepOnWheel(this.board.element, (step) => this.step(step));
    // The address that the page wrote itself is that of the saved position.
    const link = parseLink(location.hash);
    const isWanted = link?.ok === true && !isAddressMadeHere();
    if (saved !== null && !isWanted && this.restore(saved)) {
      // The page cannot open it again by itself.
      if (stateOf(saved).isInFile) notify(readTexts.collection.gone);
      if (link?.ok === false) this.showLink(link);
    } else {
      // The line of the page's own address may be one that a slow storage has not given yet.
      if (saved !== null || isWanted) copy.begin();
      this.showLink(link);
    }
    this.showGame(false);
  }

  show(): void {
    this.isVisible = true;
    this.showAddress();
    this.analysis.open();
  }

  hide(): void {
    this.isVisible = false;
    this.analysis.close();
    this.board.cancel();
  }

  onKey(event: KeyboardEvent): void {
    handleKeys(event, (step) => this.step(step), {
      f: () => this.flip(),
      l: () => this.panel.switch(),
      m: () => this.field.open(),
      x: () => this.toggleThreat(),
      ' ': () => this.best !== null && this.addMoves([this.best]),
    });
  }

  printed(): PrintedGame {
    return { tree: this.tree, tags: this.tags, figures: [this.board.element] };
  }

  /** Shows a copy of a game, so that edits do not change the original. */
  open(tree: GameTree, node: GameNode, tags: GameTags, below: Color): void {
    const copied = tree.copy(node);
    this.copy.begin();
    this.place = null;
    this.setGame(copied.tree, copied.node, tags, below);
  }

  /** Shows the position of a link, if it has one. */
  openLink(hash: string): void {
    const link = parseLink(hash);
    if (link?.ok === true) this.copy.begin();
    this.showLink(link);
  }

  private showLink(link: ReturnType<typeof parseLink>): void {
    if (link === null) return;
    if (link.ok) {
      this.place = null;
      this.setGame(link.value.tree, link.value.node, new Map());
    } else {
      notify(t.badLink(link.error.message));
      this.showAddress();
    }
  }

  /** Loads a PGN or a FEN; false if cancelled. Throws an Error if it is neither. */
  async load(source: Source): Promise<boolean> {
    return this.showLoaded(await readGame(source));
  }

  private openGame(game: Promise<Loaded | null>): void {
    game.then((loaded) => this.showLoaded(loaded)).catch(notifyError);
  }

  private async showLoaded(loaded: Loaded | null): Promise<boolean> {
    if (loaded === null) return false;
    const { tree, tags, place } = loaded;
    // A game of a file that was shown before comes back with what was changed in it.
    const record = place?.collection.records.get(place.index);
    if (record !== undefined && (await this.openRecord(record, place))) {
      notify(loadedText(loaded));
      return true;
    }
    this.replaceGame(loadedText(loaded), tree, tags, place);
    return true;
  }

  /** `place` is that of the game in the file it was read from. */
  openRecord(id: string, place: GamePlace | null = null): Promise<boolean> {
    return this.copy.open(id, (saved) => this.restore(saved, place));
  }

  restore(saved: SavedWork, place: GamePlace | null = null): boolean {
    const analysis = readAnalysis(saved);
    if (analysis === null) return false;
    const { tree, node, tags, below } = analysis;
    this.place = place;
    this.setGame(tree, node, tags, below);
    return true;
  }

  /** Saves a change of the user. */
  private keep(): void {
    const { place, copy } = this;
    place?.collection.records.set(place.index, copy.id);
    copy.save(() => this.work());
  }

  /** Saves the position shown and the side below; an analysis that the user has not changed only for a reload. */
  private keepPlace(): void {
    this.copy.keepState(() => this.work());
  }

  private get isEmpty(): boolean {
    const { tree, tags } = this;
    return tree.root.children.length === 0 && tree.startFen === START_FEN && tags.size === 0;
  }

  private work(): Work {
    const { tree, tags } = this;
    const state: AnalysisState = {
      at: indexPath(this.node),
      below: this.board.orientation,
      isInFile: this.place !== null,
    };
    const plies = tree.mainLine().length;
    return { tags: Object.fromEntries(tags), plies, pgn: this.pgn(), state };
  }

  /** Shows another game, and offers the one before again if it had moves. */
  private replaceGame(
    text: string,
    tree: GameTree,
    tags: GameTags,
    place: GamePlace | null = null,
  ): void {
    const before = { tree: this.tree, node: this.node, tags: this.tags, place: this.place };
    const { id } = this.copy;
    const below = this.board.orientation;
    this.copy.begin();
    this.place = place;
    this.setGame(tree, tree.root, tags, sideBelow(tags) ?? below);
    // Of a file with many games only those are kept that the user changes.
    if (place === null && !this.isEmpty) this.keep();
    const undo = async () => {
      if (!(await this.copy.open(id))) this.copy.begin();
      this.place = before.place;
      this.setGame(before.tree, before.node, before.tags, below);
    };
    if (before.tree.root.children.length === 0) notify(text);
    else offerUndo(text, () => void undo());
  }

  private setGame(
    tree: GameTree,
    node: GameNode,
    tags: GameTags,
    below: Color = this.board.orientation,
  ): void {
    // What it would undo is not on the screen any more.
    withdrawOffer();
    this.tree = tree;
    this.tags = tags;
    this.node = node;
    this.analysis.newGame();
    this.setOrientation(below);
    this.showGame(false);
  }

  // Menus

  private loadItems(): MenuItem[] {
    const setUp = async () => {
      const { askPosition } = await import('../board/editor.ts');
      const fen = await askPosition(formatFen(this.position));
      if (fen !== null) await this.load(fen).catch(notifyError);
    };
    return [
      { text: t.paste, onClick: () => void askText((text) => this.load(text)) },
      { text: t.open, onClick: () => askFile((file) => this.load(file)) },
      { text: t.setUp, onClick: () => void setUp() },
      { text: texts.archive.open, onClick: () => this.app.showArchive() },
      { text: t.reset, onClick: () => this.replaceGame(t.isReset, new GameTree(), new Map()) },
    ];
  }

  private shareItems(): MenuItem[] {
    return [
      { text: t.copyLink, onClick: () => void copyText(this.link()) },
      { text: t.copyFen, onClick: () => void copyText(formatFen(this.position)) },
      { text: texts.copyPgn, onClick: () => void copyText(this.pgn()) },
      { text: texts.savePgn, onClick: () => savePgn('game.pgn', this.pgn()) },
    ];
  }

  private moreItems(): MenuItem[] {
    const { node, tree } = this;
    const isChecked = this.threat !== null;
    const setTags = (tags: GameTags) => this.change(tree, this.node, tags);
    return [
      { text: texts.flip, key: 'f', onClick: () => this.flip() },
      { text: texts.moveField, key: 'm', onClick: () => this.field.toggle() },
      { text: t.threat, key: 'x', onClick: () => this.toggleThreat(), isChecked },
      ...(node.parent === null
        ? []
        : [{ text: t.editMove(node.san), onClick: () => this.openMoveMenu(node) }]),
      { text: t.details, onClick: () => void editDetails(this.tags, setTags) },
      { text: t.playFromHere, onClick: () => void this.app.playFrom(formatFen(this.position)) },
      {
        text: texts.reviewGame,
        isDisabled: tree.root.children.length === 0,
        onClick: () => void this.app.review(this.pgn(), this.board.orientation),
      },
    ];
  }

  private openMoveMenu(node: GameNode, at: Element | null = this.list.elementOf(node)): void {
    if (at === null) return;
    const { tree } = this;
    const items = moveMenu(tree, node, (shown) => this.change(tree, shown));
    openMenu(at, moveTexts.title(node.san), items);
  }

  /** Shows and saves a change, unless a dialog was left open while another game was loaded. */
  private change(tree: GameTree, node: GameNode, tags = this.tags): void {
    if (this.tree !== tree) return;
    this.node = node;
    this.tags = tags;
    this.showGame();
    this.keep();
  }

  private link(): string {
    return new URL(formatLink(this.tree, this.node), location.href).href;
  }

  private pgn(): string {
    const { Result, ...tags } = Object.fromEntries(this.tags);
    return this.tree.pgn(isFinalResult(Result) ? Result : '*', tags);
  }

  // Navigation

  private addMoves(moves: readonly Move[]): void {
    const isNew = !this.tree.has(this.node, moves);
    let { node } = this;
    for (const move of moves) node = this.tree.add(node, move);
    this.node = node;
    announce(texts.speakSan(node.san));
    playSound(soundOf(node.san));
    this.showGame();
    if (isNew) this.keep();
  }

  private goTo(node: GameNode): void {
    if (node === this.node) return;
    this.node = node;
    announce(speakNode(node));
    if (node.parent !== null) playSound(soundOf(node.san));
    this.list.select(node);
    this.showPosition();
  }

  private step(step: Step): void {
    this.goTo(stepFrom(this.node, step));
  }

  private flip(): void {
    this.setOrientation(this.board.orientation ^ 1);
    this.keepPlace();
  }

  private setOrientation(below: Color): void {
    this.board.setOrientation(below);
    this.bar.setOrientation(below);
  }

  // Display

  private showGame(isAnimated = true): void {
    this.head.show(this.tree, this.tags, this.place);
    this.list.render(this.tree, this.node);
    this.showPosition(isAnimated);
  }

  private showPosition(isAnimated = true): void {
    const { node } = this;
    this.position = this.tree.positionAt(node);
    this.board.show(this.position, node.move, isAnimated, shapesOf(node.comments));
    this.board.setArrows([]);
    this.field.clearProblem();
    this.head.showClocks(node, this.position);
    void this.opening.show(this.tree, node, this.position);
    this.showAddress();
    this.keepPlace();
    this.think();
  }

  private showAddress(): void {
    if (this.isVisible) replaceAddress(formatLink(this.tree, this.node));
  }

  // The engine

  private think(): void {
    this.best = null;
    this.hasSpoken = false;
    this.threat = null;
    this.analysis.follow(this.position);
  }

  /** Shows what the other side would play if it were its turn, until the next move. */
  private toggleThreat(): void {
    const passed = this.position.clone();
    playPgnMove(passed, NO_MOVE);
    if (this.threat !== null) {
      this.think();
    } else if (!this.choices.isOn) {
      notify(t.engineIsOff);
    } else if (this.position.inCheck || isGameOver(passed)) {
      notify(t.noThreat);
    } else {
      this.think();
      this.threat = passed;
      this.analysis.follow(passed);
    }
  }

  private showInfos(position: Position, infos: readonly SearchInfo[]): void {
    const [best] = infos;
    if (best === undefined) return;
    if (position === this.threat) {
      this.panel.show(position, infos);
      this.board.setArrows([{ move: best.pv[0]!, kind: 'threat' }]);
      return;
    }
    if (position !== this.position) return;
    this.best = best.pv[0]!;
    this.bar.show(this.panel.show(position, infos));
    const arrows = infos.map(
      ({ pv, multiPv }): Arrow => ({ move: pv[0]!, kind: multiPv === 1 ? 'best' : 'second' }),
    );
    this.board.setArrows(arrows.reverse());
    if (this.hasSpoken || best.depth < SPOKEN_DEPTH) return;
    this.hasSpoken = true;
    const evaluation = formatSignedEval(forWhite(best.score, position));
    announce(t.spokenEvaluation(evaluation, formatSan(position, this.best), best.depth));
  }
}
