/**
 * Tablebase files in a browser: files that the user picked, or files on a server, read by range
 * requests. Both can be read synchronously in workers, but not in pages.
 * https://developer.mozilla.org/docs/Web/API/FileReaderSync
 * https://developer.mozilla.org/docs/Web/HTTP/Range_requests
 */
import { TableError, type TableFile } from '../../syzygy/source.ts';
import type { FoundTables } from '../host.ts';
import type { TableListing } from '../messages.ts';

/** Not in the DOM library of TypeScript, which only has the classes of pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A browser cannot list folders: the user has to pick files. */
export function listTables(path: string): FoundTables {
  const problems =
    path === '' ? [] : ['SyzygyPath: a browser has no folders, give the files to useTables()'];
  return { tables: [], problems };
}

/** The listings of files that a user picked, for `Engine.useTables`. */
export function listFiles(files: Iterable<File>): TableListing[] {
  return Array.from(files, (file) => ({ name: file.name, size: file.size, at: file }));
}

export function openTable({ name, size, at }: TableListing): TableFile {
  const readBytes = at instanceof Blob ? readBlob(at) : readUrl(at as string);
  return {
    name,
    size,
    read(offset, target, start, length) {
      const bytes = readBytes(offset, length);
      if (bytes.length !== length) throw new TableError('it ends too early');
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

function readUrl(url: string): ReadBytes {
  return (offset, length) => {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.responseType = 'arraybuffer';
    request.setRequestHeader('Range', `bytes=${offset}-${offset + length - 1}`);
    request.send();
    // A server without range requests would send the whole file each time.
    if (request.status !== 206) {
      throw new TableError(`${url}: the server answers ${request.status}, not with a part of it`);
    }
    return new Uint8Array(request.response as ArrayBuffer);
  };
}
