/**
 * The only script of a report, on pages of several games: the left and right arrow keys step through the game
 * in view. A radio group with the focus, as on a page of one game, takes its keys without a script; here no
 * game has the focus at first, and the reader may have scrolled on to another one.
 */

export const REPORT_KEYS = `
addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!step || altKey || ctrlKey || metaKey || shiftKey) return;
  const { body } = document;
  const inView = (game) => {
    const { top, bottom } = game.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  };
  const games = [...body.querySelectorAll('.viewer')].filter((game) => inView(game) > 0);
  if (games.length === 0) return;
  const used = games.find((game) => game.contains(target));
  if (used && target.type === 'radio') return;
  const game = used ?? games.reduce((a, b) => (inView(b) > inView(a) ? b : a));
  const moves = [...game.querySelectorAll('.item input')];
  const current = moves.findIndex((move) => move.checked);
  // As in any radio group, the first one follows the last.
  const next = moves.at((current + step) % moves.length);
  event.preventDefault();
  next.focus();
  next.click();
});
`;

/** Of exactly this text, for the page's Content-Security-Policy: no other script runs. */
export const REPORT_KEYS_HASH = 'sha256-PlulNYILWR8gaLQV4EutitSkI/o4HLLyMQ0+c33958M=';
