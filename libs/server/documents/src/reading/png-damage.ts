import { crc32 } from 'node:zlib';

const signatureBytes = 8;
// Length, type and checksum of a chunk.
const frameBytes = 12;

/**
 * Checks a PNG's container: all chunks with valid checksums, ending with `IEND`. The decoder ignores truncation, and
 * fills missing interlaced rows with grey.
 */
export const pngDamage = (bytes: Buffer): 'truncated' | 'unreadable' | null => {
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const end = at + frameBytes + bytes.readUInt32BE(at);
    if (end > bytes.length) return 'truncated';
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'unreadable';
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return null;
    at = end;
  }
  return 'truncated';
};
