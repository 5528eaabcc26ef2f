/**
 * The texts of the page, so that a translation is a few files; except those of index.html (title,
 * description, tabs), which are shown before any script runs, and those that are fetched later:
 * `helpTexts.ts`, `analyse/analyseTexts.ts`, `analyse/moveTexts.ts`, `analyse/readTexts.ts`,
 * `board/editorTexts.ts` and `review/reviewTexts.ts`.
 */
import { colorOf, NO_PIECE, type Piece, sideName, typeOf } from '../../src/chess/board/types.ts';
import type { GameEnd } from '../../src/chess/game/draws.ts';

const PIECE_NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** The name of a piece by its letter in SAN. */
const pieceName = (letter: string): string => PIECE_NAMES['PNBRQK'.indexOf(letter)]!;

/** SAN as it is read aloud: `Nxf3+` is "knight takes f3, check". */
function speakSan(san: string): string {
  if (san.startsWith('O-O-O')) return `castles queen side${checkWords(san)}`;
  if (san.startsWith('O-O')) return `castles king side${checkWords(san)}`;
  const promotion = /=([NBRQ])/.exec(san)?.[1];
  const spoken = san
    .replace(/[+#]|=[NBRQ]/g, '')
    .replace(/^[NBRQK]/, (letter) => `${pieceName(letter)} `)
    .replace('x', ' takes ')
    .replace(/ {2}/g, ' ');
  const becomes = promotion === undefined ? '' : `, promotes to ${pieceName(promotion)}`;
  return spoken + becomes + checkWords(san);
}

const checkWords = (san: string): string =>
  san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';

/** What browsers say about a part of the page that they could not load. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed/i;

/** An error message of the library, or of the browser, as a sentence for the page: no prefix, first letter capital. */
function formatProblem(message: string): string {
  if (NOT_FETCHED.test(message)) {
    return 'Part of the page could not be loaded. Try again when you are online, or reload the page.';
  }
  const text = message.replace(/^FEN: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

export const texts = {
  // Names
  name: 'Refrain',
  white: 'White',
  black: 'Black',
  pieceNames: PIECE_NAMES,
  speakSan,
  problem: formatProblem,
  squareLabel(square: string, piece: Piece, isTarget: boolean): string {
    const what =
      piece === NO_PIECE
        ? ''
        : `, ${sideName(colorOf(piece)).toLowerCase()} ${PIECE_NAMES[typeOf(piece)]}`;
    return `${square}${what}${isTarget ? ', possible move' : ''}`;
  },

  // Frame
  settings: 'Settings',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  appearance: {
    labels: { theme: 'Colours', board: 'Board', pieces: 'Pieces' },
    values: {
      theme: { auto: 'System', light: 'Light', dark: 'Dark' },
      board: { slate: 'Slate', wood: 'Wood', green: 'Green', night: 'Night' },
      pieces: { classic: 'Classic', plain: 'Plain' },
    },
  },
  help: 'Keys',

  // Board
  board: 'Chessboard',
  promoteTo: 'Promote to',
  flip: 'Flip board',
  moveField: 'Type a move',
  moveFieldHint: 'e4, Nf3, O-O, e2e4 …',
  playTyped: 'Play the typed move',
  noMoveNow: 'It is not your move',
  premove: (from: string, to: string) => `Move in advance: ${from} to ${to}`,
  moves: 'Moves',
  noMoves: 'No moves yet',
  first: 'First position',
  previous: 'Previous move',
  next: 'Next move',
  last: 'Last position',
  startPosition: 'Start position',

  // Engine
  notLoaded: (file: string) => `${file} could not be loaded`,
  engineLoading: 'Engine is loading …',
  engineFailed: 'The engine could not be loaded',
  retry: 'Try again',
  engineStopped: (reason: string) => `The engine stopped: ${reason}`,

  // Play
  you: 'You',
  engineName: (elo: number | null) => (elo === null ? 'Refrain' : `Refrain (${elo})`),
  fullStrength: 'Full strength',
  elo: (elo: number) => `Elo ${elo}`,
  thinking: 'thinking …',
  yourMove: 'Your move',
  captured: (side: string, lead: number) =>
    `${side} is ahead by ${plural(lead, 'point')} of material`,
  outcome: { won: 'You won', lost: 'You lost', drawn: 'Draw' },
  /** `1–0`, with a dash. */
  result: (result: string) => result.replaceAll('1/2', '½').replace('-', '–'),
  resultLabel: 'Result',
  newGame: 'New game',
  newShort: 'New',
  rematch: 'Rematch',
  takeBack: 'Take back',
  takenBack: 'Move taken back',
  hint: 'Hint',
  canClaim: (rule: string) => `You can claim a draw: ${rule}`,
  claimDrawBy: (rule: string, san: string) =>
    `Claim draw${san === '' ? '' : ` with ${san}`}: ${rule}`,
  offerDraw: 'Offer draw',
  drawDeclined: 'Refrain declines the draw',
  resign: 'Resign',
  confirmResign: 'Resign this game?',
  analyseGame: 'Analyse',
  reviewGame: 'Review game',
  reviewShort: 'Review',
  copyPgn: 'Copy PGN',
  savePgn: 'Save PGN',
  copied: 'Copied',
  cannotCopy: 'The browser did not allow copying',
  more: 'More',
  showMore: 'Show more',
  hintIs: (san: string) => `Hint: ${san}`,
  hintSpoken: (san: string) => `Hint: ${speakSan(san)}`,
  youPlayed: (san: string) => `You: ${speakSan(san)}`,
  enginePlayed: (san: string) => `Refrain: ${speakSan(san)}`,
  viewingPast: 'Earlier position',
  backToGame: 'Back to the game',
  setup: {
    color: 'You play',
    random: 'Random',
    level: 'Strength',
    levelNames: [
      [900, 'beginner'],
      [1300, 'casual player'],
      [1700, 'club player'],
      [2100, 'strong club player'],
      [2400, 'expert'],
      [2700, 'master'],
      [Number.POSITIVE_INFINITY, 'grandmaster'],
    ] as const,
    clock: 'Clock',
    noClock: 'No clock',
    custom: (minutes: number, seconds: number) => `${minutes} min + ${seconds} s`,
    start: 'Start from',
    starts: { standard: 'Standard', chess960: 'Chess960', position: 'Position' },
    position: 'Position',
    number: 'Number, 0–959',
    badNumber: 'Chess960 positions are numbered 0 to 959',
    shuffle: 'Random number',
    fen: 'FEN',
    byHand: 'Set up by hand',
    play: 'Start game',
  },
  over: {
    checkmate: (winner: string) => `Checkmate, ${winner} wins`,
    resigned: (winner: string) => `Resignation, ${winner} wins`,
    time: (winner: string) => `Time is up, ${winner} wins`,
    timeDraw: 'Time is up, but there is not enough material to win: draw',
    draw: (rule: string) => `Draw: ${rule}`,
    agreed: 'Draw by agreement',
    claimed: (by: string, rule: string) => `${by} claimed a draw: ${rule}`,
  },
  drawRules: {
    checkmate: 'checkmate',
    stalemate: 'stalemate',
    'insufficient material': 'insufficient material',
    'dead position': 'dead position, as neither side can ever mate',
    'threefold repetition': 'threefold repetition',
    'fivefold repetition': 'fivefold repetition',
    'fifty-move rule': 'fifty-move rule',
    'seventy-five-move rule': 'seventy-five-move rule',
  } satisfies Record<GameEnd, string>,

  // What is kept
  archive: {
    title: 'My games',
    intro: 'Games, analyses and reviews are kept in this browser, on this device only.',
    none: 'Nothing yet: games, analyses and reviews appear here automatically.',
    search: 'Search players, events, dates',
    kinds: { game: 'Game', analysis: 'Analysis', review: 'Review' },
    moves: (plies: number) => plural(Math.ceil(plies / 2), 'move'),
    unfinished: 'unfinished',
    open: 'My games …',
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `Deleted: ${name}`,
    exportAll: 'Export all as PGN',
    forked: 'This was changed in another tab. Both versions are kept, this one as a copy',
    failed: 'This browser does not let the page store anything: games are lost when you close it',
    full: "This browser's storage is full: changes are lost when you close the page",
    gone: 'It has been deleted in the meantime, or cannot be read',
  },
  openings: 'Openings',
  noNamedMoves: 'No named opening continues from here',
  newVersion: 'There is a new version of this page',
  takeVersion: 'Reload to update',
  sound: {
    label: 'Sound',
    values: [
      ['true', 'On'],
      ['false', 'Off'],
    ] as const,
  },
};
