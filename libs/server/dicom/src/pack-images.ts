import { crc32, inflateRawSync } from 'node:zlib';
import type { DicomInstance, PackedLetter, StoredAt } from './dicom-instance.ts';
import { sliceBytes } from './object-bytes.ts';

/** 1 January 1980, the ZIP epoch: the same images give the same bytes and are detected as duplicates. */
const noTime = { time: 0, day: 0x21 };
const utf8Names = 0x0800;
const deflated = 8;

interface Member {
  name: Buffer;
  packed: Uint8Array;
  method: number;
  crc: number;
  size: number;
}

/** The common fields of local header and directory entry (APPNOTE 4.3.7 and 4.3.12). */
const fieldsOf = ({ name, packed, method, crc, size }: Member): Buffer => {
  const fields = Buffer.alloc(26);
  [20, utf8Names, method, noTime.time, noTime.day].forEach((value, index) => fields.writeUInt16LE(value, index * 2));
  [crc, packed.length, size].forEach((value, index) => fields.writeUInt32LE(value, 10 + index * 4));
  fields.writeUInt16LE(name.length, 22);
  return fields;
};

/**
 * Packs images of an upload into a ZIP, byte for byte as they were sent, together with these letters and no other
 * files.
 * @param file the upload that the images were read from
 * @returns the images and letters with their positions in the new ZIP
 */
export function packImages(
  file: Uint8Array,
  images: readonly DicomInstance[],
  letters: readonly PackedLetter[] = [],
): { bytes: Buffer; images: DicomInstance[]; letters: PackedLetter[] } {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const write = (...bytes: Buffer[]): void =>
    bytes.forEach((part) => {
      parts.push(part);
      at += part.length;
    });
  let index = 0;
  const pack = <T extends { storedAt: StoredAt }>(one: T): T => {
    const {
      storedAt: { name, range, inflate, size },
    } = one;
    const packed = sliceBytes(file, range);
    const object = inflate ? inflateRawSync(packed, { maxOutputLength: size }) : packed;
    const member: Member = {
      name: Buffer.from(name || `${index + 1}.dcm`),
      packed,
      method: inflate ? deflated : 0,
      crc: crc32(object),
      size,
    };
    const fields = fieldsOf(member);
    const start = Buffer.alloc(4);
    start.writeUInt32LE(at);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, Buffer.alloc(10), start, member.name);
    write(Buffer.from('PK\x03\x04', 'latin1'), fields, member.name);
    const storedAt: StoredAt = { member: index, name, range: [at, packed.length], inflate, size };
    write(Buffer.from(packed));
    index += 1;
    return { ...one, storedAt };
  };
  const packedImages = images.map(pack);
  const packedLetters = letters.map(pack);
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(index, 8);
  end.writeUInt16LE(index, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return { bytes: Buffer.concat([...parts, entries, end]), images: packedImages, letters: packedLetters };
}
