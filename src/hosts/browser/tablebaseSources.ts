/**
 * Tablebase files in a browser: files that the user picked, or files on a server, read by range
 * requests. Both can be read synchronously in workers, but not in pages.
 * https://developer.mozilla.org/docs/Web/API/FileReaderSync
 * https://developer.mozilla.org/docs/Web/HTTP/Range_requests
 */
import type { FoundTablebases } from '../../engine/engineHost.ts';
import type { TablebaseListing } from '../../engine/threadMessages.ts';
import { TablebaseError, type TablebaseFile } from '../../syzygy/source.ts';
import { ChessError } from '../../util/result.ts';

/** Not in the DOM library of TypeScript, which only has the classes of pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A browser cannot list folders: the user has to pick files. Throws a ChessError for any but an empty path. */
export function listTablebases(path: string): FoundTablebases {
  if (path !== '')
    throw new ChessError('a browser has no folders; pass the files to useTablebases()');
  return { tables: [], problems: [] };
}

/** The listings of files that a user picked, for `Engine.useTablebases`. */
export function listFiles(files: Iterable<File>): TablebaseListing[] {
  return Array.from(files, (file) => ({ name: file.name, size: file.size, at: file }));
}

/** `onAnswer` is called after every answer of a server, which may take long. */
export function openTablebase(
  { name, size, at }: TablebaseListing,
  onAnswer: () => void = () => {},
): TablebaseFile {
  const readBytes = at instanceof Blob ? readBlob(at) : readUrl(at as string, onAnswer);
  return {
    name,
    size,
    read(offset, target, start, length) {
      const bytes = readBytes(offset, length);
      if (bytes.length !== length) throw new TablebaseError('it ends too early');
      target.set(bytes, start);
    },
  };
}

type ReadBytes = (offset: number, length: number) => Uint8Array;

function readBlob(blob: Blob): ReadBytes {
  const reader = new FileReaderSync();
  return (offset, length) =>
    new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length)));
}

function readUrl(url: string, onAnswer: () => void): ReadBytes {
  return (offset, length) => {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.responseType = 'arraybuffer';
    request.setRequestHeader('Range', `bytes=${offset}-${offset + length - 1}`);
    request.send();
    onAnswer();
    // A server without range requests would send the whole file each time.
    if (request.status !== 206) {
      throw new TablebaseError(
        `${url}: the server answered ${request.status} instead of 206 (partial content)`,
      );
    }
    return new Uint8Array(request.response as ArrayBuffer);
  };
}
