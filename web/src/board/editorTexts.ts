/** The texts of the editor, fetched with it. */
export const editorTexts = {
  title: 'Set up position',
  palette: 'Piece to place',
  move: 'Move pieces',
  erase: 'Remove pieces',
  turn: 'To move',
  castling: 'Castling',
  rights: ['White O-O', 'White O-O-O', 'Black O-O', 'Black O-O-O'],
  clear: 'Clear board',
  use: 'Use this position',
  dismissed: 'The position was not used',
  goOn: 'Edit again',
  help: 'Choose a piece and click squares, or drag pieces. Drag a piece off the board to remove it.',
};
