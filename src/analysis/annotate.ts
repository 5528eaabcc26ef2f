/**
 * An analysed game as PGN: after each move what it left White with (`[%eval 0.34]`), glyphs where
 * it was no good or better than it looked, and the line that should have been played.
 *
 * What the file says of the game is kept, but for glyphs about moves and evaluations: those are
 * now ours.
 */
import { formatPgn, type PgnMove } from '../chess/notation/pgn.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatEval, isMateOnBoard } from '../search/score.ts';
import { NAME, VERSION } from '../version.ts';
import type { AnalyzedGame, AnalyzedMove } from './analyzeGame.ts';

/** Of a better line, in plies. */
export const LINE_LENGTH = 10;

/** The last of the glyphs about moves, `!` to `?!`; those behind it are about positions. */
const LAST_MOVE_GLYPH = 6;

/** The game as PGN with its analysis. */
export function formatAnnotated({ game, moves }: AnalyzedGame): string {
  const rest = game.moves.slice(moves.length);
  const tags = { ...Object.fromEntries(game.tags), Annotator: `${NAME} ${VERSION}` };
  const said = game.comments.map(withoutEval).filter((text) => text !== '');
  return formatPgn(game.start, [...moves.map(annotate), ...rest], game.result, tags, said);
}

function annotate(move: AnalyzedMove): PgnMove {
  const { played, before, line, scoreBefore, score, glyph } = move;
  const isBetter = isFault(move);
  const said = played.comments.map(withoutEval);
  const evaluation = isMateOnBoard(score) ? [] : [`[%eval ${formatEval(score)}]`];
  const verdict = isBetter ? [`${glyph!.name}. ${formatSan(before, line[0]!)} was best.`] : [];
  // In one comment: some readers, chess.js among them, do not expect two of them.
  const comment = [...evaluation, ...verdict, ...said].filter((text) => text !== '').join(' ');
  const positionGlyphs = played.nags.filter((nag) => nag > LAST_MOVE_GLYPH);
  return {
    move: played.move,
    nags: glyph === null ? positionGlyphs : [glyph.nag, ...positionGlyphs],
    comments: comment === '' ? [] : [comment],
    variations: isBetter ? [better(line, scoreBefore)] : [],
  };
}

/** Whether a move is marked for what it lost. */
export const isFault = ({ glyph, played, line }: AnalyzedMove): boolean =>
  glyph !== null && line[0] !== played.move;

function better(line: readonly number[], score: number): PgnMove[] {
  return line.slice(0, LINE_LENGTH).map((move, i) => ({
    ...{ move, nags: [] },
    comments: i === 0 ? [`[%eval ${formatEval(score)}]`] : [],
  }));
}

const withoutEval = (comment: string): string => comment.replace(/\[%eval [^\][]*\]/g, '').trim();
