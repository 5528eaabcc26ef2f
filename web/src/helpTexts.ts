/** What the keys and the mouse do, in words. Loaded on request, unlike the texts of the page. */
export const helpTexts = {
  keys: [
    ['← →', 'previous, next move'],
    ['Home End', 'first, last position'],
    ['f', 'flip the board'],
    ['m', 'type a move: Nf3, O\u2011O, e2e4'],
    ['Tab', 'to the board: arrows, then Enter on a piece and on a square; Escape cancels'],
    ['h', 'hint, in a game'],
    ['u', 'take back, in a game'],
    ['n', 'new game'],
    ['l', 'engine on or off, in the analysis'],
    ['Space', 'play the best move in the analysis; next key moment in a review'],
    ['x', 'show the threat, in the analysis'],
    ['?', 'this list'],
  ] as const,
  mouseTitle: 'Mouse and touch',
  mouse: [
    'The mouse wheel over the board steps through the moves.',
    'Drag with the right button, or press and hold, to draw an arrow; without dragging, a circle. Shift, Alt or both change the colour. A click on an empty square clears them.',
    'A right click or a long press on a move in the list opens its menu.',
    "A move made during the engine's turn is kept, and played as soon as it is legal.",
  ],
};
