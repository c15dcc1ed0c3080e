import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { ByteRange } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { assembleFrame, frameRanges, sliceBytes } from './object-bytes.ts';
import type { StoredInstance, StudySource } from './web/study-source.ts';
import { swapBytes } from './byte-order.ts';
import { toPart10, readHeader, withNewHeader } from './part10.ts';

type Files = Pick<StudySource, 'readFile'>;
/** The columns that lead to an image's file. */
type Located = Pick<StoredInstance, 'documentId' | 'storedAt' | 'transferSyntax' | 'sopClassUid' | 'instanceUid'>;

const inflate = promisify(inflateRaw);
const keptBytes = 96 * 1024 * 1024;
const keptMilliseconds = 60_000;

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/**
 * Reads images from stored files: only the requested bytes, and of a ZIP only the member. Inflated members are cached,
 * because frames are requested one by one.
 */
export class StoredObjects {
  private readonly kept = new Map<string, { bytes: Promise<Buffer>; size: number }>();
  private used = 0;

  constructor(private readonly files: Files) {}

  /** A frame as DICOMweb sends it, from 0. */
  async frame(instance: StoredInstance, frame: number): Promise<Uint8Array> {
    const { ranges, shift } = frameRanges(instance.pixels, frame);
    const parts = await Promise.all(ranges.map((range) => this.range(instance, range)));
    return assembleFrame(instance.pixels, parts, shift);
  }

  /** A large value that the metadata references. */
  async bulk(instance: StoredInstance, tag: string): Promise<Uint8Array | undefined> {
    const value = instance.bulk[tag];
    return value && swapBytes(await this.range(instance, value.range), value.swap);
  }

  /** The whole DICOM file in PS3.10 format, with an empty preamble. */
  async file(instance: StoredInstance): Promise<Buffer> {
    return toPart10(await this.object(instance), instance);
  }

  /** The DICOM file for a file-set, with a header of its own. */
  async fileSetMember(instance: Located): Promise<Buffer> {
    return withNewHeader(await this.object(instance), instance);
  }

  private async range(instance: StoredInstance, range: ByteRange): Promise<Uint8Array> {
    if (instance.deflated) return sliceBytes(await this.dataSet(instance), range);
    if (instance.storedAt.inflate) return sliceBytes(await this.object(instance), range);
    const start = instance.storedAt.range[0] + range[0];
    return collect(this.files.readFile(instance.documentId, start, start + range[1]));
  }

  private object(instance: Located): Promise<Buffer> {
    const {
      range: [offset, length],
      inflate: packed,
      size,
      member,
    } = instance.storedAt;
    const read = () => collect(this.files.readFile(instance.documentId, offset, offset + length));
    return packed
      ? this.once(`${instance.documentId}/${member}`, size, async () =>
          inflate(await read(), { maxOutputLength: size }),
        )
      : read();
  }

  private dataSet(instance: StoredInstance): Promise<Buffer> {
    return this.once(
      `${instance.documentId}/${instance.storedAt.member}/data-set`,
      instance.storedAt.size,
      async () => {
        const object = await this.object(instance);
        const { position } = readHeader(object);
        return inflate(object.subarray(position), { maxOutputLength: limits.memberBytes });
      },
    );
  }

  private once(key: string, size: number, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.kept.get(key);
    if (known) return known.bytes;
    const bytes = make();
    this.kept.set(key, { bytes, size });
    this.used += size;
    bytes.catch(() => this.forget(key));
    setTimeout(() => this.forget(key), keptMilliseconds).unref();
    for (const oldest of this.kept.keys()) {
      if (this.used <= keptBytes || oldest === key) break;
      this.forget(oldest);
    }
    return bytes;
  }

  private forget(key: string): void {
    this.used -= this.kept.get(key)?.size ?? 0;
    this.kept.delete(key);
  }
}
