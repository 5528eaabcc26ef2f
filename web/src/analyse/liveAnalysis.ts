/**
 * Keeps the engine at the position on the board: it searches until the time for a position is up, and
 * not while it is switched off, the tab is left, or the page is hidden.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import { findGameEnd, isAutomatic } from '../../../src/chess/game/draws.ts';
import { MATE } from '../../../src/search/score.ts';
import type { SearchInfo } from '../../../src/search/searchResult.ts';
import { Searcher } from '../engine/searcher.ts';
import { texts } from '../texts.ts';
import { analyseTexts } from './analyseTexts.ts';
import type { EngineChoices } from './engineSettings.ts';

interface Listener {
  /** New lines of the position, best first. */
  onInfos: (position: Position, infos: readonly SearchInfo[]) => void;
  /**
   * There are no lines, for this reason; `canRetry` if the engine can be loaded again. `score` is that of the
   * side to move if the game is over, else null.
   */
  onMessage: (text: string, canRetry: boolean, score: number | null) => void;
  /** The search has ended by itself. */
  onDone: () => void;
}

export class LiveAnalysis {
  private readonly searcher: Searcher;
  private readonly listener: Listener;
  private position: Position | null = null;
  private readonly choices: EngineChoices;
  private isOpen = false;
  /** The latest info of each line, and the latest that is shown: no bounds during the search. */
  private latest: SearchInfo[] = [];
  private infos: SearchInfo[] = [];
  private isDrawing = false;
  /** Whether the search ended, or is to go on without a limit. */
  private isDone = false;
  private isEndless = false;

  /** Changes of `choices` apply from the next search on. */
  constructor(choices: EngineChoices, listener: Listener) {
    this.choices = choices;
    this.listener = listener;
    this.searcher = new Searcher((state, reason) => {
      if (state !== 'loading' && state !== 'failed') return;
      listener.onMessage(reason, state === 'failed', null);
    });
    document.addEventListener('visibilitychange', () => {
      // A search that has ended is not started again when the page is shown again.
      if (this.isOpen && !this.isDone) this.search();
    });
  }

  /** Searches this position from now on. */
  follow(position: Position): void {
    this.position = position;
    this.isEndless = false;
    this.search();
  }

  /** Goes on searching the position, without a limit. */
  goOn(): void {
    this.isEndless = true;
    this.search();
  }

  /** The tab was opened. */
  open(): void {
    this.isOpen = true;
    this.search();
  }

  /** The tab was left: frees the engine's memory, of which phones have little. */
  close(): void {
    this.isOpen = false;
    void this.searcher.close();
  }

  /** The next position belongs to another game. */
  newGame(): void {
    this.searcher.newGame();
  }

  private search(): void {
    const { position, choices } = this;
    this.latest = [];
    this.infos = [];
    this.isDone = false;
    if (position === null || !this.isOpen) return;
    const end = findGameEnd(position);
    const isOver = end !== null && isAutomatic(end);
    const obstacle = isOver ? analyseTexts.gameOver(texts.drawRules[end]) : this.obstacle();
    if (obstacle !== null) {
      this.searcher.cancel();
      const score = end === 'checkmate' ? -MATE : 0;
      this.listener.onMessage(obstacle, false, isOver ? score : null);
      return;
    }
    const { lines, threads, hash, seconds, tablebases } = choices;
    const isLimited = seconds > 0 && !this.isEndless;
    void this.searcher
      .search(
        {
          position,
          limits: isLimited ? { movetime: seconds * 1000 } : { infinite: true },
          settings: { multiPv: lines, analyseMode: true, limitStrength: false, threads, hash },
          tablebases,
        },
        (info) => this.onInfo(info),
      )
      .then((result) => {
        if (result === null) return;
        this.isDone = true;
        // Final lines may be bounds. Lines drawn later would look like those of a running search.
        this.infos = this.latest;
        this.isDrawing = true;
        this.draw();
        this.listener.onDone();
      });
  }

  /** Why no position is searched now; null if one is. */
  private obstacle(): string | null {
    if (!this.choices.isOn) return analyseTexts.engineIsOff;
    return document.visibilityState === 'hidden' ? analyseTexts.enginePaused : null;
  }

  /** Lines come faster than the screen shows them. */
  private onInfo(info: SearchInfo): void {
    if (info.pv.length === 0) return;
    this.latest[info.multiPv - 1] = info;
    if (info.bound !== undefined) return;
    this.infos[info.multiPv - 1] = info;
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => this.draw());
  }

  /** Shows the lines that have not been shown yet. */
  private draw(): void {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    const infos = this.infos.filter((it) => it !== undefined);
    if (infos.length > 0 && this.position !== null) this.listener.onInfos(this.position, infos);
  }
}
