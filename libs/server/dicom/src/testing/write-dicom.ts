import { deflateRawSync } from 'node:zlib';
import { transferSyntaxes } from '../transfer-syntaxes.ts';

/** Tag as eight hex digits, VR, value; numbers are encoded by VR, sequence items are lists of elements. */
export type ElementSpec = [tag: string, vr: string, value: string | number[] | Buffer | ElementSpec[][]];

const longVrs = ['OB', 'OD', 'OF', 'OL', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT'];
const writers: Record<string, (bytes: Buffer, value: number, at: number, big: boolean) => void> = {
  US: (bytes, value, at, big) => (big ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at)),
  SS: (bytes, value, at, big) => (big ? bytes.writeInt16BE(value, at) : bytes.writeInt16LE(value, at)),
  UL: (bytes, value, at, big) => (big ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at)),
  FD: (bytes, value, at, big) => (big ? bytes.writeDoubleBE(value, at) : bytes.writeDoubleLE(value, at)),
};
const sizes: Record<string, number> = { US: 2, SS: 2, UL: 4, FD: 8 };

interface Encoding {
  implicit: boolean;
  big: boolean;
}

const even = (bytes: Buffer, pad: string): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(pad)]);

function valueBytes([, vr, value]: ElementSpec, encoding: Encoding): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return even(Buffer.from(value, 'utf8'), vr === 'UI' ? '\0' : ' ');
  if (vr === 'SQ') {
    return Buffer.concat(
      (value as ElementSpec[][]).map((item) => {
        const content = writeElements(item, encoding);
        return Buffer.concat([tagBytes('fffee000', encoding.big), uint32(content.length, encoding.big), content]);
      }),
    );
  }
  const size = sizes[vr] ?? 2;
  const bytes = Buffer.alloc(value.length * size);
  (value as number[]).forEach((number, index) => writers[vr]?.(bytes, number, index * size, encoding.big));
  return bytes;
}

function tagBytes(tag: string, big: boolean): Buffer {
  const bytes = Buffer.from(tag, 'hex');
  return big ? bytes : bytes.swap16();
}
function uint32(value: number, big: boolean): Buffer {
  const bytes = Buffer.alloc(4);
  if (big) bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
}

/** Writes elements in tag order, as the standard requires. */
export function writeElements(elements: ElementSpec[], encoding: Encoding = { implicit: false, big: false }): Buffer {
  const written = [...elements]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((element) => {
      const [tag, vr] = element;
      const value = valueBytes(element, encoding);
      if (encoding.implicit)
        return Buffer.concat([tagBytes(tag, encoding.big), uint32(value.length, encoding.big), value]);
      const short = Buffer.alloc(2);
      if (encoding.big) short.writeUInt16BE(longVrs.includes(vr) ? 0 : value.length);
      else short.writeUInt16LE(longVrs.includes(vr) ? 0 : value.length);
      return Buffer.concat([
        tagBytes(tag, encoding.big),
        Buffer.from(vr),
        short,
        longVrs.includes(vr) ? uint32(value.length, encoding.big) : Buffer.alloc(0),
        value,
      ]);
    });
  return Buffer.concat(written);
}

/** Encapsulated pixel data: an offset table (may be empty) and fragments. */
export function encapsulatedPixels(fragments: Buffer[], offsets: number[] = []): Buffer {
  const table = Buffer.concat(offsets.map((offset) => uint32(offset, false)));
  const item = (content: Buffer): Buffer =>
    Buffer.concat([tagBytes('fffee000', false), uint32(content.length, false), content]);
  const header = Buffer.concat([tagBytes('7fe00010', false), Buffer.from('OB\0\0'), uint32(0xffffffff, false)]);
  return Buffer.concat([header, item(table), ...fragments.map(item), tagBytes('fffee0dd', false), uint32(0, false)]);
}

/** A 2 by 2 image of 16-bit values 1, 2, 3, 4, with all required attributes; later elements replace earlier ones. */
export function imageElements(...more: ElementSpec[]): ElementSpec[] {
  const standard: ElementSpec[] = [
    ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.7'],
    ['00080018', 'UI', '1.2.3.4.5'],
    ['0020000d', 'UI', '1.2.3'],
    ['0020000e', 'UI', '1.2.3.4'],
    ['00280002', 'US', [1]],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280010', 'US', [2]],
    ['00280011', 'US', [2]],
    ['00280100', 'US', [16]],
    ['00280101', 'US', [16]],
    ['00280103', 'US', [0]],
    ['7fe00010', 'OW', [1, 2, 3, 4]],
  ];
  return [...new Map([...standard, ...more].map((element) => [element[0], element])).values()];
}

interface FileOptions {
  /** Empty omits the transfer syntax. */
  syntax?: string;
  preamble?: Buffer;
  /** Appended after the data set. */
  after?: Buffer;
}

/** Writes a whole file. */
export function writeDicom(
  elements: ElementSpec[],
  {
    syntax = transferSyntaxes.explicitLittleEndian,
    preamble = Buffer.alloc(128),
    after = Buffer.alloc(0),
  }: FileOptions = {},
): Buffer {
  const encoding = {
    implicit: syntax === transferSyntaxes.implicitLittleEndian,
    big: syntax === transferSyntaxes.explicitBigEndian,
  };
  // OW values are words: written as US they get the file's byte order.
  const withWords = elements.map(
    ([tag, vr, value]): ElementSpec =>
      vr === 'OW' && Array.isArray(value) ? [tag, vr, valueBytes([tag, 'US', value], encoding)] : [tag, vr, value],
  );
  const dataSet = Buffer.concat([writeElements(withWords, encoding), after]);
  const meta = writeElements(syntax ? [['00020010', 'UI', syntax]] : [['00020012', 'UI', '1.2.3']]);
  return Buffer.concat([
    preamble,
    Buffer.from('DICM'),
    meta,
    syntax === transferSyntaxes.deflated ? deflateRawSync(dataSet) : dataSet,
  ]);
}
