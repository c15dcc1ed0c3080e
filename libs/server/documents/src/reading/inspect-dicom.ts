import type { Intake } from '@konsil/contracts/documents';
import { byPerson, readablePersonName } from '@konsil/contracts/person-names';
import type {
  DicomInstance,
  DicomReport,
  DicomUpload,
  PackedLetter,
  SkippedMember,
} from '@konsil/server-dicom/dicom-instance';
import { firstImageOf } from '@konsil/server-dicom/first-image';
import { limits } from '@konsil/server-dicom/limits';
import { objectBytes, sliceBytes } from '@konsil/server-dicom/object-bytes';
import { packImages } from '@konsil/server-dicom/pack-images';
import { findLetter } from '@konsil/server-dicom/read-bytes';
import { asDicomProblem, DicomProblem } from '@konsil/server-dicom/read-errors';
import { readDicomUpload } from '@konsil/server-dicom/read-upload';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { FileStore, StoredFile } from '@konsil/server-storage/file-store';
import { inspectPdf } from './read-pdf.ts';
import { inspectPhoto } from './read-photo.ts';
import type { FileProblemCode, FileToRead, Inspection, Part } from './reading.ts';

const mostNamed = 50;
const system = 'system_file';

type Remarks = Pick<DicomUpload, 'skipped' | 'copies'>;
/** Remarks about an upload besides its images; undefined if there are none. */
const intakeOf = ({ skipped, copies }: Remarks): Intake | undefined => {
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

  /** One examination's images: a single one as its file, several as a ZIP, with these letters. */
  async images(
    images: DicomInstance[],
    behindName: string,
    letters: readonly PackedLetter[],
  ): Promise<{ part: Part; letters: readonly PackedLetter[] }> {
    const [only] = images;
    if (only && images.length + letters.length === 1) {
      const {
        storedAt: { name, size },
      } = only;
      const object = objectBytes(this.bytes, { ...only, deflated: false });
      const instance = { ...only, storedAt: { member: 0, name, range: [0, size] as const, inflate: false, size } };
      const part: Part = {
        stored: await this.keep(object),
        type: 'application/dicom',
        behindName,
        inspection: { kind: 'dicom', instances: [instance] },
      };
      return { part, letters: [] };
    }
    const packed = packImages(this.bytes, images, letters);
    const part: Part = {
      stored: await this.keep(packed.bytes),
      type: 'application/zip',
      behindName,
      inspection: { kind: 'dicom', instances: packed.images },
    };
    return { part, letters: packed.letters };
  }

  /** A letter from an archive as its own document; the problem code if it cannot be one. */
  async letter({ type, storedAt }: PackedLetter): Promise<Part | FileProblemCode> {
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
      const stored = await this.keep(sliceBytes(objectBytes(this.bytes, report), content.range));
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

const withIntake = (parts: readonly Part[], intakes: readonly (Intake | undefined)[]): Part[] =>
  parts.map((part, place) => ({ ...part, intake: intakes[place] }));

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
    ? { kind: 'parts', parts: withIntake(parts, [intakeOf({ skipped: all, copies })]), skipped: all }
    : { kind: 'refused', code: 'no_image' };
};

/** One person's images by examination, as a browser packs those of a folder; very many stay together. */
const byExamination = (images: DicomInstance[], most: number): DicomInstance[][] => {
  const studies = new Map<string, DicomInstance[]>();
  for (const image of images) studies.set(image.studyUid, [...(studies.get(image.studyUid) ?? []), image]);
  return studies.size > most ? [images] : [...studies.values()];
};

/** The suffix that tells one document of an upload from the others: person, modality and date, as far as needed. */
const nameBehind = (images: DicomInstance[], more: { people: boolean; studies: boolean }): string => {
  const first = firstImageOf(images);
  return [
    ...(more.people ? [readablePersonName(first?.patientName ?? '')] : []),
    ...(more.studies ? [first?.modality ?? '', first?.studyDate ?? ''] : []),
  ]
    .filter(Boolean)
    .join(' ');
};

const foldersOf = (name: string): string[] => name.split('/').slice(0, -1);
const commonFolders = (one: string, other: string): number => {
  const [ones, others] = [foldersOf(one), foldersOf(other)];
  const differ = ones.findIndex((folder, depth) => folder !== others[depth]);
  return differ < 0 ? ones.length : differ;
};

/**
 * The examinations that lack a damaged file: the one it names, else those in the nearest folder. Where several are
 * equally near, all: none may look complete.
 */
const examinationsLacking = (
  { name, of }: SkippedMember,
  examinations: readonly (readonly DicomInstance[])[],
): (readonly DicomInstance[])[] => {
  const sameStudy = examinations.filter((images) => images.some(({ studyUid }) => studyUid === of?.studyUid));
  const samePerson = sameStudy.filter((images) => images.some(({ patientName }) => patientName === of?.patientName));
  if (samePerson.length > 0) return samePerson;
  if (sameStudy.length > 0) return sameStudy;
  const near = examinations.map((images) =>
    Math.max(...images.map(({ storedAt }) => commonFolders(name, storedAt.name))),
  );
  return examinations.filter((_, place) => near[place] === Math.max(...near));
};

/** The remarks about each document of a divided upload: damage where it is, all others with the first. */
const divideRemarks = (
  { skipped, copies }: Remarks,
  examinations: readonly (readonly DicomInstance[])[],
): (Intake | undefined)[] => {
  const lacking = new Map(
    skipped.filter(({ damaged }) => damaged).map((member) => [member, examinationsLacking(member, examinations)]),
  );
  return examinations.map((images, place) =>
    intakeOf({
      skipped: skipped.filter((member) => lacking.get(member)?.includes(images) ?? place === 0),
      copies: place === 0 ? copies : [],
    }),
  );
};

/** A letter of an archive that is stored already, as a document of its own. */
export const takeLetter = async (files: FileStore, toDivide: UploadToDivide, member: number): Promise<Inspection> => {
  try {
    const letter = await findLetter(toDivide.bytes, member);
    const part = letter ? await new Dividing(files, toDivide).letter(letter) : 'unreadable';
    return typeof part === 'string' ? { kind: 'refused', code: part } : { kind: 'parts', parts: [part], skipped: [] };
  } catch (cause) {
    return { kind: 'refused', code: asDicomProblem(cause, 'unreadable').code };
  }
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
    // Letters stay with one person's first examination; with several people they could be anybody's.
    const beside = divided && people.length === 1 ? upload.beside : [];
    const images: Part[] = [];
    let letters: readonly PackedLetter[] = [];
    for (const [place, { instances, behindName }] of examinations.entries()) {
      if (!divided) images.push({ stored: null, type: file.type, inspection: { kind: 'dicom', instances } });
      else {
        const packed = await dividing.images(instances, behindName, place === 0 ? beside : []);
        images.push(packed.part);
        if (place === 0) letters = packed.letters;
      }
    }
    // Letters that are in no stored file cannot be offered.
    const offered = new Map(letters.map(({ storedAt }, place) => [beside[place]?.storedAt.member, storedAt.member]));
    const skipped = [...upload.skipped, ...reports.skipped].map(({ member, ...rest }) => {
      const place = divided ? offered.get(member) : people.length === 0 ? undefined : member;
      return place === undefined ? rest : { ...rest, member: place };
    });
    // Spoilt images are kept, but they cannot be shown.
    const remarks = { skipped: [...skipped, ...upload.spoilt], copies: upload.copies };
    const all = examinations.map(({ instances }) => instances);
    const parts = withIntake(
      [...images, ...reports.parts],
      all.length > 0 ? divideRemarks(remarks, all) : [intakeOf(remarks)],
    );
    const [first] = parts;
    if (first?.stored === null && first.inspection.kind === 'dicom' && parts.length === 1)
      return { ...first.inspection, skipped, intake: first.intake };
    return parts.length > 0 ? { kind: 'parts', parts, skipped } : { kind: 'refused', code: 'encrypted' };
  } catch (error) {
    if (error instanceof DicomProblem) return { kind: 'refused', code: error.code };
    throw error;
  }
};
