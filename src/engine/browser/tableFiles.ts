/**
 * Tablebase files in a worker of the browser: those that the user picked, or parts of files on a
 * server. Both can be read synchronously here, and only here: pages cannot.
 * https://developer.mozilla.org/docs/Web/API/FileReaderSync
 * https://developer.mozilla.org/docs/Web/HTTP/Range_requests
 */
import { TableError, type TableFile } from '../../syzygy/source.ts';
import type { FoundTables } from '../host.ts';
import type { TableListing } from '../messages.ts';

/** The one class of workers that is used here; the compiler is told of a page's alone. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A browser has no folders to look into: files are given one by one. */
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
    // A server that knows no ranges would send the whole file each time.
    if (request.status !== 206) {
      throw new TableError(`${url}: the server answers ${request.status}, not with a part of it`);
    }
    return new Uint8Array(request.response as ArrayBuffer);
  };
}
