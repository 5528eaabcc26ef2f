/** Splits a stream of text into lines of at most {@link MAX_LINE} characters. */

/** Characters: enough for a game of some 200,000 plies. */
export const MAX_LINE = 1 << 20;

/** Characters of a longer line that are reported: enough for its first words. */
const START_LENGTH = 80;

/** The message about a longer line. */
export const LINE_TOO_LONG = `a line of more than ${MAX_LINE} characters is skipped`;

export class LineReader {
  /** The chunks of the current line. */
  private chunks: string[] = [];
  private length = 0;
  private isTooLong = false;

  private readonly onLine: (line: string) => void;
  private readonly onTooLong: (start: string) => void;

  /**
   * `onTooLong` is called once for every line that is skipped because of its length, with its start, as soon as that
   * is known: the line may have no end.
   */
  constructor(onLine: (line: string) => void, onTooLong: (start: string) => void) {
    this.onLine = onLine;
    this.onTooLong = onTooLong;
  }

  /** Adds a chunk of text. Lines end with LF, CR or both. */
  push(text: string): void {
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== 10 && code !== 13) continue;
      this.add(text.slice(start, i));
      this.endLine();
      start = i + 1;
      // If CR LF is split between chunks, LF yields an empty line, which is harmless.
      if (code === 13 && text.charCodeAt(start) === 10) {
        start++;
        i++;
      }
    }
    this.add(text.slice(start));
  }

  /** Ends the text; a last line without a line break is reported too. */
  end(): void {
    if (this.length > 0) this.endLine();
  }

  private add(chunk: string): void {
    if (this.isTooLong) return;
    this.length += chunk.length;
    this.chunks.push(chunk);
    if (this.length <= MAX_LINE) return;
    this.isTooLong = true;
    const start = this.chunks.join('').slice(0, START_LENGTH);
    this.chunks = [];
    this.onTooLong(start);
  }

  private endLine(): void {
    const { isTooLong, chunks } = this;
    this.chunks = [];
    this.length = 0;
    this.isTooLong = false;
    if (!isTooLong) this.onLine(chunks.length === 1 ? chunks[0]! : chunks.join(''));
  }
}
