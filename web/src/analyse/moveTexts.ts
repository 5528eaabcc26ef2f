/** The texts of the menu of a move, fetched with the tabs that have it. */
export const moveTexts = {
  title: (san: string) => `Move ${san}`,
  marks: ['Good', 'Mistake', 'Brilliant', 'Blunder', 'Interesting', 'Dubious'],
  comment: 'Comment …',
  commentTitle: 'Comment',
  commentKept: 'Comment saved',
  save: 'Save',
  promote: 'Make main line',
  remove: 'Delete from here',
  removed: (san: string) => `Deleted: ${san} and what follows`,
};
