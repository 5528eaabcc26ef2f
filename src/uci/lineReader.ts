/** Cuts a stream of text into lines, of which none may be longer than {@link MAX_LINE}. */

/** Characters: a game of some 200,000 moves. */
export const MAX_LINE = 1 << 20;

export class LineReader {
  /** The line that has begun, in the pieces in which it came. */
  private pieces: string[] = [];
  private length = 0;
  private isTooLong = false;

  private readonly onLine: (line: string) => void;
  private readonly onTooLong: () => void;

  /** `onTooLong` is called once for every line that is left out because of its length. */
  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.onLine = onLine;
    this.onTooLong = onTooLong;
  }

  /** Takes the next piece of text. Lines end with LF, CR or both. */
  push(text: string): void {
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== 10 && code !== 13) continue;
      this.add(text.slice(start, i));
      this.endLine();
      start = i + 1;
      // Of CR LF in two pieces the second makes an empty line, which means nothing.
      if (code === 13 && text.charCodeAt(start) === 10) {
        start++;
        i++;
      }
    }
    this.add(text.slice(start));
  }

  /** The text has ended; what has come since the last line end is a line too. */
  end(): void {
    if (this.length > 0 || this.isTooLong) this.endLine();
  }

  private add(piece: string): void {
    if (this.isTooLong) return;
    this.length += piece.length;
    this.isTooLong = this.length > MAX_LINE;
    if (this.isTooLong) this.pieces = [];
    else this.pieces.push(piece);
  }

  private endLine(): void {
    const { isTooLong, pieces } = this;
    this.pieces = [];
    this.length = 0;
    this.isTooLong = false;
    if (isTooLong) this.onTooLong();
    else this.onLine(pieces.length === 1 ? pieces[0]! : pieces.join(''));
  }
}
