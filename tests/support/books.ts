/** A book of another program, and what python-chess reads from it, in the folder BOOK_PATH. */
export const BOOK_PATH = process.env.BOOK_PATH ?? '';
if (BOOK_PATH === '') {
  console.warn('BOOK_PATH is not set: tests that need the book of another tool are skipped');
}
