/** Reads network files that the user names. */
import { basename } from 'node:path';
import { decodeNetwork, type Network } from '../../eval/nnue/networkFile.ts';
import { quotePath } from '../../util/printable.ts';
import { unwrap, within } from '../../util/result.ts';
import { readBytes } from './inputFile.ts';

/** The bytes of a network file, and the network in them. */
interface NetworkOfFile {
  bytes: Uint8Array;
  network: Network;
}

/**
 * Reads a network from a file or pipe. Throws a ChessError that names it if it is not a valid network, or
 * the error of the system.
 */
export function readNetwork(path: string): NetworkOfFile {
  const bytes = readBytes(path);
  return { bytes, network: unwrap(within(quotePath(basename(path)), decodeNetwork(bytes))) };
}
