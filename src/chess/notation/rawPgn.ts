/**
 * The games of a PGN as words: tags, moves with comments, glyphs and variations, result. What the words mean on
 * the board is read later (pgnReader.ts).
 */
import { quote } from '../../util/result.ts';
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

/** A game ends after its result and the comments and glyphs that follow it, or before the next game's tags. */
export function* splitGames(text: string, keepsVariations: boolean): Generator<RawGame> {
  let game = emptyGame();
  /** A game whose result has been read; comments and glyphs may follow. */
  let done: RawGame | null = null;
  /** How many variations are open, and which of them are kept, innermost last. */
  let depth = 0;
  let open: RawLine[] = [];
  for (const token of pgnTokens(text)) {
    if (token.type === 'malformed') {
      const problem = `${quote(token.text)} is not PGN`;
      // Among the moves, a bracket that is not closed takes those on the rest of its line.
      const isLoss = game.moves.length > 0 && !token.text.endsWith(']');
      addProblem(done ?? game, problem, isLoss);
      continue;
    }
    if (done !== null) {
      if (token.type === 'comment' || token.type === 'nag') {
        addToken(done, token);
        continue;
      }
      const word = token.type === 'word' ? withHyphens(token.text) : '';
      if (IGNORED_WORD.test(word)) continue;
      const second = RESULT_WORDS.get(word);
      if (second !== undefined) {
        addProblem(done, `a second result, ${second}`, second !== done.result);
        continue;
      }
      yield done;
      done = null;
    }
    if (token.type === 'tag') {
      const isNext = game.moves.length > 0 || (token.name === 'Event' && game.tags.has('Event'));
      if (isNext) {
        if (depth > 0) addProblem(game, OPEN_VARIATION, true);
        yield withoutLastResult(game);
        game = emptyGame();
      }
      // A variation ends before tags, also one that begins after the last result and so is of no game.
      depth = 0;
      open = [];
      game.tags.set(token.name, token.value);
    } else if (token.type === 'open') {
      // Not kept if it is not an alternative to a move, or inside a variation that is not kept.
      const move = depth === open.length ? (open.at(-1) ?? game).moves.at(-1) : undefined;
      depth++;
      if (!keepsVariations || move === undefined) continue;
      if (depth > MAX_DEPTH) {
        if (!game.problems.includes(TOO_DEEP)) game.problems.push(TOO_DEEP);
        continue;
      }
      const line = emptyLine();
      move.variations.push(line);
      open.push(line);
    } else if (token.type === 'close') {
      if (depth === open.length) open.pop();
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) {
      if (depth === open.length) addToken(open.at(-1)!, token);
    } else {
      addToken(game, token);
      if (game.result === null) continue;
      done = game;
      game = emptyGame();
    }
  }
  if (done !== null) yield done;
  if (depth > 0) addProblem(game, OPEN_VARIATION, true);
  if (game.tags.size > 0 || game.moves.length > 0) yield withoutLastResult(game);
}

/** The game without {@link BOTH_LOSE} after its moves, if that is its result. */
function withoutLastResult(game: RawGame): RawGame {
  const last = game.moves.at(-1);
  const isResult = [last?.text, withHyphens(game.tags.get('Result') ?? '')].every(
    (text) => text === BOTH_LOSE,
  );
  if (last === undefined || !isResult) return game;
  game.moves.pop();
  const { comments } = game.moves.at(-1) ?? game;
  for (const comment of last.comments) comments.push(comment);
  return game;
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
