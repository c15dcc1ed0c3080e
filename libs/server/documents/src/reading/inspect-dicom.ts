import type { Intake } from '@konsil/contracts/documents';
import { byPerson, readablePersonName } from '@konsil/contracts/person-names';
import type { DicomInstance, DicomReport, DicomUpload, SkippedMember } from '@konsil/server-dicom/dicom-instance';
import { limits } from '@konsil/server-dicom/limits';
import { objectBytes, slice } from '@konsil/server-dicom/object-bytes';
import { packImages } from '@konsil/server-dicom/pack-images';
import { DicomProblem } from '@konsil/server-dicom/read-errors';
import { readDicomUpload } from '@konsil/server-dicom/read-upload';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { FileStore, StoredFile } from '@konsil/server-storage/file-store';
import { inspectPdf } from './read-pdf.ts';
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

  /** One person's images: a single one as its file, several as a ZIP. */
  async images(images: DicomInstance[], personName: string): Promise<Part> {
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
        personName,
        inspection: { kind: 'dicom', instances: [instance] },
      };
    }
    const packed = packImages(this.bytes, images);
    return {
      stored: await this.keep(packed.bytes),
      type: 'application/zip',
      personName,
      inspection: { kind: 'dicom', instances: packed.images },
    };
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

/**
 * Reads an imaging upload. Images of different people, and reports, become separate documents; an upload with one
 * person's images and nothing unsafe is kept unchanged.
 */
export const inspectDicom = async (files: FileStore, toDivide: UploadToDivide): Promise<Inspection> => {
  const { file, keys, bytes } = toDivide;
  try {
    const upload = await readDicomUpload(bytes);
    const people = byPerson(upload.instances);
    if (people.length > limits.people) return { kind: 'refused', code: 'many_people' };
    const divided = people.length > 1 || upload.unsafe;
    const count =
      (divided ? people.length : 0) +
      upload.reports.filter((report) => !isWholeFile(report)).slice(0, limits.reports).length;
    if (count > keys.length) return { kind: 'keysNeeded', count };
    const dividing = new Dividing(files, toDivide);
    const reports = await takeReports(dividing, upload.reports);
    // Letters that are no longer in any stored file cannot be offered.
    const skipped = [...upload.skipped, ...reports.skipped].map(({ member, ...rest }) =>
      divided || member === undefined || people.length === 0 ? rest : { ...rest, member },
    );
    const intake = intakeOf({ skipped, copies: upload.copies });
    const images: Part[] = [];
    for (const instances of people) {
      if (divided)
        images.push(
          await dividing.images(
            instances,
            people.length > 1 ? readablePersonName(instances[0]?.patientName ?? '') : '',
          ),
        );
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
