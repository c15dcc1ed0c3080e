import { createHash } from 'node:crypto';
import { regionClasses } from '@konsil/pixels';
import type { StoredInstance } from '../web/study-source.ts';
import { isUid } from '../uids.ts';
import { writeDicomdir, type DirectoryRecord } from './write-dicomdir.ts';

type Keys = 'patientName' | 'patientId' | 'accessionNumber' | 'studyId';
/**
 * An image as the directory lists it, with the position of its bytes; without the metadata, which may take megabytes.
 */
export type DirectoryImage = Omit<StoredInstance, 'metadata' | 'bulk' | 'pixels' | Keys> & Record<Keys, string>;
/** An image in the file-set, and where its file lies there. */
export interface FiledImage {
  image: DirectoryImage;
  path: string;
}
export interface FileSet {
  files: FiledImage[];
  /** Images that cannot be in it. */
  leftOut: DirectoryImage[];
  /** The DICOMDIR's bytes. */
  directory: Buffer;
}

interface Attribute {
  Value?: unknown[];
}
type Attributes = Partial<Record<string, Attribute>>;

/** The folder of the images beside the DICOMDIR. */
export const imageFolder = 'DICOM';
export const directoryName = 'DICOMDIR';
/** A member of an archive that belongs to the file-set. */
export const isOfFileSet = (path: string): boolean => path === directoryName || path.startsWith(`${imageFolder}/`);

// RT Dose has pixels but is no image, and a structure set has none: a directory has other types of records for them.
const otherRecords = new Set<string>(['1.2.840.10008.5.1.4.1.1.481.2', regionClasses.structureSet]);

const attributesOf = ({ metadata }: StoredInstance): Attributes => JSON.parse(metadata) as Attributes;
const textOf = (attributes: Attributes, tag: string): string =>
  (attributes[tag]?.Value ?? [])
    .map((value) => {
      if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
      const { Alphabetic = '', Ideographic = '', Phonetic = '' } = value as Partial<Record<string, string>>;
      return [Alphabetic, Ideographic, Phonetic].join('=').replace(/=+$/, '');
    })
    .join('\\');

// Readers refuse a directory with a value that is too long for its VR, or with a code of other characters.
const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim();
const codeOf = (text: string): string => (/^[A-Z0-9 _]{1,16}$/.test(text) ? text : 'OT');
const longText = 64;
const shortText = 16;

/** @param instance as it is stored */
export const asDirectoryImage = (instance: StoredInstance): DirectoryImage => {
  const { metadata: _metadata, bulk: _bulk, pixels: _pixels, ...rest } = instance;
  const attributes = attributesOf(instance);
  return {
    ...rest,
    patientName: cut(textOf(attributes, '00100010'), longText),
    patientId: cut(textOf(attributes, '00100020'), longText),
    accessionNumber: cut(textOf(attributes, '00080050'), shortText),
    studyId: cut(textOf(attributes, '00200010'), shortText),
  };
};

/** Groups in the order of their first members. */
const groups = <T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] => {
  const byKey = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = byKey.get(keyOf(item));
    if (group) group.push(item);
    else byKey.set(keyOf(item), [item]);
  }
  return [...byKey.values()];
};

/** The number that the directory shows; a missing one is replaced by its position. */
const numberOf = (value: number | null, index: number): string => String(value ?? index + 1);

const imageRecord = ({ image, path }: FiledImage, index: number): DirectoryRecord => ({
  type: 'IMAGE',
  keys: [['00200013', 'IS', numberOf(image.instanceNumber, index)]],
  file: { path: path.split('/'), ...image },
  below: [],
});
const seriesRecord = (images: [FiledImage, ...FiledImage[]], index: number): DirectoryRecord => {
  const [{ image }] = images;
  return {
    type: 'SERIES',
    keys: [
      ['00080060', 'CS', codeOf(image.modality)],
      ['0008103E', 'LO', cut(image.seriesDescription, longText)],
      ['0020000E', 'UI', image.seriesUid],
      ['00200011', 'IS', numberOf(image.seriesNumber, index)],
    ],
    below: images.map(imageRecord),
  };
};
// A directory needs a date, a time and numbers that a file may lack. Nobody takes the placeholder for a real date.
const studyRecord = (images: [FiledImage, ...FiledImage[]]): DirectoryRecord => {
  const [{ image }] = images;
  return {
    type: 'STUDY',
    keys: [
      ['00080020', 'DA', (image.studyDate ?? '1900-01-01').replaceAll('-', '')],
      ['00080030', 'TM', (image.studyTime ?? '00:00:00').replaceAll(':', '')],
      ['00080050', 'SH', image.accessionNumber],
      ['00081030', 'LO', cut(image.studyDescription, longText)],
      ['0020000D', 'UI', image.studyUid],
      ['00200010', 'SH', image.studyId || 'NONE'],
    ],
    below: groups(images, ({ image: { seriesUid } }) => seriesUid).map(seriesRecord),
  };
};
const personOf = ({ image: { patientId, patientName, birthDate } }: FiledImage): string =>
  [patientId, patientName, birthDate].join('\n');
const patientRecord = (images: [FiledImage, ...FiledImage[]], index: number): DirectoryRecord => {
  const [{ image }] = images;
  return {
    type: 'PATIENT',
    keys: [
      ['00100010', 'PN', image.patientName],
      ['00100020', 'LO', image.patientId || `NONE-${index + 1}`],
      ['00100030', 'DA', (image.birthDate ?? '').replaceAll('-', '')],
    ],
    below: groups(images, ({ image: { studyUid } }) => studyUid).map(studyRecord),
  };
};

/** A UID that is the same for the same images (PS3.5 annex B.2). */
const uidOf = (images: readonly FiledImage[]): string => {
  const hash = createHash('sha256');
  for (const { image, path } of images) hash.update(`${path} ${image.instanceUid} ${image.sha256 ?? ''}\n`);
  const uuid = hash.digest().subarray(0, 16);
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x50, 6);
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${BigInt(`0x${uuid.toString('hex')}`)}`;
};

const named = (letters: string, index: number): string => `${letters}${String(index + 1).padStart(6, '0')}`;

/**
 * The file-set of images: each image once, in a folder of its study and series, with a directory of them. Of different
 * images with one instance UID only the first can be in it.
 */
export const fileSetOf = (images: readonly DirectoryImage[]): FileSet => {
  const leftOut: DirectoryImage[] = [];
  const kept = new Map<string, DirectoryImage>();
  for (const image of images) {
    const same = kept.get(image.instanceUid);
    if (same && same.sha256 !== undefined && same.sha256 === image.sha256) continue;
    if (same || otherRecords.has(image.sopClassUid) || !isUid(image.sopClassUid)) leftOut.push(image);
    else kept.set(image.instanceUid, image);
  }
  const sorted = [...kept.values()].sort(
    (a, b) => (a.seriesNumber ?? 0) - (b.seriesNumber ?? 0) || (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0),
  );
  const files = groups(sorted, ({ studyUid }) => studyUid).flatMap((study, atStudy) =>
    groups(study, ({ seriesUid }) => seriesUid).flatMap((series, atSeries) =>
      series.map((image, at): FiledImage => {
        const names = [named('ST', atStudy), named('SE', atSeries), named('IM', at)];
        return { image, path: [imageFolder, ...names].join('/') };
      }),
    ),
  );
  return { files, leftOut, directory: writeDicomdir(groups(files, personOf).map(patientRecord), uidOf(files)) };
};
