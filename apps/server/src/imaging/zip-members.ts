import { fromBufferPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';
import type { StoredAt } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { DicomProblem } from './read-errors.ts';

export interface ZipMember {
  entry: Entry;
  /** Position among the entries of the archive. */
  index: number;
  name: string;
}

const localHeaderBytes = 30;
const symlinkMode = 0xa000;
const fileTypeMask = 0xf000;

/** Whether the bytes begin as a zip, an empty one included. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05) && (bytes[3] === 0x04 || bytes[3] === 0x06);

/** What every export or operating system puts beside the images. */
export const isSystemFile = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|DICOMDIR$|\.DS_Store$|Thumbs\.db$|\._)/i.test(name);

function memberOf(entry: Entry, index: number): ZipMember {
  if (entry.isEncrypted()) throw new DicomProblem('encrypted');
  if (((entry.externalFileAttributes >>> 16) & fileTypeMask) === symlinkMode) throw new DicomProblem('bad_path');
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  if (name.includes('\0') || validateFileName(name) !== null) throw new DicomProblem('bad_path');
  return { entry, index, name };
}

/** Members that share bytes inflate to far more than the archive holds. */
function refuseOverlaps(members: ZipMember[], archiveBytes: number): void {
  let end = 0;
  for (const { entry } of [...members].sort((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new DicomProblem('zip_bomb');
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize;
  }
  if (end > archiveBytes) throw new DicomProblem('truncated');
}

async function open(archive: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), { decodeStrings: false });
  } catch {
    throw new DicomProblem('truncated');
  }
}

// Counts and sizes come from the directory, before anything is inflated.
async function readDirectory(zip: ZipFile): Promise<ZipMember[]> {
  if (zip.entryCount > limits.zipMembers) throw new DicomProblem('zip_bomb');
  const members: ZipMember[] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      members.push(memberOf(entry, members.length));
      total += entry.uncompressedSize;
      if (entry.uncompressedSize > limits.memberBytes || total > limits.zipBytes) throw new DicomProblem('zip_bomb');
    }
  } catch (cause) {
    if (cause instanceof DicomProblem) throw cause;
    throw new DicomProblem(cause instanceof Error && cause.message.includes('encryption') ? 'encrypted' : 'truncated');
  }
  return members;
}

/**
 * Opens a zip and reads its directory only. Names are checked but never used as paths.
 * @throws DicomProblem `truncated`, `encrypted`, `bad_path` or `zip_bomb`
 */
export async function openZip(archive: Uint8Array): Promise<{ zip: ZipFile; members: ZipMember[] }> {
  const zip = await open(archive);
  const members = await readDirectory(zip);
  refuseOverlaps(members, archive.byteLength);
  return { zip, members: members.filter(({ name }) => !name.endsWith('/')) };
}

/**
 * One member, inflated; never more bytes than its directory entry declares.
 * @throws DicomProblem `zip_bomb` where the declared size was a lie, `truncated` where the bytes are damaged
 */
export async function inflateMember(zip: ZipFile, { entry }: ZipMember): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(entry.uncompressedSize);
  let filled = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) filled += (chunk as Buffer).copy(bytes, filled);
  } catch (cause) {
    throw new DicomProblem(cause instanceof Error && cause.message.startsWith('too many bytes') ? 'zip_bomb' : 'truncated');
  }
  return bytes.subarray(0, filled);
}

/** Where a member's bytes lie in the archive, so that it can be read later without the directory. */
export async function storedAt(zip: ZipFile, { entry, index, name }: ZipMember): Promise<StoredAt> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return { member: index, name, range: [fileDataStart, entry.compressedSize], inflate: entry.compressionMethod === 8, size: entry.uncompressedSize };
}
