import { beginning, metaHeader } from '../part10.ts';
import { transferSyntaxes } from '../transfer-syntaxes.ts';

/** A value of a directory record: its tag as eight hex digits, VR and text; numbers are text, too. */
export type KeyValue = readonly [tag: string, vr: string, text: string];
export interface DirectoryRecord {
  type: 'PATIENT' | 'STUDY' | 'SERIES' | 'IMAGE';
  keys: readonly KeyValue[];
  /** The file of an IMAGE by the components of its path, and what the file has. */
  file?: { path: readonly string[]; sopClassUid: string; instanceUid: string; transferSyntax: string };
  below: readonly DirectoryRecord[];
}

const directoryClass = '1.2.840.10008.1.3.10';
const longVrs = ['OB', 'SQ'];

const tagBytes = (tag: string): Buffer => Buffer.from(tag, 'hex').swap16();
const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const element = (tag: string, vr: string, value: Buffer): Buffer =>
  Buffer.concat(
    longVrs.includes(vr)
      ? [tagBytes(tag), Buffer.from(vr), uint(0, 2), uint(value.length, 4), value]
      : [tagBytes(tag), Buffer.from(vr), uint(value.length, 2), value],
  );
const padded = (bytes: Buffer, pad: string): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(pad)]);
const textElement = (tag: string, vr: string, text: string): Buffer =>
  element(tag, vr, padded(Buffer.from(text, 'utf8'), vr === 'UI' ? '\0' : ' '));
const offsetElement = (tag: string, offset: number): Buffer => element(tag, 'UL', uint(offset, 4));

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** The record without the two offsets that it begins with. */
const contentOf = ({ type, keys, file }: DirectoryRecord): Buffer => {
  const elements: [tag: string, bytes: Buffer][] = [
    ['00041430', textElement('00041430', 'CS', type)],
    ...keys.map(([tag, vr, text]): [string, Buffer] => [tag, textElement(tag, vr, text)]),
  ];
  const add = (tag: string, vr: string, text: string) => elements.push([tag, textElement(tag, vr, text)]);
  // Each record names its own characters, whatever those of the file are.
  if (!keys.every(([, , text]) => isAscii(text))) add('00080005', 'CS', 'ISO_IR 192');
  if (file) {
    add('00041500', 'CS', file.path.join('\\'));
    add('00041510', 'UI', file.sopClassUid);
    add('00041511', 'UI', file.instanceUid);
    add('00041512', 'UI', file.transferSyntax);
  }
  return Buffer.concat(elements.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes));
};

const itemHead = 8;
// Next record, in-use flag, record below.
const linkBytes = 12 + 10 + 12;

interface Placed {
  record: DirectoryRecord;
  content: Buffer;
  at: number;
  next: number;
  below: number;
}

/**
 * A Basic Directory (PS3.3 annex F) in the format of PS3.10: records in the order of the tree, each linked to the next of
 * its level and the first below it by its offset in the file.
 * @param instanceUid of the directory itself
 */
export const writeDicomdir = (roots: readonly DirectoryRecord[], instanceUid: string): Buffer => {
  const meta = metaHeader({
    transferSyntax: transferSyntaxes.explicitLittleEndian,
    sopClassUid: directoryClass,
    instanceUid,
  });
  const fileSet = textElement('00041130', 'CS', 'KONSIL');
  const head = (first: number, last: number): Buffer =>
    Buffer.concat([
      fileSet,
      offsetElement('00041200', first),
      offsetElement('00041202', last),
      element('00041212', 'US', uint(0, 2)),
    ]);
  // The sequence's own header has twelve bytes.
  let at = beginning.length + meta.length + head(0, 0).length + 12;
  const placed: Placed[] = [];
  const place = (records: readonly DirectoryRecord[]): Placed[] => {
    const level = records.map((record) => {
      const content = contentOf(record);
      const one: Placed = { record, content, at, next: 0, below: 0 };
      at += itemHead + linkBytes + content.length;
      placed.push(one);
      one.below = place(record.below)[0]?.at ?? 0;
      return one;
    });
    level.forEach((one, index) => {
      one.next = level[index + 1]?.at ?? 0;
    });
    return level;
  };
  const top = place(roots);
  const items = placed.map(({ content, next, below }) =>
    Buffer.concat([
      tagBytes('fffee000'),
      uint(linkBytes + content.length, 4),
      offsetElement('00041400', next),
      element('00041410', 'US', uint(0xffff, 2)),
      offsetElement('00041420', below),
      content,
    ]),
  );
  const records = element('00041220', 'SQ', Buffer.concat(items));
  return Buffer.concat([beginning, meta, head(top[0]?.at ?? 0, top.at(-1)?.at ?? 0), records]);
};
