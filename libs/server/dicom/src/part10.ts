import dicomParser from 'dicom-parser';
import { dicomStartOf, headBytes } from '@konsil/contracts/file-kinds';
import { DicomProblem } from './read-errors.ts';

const preambleBytes = 128;
const mark = Buffer.from('DICM');
export const beginning = Buffer.concat([Buffer.alloc(preambleBytes), mark]);

/** True if the bytes are DICOM, with or without the preamble, prefix and header of PS3.10. */
export const isDicom = (bytes: Uint8Array): boolean => dicomStartOf(bytes.subarray(0, headBytes)) !== null;

/** The bytes before the data set's header, in a file without the 132 bytes of PS3.10. */
const withoutBeginning = (file: Uint8Array): Uint8Array | null => {
  const start = dicomStartOf(file.subarray(0, headBytes));
  if (start === 'mark') return file.subarray(mark.length);
  return start === 'meta' ? file : null;
};

/**
 * The meta header; `position` is the offset of the data set in the original file.
 * @throws DicomProblem `not_dicom`; dicom-parser's strings for a truncated header
 */
export function readHeader(file: Uint8Array): ReturnType<typeof dicomParser.readPart10Header> {
  const start = dicomStartOf(file.subarray(0, headBytes));
  if (start === null) throw new DicomProblem('not_dicom');
  if (start === 'part10') return dicomParser.readPart10Header(file);
  const own = withoutBeginning(file);
  if (!own)
    return Object.assign(new dicomParser.DataSet(dicomParser.littleEndianByteArrayParser, file, {}), { position: 0 });
  const header = dicomParser.readPart10Header(Buffer.concat([beginning, own]));
  header.position -= beginning.length - (file.length - own.length);
  return header;
}

const element = (tag: number, vr: string, value: Buffer): Buffer => {
  const head = Buffer.alloc(vr === 'OB' ? 12 : 8);
  head.writeUInt16LE(0x0002, 0);
  head.writeUInt16LE(tag, 2);
  head.write(vr, 4, 'latin1');
  if (vr === 'OB') head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
};
const uidBytes = (uid: string): Buffer => Buffer.from(uid.length % 2 === 0 ? uid : `${uid}\0`, 'latin1');

interface Named {
  transferSyntax: string;
  sopClassUid: string;
  instanceUid: string;
}

// The UID of this software, under the root for UUIDs (PS3.5 annex B.2).
const implementationClass = '2.25.186437523891264450211479320568121774315';

/** The file meta information, with its group length. */
export const metaHeader = ({ transferSyntax, sopClassUid, instanceUid }: Named): Buffer => {
  const meta = Buffer.concat([
    element(0x0001, 'OB', Buffer.from([0, 1])),
    element(0x0002, 'UI', uidBytes(sopClassUid)),
    element(0x0003, 'UI', uidBytes(instanceUid)),
    element(0x0010, 'UI', uidBytes(transferSyntax)),
    element(0x0012, 'UI', uidBytes(implementationClass)),
    element(0x0013, 'SH', Buffer.from('KONSIL')),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([element(0x0000, 'UL', length), meta]);
};

/** The file for a file-set: with a new header that matches its data set, whatever header it came with. */
export const withNewHeader = (file: Uint8Array, named: Named): Buffer =>
  Buffer.concat([beginning, metaHeader(named), file.subarray(readHeader(file).position)]);

/** The file in PS3.10 format: with an empty preamble, and with the header that an old disc omitted. */
export function toPart10(file: Uint8Array, named: Named): Buffer {
  if (dicomStartOf(file.subarray(0, headBytes)) === 'part10') return Buffer.from(file).fill(0, 0, preambleBytes);
  const own = withoutBeginning(file);
  if (own) return Buffer.concat([beginning, own]);
  return Buffer.concat([beginning, metaHeader(named), file]);
}
