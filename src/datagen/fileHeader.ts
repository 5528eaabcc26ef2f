/**
 * Headers of data files: what a file holds, and how it was made. All integers are little-endian.
 *
 *     0   8  what the file holds: eight letters, ASCII
 *     8   4  version of the format
 *    12   4  length of the header
 *    16      who made it, UTF-8, padded with zeros
 *            settings: unsigned integers of 4 bytes
 *            zeros
 *    −4   4  CRC-32 of everything before it
 */
import { crc32 } from '../util/crc32.ts';
import { fail, ok, type Result, unwrap } from '../util/result.ts';

export interface FileHeader<Setting extends string = string> {
  /** The engine that played the games or scored the positions. */
  engine: string;
  /** Numbers from 0 to 2³² − 1. */
  settings: Record<Setting, number>;
}

interface HeaderLayout<Setting extends string> {
  magic: string;
  version: number;
  /** The length of the header. */
  bytes: number;
  /** The offset of the settings. */
  settingsAt: number;
  settings: readonly Setting[];
  /** What kind of file it is, for messages, such as `game file`. */
  content: string;
}

const ENGINE_AT = 16;

/** The header of one kind of files. */
export class HeaderFormat<Setting extends string> {
  /** The length of a header. */
  readonly bytes: number;
  private readonly layout: HeaderLayout<Setting>;

  constructor(layout: HeaderLayout<Setting>) {
    this.bytes = layout.bytes;
    this.layout = layout;
  }

  /** The bytes of a header. An engine's name that is too long is cut. */
  encode({ engine, settings }: FileHeader<Setting>): Uint8Array {
    const { magic, version, settingsAt, settings: names } = this.layout;
    const bytes = new Uint8Array(this.bytes);
    const view = viewOf(bytes);
    new TextEncoder().encodeInto(magic, bytes);
    view.setUint32(8, version, true);
    view.setUint32(12, this.bytes, true);
    new TextEncoder().encodeInto(engine, bytes.subarray(ENGINE_AT, settingsAt));
    for (const [i, name] of names.entries()) {
      view.setUint32(settingsAt + i * 4, settings[name], true);
    }
    view.setUint32(this.bytes - 4, this.checksum(bytes), true);
    return bytes;
  }

  /** Reads the header from the beginning of a file. */
  decode(beginning: Uint8Array): Result<FileHeader<Setting>> {
    const { version, settingsAt, settings: names, content } = this.layout;
    if (!this.begins(beginning)) return fail(`not a ${content}`);
    if (beginning.length < this.bytes) return fail('the header is cut off');
    const view = viewOf(beginning);
    const found = view.getUint32(8, true);
    if (found !== version) return fail(`format ${found}, but only format ${version} is known`);
    if (view.getUint32(this.bytes - 4, true) !== this.checksum(beginning)) {
      return fail('the header is damaged');
    }
    const engine = new TextDecoder().decode(beginning.subarray(ENGINE_AT, settingsAt));
    const settings = names.map((name, i) => [name, view.getUint32(settingsAt + i * 4, true)]);
    return ok({ engine: engine.replace(/\0+$/, ''), settings: Object.fromEntries(settings) });
  }

  /** Whether a file with these first bytes is of this kind. */
  begins(beginning: Uint8Array): boolean {
    const { magic } = this.layout;
    return new TextDecoder('latin1').decode(beginning.subarray(0, magic.length)) === magic;
  }

  /** A header as reading it back from a file gives it. */
  stored(header: FileHeader<Setting>): FileHeader<Setting> {
    return unwrap(this.decode(this.encode(header)));
  }

  private checksum(bytes: Uint8Array): number {
    return crc32(bytes.subarray(0, this.bytes - 4));
  }
}

/** A view of exactly these bytes. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
