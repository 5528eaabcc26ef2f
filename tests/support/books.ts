/** The book of another tool, and what python-chess reads in it, where BOOK_PATH says. */
export const BOOK_PATH = process.env.BOOK_PATH ?? '';
if (BOOK_PATH === '') {
  console.warn('BOOK_PATH is not set: tests that need the book of another tool are skipped');
}
