/** Decodes text files whose encoding is not known, such as PGN: old ones are often not in UTF-8. */

const NEWLINE = 10;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * Decodes a file, or a piece of one: UTF-16 if it begins with a byte order mark, as Windows writes it, else UTF-8, else
 * Windows-1252, which contains Latin-1. A file may be a mixture of the last two: then each line is decoded on its own.
 */
export function decodeText(text: Uint8Array | ArrayBuffer): string {
  const bytes = new Uint8Array(text);
  // A file in UTF-16 comes in one piece: pieces are cut at line breaks in ASCII.
  const utf16 = utf16Decoder(bytes);
  if (utf16 !== null) return utf16.decode(bytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    return linesOf(bytes).map(decodeLine).join('');
  }
}

/** For text in UTF-16, which begins with a byte order mark; null for other text. */
export function utf16Decoder([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return null;
}

function decodeLine(line: Uint8Array): string {
  try {
    return UTF_8.decode(line);
  } catch {
    return WINDOWS_1252.decode(line);
  }
}

/** The lines, with their line breaks. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}
