/**
 * The games of a PGN as words: tags, moves with comments, glyphs and variations, result. What the words mean on
 * the board is read later (pgnReader.ts).
 */
import { quote } from '../../util/result.ts';
import { gameTexts } from './gameStart.ts';
import { type GameResult, MOVE_SIGNS, singleSpaced } from './pgn.ts';
import { type PgnToken, pgnTokens } from './pgnTokens.ts';
import { isNullMove, withHyphens } from './san.ts';

/** A line of play as words: the moves with their annotations. */
export interface RawLine {
  /** The comments before the first move, and the glyphs that stand before it. */
  comments: string[];
  nags: number[];
  moves: RawMove[];
  result: GameResult | null;
  /** Whether a comment before the first move is not closed. */
  isUnclosed: boolean;
}

interface RawMove {
  text: string;
  nags: number[];
  comments: string[];
  variations: RawLine[];
  /** Whether a comment on it is not closed. */
  isUnclosed: boolean;
}

export interface RawGame extends RawLine {
  tags: Map<string, string>;
  problems: string[];
  damage: string | null;
}

/** A limit that no game reaches: the seventy-five-move rule would have ended it long before. */
export const MAX_PLIES = 20_000;

/** The nesting limit of variations; deeper ones are skipped. */
const MAX_DEPTH = 50;
const TOO_DEEP = `variations nested deeper than ${MAX_DEPTH} are left out`;
/** Without its closing parenthesis a variation takes the rest of the game. */
const OPEN_VARIATION = 'a variation is not closed';

const emptyLine = (): RawLine => ({
  comments: [],
  nags: [],
  moves: [],
  result: null,
  isUnclosed: false,
});
const emptyGame = (): RawGame => ({
  tags: new Map(),
  problems: [],
  damage: null,
  ...emptyLine(),
});

/** The results as files write them. */
const RESULT_WORDS = new Map<string, GameResult>([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
  // Results that an arbiter may give, but not PGN.
  ['1/2-0', '*'],
  ['0-1/2', '*'],
  ['½-0', '*'],
  ['0-½', '*'],
]);

/** The result of a game that both sides lose. It is also castling, so it is one only where the tag says so. */
const BOTH_LOSE = '0-0';

/** The result in the tags; `*` for any other text. */
export const resultInTags = ({ tags }: RawGame): GameResult =>
  RESULT_WORDS.get(withHyphens(tags.get('Result')?.trim() ?? '')) ?? '*';

/** The result after the moves, else the one in the tags: some programs end every game with `*`. */
export const resultOf = (game: RawGame): GameResult =>
  game.result === null || game.result === '*' ? resultInTags(game) : game.result;

/** Words without information about the move: assessments, `e.p.`, novelty, diagram; but not a null move, `--`. */
const IGNORED_WORD = /^(?:e\.?p\.?|T?N|D|(?!--$)[-+=/~#±∓⩲⩱∞□]+)$/;

/** An assessment attached to a move, `Nf3+-`, and what comes before it; longer words are no moves. */
const ATTACHED_ASSESSMENT = /([\w!?])\+?[-=/~±∓⩲⩱∞□][-+=/]*$/;
const MAX_WORD = 20;

/** A variation that is not closed yet; null if it is not kept. */
type OpenVariation = RawLine | null;

/** A game ends where another one has its tags (gameStart.ts), or before a token that cannot belong to it. */
export function* splitGames(text: string, keepsVariations: boolean): Generator<RawGame> {
  let game = emptyGame();
  for (const gameText of gameTexts(text)) {
    /** Innermost last. */
    let open: OpenVariation[] = [];
    for (const token of pgnTokens(gameText)) {
      if (isOfNextGame(token, game, open)) {
        yield endGame(game, open);
        game = emptyGame();
      }
      switch (token.type) {
        case 'tag':
          game.tags.set(token.name, token.value);
          open = [];
          break;
        case 'open':
          open.push(keepsVariations ? addVariation(game, open) : null);
          break;
        case 'close':
          open.pop();
          break;
        case 'malformed':
          addMalformed(game, token.text);
          break;
        default: {
          const line = open.length > 0 ? open.at(-1)! : game;
          if (line === game && game.result !== null && token.type === 'word') {
            addSecondResult(game, withHyphens(token.text));
          } else if (line !== null) addToken(line, token);
        }
      }
    }
    const isGame = game.tags.size > 0 || hasMovetext(game);
    if (isGame) yield endGame(game, open);
    // A comment above the first tags of a file is one on its first game.
    if (isGame || gameText.startsWith('[')) game = emptyGame();
  }
}

const hasMovetext = (game: RawGame): boolean => game.moves.length > 0 || game.result !== null;

/** Whether a token is a tag after movetext, or a move after the result. */
function isOfNextGame(token: PgnToken, game: RawGame, open: readonly OpenVariation[]): boolean {
  if (token.type === 'tag') {
    return hasMovetext(game) || (token.name === 'Event' && game.tags.has('Event'));
  }
  if (token.type !== 'word' || game.result === null || open.length > 0) return false;
  const word = withHyphens(token.text);
  return !RESULT_WORDS.has(word) && !IGNORED_WORD.test(word);
}

/** The game with what only its end shows: whether a variation is not closed, and whether {@link BOTH_LOSE} is a result. */
function endGame(game: RawGame, open: readonly OpenVariation[]): RawGame {
  if (game.result !== null) return game;
  if (open.length > 0) addProblem(game, OPEN_VARIATION, true);
  const last = game.moves.at(-1);
  const tag = withHyphens(game.tags.get('Result') ?? '');
  if (last?.text !== BOTH_LOSE || tag !== BOTH_LOSE) return game;
  game.moves.pop();
  const { comments } = game.moves.at(-1) ?? game;
  for (const comment of last.comments) comments.push(comment);
  return game;
}

/** Null if it is not an alternative to a move, or inside a variation that is not kept. */
function addVariation(game: RawGame, open: readonly OpenVariation[]): OpenVariation {
  const line = open.length > 0 ? open.at(-1) : game;
  const move = line?.moves.at(-1);
  if (move === undefined || game.result !== null) return null;
  if (open.length === MAX_DEPTH) {
    if (!game.problems.includes(TOO_DEEP)) game.problems.push(TOO_DEEP);
    return null;
  }
  const variation = emptyLine();
  move.variations.push(variation);
  return variation;
}

function addMalformed(game: RawGame, text: string): void {
  // Among the moves, a bracket that is not closed takes those on the rest of its line.
  const isLoss = game.moves.length > 0 && game.result === null && !text.endsWith(']');
  addProblem(game, `${quote(text)} is not PGN`, isLoss);
}

function addSecondResult(game: RawGame, word: string): void {
  const second = RESULT_WORDS.get(word);
  if (second === undefined) return;
  addProblem(game, `a second result, ${second}`, second !== game.result);
}

function addProblem(game: RawGame, problem: string, isDamage: boolean): void {
  game.problems.push(problem);
  if (isDamage) game.damage ??= problem;
}

function addToken(line: RawLine, token: PgnToken): void {
  if (token.type === 'comment') addComment(line, token);
  else if (token.type === 'nag') (line.moves.at(-1) ?? line).nags.push(token.number);
  else if (token.type === 'word') addWord(line, withHyphens(token.text));
}

function addComment(line: RawLine, { text, isClosed }: PgnToken & { type: 'comment' }): void {
  const comment = singleSpaced(text);
  const owner = line.moves.at(-1) ?? line;
  if (comment !== '') owner.comments.push(comment);
  if (!isClosed) owner.isUnclosed = true;
}

function addWord(line: RawLine, word: string): void {
  const result = RESULT_WORDS.get(word);
  if (result !== undefined) {
    line.result = result;
    return;
  }
  // Strips move numbers: `12.`, `12...`, `12…`, `12.e4`, `...`, and a number whose dots are separate.
  const numberless = isNullMove(word) ? word : word.replace(/^(\d+([.…]+|$)|[.…]+)/, '');
  if (numberless === '' || IGNORED_WORD.test(numberless)) return;
  const text =
    numberless.length > MAX_WORD ? numberless : numberless.replace(ATTACHED_ASSESSMENT, '$1');
  let end = text.length;
  while (end > 0 && (text[end - 1] === '!' || text[end - 1] === '?')) end--;
  const signs = text.slice(end);
  const nags = signs === '' ? [] : [MOVE_SIGNS.indexOf(signs.slice(-2))];
  if (end > 0 && line.moves.length > MAX_PLIES) return;
  if (end === 0) line.moves.at(-1)?.nags.push(...nags);
  else {
    line.moves.push({
      text: text.slice(0, end),
      nags: line.moves.length === 0 ? [...line.nags, ...nags] : nags,
      comments: [],
      variations: [],
      isUnclosed: false,
    });
  }
}
