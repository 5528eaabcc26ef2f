/** The analysis: a game with variations, and the engine's evaluation of the current position. */

import type { Position } from '../../../src/chess/board/position.ts';
import type { Color, Move } from '../../../src/chess/board/types.ts';
import { findGameEnd } from '../../../src/chess/game/draws.ts';
import { formatFen } from '../../../src/chess/notation/fen.ts';
import type { GameResult } from '../../../src/chess/notation/pgn.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { forWhite } from '../../../src/review/winPercent.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import type { SearchInfo } from '../../../src/search/search.ts';
import { replaceAddress } from '../address.ts';
import { announce, notify } from '../announce.ts';
import type { App, View } from '../app.ts';
import type { Arrow } from '../board/arrows.ts';
import { askPosition } from '../board/editor.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { handleStepKey, moveField, type Step, stepButtons, stepFrom } from '../controls.ts';
import { button, copy, download, el } from '../dom.ts';
import { Searcher } from '../engine/searcher.ts';
import { type GameNode, GameTree, isMainLine } from '../gameTree.ts';
import { MoveList } from '../moveList.ts';
import { texts } from '../texts.ts';
import { type EngineChoices, EnginePanel } from './enginePanel.ts';
import { EvalBar } from './evalBar.ts';
import { formatLink, parseLink } from './link.ts';
import { askFile, askText, gameName, readText } from './read.ts';

const t = texts.analysis;

/** The evaluation is announced to screen readers at this depth, in plies. */
const SPOKEN_DEPTH = 14;

export class AnalyseView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly board: MoveBoard;
  private readonly bar = new EvalBar();
  private readonly panel: EnginePanel;
  private readonly list = new MoveList((node) => this.goTo(node));
  private readonly searcher: Searcher;
  private readonly title = el('h2', { class: 'game-title' });
  private readonly lineActions = el('div', { class: 'line-actions' });
  private choices: EngineChoices = { isOn: true, lines: 1, threads: 1, hash: 16 };

  private tree = new GameTree();
  private node: GameNode = this.tree.root;
  private tags: ReadonlyMap<string, string> = new Map();
  private position: Position = this.tree.start.clone();
  private infos: SearchInfo[] = [];
  private isVisible = false;
  private isDrawing = false;
  private hasSpoken = false;

  constructor(app: App) {
    this.app = app;
    this.board = new MoveBoard(texts.board, (move) => this.addMoves([move]));
    this.board.setMovable('both');
    this.searcher = new Searcher((state, reason) => {
      if (state === 'loading' || state === 'failed') this.panel.showMessage(reason);
    });
    this.panel = new EnginePanel(
      this.choices,
      (choices) => {
        this.choices = choices;
        this.think();
      },
      (start, moves) => {
        if (start === this.position) this.addMoves(moves);
      },
    );
    const field = moveField(
      () => this.position,
      (move) => this.addMoves([move]),
    );
    this.element = el(
      'div',
      { class: 'view analyse' },
      el(
        'div',
        { class: 'stage' },
        el('div', { class: 'board-row' }, this.bar.element, this.board.element),
      ),
      el(
        'div',
        { class: 'panel' },
        this.panel.element,
        this.title,
        this.list.element,
        stepButtons(
          (step) => this.step(step),
          () => this.flip(),
        ),
        field,
        this.lineActions,
        this.actions(),
      ),
    );
    this.openLink(location.hash);
    this.showGame(false);
  }

  show(): void {
    this.isVisible = true;
    this.showAddress();
    this.think();
  }

  hide(): void {
    this.isVisible = false;
    // Frees its memory: phones have little.
    void this.searcher.close();
    this.board.cancel();
  }

  onKey(event: KeyboardEvent): void {
    handleStepKey(event, (step) => this.step(step));
  }

  /** Shows a copy of a game, so that edits do not change the original. */
  open(tree: GameTree, node: GameNode, tags: ReadonlyMap<string, string>): void {
    const copied = tree.copy(node);
    this.setGame(copied.tree, copied.node, tags);
  }

  /** Shows the position of a link, if it has one. */
  openLink(hash: string): void {
    const link = parseLink(hash);
    if (link === null) return;
    if (link.ok) {
      this.setGame(link.value.tree, link.value.node, new Map());
    } else {
      notify(texts.badLink(link.error.message));
      this.showAddress();
    }
  }

  /** Loads a PGN or a FEN; false if cancelled. Throws an Error if the text is neither. */
  async load(text: string): Promise<boolean> {
    const loaded = await readText(text);
    if (loaded === null) return false;
    this.setGame(loaded.tree, loaded.tree.root, loaded.tags);
    notify(texts.loaded(loaded.game === null ? texts.setup.position : gameName(loaded.tags)));
    return true;
  }

  private setGame(tree: GameTree, node: GameNode, tags: ReadonlyMap<string, string>): void {
    this.tree = tree;
    this.tags = tags;
    this.node = node;
    this.searcher.newGame();
    this.showGame(false);
  }

  private actions(): HTMLElement {
    const report = (error: unknown) => notify(texts.problem((error as Error).message));
    const copied = async (text: string) =>
      notify((await copy(text)) ? texts.copied : texts.cannotCopy);
    const open = async () => {
      const text = await askFile();
      if (text !== null) await this.load(text).catch(report);
    };
    const setUp = async () => {
      const fen = await askPosition(formatFen(this.position));
      if (fen !== null) await this.load(fen).catch(report);
    };
    const reset = () => {
      const tree = new GameTree();
      this.setGame(tree, tree.root, new Map());
    };
    const share = el(
      'details',
      { class: 'more' },
      el('summary', {}, t.more),
      el(
        'div',
        { class: 'actions' },
        button(t.copyFen, () => void copied(formatFen(this.position))),
        button(t.copyPgn, () => void copied(this.pgn())),
        button(t.savePgn, () => download('game.pgn', 'application/x-chess-pgn', this.pgn())),
        button(t.copyLink, () => void copied(this.link())),
      ),
    );
    const main = el(
      'div',
      { class: 'actions wide' },
      button(t.paste, () => void askText((text) => this.load(text))),
      button(t.open, () => void open()),
      button(t.setUp, () => void setUp()),
      button(texts.reviewGame, () => this.app.review(this.pgn())),
      button(t.playFromHere, () => this.app.playFrom(formatFen(this.position))),
      button(t.reset, reset),
    );
    return el('div', {}, main, share);
  }

  private link(): string {
    return new URL(formatLink(this.tree, this.node), location.href).href;
  }

  private pgn(): string {
    const { Result, ...tags } = Object.fromEntries(this.tags);
    const results: readonly string[] = ['1-0', '0-1', '1/2-1/2'];
    const result = results.includes(Result ?? '') ? (Result as GameResult) : '*';
    return this.tree.pgn(result, tags);
  }

  // Navigation

  private addMoves(moves: readonly Move[]): void {
    const before = this.node;
    let node = before;
    for (const move of moves) node = this.tree.add(node, move);
    this.node = node;
    announce(texts.speakSan(node.san));
    this.showGame();
  }

  private goTo(node: GameNode): void {
    if (node === this.node) return;
    this.node = node;
    announce(node.parent === null ? texts.startPosition : texts.speakSan(node.san));
    this.list.select(node);
    this.showPosition();
  }

  private step(step: Step): void {
    this.goTo(stepFrom(this.node, step));
  }

  private flip(): void {
    const color = (this.board.orientation ^ 1) as Color;
    this.board.setOrientation(color);
    this.bar.setOrientation(color);
  }

  // Display

  private showGame(isAnimated = true): void {
    const name = this.tags.size === 0 ? '' : gameName(this.tags);
    this.title.textContent = name;
    this.title.hidden = name === '';
    this.list.render(this.tree, this.node);
    this.showPosition(isAnimated);
  }

  private showPosition(isAnimated = true): void {
    const { node } = this;
    this.position = this.tree.positionAt(node);
    this.board.show(this.position, node.parent === null ? null : node.move, isAnimated);
    this.board.setArrows([]);
    this.showLineActions();
    this.showAddress();
    this.think();
  }

  private showAddress(): void {
    if (this.isVisible) replaceAddress(formatLink(this.tree, this.node));
  }

  /** Shows the buttons that edit the current line. */
  private showLineActions(): void {
    const { node } = this;
    const promote = () => {
      this.tree.promote(node);
      this.showGame();
    };
    const remove = () => {
      this.node = node.parent!;
      this.tree.remove(node);
      this.showGame();
    };
    this.lineActions.replaceChildren(
      button(t.promote, promote, { disabled: isMainLine(node) }),
      button(t.remove, remove, { disabled: node.parent === null }),
    );
  }

  // The engine

  private think(): void {
    this.infos = [];
    this.hasSpoken = false;
    const end = findGameEnd(this.position);
    const isEnded = end === 'checkmate' || end === 'stalemate' || end === 'insufficient material';
    if (!this.choices.isOn || !this.isVisible || isEnded) {
      this.searcher.cancel();
      this.bar.show(null);
      this.board.setArrows([]);
      this.panel.showMessage(isEnded ? texts.gameOver(texts.drawRules[end]) : texts.engineIsOff);
      return;
    }
    const { lines, threads, hash } = this.choices;
    void this.searcher.search(
      {
        position: this.position,
        limits: { infinite: true },
        settings: { multiPv: lines, analyseMode: true, limitStrength: false, threads, hash },
      },
      (info) => this.onInfo(info),
    );
  }

  private onInfo(info: SearchInfo): void {
    if (info.bound !== undefined || info.pv.length === 0) return;
    this.infos[info.multiPv - 1] = info;
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.showInfos();
    });
  }

  private showInfos(): void {
    const [best] = this.infos;
    if (best === undefined) return;
    const infos = this.infos.filter((info) => info !== undefined);
    this.bar.show(this.panel.show(this.position, infos));
    this.board.setArrows(
      infos
        .map(
          ({ pv, multiPv }): Arrow => ({ move: pv[0]!, kind: multiPv === 1 ? 'best' : 'second' }),
        )
        .reverse(),
    );
    if (this.hasSpoken || best.depth < SPOKEN_DEPTH) return;
    this.hasSpoken = true;
    const evaluation = formatSignedEval(forWhite(best.score, this.position));
    announce(texts.spokenEvaluation(evaluation, formatSan(this.position, best.pv[0]!), best.depth));
  }
}
