/**
 * The checksum of zip and PNG, so that readers in other languages have an implementation at hand.
 * (Node's own came with 20.15, which is newer than the oldest version we support.)
 * https://www.w3.org/TR/png/#D-CRCAppendix
 */

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** CRC-32 (IEEE 802.3), from 0 to 2³² − 1. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}
