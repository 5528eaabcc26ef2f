/**
 * The classical evaluation: a score for a quiet position out of terms that a chess player would
 * name, each with a middlegame and an endgame value, blended by the pieces left.
 * https://www.chessprogramming.org/Tapered_Eval
 *
 * The search keeps an evaluator beside its position and tells it of every move (`begin`, `make`,
 * `makeNull`, `unmake`), so that what can be kept up to date need not be added up again: here
 * material and piece-square values. Another evaluator has only to offer the same five methods.
 */
import {
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from '../chess/attacks.ts';
import { popcount64 } from '../chess/bits.ts';
import { ALL, LIGHT, PAWNS, QUEENS, ROOKS } from '../chess/layout.ts';
import { castledKing, castledRook, type Position } from '../chess/position.ts';
import {
  BISHOP,
  BLACK,
  CAPTURE,
  CASTLING,
  type Color,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PAWN,
  PROMOTION,
  QUEEN,
  ROOK,
  WHITE,
} from '../chess/types.ts';
import { ENDING_PHASE, endgameScale, endingScore, FULL_SCALE } from './endings.ts';
import { endgame, middlegame } from './packed.ts';
import { AHEAD, FILE, NEIGHBOURS, PawnTable } from './pawns.ts';
import { MAX_PHASE, PHASE, PIECE_SQUARES } from './pieceSquares.ts';
import { WEIGHTS } from './weights.ts';

/** The terms, in the order in which `eval` shows them. */
export const TERMS = [
  'Material and squares',
  'Pawns',
  'Knights',
  'Bishops',
  'Rooks',
  'Queens',
  'King safety',
  'Passed pawns',
  'Threats',
  'Tempo',
] as const;
const T_SQUARES = 0;
const T_PAWNS = 1;
/** And the other types after it, up to the king. */
const T_PIECES = 2 - KNIGHT;
const T_PASSED = 7;
const T_THREATS = 8;
const T_TEMPO = 9;

const {
  bishopPair,
  bishopPawns,
  rookOnFile,
  outpost,
  passed,
  passedFree,
  passedSafe,
  passedGuarded,
  passedTheirKing,
  passedOurKing,
  threatByPawn,
  threatByMinor,
  threatByRook,
  threatByKing,
  threatByPush,
  restricted,
  hanging,
  shelter,
  storm,
  tempo,
  dangerAttacker,
  dangerSquare,
  dangerWeak,
  dangerCheck,
  dangerFile,
  dangerOffset,
  dangerNoQueen,
} = WEIGHTS;
const MOBILITY = [
  new Int32Array(0),
  WEIGHTS.knightMobility,
  WEIGHTS.bishopMobility,
  WEIGHTS.rookMobility,
  WEIGHTS.queenMobility,
];

const NOT_FILE_A = 0xfefefefe | 0;
const NOT_FILE_H = 0x7f7f7f7f;
/** In their halves of the board. */
const RANK_3 = 0x00ff0000;
const RANK_6 = 0x0000ff00;

/** Deeper than any search; the stack grows beyond if a caller goes on. */
const ROOM = 256;

/** Offsets into the attack maps: a type's own, then all of them together, then those twice attacked. */
const ALL_ATTACKS = 6;
const TWICE = 7;
const MAPS = 8;

export class Evaluator {
  /** What each term gave at the last evaluation, packed, index `term * 2 + color`. */
  readonly terms = new Int32Array(TERMS.length * 2);
  private readonly pawns = new PawnTable();
  /** Material and squares from white's side, packed, and the phase, two words a ply. */
  private stack = new Int32Array(ROOM * 2);
  private top = 0;
  /** Index `(color * MAPS + type) * 2`: squares attacked by a type, by any, by two. */
  private readonly attacks = new Int32Array(2 * MAPS * 2);
  /** How much each king is in danger, by the pieces around it and the checks that wait; index color. */
  readonly kingDanger = new Int32Array(2);

  /** Starts from this position. */
  begin({ board }: Position): void {
    this.top = 0;
    let squares = 0;
    let phase = 0;
    for (let square = 0; square < 64; square++) {
      const piece = board[square]!;
      if (piece === NO_PIECE) continue;
      squares += PIECE_SQUARES[piece * 64 + square]!;
      phase += PHASE[piece]!;
    }
    this.stack[0] = squares;
    this.stack[1] = phase;
  }

  /** A move is about to be made. */
  make({ board, turn }: Position, move: Move): void {
    const { stack, top } = this;
    const from = move & 63;
    const to = (move >> 6) & 63;
    const flag = move >> 12;
    const piece = board[from]! * 64;
    let squares = stack[top]! - PIECE_SQUARES[piece + from]!;
    let phase = stack[top + 1]!;
    if (flag === CASTLING) {
      const rook = board[to]! * 64;
      squares += PIECE_SQUARES[piece + castledKing(from, to)]! - PIECE_SQUARES[rook + to]!;
      squares += PIECE_SQUARES[rook + castledRook(from, to)]!;
    } else {
      if ((flag & PROMOTION) !== 0) {
        const promoted = ((flag & 3) + KNIGHT) * 2 + turn;
        squares += PIECE_SQUARES[promoted * 64 + to]!;
        phase += PHASE[promoted]!;
      } else {
        squares += PIECE_SQUARES[piece + to]!;
      }
      if ((flag & CAPTURE) !== 0) {
        const square = flag === EN_PASSANT ? to ^ 8 : to;
        const captured = board[square]!;
        squares -= PIECE_SQUARES[captured * 64 + square]!;
        phase -= PHASE[captured]!;
      }
    }
    this.push(squares, phase);
  }

  makeNull(): void {
    this.push(this.stack[this.top]!, this.stack[this.top + 1]!);
  }

  unmake(): void {
    this.top -= 2;
  }

  private push(squares: number, phase: number): void {
    this.top += 2;
    if (this.top === this.stack.length) {
      const larger = new Int32Array(this.stack.length * 2);
      larger.set(this.stack);
      this.stack = larger;
    }
    this.stack[this.top] = squares;
    this.stack[this.top + 1] = phase;
  }

  /** Centipawns from the side to move of the position, which is the one all moves have led to. */
  evaluate(position: Position): number {
    const phase = Math.min(this.stack[this.top + 1]!, MAX_PHASE);
    if (phase <= ENDING_PHASE) {
      const known = endingScore(position, phase);
      if (known !== null) return position.turn === WHITE ? known : 0 - known;
    }
    const { terms } = this;
    terms[T_SQUARES * 2] = this.stack[this.top]!;
    this.pawns.look(position);
    terms[T_PAWNS * 2] = this.pawns.score;
    this.mapPawnsAndKings(position);
    this.evaluatePieces(position, WHITE);
    this.evaluatePieces(position, BLACK);
    for (let us = 0; us < 2; us++) {
      this.evaluateKing(position, us);
      this.evaluatePassed(position, us);
      this.evaluateThreats(position, us);
    }
    terms[T_TEMPO * 2 + position.turn] = tempo[0]!;
    terms[T_TEMPO * 2 + (position.turn ^ 1)] = 0;

    let sum = 0;
    for (let i = 0; i < terms.length; i += 2) sum += terms[i]! - terms[i + 1]!;
    const mg = middlegame(sum);
    let eg = endgame(sum);
    if (phase <= ENDING_PHASE) {
      const scale = endgameScale(position, eg > 0 ? WHITE : BLACK);
      if (scale !== FULL_SCALE) eg = ((eg * scale) / FULL_SCALE) | 0;
    }
    const white = ((mg * phase + eg * (MAX_PHASE - phase)) / MAX_PHASE) | 0;
    return position.turn === WHITE ? white : 0 - white;
  }

  /** The attack maps of pawns and kings, which the other pieces' terms build upon. */
  private mapPawnsAndKings(position: Position): void {
    const { attacks } = this;
    const b = position.bitboards;
    this.kingDanger.fill(0);
    for (let us = 0; us < 2; us++) {
      const lo = b[PAWNS + us * 2]!;
      const hi = b[PAWNS + us * 2 + 1]!;
      let eastLo: number;
      let eastHi: number;
      let westLo: number;
      let westHi: number;
      if (us === WHITE) {
        eastLo = (lo & NOT_FILE_H) << 9;
        eastHi = ((hi & NOT_FILE_H) << 9) | ((lo & NOT_FILE_H) >>> 23);
        westLo = (lo & NOT_FILE_A) << 7;
        westHi = ((hi & NOT_FILE_A) << 7) | ((lo & NOT_FILE_A) >>> 25);
      } else {
        eastLo = ((lo & NOT_FILE_H) >>> 7) | ((hi & NOT_FILE_H) << 25);
        eastHi = (hi & NOT_FILE_H) >>> 7;
        westLo = ((lo & NOT_FILE_A) >>> 9) | ((hi & NOT_FILE_A) << 23);
        westHi = (hi & NOT_FILE_A) >>> 9;
      }
      const map = us * MAPS * 2;
      const king = position.kingSquare(us) * 2;
      const kingLo = KING_ATTACKS[king]!;
      const kingHi = KING_ATTACKS[king + 1]!;
      const pawnLo = eastLo | westLo;
      const pawnHi = eastHi | westHi;
      for (let type = KNIGHT; type <= QUEEN; type++) {
        attacks[map + type * 2] = 0;
        attacks[map + type * 2 + 1] = 0;
      }
      attacks[map + PAWN * 2] = pawnLo;
      attacks[map + PAWN * 2 + 1] = pawnHi;
      attacks[map + KING * 2] = kingLo;
      attacks[map + KING * 2 + 1] = kingHi;
      attacks[map + ALL_ATTACKS * 2] = pawnLo | kingLo;
      attacks[map + ALL_ATTACKS * 2 + 1] = pawnHi | kingHi;
      attacks[map + TWICE * 2] = (pawnLo & kingLo) | (eastLo & westLo);
      attacks[map + TWICE * 2 + 1] = (pawnHi & kingHi) | (eastHi & westHi);
    }
  }

  /** Mobility, where pieces stand, and what they attack around the enemy king. */
  private evaluatePieces(position: Position, us: Color): void {
    const { attacks, terms } = this;
    const b = position.bitboards;
    const them = us ^ 1;
    const mine = us * 2;
    const map = us * MAPS * 2;
    const theirMap = them * MAPS * 2;
    const ownPawnsLo = b[PAWNS + mine]!;
    const ownPawnsHi = b[PAWNS + mine + 1]!;
    const theirPawnsLo = b[PAWNS + 2 - mine]!;
    const theirPawnsHi = b[PAWNS + 3 - mine]!;
    const king = position.kingSquare(us);
    const areaLo = ~(attacks[theirMap]! | ownPawnsLo) & (king < 32 ? ~(1 << king) : -1);
    const areaHi = ~(attacks[theirMap + 1]! | ownPawnsHi) & (king < 32 ? -1 : ~(1 << king));
    const enemyKing = position.kingSquare(them) * 2;
    const ringLo = KING_ATTACKS[enemyKing]!;
    const ringHi = KING_ATTACKS[enemyKing + 1]!;
    const occupiedLo = b[ALL]! | b[ALL + 2]!;
    const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
    const queensLo = b[QUEENS]! | b[QUEENS + 2]!;
    const queensHi = b[QUEENS + 1]! | b[QUEENS + 3]!;
    const rooksLo = b[ROOKS + mine]!;
    const rooksHi = b[ROOKS + mine + 1]!;
    const forward = us * 128;
    let allLo = attacks[map + ALL_ATTACKS * 2]!;
    let allHi = attacks[map + ALL_ATTACKS * 2 + 1]!;
    let twiceLo = attacks[map + TWICE * 2]!;
    let twiceHi = attacks[map + TWICE * 2 + 1]!;
    let danger = 0;

    for (let type = KNIGHT; type <= QUEEN; type++) {
      const mobility = MOBILITY[type]!;
      const pieces = type * 4 + mine;
      let score = 0;
      let typeLo = 0;
      let typeHi = 0;
      for (let half = 0; half < 2; half++) {
        for (let bits = b[pieces + half]!; bits !== 0; bits &= bits - 1) {
          const square = half * 32 + 31 - Math.clz32(bits & -bits);
          const s = square * 2;
          let lo = 0;
          let hi = 0;
          if (type === KNIGHT) {
            lo = KNIGHT_ATTACKS[s]!;
            hi = KNIGHT_ATTACKS[s + 1]!;
          } else {
            // Sliders look through queens, rooks through rooks of their own: batteries count.
            if (type !== ROOK) {
              const i = bishopAttacks(square, occupiedLo & ~queensLo, occupiedHi & ~queensHi);
              lo = SLIDER_ATTACKS[i]!;
              hi = SLIDER_ATTACKS[i + 1]!;
            }
            if (type !== BISHOP) {
              const i = rookAttacks(
                square,
                occupiedLo & ~(queensLo | rooksLo),
                occupiedHi & ~(queensHi | rooksHi),
              );
              lo |= SLIDER_ATTACKS[i]!;
              hi |= SLIDER_ATTACKS[i + 1]!;
            }
          }
          twiceLo |= allLo & lo;
          twiceHi |= allHi & hi;
          allLo |= lo;
          allHi |= hi;
          typeLo |= lo;
          typeHi |= hi;
          score += mobility[popcount64(lo & areaLo, hi & areaHi)]!;
          const inRingLo = lo & ringLo;
          const inRingHi = hi & ringHi;
          if ((inRingLo | inRingHi) !== 0) {
            danger += dangerAttacker[type]! + dangerSquare[0]! * popcount64(inRingLo, inRingHi);
          }

          if (type === ROOK) {
            const file = ((FILE[s]! & ownPawnsLo) | (FILE[s + 1]! & ownPawnsHi)) === 0;
            if (file) {
              const isOpen = ((FILE[s]! & theirPawnsLo) | (FILE[s + 1]! & theirPawnsHi)) === 0;
              score += rookOnFile[isOpen ? 1 : 0]!;
            }
          } else if (type !== QUEEN) {
            if (type === BISHOP) {
              const color = ((LIGHT >> square) & 1) !== 0 ? LIGHT : ~LIGHT;
              score += bishopPawns[0]! * popcount64(ownPawnsLo & color, ownPawnsHi & color);
            }
            const rank = us === WHITE ? square >> 3 : 7 - (square >> 3);
            const bit = 1 << square;
            if (rank >= 3 && rank <= 5 && (attacks[map + half]! & bit) !== 0) {
              const ahead = forward + s;
              const canBeDriven =
                (NEIGHBOURS[s]! & RANKS_AHEAD[ahead]! & theirPawnsLo) |
                (NEIGHBOURS[s + 1]! & RANKS_AHEAD[ahead + 1]! & theirPawnsHi);
              if (canBeDriven === 0) score += outpost[type - KNIGHT]!;
            }
          }
        }
      }
      if (type === BISHOP && popcount64(b[pieces]!, b[pieces + 1]!) >= 2) score += bishopPair[0]!;
      attacks[map + type * 2] = typeLo;
      attacks[map + type * 2 + 1] = typeHi;
      terms[(T_PIECES + type) * 2 + us] = score;
    }
    attacks[map + ALL_ATTACKS * 2] = allLo;
    attacks[map + ALL_ATTACKS * 2 + 1] = allHi;
    attacks[map + TWICE * 2] = twiceLo;
    attacks[map + TWICE * 2 + 1] = twiceHi;
    this.kingDanger[them] = danger;
  }

  /** The pawns before the king, and what the enemy pieces can do to it. */
  private evaluateKing(position: Position, us: Color): void {
    const { attacks } = this;
    const b = position.bitboards;
    const them = us ^ 1;
    const mine = us * 2;
    const map = us * MAPS * 2;
    const theirMap = them * MAPS * 2;
    const king = position.kingSquare(us);
    const s = king * 2;

    let score = 0;
    let openFiles = 0;
    const middle = Math.max(1, Math.min(6, king & 7));
    const rank = king >> 3;
    for (let file = middle - 1; file <= middle + 1; file++) {
      const at = us * 128 + (rank * 8 + file) * 2;
      const own = nearestAhead(
        us,
        AHEAD[at]! & b[PAWNS + mine]!,
        AHEAD[at + 1]! & b[PAWNS + mine + 1]!,
      );
      const their = nearestAhead(
        us,
        AHEAD[at]! & b[PAWNS + 2 - mine]!,
        AHEAD[at + 1]! & b[PAWNS + 3 - mine]!,
      );
      const steps = own < 0 ? 0 : Math.abs(own - rank);
      score += shelter[steps]! + storm[their < 0 ? 0 : Math.abs(their - rank)]!;
      if (steps === 0) openFiles++;
    }

    let danger = this.kingDanger[us]!;
    if (danger > 0) {
      const ownLo = attacks[map + ALL_ATTACKS * 2]!;
      const ownHi = attacks[map + ALL_ATTACKS * 2 + 1]!;
      const ownTwiceLo = attacks[map + TWICE * 2]!;
      const ownTwiceHi = attacks[map + TWICE * 2 + 1]!;
      const theirLo = attacks[theirMap + ALL_ATTACKS * 2]!;
      const theirHi = attacks[theirMap + ALL_ATTACKS * 2 + 1]!;
      // Squares of the ring that they attack and nobody but the king guards.
      const weakLo = KING_ATTACKS[s]! & theirLo & ~ownTwiceLo;
      const weakHi = KING_ATTACKS[s + 1]! & theirHi & ~ownTwiceHi;
      danger += dangerWeak[0]! * popcount64(weakLo, weakHi) + dangerFile[0]! * openFiles;

      // Squares to give check from that are free of their own men and not guarded.
      const freeLo = ~b[ALL + 2 - mine]! & ~(ownLo & ~(weakLo & attacks[theirMap + TWICE * 2]!));
      const freeHi =
        ~b[ALL + 3 - mine]! & ~(ownHi & ~(weakHi & attacks[theirMap + TWICE * 2 + 1]!));
      const occupiedLo = b[ALL]! | b[ALL + 2]!;
      const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
      const diagonal = bishopAttacks(king, occupiedLo, occupiedHi);
      const straight = rookAttacks(king, occupiedLo, occupiedHi);
      const diagonalLo = SLIDER_ATTACKS[diagonal]! & freeLo;
      const diagonalHi = SLIDER_ATTACKS[diagonal + 1]! & freeHi;
      const straightLo = SLIDER_ATTACKS[straight]! & freeLo;
      const straightHi = SLIDER_ATTACKS[straight + 1]! & freeHi;
      const knight = theirMap + KNIGHT * 2;
      const bishop = theirMap + BISHOP * 2;
      const rook = theirMap + ROOK * 2;
      const queen = theirMap + QUEEN * 2;
      if (
        ((KNIGHT_ATTACKS[s]! & freeLo & attacks[knight]!) |
          (KNIGHT_ATTACKS[s + 1]! & freeHi & attacks[knight + 1]!)) !==
        0
      ) {
        danger += dangerCheck[KNIGHT]!;
      }
      if (((diagonalLo & attacks[bishop]!) | (diagonalHi & attacks[bishop + 1]!)) !== 0) {
        danger += dangerCheck[BISHOP]!;
      }
      if (((straightLo & attacks[rook]!) | (straightHi & attacks[rook + 1]!)) !== 0) {
        danger += dangerCheck[ROOK]!;
      }
      if (
        (((diagonalLo | straightLo) & attacks[queen]!) |
          ((diagonalHi | straightHi) & attacks[queen + 1]!)) !==
        0
      ) {
        danger += dangerCheck[QUEEN]!;
      }
      if ((b[QUEENS + 2 - mine]! | b[QUEENS + 3 - mine]!) === 0) danger -= dangerNoQueen[0]!;
      danger -= dangerOffset[0]!;
      this.kingDanger[us] = danger;
      if (danger > 0) score -= (((danger * danger) >> 9) << 16) + (danger >> 4);
    }
    this.terms[(T_PIECES + KING) * 2 + us] = score;
  }

  private evaluatePassed(position: Position, us: Color): void {
    const { attacks } = this;
    const b = position.bitboards;
    const them = us ^ 1;
    const ourMap = (us * MAPS + ALL_ATTACKS) * 2;
    const theirMap = (them * MAPS + ALL_ATTACKS) * 2;
    const occupiedLo = b[ALL]! | b[ALL + 2]!;
    const occupiedHi = b[ALL + 1]! | b[ALL + 3]!;
    const dangerLo = attacks[theirMap]! | b[ALL + them * 2]!;
    const dangerHi = attacks[theirMap + 1]! | b[ALL + them * 2 + 1]!;
    const ourKing = position.kingSquare(us);
    const theirKing = position.kingSquare(them);
    let score = 0;
    for (let half = 0; half < 2; half++) {
      for (let bits = this.pawns.passed(us, half); bits !== 0; bits &= bits - 1) {
        const square = half * 32 + 31 - Math.clz32(bits & -bits);
        const rank = us === WHITE ? square >> 3 : 7 - (square >> 3);
        const stop = us === WHITE ? square + 8 : square - 8;
        score += passed[rank]!;
        score += passedTheirKing[rank]! * kingSteps(theirKing, stop);
        score += passedOurKing[rank]! * kingSteps(ourKing, stop);
        if ((((stop < 32 ? occupiedLo : occupiedHi) >> stop) & 1) === 0) score += passedFree[rank]!;
        const at = us * 128 + square * 2;
        if (((AHEAD[at]! & dangerLo) | (AHEAD[at + 1]! & dangerHi)) === 0) {
          score += passedSafe[rank]!;
        }
        if (((attacks[ourMap + (stop >> 5)]! >> stop) & 1) !== 0) score += passedGuarded[rank]!;
      }
    }
    this.terms[T_PASSED * 2 + us] = score;
  }

  /** What a side's men attack, or will after a pawn's step, and where the enemy cannot go freely. */
  private evaluateThreats({ bitboards: b, board }: Position, us: Color): void {
    const { attacks } = this;
    const ours = us * 2;
    const theirs = 2 - ours;
    const map = us * MAPS * 2;
    const theirMap = (us ^ 1) * MAPS * 2;
    const any = map + ALL_ATTACKS * 2;
    const theirAny = theirMap + ALL_ATTACKS * 2;
    const pawnsLo = b[PAWNS + theirs]!;
    const pawnsHi = b[PAWNS + theirs + 1]!;
    const piecesLo = b[ALL + theirs]! ^ pawnsLo;
    const piecesHi = b[ALL + theirs + 1]! ^ pawnsHi;
    // What they hold well: by a pawn, or twice where we attack but once.
    const heldLo =
      attacks[theirMap]! | (attacks[theirMap + TWICE * 2]! & ~attacks[map + TWICE * 2]!);
    const heldHi =
      attacks[theirMap + 1]! |
      (attacks[theirMap + TWICE * 2 + 1]! & ~attacks[map + TWICE * 2 + 1]!);
    const contestedLo = attacks[any]! & ~heldLo;
    const contestedHi = attacks[any + 1]! & ~heldHi;
    const weakLo = b[ALL + theirs]! & contestedLo;
    const weakHi = b[ALL + theirs + 1]! & contestedHi;

    let score =
      threatByPawn[0]! * popcount64(attacks[map]! & piecesLo, attacks[map + 1]! & piecesHi) +
      restricted[0]! *
        popcount64(attacks[theirAny]! & contestedLo, attacks[theirAny + 1]! & contestedHi);
    const minor = map + KNIGHT * 2;
    const bishop = map + BISHOP * 2;
    const rook = map + ROOK * 2;
    const king = map + KING * 2;
    for (let half = 0; half < 2; half++) {
      const weak = half === 0 ? weakLo : weakHi;
      const pieces = half === 0 ? piecesLo : piecesHi;
      const byMinor = (attacks[minor + half]! | attacks[bishop + half]!) & (pieces | weak);
      for (let bits = byMinor; bits !== 0; bits &= bits - 1) {
        score += threatByMinor[board[half * 32 + 31 - Math.clz32(bits & -bits)]! >> 1]!;
      }
      for (let bits = attacks[rook + half]! & weak; bits !== 0; bits &= bits - 1) {
        score += threatByRook[board[half * 32 + 31 - Math.clz32(bits & -bits)]! >> 1]!;
      }
    }
    if ((weakLo | weakHi) !== 0) {
      if (((attacks[king]! & weakLo) | (attacks[king + 1]! & weakHi)) !== 0) {
        score += threatByKing[0]!;
      }
      score +=
        hanging[0]! * popcount64(weakLo & ~attacks[theirAny]!, weakHi & ~attacks[theirAny + 1]!);
    }

    // Steps of pawns to squares where they can stay.
    const freeLo = ~(b[ALL]! | b[ALL + 2]!);
    const freeHi = ~(b[ALL + 1]! | b[ALL + 3]!);
    const ownLo = b[PAWNS + ours]!;
    const ownHi = b[PAWNS + ours + 1]!;
    const safeLo = ~attacks[theirMap]! & (attacks[any]! | ~attacks[theirAny]!);
    const safeHi = ~attacks[theirMap + 1]! & (attacks[any + 1]! | ~attacks[theirAny + 1]!);
    let hitLo: number;
    let hitHi: number;
    if (us === WHITE) {
      let lo = (ownLo << 8) & freeLo;
      let hi = ((ownHi << 8) | (ownLo >>> 24)) & freeHi;
      lo |= ((lo & RANK_3) << 8) & freeLo;
      lo &= safeLo;
      hi &= safeHi;
      hitLo = ((lo & NOT_FILE_H) << 9) | ((lo & NOT_FILE_A) << 7);
      hitHi =
        ((hi & NOT_FILE_H) << 9) |
        ((hi & NOT_FILE_A) << 7) |
        ((lo & NOT_FILE_H) >>> 23) |
        ((lo & NOT_FILE_A) >>> 25);
    } else {
      let lo = ((ownLo >>> 8) | (ownHi << 24)) & freeLo;
      let hi = (ownHi >>> 8) & freeHi;
      hi |= ((hi & RANK_6) >>> 8) & freeHi;
      lo &= safeLo;
      hi &= safeHi;
      hitLo =
        ((lo & NOT_FILE_H) >>> 7) |
        ((lo & NOT_FILE_A) >>> 9) |
        ((hi & NOT_FILE_H) << 25) |
        ((hi & NOT_FILE_A) << 23);
      hitHi = ((hi & NOT_FILE_H) >>> 7) | ((hi & NOT_FILE_A) >>> 9);
    }
    hitLo &= piecesLo;
    hitHi &= piecesHi;
    if ((hitLo | hitHi) !== 0) score += threatByPush[0]! * popcount64(hitLo, hitHi);
    this.terms[T_THREATS * 2 + us] = score;
  }
}

/** Moves of a king from one square to another on an empty board. */
function kingSteps(a: number, b: number): number {
  return Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
}

/** The rank of the pawn that is nearest to a king behind them; -1 without any. */
function nearestAhead(us: Color, lo: number, hi: number): number {
  if ((lo | hi) === 0) return -1;
  if (us === WHITE) return (lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi)) >> 3;
  return (hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(lo)) >> 3;
}

/** Index `color * 128 + square * 2`: all ranks ahead of the square. */
const RANKS_AHEAD = new Int32Array(256);
for (let square = 0; square < 64; square++) {
  for (let other = 0; other < 64; other++) {
    const at = square * 2 + (other >> 5);
    if (other >> 3 > square >> 3) RANKS_AHEAD[at]! |= 1 << other;
    if (other >> 3 < square >> 3) RANKS_AHEAD[128 + at]! |= 1 << other;
  }
}

/** Centipawns from the side to move, for whoever has no evaluator at hand. */
export function evaluate(position: Position): number {
  const evaluator = new Evaluator();
  evaluator.begin(position);
  return evaluator.evaluate(position);
}
