import { createHash } from 'node:crypto';
import type { Locale } from '@konsil/contracts/codes';
import type { FileRef, StoredFile } from '@konsil/server-storage/file-store';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { ZipFile } from 'yazl';
import { isDamage, reportDamage } from '@konsil/server-documents/damage';
import { openArchive } from '@konsil/server-documents/imported/kept-archive';
import type { CollectedData } from './exported-data.ts';
import { folderName, keyToExport, uniquePaths, type FileToExport } from './export-files.ts';

interface Entry {
  path: string;
  size: number;
  sha256: string;
}

const hashOf = async (kernel: Kernel, file: FileRef): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256');
  const { size, read } = await kernel.files.get(file);
  for await (const piece of read()) hash.update(piece as Buffer);
  return { size, sha256: hash.digest('hex') };
};

/** Adds the documents' files; each is opened only in its turn. */
const addFiles = async (kernel: Kernel, zip: ZipFile, files: readonly FileToExport[]): Promise<Entry[]> => {
  const pathFor = uniquePaths();
  const entries: Entry[] = [];
  for (const item of files) {
    const { row, name, caseName } = item;
    const key = keyToExport(item);
    if (!key) continue;
    const file = { key, fileKey: await kernel.vault.unwrapFileKey(kernel.db, row.patientId, row.fileKey) };
    /** Rethrows after recording damage. */
    const rethrow = async (failure: unknown): Promise<never> => {
      if (isDamage(failure)) await reportDamage(kernel, { documentId: row.id, patientId: row.patientId }, failure);
      throw failure;
    };
    const failed = (failure: unknown) => void rethrow(failure).catch((error: unknown) => zip.emit('error', error));
    const { size, sha256 } = key === row.storageKey ? row : await hashOf(kernel, file).catch(rethrow);
    const path = pathFor(`documents/${folderName(caseName)}`, name);
    // Pictures, PDFs and ZIPs are compressed already.
    zip.addReadStreamLazy(path, { mtime: row.uploadedAt, compress: false, size }, (done) => {
      kernel.files.get(file).then(({ read }) => done(null, read().on('error', failed)), failed);
    });
    entries.push({ path, size, sha256 });
  }
  return entries;
};

/**
 * Writes an encrypted ZIP of all data to the file store: `data.json`, `dossier.pdf`, the documents, and a manifest with
 * checksums. Streams everything; may be slow, so call it without a transaction.
 */
export const writeExport = async (
  kernel: Kernel,
  { data, files, imports }: CollectedData,
  fileKey: Buffer,
  owner: { id: string; name: string; locale: Locale },
): Promise<StoredFile> => {
  const zip = new ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & { destroy: (error: unknown) => void };
  // An unreadable file fails the export, which would look complete without it. The first file is read before listeners
  // are attached.
  zip.on('error', (error) => output.destroy(error));
  output.on('error', () => undefined);
  const mtime = new Date(data.created_at);
  const entries: Entry[] = [];
  const add = (path: string, bytes: Buffer) => {
    zip.addBuffer(bytes, path, { mtime });
    entries.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  };
  add('data.json', Buffer.from(JSON.stringify(data, null, 2)));
  // Loaded with the first export: the PDF library is heavy, and few processes need it.
  const { writeDossier } = await import('./dossier.ts');
  add('dossier.pdf', await writeDossier({ kind: 'export', ...data, files, owner }, owner.locale));
  entries.push(
    ...(await addFiles(
      kernel,
      zip,
      files.map((file) => ({ ...file, owner: owner.id })),
    )),
  );
  const pathFor = uniquePaths();
  for (const { row, name } of imports) {
    const { size, read } = await openArchive(kernel, kernel.db, row);
    const path = pathFor('imports', name);
    const hash = createHash('sha256');
    for await (const piece of read()) hash.update(piece as Buffer);
    zip.addReadStreamLazy(path, { mtime: row.createdAt, compress: false, size }, (done) => {
      done(
        null,
        read().on('error', (failure) => void zip.emit('error', failure)),
      );
    });
    entries.push({ path, size, sha256: hash.digest('hex') });
  }
  zip.addBuffer(
    Buffer.from(
      JSON.stringify(
        { format: data.format, version: data.version, created_at: data.created_at, files: entries },
        null,
        2,
      ),
    ),
    'manifest.json',
    { mtime },
  );
  zip.end();
  return kernel.files.put(output as AsyncIterable<Buffer>, fileKey);
};
