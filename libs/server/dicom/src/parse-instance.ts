import { regionClasses } from '@konsil/pixels';
import { openBeginning, openDataSet, pixelData, type OpenedDataSet } from './data-set.ts';
import type { DicomInstance, DicomReport } from './dicom-instance.ts';
import { dicomJsonOf } from './dicom-json.ts';
import { dayOf, timeOf } from '@konsil/dicom-header/dates';
import { attributeReader, type AttributeReader } from './element-values.ts';
import { indexFrames } from './frame-index.ts';
import { limits } from './limits.ts';
import { isDicom } from './part10.ts';
import { asDicomProblem, DicomProblem } from './read-errors.ts';
import { contentOfReport } from './report-content.ts';
import { isUid } from './uids.ts';

/** Everything but the storage position. */
export type ParsedInstance = Omit<DicomInstance, 'storedAt'>;
export type ParsedReport = Omit<DicomReport, 'storedAt'>;
export type ParsedObject = { kind: 'image'; instance: ParsedInstance } | { kind: 'report'; report: ParsedReport };

const preambleBytes = 128;

/** Forbidden in the 128-byte preamble: programs, scripts, markup and containers (CVE-2019-11687). */
const executableStarts = [
  'MZ',
  '\x7fELF',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
  '#!',
  '%PDF',
  'PK',
  '<',
];

function refusePolyglot(bytes: Uint8Array): void {
  const preamble = Buffer.from(bytes.buffer, bytes.byteOffset, preambleBytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (executableStarts.some((start) => preamble.startsWith(start))) throw new DicomProblem('polyglot');
}

function uid(read: AttributeReader, tag: string): string {
  const value = read.text(tag) ?? '';
  if (!isUid(value)) throw new DicomProblem('missing_uid');
  return value;
}

/** An integer within bounds; a missing one gets the default, an invalid one means that the image cannot be shown. */
function whole(
  read: AttributeReader,
  tag: string,
  { least, most, otherwise }: { least: number; most: number; otherwise?: number },
): number {
  const value = read.number(tag) ?? otherwise;
  if (value === undefined || !Number.isInteger(value) || value < least || value > most)
    throw new DicomProblem('no_image');
  return value;
}

const shortText = (read: AttributeReader, tag: string): string => (read.text(tag) ?? '').slice(0, 1_000);
const integerOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;

/** Patient and date, the same for images and reports. */
const origin = (read: AttributeReader) => ({
  studyUid: uid(read, '0020000d'),
  studyDate: dayOf(read.text('00080020')),
  patientName: shortText(read, '00100010'),
  birthDate: dayOf(read.text('00100030')),
});

function parseReport(opened: OpenedDataSet, read: AttributeReader): ParsedReport {
  const content = contentOfReport(opened);
  if (!content) throw new DicomProblem('no_image');
  return { ...origin(read), ...content, deflated: opened.deflated };
}

function parse(bytes: Uint8Array): ParsedObject {
  if (!isDicom(bytes)) throw new DicomProblem('not_dicom');
  refusePolyglot(bytes);
  const opened = openDataSet(bytes);
  const read = attributeReader(opened);
  if (opened.dataSet.elements[pixelData]) return { kind: 'image', instance: parseImage(opened, read) };
  if (read.text('00080016') === regionClasses.structureSet)
    return { kind: 'image', instance: parseStructureSet(opened, read) };
  return { kind: 'report', report: parseReport(opened, read) };
}

type Layout = Pick<
  ParsedInstance,
  | 'rows'
  | 'columns'
  | 'frames'
  | 'samplesPerPixel'
  | 'bitsAllocated'
  | 'bitsStored'
  | 'signed'
  | 'planar'
  | 'photometric'
  | 'transferSyntax'
>;

function parseImage(opened: OpenedDataSet, read: AttributeReader): ParsedInstance {
  const bitsAllocated = whole(read, '00280100', { least: 1, most: 32 });
  const layout: Layout = {
    rows: whole(read, '00280010', { least: 1, most: 65_535 }),
    columns: whole(read, '00280011', { least: 1, most: 65_535 }),
    frames: whole(read, '00280008', { least: 1, most: limits.frames, otherwise: 1 }),
    samplesPerPixel: whole(read, '00280002', { least: 1, most: 4, otherwise: 1 }),
    bitsAllocated,
    bitsStored: whole(read, '00280101', { least: 1, most: bitsAllocated, otherwise: bitsAllocated }),
    signed: read.number('00280103') === 1,
    planar: read.number('00280006') === 1,
    photometric: read.text('00280004') ?? 'MONOCHROME2',
    transferSyntax: opened.transferSyntax,
  };
  return describe(opened, read, { layout, pixels: indexFrames(opened, layout) });
}

const [structures, outlines] = ['x30060020', 'x30060039'] as const;
/** An RT Structure Set: it has outlines instead of frames, which are read from the whole file. */
function parseStructureSet(opened: OpenedDataSet, read: AttributeReader): ParsedInstance {
  if (!opened.dataSet.elements[structures] && !opened.dataSet.elements[outlines]) throw new DicomProblem('no_image');
  return describe(opened, read, {
    layout: {
      rows: 0,
      columns: 0,
      frames: 0,
      samplesPerPixel: 1,
      bitsAllocated: 1,
      bitsStored: 1,
      signed: false,
      planar: false,
      photometric: '',
      transferSyntax: opened.transferSyntax,
    },
    pixels: { kind: 'native', offset: 0, frameBits: 0, swap: 1 },
  });
}

function describe(
  opened: OpenedDataSet,
  read: AttributeReader,
  { layout, pixels }: { layout: Layout; pixels: ParsedInstance['pixels'] },
): ParsedInstance {
  const { studyUid, ...rest } = origin(read);
  const [seriesUid, instanceUid] = [uid(read, '0020000e'), uid(read, '00080018')];
  const modality = shortText(read, '00080060') || 'OT';
  const { json, bulk } = dicomJsonOf(opened, {
    signed: layout.signed,
    bulkUri: `/dicom-web/studies/${studyUid}/series/${seriesUid}/instances/${instanceUid}/bulkdata`,
    // Viewers need a modality, and the encoding of the frames.
    defaults: { '00080060': { vr: 'CS', Value: [modality] }, '00083002': { vr: 'UI', Value: [opened.transferSyntax] } },
  });
  if (json.length > limits.metadataBytes) throw new DicomProblem('unreadable');
  return {
    studyUid,
    seriesUid,
    instanceUid,
    sopClassUid: read.text('00080016') ?? '',
    modality,
    ...rest,
    studyTime: timeOf(read.text('00080030')),
    studyDescription: shortText(read, '00081030'),
    seriesNumber: integerOrNull(read.number('00200011')),
    seriesDescription: shortText(read, '0008103e'),
    instanceNumber: integerOrNull(read.number('00200013')),
    ...layout,
    deflated: opened.deflated,
    pixels,
    bulk,
    metadata: json,
  };
}

/**
 * Parses one DICOM object. Pure and synchronous: run it in a worker, because the bytes may be hostile.
 * @throws DicomProblem, nothing else; `no_image` for what is neither an image nor a report
 */
export function parseObject(bytes: Uint8Array): ParsedObject {
  try {
    return parse(bytes);
  } catch (cause) {
    // dicom-parser throws strings at the end of data.
    throw asDicomProblem(cause, typeof cause === 'string' ? 'truncated' : 'unreadable');
  }
}

/** The examination of a damaged object, by its first bytes; undefined if they do not name it. */
export function examinationOf(beginning: Uint8Array): { studyUid: string; patientName: string } | undefined {
  try {
    const opened = openBeginning(beginning);
    if (!opened) return undefined;
    const read = attributeReader(opened);
    return { studyUid: uid(read, '0020000d'), patientName: shortText(read, '00100010') };
  } catch {
    return undefined;
  }
}

/** The patient and study of an object, according to its own header. */
export interface ObjectOrigin {
  studyUid: string;
  patientId: string;
  patientName: string;
  birthDate: string | null;
}
/** Enough bytes for everything up to the study; long private elements usually follow it. */
const mostOfBeginning = 256 * 1024;
/** The origin of an object by its first bytes, in bounded time; null if they do not say it. */
export function originOf(bytes: Uint8Array): ObjectOrigin | null {
  try {
    const opened = openBeginning(bytes.subarray(0, mostOfBeginning));
    if (!opened) return null;
    const read = attributeReader(opened);
    const { studyUid, patientName, birthDate } = origin(read);
    return { studyUid, patientName, birthDate, patientId: shortText(read, '00100020').trim() };
  } catch {
    return null;
  }
}

/** @throws DicomProblem; `no_image` also for a report */
export function parseInstance(bytes: Uint8Array): ParsedInstance {
  const parsed = parseObject(bytes);
  if (parsed.kind === 'report') throw new DicomProblem('no_image');
  return parsed.instance;
}
