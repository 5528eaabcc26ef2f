/**
 * Reviewed games as a self-contained HTML page: no external fonts or images, and no script except for the arrow
 * keys on pages with several games. It adapts to phones and desktops, follows the system's light or dark mode,
 * and prints well.
 */
import type { GameReview } from '../review/judge.ts';
import { THRESHOLDS } from '../review/marks.ts';
import { ChessError } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { withoutEarlierReview } from './annotatedPgn.ts';
import { drawBoardParts } from './boardSvg.ts';
import { escapeMarkup } from './markup.ts';
import { formatGame } from './reportGame.ts';
import { REPORT_KEYS, REPORT_KEYS_HASH } from './reportKeys.ts';
import { formatOverview } from './reportOverview.ts';
import { REPORT_STYLE } from './reportStyle.ts';
import { gameName } from './reviewText.ts';

/**
 * A page about the games; `method` says how the games were searched: `200,000 nodes a position`. Throws a
 * ChessError if there is no game, or no method.
 */
export function formatReport(reviews: readonly GameReview[], method: string): string {
  return [...reportParts(reviews, method)].join('');
}

/** The page in parts, one for each game: of a thousand games it may be longer than a string can be. */
export function* reportParts(
  reviews: readonly GameReview[],
  method: string,
): Generator<string, void> {
  if (!Array.isArray(reviews) || reviews.length === 0) {
    throw new ChessError('a report needs a reviewed game');
  }
  if (typeof method !== 'string') throw new ChessError('the method of a report must be text');
  const [only] = reviews;
  const { inaccuracy, mistake, blunder } = THRESHOLDS;
  const isMany = reviews.length > 1;
  const title = isMany ? `${reviews.length} games` : gameName(only!.game);
  const policy = `default-src 'none'; style-src 'unsafe-inline'${isMany ? `; script-src '${REPORT_KEYS_HASH}'` : ''}`;
  const idOf = (i: number) => `game-${i + 1}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(title)}</title>
<style>${REPORT_STYLE}</style>
${isMany ? `<script>${REPORT_KEYS}</script>` : ''}
</head>
<body>
${drawBoardParts()}
<main>
${isMany ? formatOverview(reviews, idOf) : ''}
`;
  for (const [i, review] of reviews.entries()) {
    yield `${formatGame(withoutEarlierReview(review), idOf(i), isMany)}\n`;
  }
  yield `</main>
<footer>Reviewed by ${NAME} ${VERSION}, ${escapeMarkup(method)}. A move is marked ?! if it loses ${inaccuracy} points of its side's win percentage, ? from ${mistake} and ?? from ${blunder}. Accuracy is measured as Lichess does. Names of openings: lichess-org/chess-openings (CC0).</footer>
</body>
</html>
`;
}
