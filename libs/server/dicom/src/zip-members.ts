import { crc32, createInflateRaw } from 'node:zlib';
import { headBytes } from '@konsil/contracts/file-kinds';
import { fromBufferPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';
import type { StoredAt } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { DicomProblem } from './read-errors.ts';

export interface ZipMember {
  entry: Entry;
  /** Index of the archive's entry. */
  index: number;
  name: string;
  /** The reason why its bytes are never read. */
  unfit?: 'encrypted' | 'bad_path' | 'unreadable';
  /** An absolute name: harmless here, but not when the archive is unpacked. */
  rooted?: true;
}

const localHeaderBytes = 30;
const symlinkMode = 0xa000;
const fileTypeMask = 0xf000;

/** True if the bytes start like a ZIP, including an empty one. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 4 &&
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  (bytes[2] === 0x03 || bytes[2] === 0x05) &&
  (bytes[3] === 0x04 || bytes[3] === 0x06);

/** Files that exports and operating systems add beside the images. */
export const isSystemFile = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|DICOMDIR$|\.DS_Store$|Thumbs\.db$|\._)/i.test(name);

const methods = { stored: 0, deflated: 8 };

/** A leading slash is harmless, because names are never used as paths. */
function memberOf(entry: Entry, index: number): ZipMember {
  const given = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  const name = given.replace(/^\/+/, '');
  const member: ZipMember = name === given ? { entry, index, name } : { entry, index, name, rooted: true };
  const isLink = ((entry.externalFileAttributes >>> 16) & fileTypeMask) === symlinkMode;
  if (isLink || name.includes('\0') || validateFileName(name) !== null) return { ...member, unfit: 'bad_path' };
  if (entry.isEncrypted()) return { ...member, unfit: 'encrypted' };
  return entry.compressionMethod === methods.stored || entry.compressionMethod === methods.deflated
    ? member
    : { ...member, unfit: 'unreadable' };
}

/** Overlapping members inflate to far more than the archive's size. */
function refuseOverlaps(members: ZipMember[], archiveBytes: number): void {
  let end = 0;
  for (const { entry } of [...members].sort(
    (a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new DicomProblem('zip_bomb');
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize;
  }
  if (end > archiveBytes) throw new DicomProblem('truncated');
}

async function open(archive: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), {
      decodeStrings: false,
    });
  } catch {
    throw new DicomProblem('truncated');
  }
}

async function readDirectory(zip: ZipFile, most: number): Promise<ZipMember[]> {
  if (zip.entryCount > most) throw new DicomProblem('zip_bomb');
  const members: ZipMember[] = [];
  try {
    for await (const entry of zip.eachEntry()) members.push(memberOf(entry, members.length));
  } catch (cause) {
    throw new DicomProblem(cause instanceof Error && cause.message.includes('encryption') ? 'encrypted' : 'truncated');
  }
  return members;
}

/**
 * Opens a ZIP and reads its directory only. Names are checked but never used as paths.
 * @throws DicomProblem `truncated`, `encrypted` or `zip_bomb`
 */
export async function openZip(archive: Uint8Array): Promise<{ zip: ZipFile; members: ZipMember[] }> {
  const zip = await open(archive);
  return { zip, members: await membersOf(zip, archive.byteLength) };
}

/** Reads the directory of a ZIP that was opened with `decodeStrings: false`. */
export async function membersOf(
  zip: ZipFile,
  archiveBytes: number,
  most: number = limits.zipMembers,
): Promise<ZipMember[]> {
  const members = await readDirectory(zip, most);
  refuseOverlaps(members, archiveBytes);
  return members.filter(({ name }) => !name.endsWith('/'));
}

/** Inflates one buffer at most, whatever the member declares. */
const inflatedBeginning = (packed: Uint8Array): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const inflating = createInflateRaw({ chunkSize: headBytes });
    const end = (bytes: Buffer | null) => {
      resolve(bytes);
      inflating.destroy();
    };
    inflating
      .once('data', end)
      .once('error', () => end(null))
      .once('end', () => end(Buffer.alloc(0)));
    inflating.end(packed);
  });

// Incompressible bytes are slightly larger when compressed.
const packedBeginning = headBytes * 2;

/**
 * The first bytes of a member, at most {@link headBytes}: enough to detect its type, so that rejected members are never
 * inflated.
 * @returns null if its bytes are damaged
 * @throws DicomProblem `zip_bomb` if it is larger than declared
 */
export async function firstBytesOf(zip: ZipFile, archive: Uint8Array, { entry }: ZipMember): Promise<Buffer | null> {
  let start: number;
  try {
    start = (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart;
  } catch {
    return null;
  }
  const packed = archive.subarray(start, start + Math.min(entry.compressedSize, packedBeginning));
  const bytes =
    entry.compressionMethod === methods.stored
      ? Buffer.from(packed.subarray(0, headBytes))
      : await inflatedBeginning(packed);
  if (bytes && bytes.length > entry.uncompressedSize) throw new DicomProblem('zip_bomb');
  return bytes;
}

/**
 * Inflates one member; never more bytes than its directory entry declares.
 * @throws DicomProblem `zip_bomb` if the declared size is false, `truncated` or `bad_checksum` if the bytes are damaged
 */
export async function inflateMember(zip: ZipFile, { entry }: ZipMember): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(entry.uncompressedSize);
  let filled = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) filled += (chunk as Buffer).copy(bytes, filled);
  } catch (cause) {
    throw new DicomProblem(
      cause instanceof Error && cause.message.startsWith('too many bytes') ? 'zip_bomb' : 'truncated',
    );
  }
  const whole = bytes.subarray(0, filled);
  if (crc32(whole) !== entry.crc32) throw new DicomProblem('bad_checksum');
  return whole;
}

/** The position of a member's bytes in the archive, to read it later without the directory. */
export async function storedAt(zip: ZipFile, { entry, index, name }: ZipMember): Promise<StoredAt> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return {
    member: index,
    name,
    range: [fileDataStart, entry.compressedSize],
    inflate: entry.compressionMethod === methods.deflated,
    size: entry.uncompressedSize,
  };
}
