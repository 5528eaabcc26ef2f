/** The texts of the analysis, fetched with it; reviews have some of them. */
import { texts } from '../texts.ts';

export const analyseTexts = {
  // Engine
  engine: 'Engine',
  lines: 'Lines',
  threads: 'Threads',
  threadsNeedReload: 'Reload the page once to use several threads',
  hash: 'Memory (MB)',
  engineSettings: 'Engine settings',
  evaluationBar: 'Evaluation',
  chances: (win: number, draw: number, loss: number) =>
    `White wins ${win}%, draw ${draw}%, Black wins ${loss}%`,
  chancesShort: (win: number, draw: number, loss: number) => `W ${win} · D ${draw} · B ${loss}%`,
  depth: (depth: number) => `depth ${depth}`,
  speed: (nodes: string) => `${nodes}/s`,
  spokenEvaluation: (evaluation: string, san: string, depth: number) =>
    `Evaluation ${evaluation}, best move ${texts.speakSan(san)}, depth ${depth}`,
  engineIsOff: 'The engine is off',
  enginePaused: 'Paused while the page is hidden',
  goOn: 'Go deeper',
  timePerPosition: 'Time per position',
  analysisTime: (seconds: number) =>
    seconds === 0 ? 'no limit' : seconds < 60 ? `${seconds} s` : `${seconds / 60} min`,
  gameOver: (what: string) => `Game over: ${what}`,
  lineLabel: (number: number) => `Line ${number}`,
  tablebases: 'Syzygy tablebases',
  chooseFolder: 'Choose a folder …',

  // Menus
  loadMenu: 'Load a game or position',
  open: 'Open a file …',
  paste: 'Paste PGN or FEN …',
  pasteTitle: 'Paste PGN or FEN',
  pasteLabel: 'PGN or FEN',
  pasteHint: 'Paste a game or a position here, or drop a file anywhere on this page',
  setUp: 'Set up a position …',
  reset: 'Start over',
  copyFen: 'Copy FEN',
  copyLink: 'Copy link',
  shareShort: 'Share',
  isReset: 'New analysis',
  threat: 'Show the threat',
  noThreat: 'There is no threat to show in this position',
  editMove: (san: string) => `Edit ${san} …`,
  details: 'Game details …',
  detailsTitle: 'Game details',
  detailsSaved: 'Game details saved',
  event: 'Event',
  date: 'Date',
  result: 'Result',
  results: [
    ['', 'none'],
    ['1-0', '1-0'],
    ['0-1', '0-1'],
    ['1/2-1/2', '½-½'],
  ] as const,
  playFromHere: 'Play from here',
  load: 'Load',
  share: 'Share and export',

  // Links
  badLink: (reason: string) => `This link cannot be opened: ${texts.problem(reason)}`,
  noMoveInLink: (at: string) => `Its line has no move '${at}'`,
};
