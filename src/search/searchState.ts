/**
 * The state shared by all nodes of a search: position, evaluator, transposition table, histories and search
 * stack; and what every node does with it: make a move, evaluate, score a draw.
 *
 * The tree (tree.ts) and quiescence at its leaves (quiescence.ts) both work on one such state.
 */
import { isLegal } from '../chess/board/legality.ts';
import { countPieces } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL, KINGS, PAWNS } from '../chess/board/positionLayout.ts';
import { isNoisy, type Move, NO_MOVE, WHITE } from '../chess/board/types.ts';
import {
  FIFTY_MOVES,
  findSearchDraw,
  hasLegalMove,
  NOT_DRAWN,
  repeatedKey,
} from '../chess/game/draws.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { CURSED_WIN, DRAW, type Tablebases } from '../syzygy/tablebases.ts';
import { IS_DEBUG_BUILD } from '../version.ts';
import { History, historyBonus, NO_PIECE_TO, pieceToOf } from './history.ts';
import type { SearchSettings } from './limits.ts';
import { tuned } from './parameters.ts';
import type { RootMove } from './rootMoves.ts';
import { DECISIVE, isDecisive, isMateScore, MATE, MAX_PLY, mateIn, TB_WIN } from './score.ts';
import { ANY_PATH, BY_CLOCK, type Frame, newStack } from './searchStack.ts';
import { NO_BOUND, NO_EVAL, type TranspositionTable } from './transpositionTable.ts';
import { validateEvaluation, validateNode } from './validateNode.ts';

/** From this many plies before the fifty-move limit on, leaves count as near it: captures and checks follow. */
const LEAF_PLIES = 10;

/** Whether a search of this depth may reach the fifty-move limit. */
export const isNearFiftyMoves = (halfmoves: number, depth: number): boolean =>
  halfmoves + Math.max(depth, LEAF_PLIES) >= FIFTY_MOVES;

/** Multiplier for the halfmove clock in keys. */
const CLOCK_KEY = 0x9e3779b1;

/** The high half of a key, with the halfmove clock. */
export const withClock = (keyHi: number, halfmoves: number): number =>
  keyHi ^ Math.imul(halfmoves, CLOCK_KEY);

export class SearchState {
  readonly tt: TranspositionTable;
  readonly history = new History();
  /** The frame of the root. */
  readonly root: Frame = newStack();
  readonly evaluator: Evaluator;
  position!: Position;
  /** The root's ply in the position's history. */
  rootPly = 0;

  /** Nodes of this search so far. */
  nodes = 0;
  /** The deepest ply reached. */
  seldepth = 0;
  /** Positions found in tablebases. */
  tbHits = 0;
  /** Set by the poll: results returned from then on are invalid. */
  stopped = false;
  /** The node count at which the next poll is due. */
  nextPoll = 0;
  /** No null moves before this ply, while a null move cutoff is being verified. */
  nullMoveFrom = 0;
  /** No extensions from this ply on. */
  maxExtendedPly = 0;

  tablebases: Tablebases | null = null;
  /** The most pieces that tablebases are probed with; 0 without tablebases. */
  tbPieces = 0;

  private probeDepth = 0;
  private withFiftyMoves = true;
  private contempt = 0;
  private readonly poll: () => void;

  /** `poll` is called at {@link nextPoll} nodes; it sets that and {@link stopped}. */
  constructor(tt: TranspositionTable, evaluator: Evaluator, poll: () => void) {
    this.tt = tt;
    this.evaluator = evaluator;
    this.poll = poll;
  }

  /** Begins a search of this position, which is the root; `tablebases` are probed below it. */
  begin(
    position: Position,
    settings: Readonly<SearchSettings>,
    tablebases: Tablebases | null,
  ): void {
    this.position = position;
    this.rootPly = position.ply;
    const { contempt } = settings;
    this.contempt = contempt;
    this.tt.newSearch(position.turn === WHITE ? 0 - contempt : contempt, repeatedKey(position));
    this.tablebases = tablebases;
    this.tbPieces = Math.min(tablebases?.largest ?? 0, settings.syzygyProbeLimit);
    this.probeDepth = settings.syzygyProbeDepth;
    this.withFiftyMoves = settings.syzygy50MoveRule;
    this.nodes = 0;
    this.tbHits = 0;
    this.seldepth = 0;
    this.stopped = false;
    this.nullMoveFrom = 0;
    this.evaluator.begin(position);
    const { root } = this;
    root.staticEval = position.inCheck ? NO_EVAL : this.staticEval(root);
  }

  /** The static evaluation of the root, also in check. */
  evaluateRoot(): number {
    const { root } = this;
    return root.staticEval === NO_EVAL ? this.staticEval(root) : root.staticEval;
  }

  /** The score of a root move until it is searched: the static evaluation, unless the move ends the game. */
  unsearchedScore({ move, draw }: RootMove): number {
    if (draw !== null) return this.drawScore(0);
    const { position } = this;
    const mates = position.withMove(move, () => position.inCheck && !hasLegalMove(position));
    return mates ? mateIn(1) : this.evaluateRoot();
  }

  /** Turns probing of tablebases off for this search. */
  withoutTablebases(): void {
    this.tbPieces = 0;
  }

  /** Begins an iteration of iterative deepening. */
  beginIteration(depth: number): void {
    this.maxExtendedPly = ((depth * tuned.maxExtendedPly) / 100) | 0;
    this.root.next.next.cutoffs = 0;
  }

  /** Makes the move of a frame. */
  make(frame: Frame, move: Move): void {
    const { position } = this;
    frame.pieceTo = pieceToOf(position.board, move);
    frame.move = move;
    this.evaluator.make(position, move);
    position.make(move);
    this.tt.prefetch(position.keyLo);
  }

  unmake(move: Move): void {
    this.evaluator.unmake();
    this.position.unmake(move);
  }

  makeNull(frame: Frame): void {
    frame.pieceTo = NO_PIECE_TO;
    frame.move = NO_MOVE;
    this.evaluator.makeNull();
    this.position.makeNull();
  }

  unmakeNull(): void {
    this.position.unmakeNull();
    this.evaluator.unmake();
  }

  /** Throws an Error if incrementally updated state is wrong. Slow. */
  validate(): void {
    validateNode(this.position, this.evaluator);
  }

  /** Begins a node: counts it and polls when due. False if the search has been stopped. */
  enter(frame: Frame): boolean {
    frame.pvLength = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return false;
    this.nodes++;
    if (frame.ply > this.seldepth) this.seldepth = frame.ply;
    frame.drawPly = ANY_PATH;
    return true;
  }

  /** The principal variation below the root; valid until the next node. */
  pv(): Int32Array {
    const { pv, pvLength } = this.root.next;
    return pv.subarray(0, pvLength);
  }

  /** The draw score for the side to move: contempt has the opposite sign for the other side. */
  drawScore(ply: number): number {
    return (ply & 1) === 0 ? 0 - this.contempt : this.contempt;
  }

  /**
   * The score of a node that is drawn: by the halfmove clock, or because it repeats the position of
   * `repeatedPly`, or a move from it does.
   */
  drawBy(frame: Frame, repeatedPly: number): number {
    const isByClock = this.position.halfmoves >= FIFTY_MOVES;
    frame.drawPly = isByClock ? BY_CLOCK : repeatedPly - this.rootPly;
    return this.drawScore(frame.ply);
  }

  /** The static evaluation of a node whose raw evaluation is not known. */
  staticEval(frame: Frame): number {
    return this.corrected(this.evaluate(), this.correction(frame));
  }

  /** The raw evaluation. */
  evaluate(): number {
    const score = this.evaluator.evaluate(this.position);
    if (IS_DEBUG_BUILD) validateEvaluation(this.position, this.evaluator, score);
    return score;
  }

  /** What correction history adds to the raw evaluation, in centipawns. */
  correction({ prev1, prev2 }: Frame): number {
    const learned = this.history.correction(this.position, prev1.pieceTo, prev2.pieceTo);
    return ((learned * tuned.correctionWeight) / 100) | 0;
  }

  /**
   * The static evaluation: the raw one with its correction, less with every ply without a capture or pawn
   * move, so that the better side makes progress instead of shuffling. Below mates and tablebase wins.
   */
  corrected(raw: number, correction: number): number {
    const damping = tuned.fiftyMoveDamping;
    // A game may be set up beyond the limit: the draw has to be claimed.
    const clock = Math.min(this.position.halfmoves, FIFTY_MOVES);
    const score = (((raw + correction) * (damping - clock)) / damping) | 0;
    return Math.max(1 - DECISIVE, Math.min(DECISIVE - 1, score));
  }

  /** Call when a search to `depth` scored `difference` centipawns above the static evaluation. */
  updateCorrection({ prev1, prev2 }: Frame, difference: number, depth: number): void {
    const { history, position } = this;
    history.updateCorrection(position, prev1.pieceTo, prev2.pieceTo, difference, depth);
  }

  /**
   * The bound of the entry just found in the transposition table, or NO_BOUND if its score does not hold here,
   * because it lies beyond the fifty-move limit or beyond the deepest ply of this search.
   */
  ttBound(ply: number): number {
    const { tt } = this;
    return this.isOutOfReach(tt.score, ply) ? NO_BOUND : tt.bound;
  }

  /**
   * The move of the transposition table for this position, which need not be legal; NO_MOVE if there is none.
   * Near the fifty-move limit it is that of an entry with the halfmove clock in its key, if possible.
   */
  ttMove(): Move {
    const { tt, position } = this;
    return tt.probe(position.keyLo, this.knownKeyHi(), 0) ? tt.move : NO_MOVE;
  }

  /** Stores a move for this position, where {@link ttMove} finds it. */
  storeMove(move: Move): void {
    const { tt, position } = this;
    tt.store(position.keyLo, this.knownKeyHi(), 0, move, 0, 0, NO_BOUND, NO_EVAL, true);
  }

  /** The high half of the key: with the halfmove clock if the transposition table has such an entry. */
  private knownKeyHi(): number {
    const { keyLo, keyHi, halfmoves } = this.position;
    const clocked = withClock(keyHi, halfmoves);
    return this.tt.probe(keyLo, clocked, 0) ? clocked : keyHi;
  }

  /** The TT's reply to a root move whose line was cut short by a bound, unless that reply ends the game. */
  replyFromTt(): Move {
    const { position, rootPly } = this;
    const reply = this.ttMove();
    if (reply === NO_MOVE || !isLegal(position, reply)) return NO_MOVE;
    const goesOn = () => hasLegalMove(position) && findSearchDraw(position, rootPly) === NOT_DRAWN;
    return position.withMove(reply, goesOn) ? reply : NO_MOVE;
  }

  /** Whether the score of a node may go into the transposition table; `hasClock`: with the clock in the key. */
  isStorable({ drawPly, ply }: Frame, hasClock: boolean): boolean {
    return drawPly >= ply || (hasClock && drawPly === BY_CLOCK);
  }

  /** Whether a mate or a tablebase win would come beyond the horizon, or after the fifty-move limit. */
  private isOutOfReach(score: number, ply: number): boolean {
    if (!isDecisive(score)) return false;
    const plies = (isMateScore(score) ? MATE : TB_WIN) - Math.abs(score);
    return plies >= MAX_PLY || this.position.halfmoves + plies - ply > FIFTY_MOVES;
  }

  /** Whether tablebases are probed at this depth, after a capture or pawn move. */
  isInTablebases(depth: number): boolean {
    const pieces = countPieces(this.position);
    if (pieces > this.tbPieces || this.position.rights !== 0) return false;
    return pieces < this.tbPieces || depth >= this.probeDepth;
  }

  /** The score of a WDL value. A cursed win is better than other draws. */
  outcomeScore(wdl: number, ply: number): number {
    const bestDraw = this.withFiftyMoves ? CURSED_WIN : DRAW;
    if (wdl > bestDraw) return TB_WIN - ply;
    if (wdl < -bestDraw) return ply - TB_WIN;
    return this.drawScore(ply) + wdl;
  }

  /** Whether the side to move has more than king and pawns. */
  hasPieces(): boolean {
    const { bitboards, turn } = this.position;
    const us = turn * 2;
    const lo = bitboards[ALL + us]! ^ bitboards[PAWNS + us]! ^ bitboards[KINGS + us]!;
    const hi = bitboards[ALL + us + 1]! ^ bitboards[PAWNS + us + 1]! ^ bitboards[KINGS + us + 1]!;
    return (lo | hi) !== 0;
  }

  /** Sets what the history of a node's quiet moves depends on. */
  setContext({ context, prev1, prev2, prev4 }: Frame): void {
    context.set(this.position, prev1.pieceTo, prev2.pieceTo, prev4.pieceTo);
  }

  /** Call when the TT cuts a node off, with its move, which need not be legal. */
  updateAfterTtCutoff(frame: Frame, move: Move, depth: number): void {
    const { history, position } = this;
    const bonus = historyBonus(depth);
    // A quiet move that cuts off again is as good as one that was searched.
    if (move !== NO_MOVE && !isNoisy(move) && isLegal(position, move)) {
      this.setContext(frame);
      history.updateQuiet(frame.context, move, pieceToOf(position.board, move), bonus);
    }
    // The opponent's last move is refuted again.
    this.updatePriorHistory(frame, ((0 - bonus) * tuned.priorTtMalus) >> 10);
  }

  /**
   * A bonus for the opponent's last move, if it was quiet: positive if no reply raised alpha, negative (a
   * malus) if one cut off.
   */
  updatePriorHistory({ prev1, prev2 }: Frame, bonus: number): void {
    const { move, pieceTo } = prev1;
    if (move === NO_MOVE || isNoisy(move)) return;
    this.history.updatePrior(this.position.turn ^ 1, move, pieceTo, prev2.pieceTo, bonus);
  }
}
