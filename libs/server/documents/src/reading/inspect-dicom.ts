import type { Intake } from '@konsil/contracts/documents';
import { byPerson, readablePersonName } from '@konsil/contracts/person-names';
import type {
  DicomInstance,
  DicomReport,
  DicomUpload,
  PackedLetter,
  SkippedMember,
} from '@konsil/server-dicom/dicom-instance';
import { limits } from '@konsil/server-dicom/limits';
import { objectBytes, slice } from '@konsil/server-dicom/object-bytes';
import { packImages } from '@konsil/server-dicom/pack-images';
import { DicomProblem } from '@konsil/server-dicom/read-errors';
import { readDicomUpload } from '@konsil/server-dicom/read-upload';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { FileStore, StoredFile } from '@konsil/server-storage/file-store';
import { inspectPdf } from './read-pdf.ts';
import { inspectPhoto } from './read-photo.ts';
import type { FileToRead, Inspection, Part } from './reading.ts';

const mostNamed = 50;
const system = 'system_file';

/** Remarks about an upload besides its images; undefined if there are none. */
const intakeOf = ({ skipped, copies }: Pick<DicomUpload, 'skipped' | 'copies'>): Intake | undefined => {
  const damaged = skipped.filter((member) => member.damaged);
  const letters = skipped.flatMap(({ name, member }) => (member === undefined ? [] : [{ name, member }]));
  const leftOut = skipped.filter(
    (member) => !member.damaged && member.member === undefined && member.reason !== system,
  );
  if (damaged.length + letters.length + leftOut.length + copies.length === 0) return undefined;
  const named = (members: SkippedMember[]) => members.slice(0, mostNamed).map(({ name, reason }) => ({ name, reason }));
  return {
    damaged: named(damaged),
    damaged_count: damaged.length,
    left_out: named(leftOut),
    left_out_count: leftOut.length,
    letters: letters.slice(0, mostNamed),
    copies: copies.length,
    known: 0,
  };
};

export interface UploadToDivide {
  file: FileToRead;
  /** Object keys for documents that differ from the uploaded file. */
  keys: readonly string[];
  bytes: Buffer;
}

/** A structured report alone in its file is kept unchanged. */
const isWholeFile = ({ content, storedAt }: DicomReport): boolean => content.kind === 'text' && storedAt.name === '';

/** The documents of one upload, each stored separately unless it is the uploaded file. */
class Dividing {
  private readonly keys: string[];
  private readonly file: FileToRead;
  private readonly bytes: Buffer;

  constructor(
    private readonly files: FileStore,
    { file, keys, bytes }: UploadToDivide,
  ) {
    this.keys = [...keys];
    this.file = file;
    this.bytes = bytes;
  }

  private async keep(bytes: Uint8Array): Promise<StoredFile> {
    async function* once() {
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const key = this.keys.shift();
    if (!key) throw new Error('There is no key for a file.');
    return this.files.putAs({ key, fileKey: this.file.fileKey }, inChunks(once()));
  }

  /** One examination's images: a single one as its file, several as a ZIP. */
  async images(images: DicomInstance[], behindName: string): Promise<Part> {
    const [only] = images;
    if (only && images.length === 1) {
      const {
        storedAt: { name, size },
      } = only;
      const object = objectBytes(this.bytes, { ...only, deflated: false });
      const instance = { ...only, storedAt: { member: 0, name, range: [0, size] as const, inflate: false, size } };
      return {
        stored: await this.keep(object),
        type: 'application/dicom',
        behindName,
        inspection: { kind: 'dicom', instances: [instance] },
      };
    }
    const packed = packImages(this.bytes, images);
    return {
      stored: await this.keep(packed.bytes),
      type: 'application/zip',
      behindName,
      inspection: { kind: 'dicom', instances: packed.images },
    };
  }

  /** A letter from an archive as its own document; the problem code if it cannot be one. */
  async letter({ type, storedAt }: PackedLetter): Promise<Part | string> {
    const bytes = Buffer.from(objectBytes(this.bytes, { storedAt, deflated: false }));
    const stored = await this.keep(bytes);
    const inspection =
      type === 'application/pdf'
        ? await inspectPdf(await this.files.get({ key: stored.key, fileKey: this.file.fileKey }))
        : await inspectPhoto(bytes);
    if (inspection.kind === 'refused') return inspection.code;
    if (inspection.kind !== 'pdf' && inspection.kind !== 'photo') return 'unreadable';
    return { stored, type, title: storedAt.name.split('/').at(-1) ?? '', inspection };
  }

  /** A report as its own document; a PDF is extracted from its DICOM object. Null for a password-protected PDF. */
  async report(report: DicomReport): Promise<Part | null> {
    const { title, studyDate, patientName, birthDate, content, storedAt } = report;
    const person = { patientName, birthDate };
    if (content.kind === 'pdf') {
      const stored = await this.keep(slice(objectBytes(this.bytes, report), content.range));
      const inspection = await inspectPdf(await this.files.get({ key: stored.key, fileKey: this.file.fileKey }));
      return inspection.kind === 'pdf' ? { stored, type: 'application/pdf', title, person, inspection } : null;
    }
    const { lines, cut, complete, verified } = content;
    return {
      stored: isWholeFile(report) ? null : await this.keep(objectBytes(this.bytes, { storedAt, deflated: false })),
      type: 'application/dicom',
      ...(!isWholeFile(report) && { title }),
      person,
      inspection: { kind: 'report', report: { title, study_date: studyDate, lines, cut, complete, verified } },
    };
  }
}

/** The reports of an upload as documents, and those that were refused. */
const takeReports = async (
  dividing: Dividing,
  reports: readonly DicomReport[],
): Promise<{ parts: Part[]; skipped: SkippedMember[] }> => {
  const parts: Part[] = [];
  const skipped: SkippedMember[] = [];
  for (const [index, report] of reports.entries()) {
    const part = index < limits.reports ? await dividing.report(report) : null;
    if (part) parts.push(part);
    else
      skipped.push({
        name: report.storedAt.name,
        reason: index < limits.reports ? 'encrypted' : 'more_reports',
        damaged: true,
      });
  }
  return { parts, skipped };
};

/** An archive of letters: each is a document. */
const takeLetters = async (dividing: Dividing, { letters, skipped, copies }: DicomUpload): Promise<Inspection> => {
  const parts: Part[] = [];
  const refused: SkippedMember[] = [];
  for (const letter of letters) {
    const part = await dividing.letter(letter);
    if (typeof part !== 'string') parts.push(part);
    else refused.push({ name: letter.storedAt.name, reason: part, damaged: true });
  }
  const all = [...skipped, ...refused];
  return parts.length > 0
    ? { kind: 'parts', parts, skipped: all, intake: intakeOf({ skipped: all, copies }) }
    : { kind: 'refused', code: 'no_image' };
};

/** One person's images by examination, as a browser packs those of a folder; very many stay together. */
const byExamination = (images: DicomInstance[], most: number): DicomInstance[][] => {
  const studies = new Map<string, DicomInstance[]>();
  for (const image of images) studies.set(image.studyUid, [...(studies.get(image.studyUid) ?? []), image]);
  return studies.size > most ? [images] : [...studies.values()];
};

/** What tells one document of an upload from the others. */
const nameBehind = (images: DicomInstance[], more: { people: boolean; studies: boolean }): string => {
  const [first] = images;
  return [
    ...(more.people ? [readablePersonName(first?.patientName ?? '')] : []),
    ...(more.studies ? [first?.modality ?? '', first?.studyDate ?? ''] : []),
  ]
    .filter(Boolean)
    .join(' ');
};

/**
 * Reads an imaging upload. Examinations, images of different people, and reports become separate documents; an upload
 * with one examination of one person and nothing unsafe is kept unchanged.
 */
export const inspectDicom = async (files: FileStore, toDivide: UploadToDivide): Promise<Inspection> => {
  const { file, keys, bytes } = toDivide;
  try {
    const upload = await readDicomUpload(bytes);
    const people = byPerson(upload.instances);
    if (people.length > limits.people) return { kind: 'refused', code: 'many_people' };
    const mostEach = Math.floor(limits.studies / Math.max(1, people.length));
    const examinations = people.flatMap((images) => {
      const studies = byExamination(images, mostEach);
      const more = { people: people.length > 1, studies: studies.length > 1 };
      return studies.map((instances) => ({ instances, behindName: nameBehind(instances, more) }));
    });
    const divided = examinations.length > 1 || upload.unsafe;
    const count =
      (divided ? examinations.length : 0) +
      upload.letters.length +
      upload.reports.filter((report) => !isWholeFile(report)).slice(0, limits.reports).length;
    if (count > keys.length) return { kind: 'keysNeeded', count };
    const dividing = new Dividing(files, toDivide);
    if (upload.letters.length > 0) return await takeLetters(dividing, upload);
    const reports = await takeReports(dividing, upload.reports);
    // Letters that are no longer in any stored file cannot be offered.
    const skipped = [...upload.skipped, ...reports.skipped].map(({ member, ...rest }) =>
      divided || member === undefined || people.length === 0 ? rest : { ...rest, member },
    );
    const intake = intakeOf({ skipped, copies: upload.copies });
    const images: Part[] = [];
    for (const { instances, behindName } of examinations) {
      if (divided) images.push(await dividing.images(instances, behindName));
      else images.push({ stored: null, type: file.type, inspection: { kind: 'dicom', instances } });
    }
    const parts = [...images, ...reports.parts];
    const [first] = parts;
    if (first?.stored === null && first.inspection.kind === 'dicom' && parts.length === 1)
      return { ...first.inspection, skipped, intake };
    return parts.length > 0 ? { kind: 'parts', parts, skipped, intake } : { kind: 'refused', code: 'encrypted' };
  } catch (error) {
    if (error instanceof DicomProblem) return { kind: 'refused', code: error.code };
    throw error;
  }
};
