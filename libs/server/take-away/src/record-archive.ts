import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { Locale } from '@konsil/contracts/first-codes';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { mostImportBytes, mostImportImages } from '@konsil/contracts/import-limits';
import {
  asDirectoryImage,
  directoryName,
  fileSetOf,
  type DirectoryImage,
  type FileSet,
} from '@konsil/server-dicom/file-set/file-set';
import { StoredObjects } from '@konsil/server-dicom/stored-object';
import { isDamage, reportDamage } from '@konsil/server-documents/damage';
import { openArchive, type ImportRow } from '@konsil/server-documents/imported/kept-archive';
import { StoredStudies } from '@konsil/server-documents/viewing/stored-studies';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { DossierContent } from '@konsil/server-privacy/export/dossier';
import { folderName, keyToExport, uniquePaths } from '@konsil/server-privacy/export/export-files';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { FileRef } from '@konsil/server-storage/file-store';
import { ZipFile } from 'yazl';
import { logHead } from './exchange/log-head.ts';
import { handoverName, signHandover } from './exchange/tokens.ts';
import type { Advance } from './jobs.ts';
import { fillPages } from './make-dossier.ts';
import type { PageDrawer } from './page-drawer.ts';
import { toPatientSummary } from './patient-summary.ts';
import { signRecord } from './record-key.ts';
import { verifyPage } from './verify-page.ts';

export const archiveFormat = 'konsil-record';
export const archiveVersion = 1;
// The remaining share is for the dossier and the texts.
const shareOfFiles = 0.8;
/** The folder for previously imported archives in a person's archive. */
export const enclosedFolder = 'imports/';
export interface ManifestEntry {
  path: string;
  size: number;
  sha256: string;
}
/**
 * `left_out`: documents whose file is not given out, by name. `not_in_dicomdir`: originals with images that the file-set
 * does not have.
 */
export interface Manifest {
  format: typeof archiveFormat;
  version: typeof archiveVersion;
  created_at: string;
  files: ManifestEntry[];
  left_out: string[];
  not_in_dicomdir: string[];
}

/** Counts and hashes what passes. */
const measured = (path: string, entries: ManifestEntry[]): Transform => {
  const hash = createHash('sha256');
  let size = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
    flush(done) {
      entries.push({ path, size, sha256: hash.digest('hex') });
      done();
    },
  });
};

/** An imported archive with its name. */
export interface TakenArchive {
  row: ImportRow;
  name: string;
}

interface Original {
  row: DocumentRow;
  path: string;
}
interface Images extends Pick<FileSet, 'files' | 'directory'> {
  notFiled: string[];
}

/** The images of the originals as a file-set; none if an archive with it would be too large to be brought in again. */
const imagesOf = async (studies: StoredStudies, originals: readonly Original[]): Promise<Images> => {
  const found: DirectoryImage[] = [];
  for (const { row } of originals) found.push(...(await studies.imagesOf(row.id)).map(asDirectoryImage));
  const { files, leftOut, directory } = fileSetOf(found);
  const bytes = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
  const size = bytes(originals.map(({ row }) => row.size)) + bytes(files.map(({ image }) => image.storedAt.size));
  const fits = files.length <= mostImportImages && size <= mostImportBytes * shareOfFiles;
  const missing = new Set((fits ? leftOut : found).map(({ documentId }) => documentId));
  return {
    files: fits ? files : [],
    directory,
    notFiled: originals.filter(({ row }) => missing.has(row.id)).map(({ path }) => path),
  };
};

/** States how far the person's access log is, signed, so that it can come back in a receipt. */
const handoverOf = async (kernel: Kernel, patientId: string, madeAt: string, base: string): Promise<string> => {
  const log = await kernel.db.transaction((tx) => logHead({ tx, kernel }, patientId), {
    isolationLevel: 'repeatable read',
  });
  return signHandover(kernel.vault, { made_at: madeAt, host: new URL(base).host, log });
};

interface Archive {
  content: DossierContent;
  locale: Locale;
  file: FileRef;
  /** The base address of FHIR references. */
  base: string;
  /** The person's imported archives. */
  taken: readonly TakenArchive[];
}

/**
 * Writes a signed ZIP to the file store: the dossier, the record as data and as a patient summary, all originals. Members
 * are made one after the other, and hashed on their way, so that none is held whole.
 */
export const makeArchive = async (
  kernel: Kernel,
  drawer: PageDrawer,
  { content, locale, file, base, taken }: Archive,
  advance: Advance,
): Promise<void> => {
  const { files, vault, db } = kernel;
  const zip = new ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & { destroy: (error: unknown) => void };
  const fail = (error: unknown) => output.destroy(error);
  zip.on('error', fail);
  output.on('error', () => undefined);
  const mtime = new Date(content.created_at);
  const entries: ManifestEntry[] = [];
  const leftOut: string[] = [];
  const studies = new StoredStudies(kernel);
  const add = (path: string, open: () => Promise<Readable>, options: object = {}) =>
    zip.addReadStreamLazy(path, { mtime, ...options }, (done) => {
      const into = measured(path, entries);
      open().then((stream) => {
        stream.once('error', fail);
        done(null, stream.pipe(into));
      }, fail);
    });
  const addBytes = (path: string, bytes: Buffer) => {
    zip.addBuffer(bytes, path, { mtime });
    entries.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  };

  const addText = (path: string, text: string) => addBytes(path, Buffer.from(text));

  const pathFor = uniquePaths();
  const paths = new Map<string, string>();
  const originals = content.files.flatMap((item) => {
    const key = keyToExport({ ...item, owner: content.owner.id });
    if (!key) leftOut.push(item.name);
    if (!key) return [];
    const path = pathFor(`originals/${folderName(item.caseName)}`, item.name);
    paths.set(item.row.id, path);
    return [{ ...item, key, path }];
  });
  const [person] = content.patients;
  if (!person) throw new Error('An archive needs a person.');
  const pathOf = (id: string) => paths.get(id) ?? null;
  addText('record.json', JSON.stringify({ format: archiveFormat, version: archiveVersion, person }, null, 2));
  addText('verify.html', verifyPage());
  const telling = { base, locale };
  addText('ips.json', JSON.stringify(toPatientSummary(person, { at: content.created_at, telling, pathOf }), null, 2));
  addText(handoverName, await handoverOf(kernel, person.record.id, content.created_at, base));
  add(
    'dossier.pdf',
    async () => {
      const { pages, filled } = fillPages(drawer, content, locale, advance);
      void filled.catch(fail);
      return pages.stream();
    },
    { compress: false },
  );
  for (const { row, key, path } of originals)
    add(
      path,
      async () => {
        const stored = { key, fileKey: await vault.unwrapFileKey(db, row.patientId, row.fileKey) };
        const report = async (failure: unknown): Promise<never> => {
          if (isDamage(failure)) await reportDamage(kernel, { documentId: row.id, patientId: row.patientId }, failure);
          throw failure;
        };
        const { read } = await files.get(stored).catch(report);
        return read().on('error', (failure) => void report(failure).catch(() => undefined));
      },
      // Pictures, PDFs and ZIPs are compressed already.
      { mtime: row.uploadedAt, compress: false },
    );
  const { files: images, directory, notFiled } = await imagesOf(studies, originals);
  if (images.length > 0) {
    addBytes(directoryName, directory);
    const objects = new StoredObjects(studies);
    for (const { image, path } of images)
      add(path, async () => Readable.from([await objects.fileSetMember(image)]), { compress: false });
  }
  for (const { row, name } of taken)
    add(pathFor(enclosedFolder.slice(0, -1), name), async () => (await openArchive(kernel, db, row)).read(), {
      mtime: row.createdAt,
      compress: false,
    });
  // Made in their turn, when everything before them is hashed.
  let manifest = Buffer.alloc(0);
  const last = (path: string, make: () => Buffer) =>
    zip.addReadStreamLazy(path, { mtime }, (done) => {
      done(null, Readable.from([make()]));
    });
  last('manifest.json', () => {
    const told: Manifest = {
      format: archiveFormat,
      version: archiveVersion,
      created_at: content.created_at,
      files: [...entries].sort((a, b) => (a.path < b.path ? -1 : 1)),
      left_out: leftOut,
      not_in_dicomdir: notFiled,
    };
    manifest = Buffer.from(JSON.stringify(told, null, 2));
    return manifest;
  });
  last('signature.json', () => Buffer.from(JSON.stringify(signRecord(vault, manifest), null, 2)));
  zip.end();
  await files.putAs(file, inChunks(output as AsyncIterable<Buffer>));
};
