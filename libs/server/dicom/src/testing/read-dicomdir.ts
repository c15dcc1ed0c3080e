import dicomParser from 'dicom-parser';
import type { DataSet } from 'dicom-parser';

/** A record as a reader finds it by the offsets, whatever the order of the records in the file. */
export interface FoundRecord {
  type: string;
  /** Text values by tag, decoded by the record's own character set. */
  values: Record<string, string>;
  below: FoundRecord[];
}

const textOf = (set: DataSet, tag: string): string => {
  const found = set.elements[tag];
  if (!found) return '';
  const bytes = Buffer.from(set.byteArray.buffer, set.byteArray.byteOffset + found.dataOffset, found.length);
  const utf8 = set.string('x00080005') === 'ISO_IR 192';
  return bytes.toString(utf8 ? 'utf8' : 'latin1').replace(/[\0 ]+$/, '');
};

/**
 * Reads a DICOMDIR as PS3.3 annex F demands: from the first root record along the offsets.
 * @throws {Error} for an offset that leads to no record, a record that is reached twice or never, and a wrong last record
 */
export const readDicomdir = (bytes: Buffer): FoundRecord[] => {
  const set = dicomParser.parseDicom(bytes);
  const items = set.elements['x00041220']?.items ?? [];
  // An item begins with its tag and length, eight bytes before its first element.
  const byOffset = new Map(items.map((item) => [item.dataOffset - 8, item.dataSet as DataSet]));
  const reached = new Set<number>();
  const level = (first: number): { records: FoundRecord[]; last: number } => {
    const records: FoundRecord[] = [];
    let last = 0;
    for (let at = first; at !== 0; ) {
      const record = byOffset.get(at);
      if (!record || reached.has(at)) throw new Error(`The offset ${at} leads to no record, or a second time to one.`);
      reached.add(at);
      last = at;
      records.push({
        type: record.string('x00041430') ?? '',
        values: Object.fromEntries(Object.keys(record.elements).map((tag) => [tag.slice(1), textOf(record, tag)])),
        below: level(record.uint32('x00041420') ?? 0).records,
      });
      at = record.uint32('x00041400') ?? 0;
    }
    return { records, last };
  };
  const { records, last } = level(set.uint32('x00041200') ?? 0);
  if (reached.size !== items.length) throw new Error('A record is not reached.');
  if (last !== set.uint32('x00041202')) throw new Error('The last root record is another one.');
  return records;
};
