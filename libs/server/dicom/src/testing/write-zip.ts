import { ZipFile } from 'yazl';

interface Member {
  bytes: Buffer;
  /** Unix mode, for links. */
  mode?: number;
}

/** A ZIP of the given members. */
export async function writeZip(members: Record<string, Buffer | Member>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, member] of Object.entries(members)) {
    const { bytes, mode } = Buffer.isBuffer(member) ? { bytes: member, mode: undefined } : member;
    zip.addBuffer(bytes, name, mode === undefined ? {} : { mode });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The archive with a name replaced by one of equal length, which no ZIP program would write. */
export const withRenamedMember = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

const centralHeader = Buffer.from('PK\x01\x02', 'latin1');

/** The archive with changed bytes in every central directory entry. */
export function patchedDirectory(archive: Buffer, patch: (entry: Buffer, index: number) => void): Buffer {
  const copy = Buffer.from(archive);
  let index = 0;
  for (let at = copy.indexOf(centralHeader); at >= 0; at = copy.indexOf(centralHeader, at + 4)) {
    patch(copy.subarray(at), index);
    index += 1;
  }
  return copy;
}

const endBytes = 22;

/** The archive with its only member listed repeatedly. */
export function repeatedMember(archive: Buffer, times: number): Buffer {
  const start = archive.indexOf(centralHeader);
  const [entry, end] = [archive.subarray(start, -endBytes), Buffer.from(archive.subarray(-endBytes))];
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  return Buffer.concat([archive.subarray(0, start), ...Array.from({ length: times }, () => entry), end]);
}

/** The archive with a wrong checksum for the named member. */
export const withWrongChecksum = (archive: Buffer, name: string): Buffer =>
  patchedDirectory(archive, (entry) => {
    if (entry.toString('latin1', 46, 46 + entry.readUInt16LE(28)) === name)
      entry.writeUInt32LE((entry.readUInt32LE(16) ^ 1) >>> 0, 16);
  });
