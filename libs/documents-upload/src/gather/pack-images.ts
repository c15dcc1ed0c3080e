import { Zip, ZipPassThrough } from 'fflate';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { readStudy } from './read-study.ts';

/** The server's limits for one ZIP, with a margin (docs/imaging.md point 1). */
const most = { bytes: maxUploadBytes, images: 1_000, unpackedBytes: 200 * 1024 * 1024, imageBytes: 64 * 1024 * 1024 };
/**
 * The headers of a member, twice its name, up to three bytes per letter, and the sizes that follow it (APPNOTE 4.3.7 to
 * 4.3.12).
 */
const memberBytes = (name: string) => 92 + 6 * name.length;
const endBytes = 22;
/** A constant date, so that the same images give the same bytes and are detected as duplicates. */
const noTime = new Date(1980, 0, 1);

/** APPNOTE 4.4.5. */
const deflated = 8;

/** An image as an archive member, compressed by the browser, which is fast and exact. */
interface Member {
  entry: ZipPassThrough;
  bytes: Uint8Array<ArrayBuffer>;
  /** Including its headers. */
  size: number;
}

const compress = async (name: string, image: Uint8Array<ArrayBuffer>): Promise<Member> => {
  const entry = new ZipPassThrough(name);
  entry.mtime = noTime;
  // Only computes size and checksum; its own output is uncompressed.
  entry.ondata = () => undefined;
  entry.push(image, true);
  entry.compression = deflated;
  const bytes = new Uint8Array(
    await new Response(new Blob([image]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
  );
  return { entry, bytes, size: bytes.length + memberBytes(name) };
};

/** Images of one examination for one ZIP file. */
class Pack {
  private readonly zip: Zip;
  private readonly zipped: Uint8Array<ArrayBuffer>[] = [];
  private size = endBytes;
  private unpackedBytes = 0;
  private images = 0;

  constructor(private readonly first: File) {
    this.zip = new Zip((_error, part) => void this.zipped.push(part as Uint8Array<ArrayBuffer>));
  }

  hasRoomFor({ entry, size }: Member): boolean {
    return (
      this.images < most.images &&
      this.size + size <= most.bytes &&
      this.unpackedBytes + entry.size <= most.unpackedBytes
    );
  }

  add({ entry, bytes, size }: Member): void {
    this.zip.add(entry);
    entry.ondata(null, bytes, true);
    this.size += size;
    this.unpackedBytes += entry.size;
    this.images += 1;
  }

  /** A single image stays a plain file if it is small enough. */
  close(nameIt: () => string, rest: boolean): File {
    this.zip.end();
    if (!rest && this.images === 1 && this.first.size <= most.bytes) return this.first;
    return new File(this.zipped, nameIt(), { type: 'application/zip' });
  }
}

/**
 * Puts the images of each examination into as few ZIP files as the server's limits allow, without changing a byte of them.
 * @param onFile gets each file as soon as it is full
 */
export const createPacker = (onFile: (file: File) => void) => {
  const open = new Map<string, { pack: Pack; name: string; rest: boolean }>();
  const named = new Map<string, number>();

  const nameOf = (base: string): string => {
    const count = (named.get(base) ?? 0) + 1;
    named.set(base, count);
    return `${base}${count > 1 ? ` (${count})` : ''}.zip`;
  };
  const close = (study: string) => {
    const held = open.get(study);
    open.delete(study);
    if (held) onFile(held.pack.close(() => nameOf(held.name), held.rest));
  };
  let count = 0;

  return {
    add: async (image: File): Promise<void> => {
      if (image.size > most.imageBytes) return onFile(image);
      const bytes = new Uint8Array(await image.arrayBuffer());
      const { studyUid, modality, date } = readStudy(bytes);
      const member = await compress(`${(count += 1)}-${image.name}`, bytes);
      // Too large even when compressed: its row shows the error.
      if (member.size + endBytes > most.bytes) return onFile(image);
      const isFull = open.get(studyUid)?.pack.hasRoomFor(member) === false;
      if (isFull) close(studyUid);
      const held = open.get(studyUid) ?? {
        pack: new Pack(image),
        rest: isFull,
        name: [modality || 'DICOM', date].filter(Boolean).join(' '),
      };
      open.set(studyUid, held);
      held.pack.add(member);
    },
    end: (): void => [...open.keys()].forEach(close),
  };
};
