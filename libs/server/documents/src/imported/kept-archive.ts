import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { importPieces, imports, tickets } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { ArchiveFile } from '@konsil/server-domain/sealed/imported-record';
import type { OpenedFile } from '@konsil/server-storage/file-store';

export type ImportRow = typeof imports.$inferSelect;

/** A person's imported records, oldest first. */
export const takenImports = async (tx: Tx | Database, patientId: string): Promise<ImportRow[]> =>
  tx
    .select()
    .from(imports)
    .where(and(eq(imports.patientId, patientId), isNotNull(imports.takenAt)))
    .orderBy(asc(imports.takenAt));

/** Opens an archive that came in pieces, as one file. */
export const openArchive = async (
  { files, vault }: Pick<Kernel, 'files' | 'vault'>,
  tx: Tx | Database,
  { id, patientId, fileKey: wrapped, size }: Pick<ImportRow, 'id' | 'patientId' | 'fileKey' | 'size'>,
): Promise<OpenedFile> => {
  const fileKey = await vault.unwrapFileKey(tx, patientId, wrapped);
  const pieces = await tx
    .select()
    .from(importPieces)
    .where(eq(importPieces.importId, id))
    .orderBy(asc(importPieces.position));
  async function* between(start: number, end: number) {
    let from = 0;
    for (const piece of pieces) {
      const span = { start: Math.max(0, start - from), end: Math.min(piece.size, end - from) };
      from += piece.size;
      if (span.start >= span.end) continue;
      const { read } = await files.get({ key: piece.storageKey, fileKey });
      yield* read(span) as AsyncIterable<Buffer>;
    }
  }
  return {
    size,
    read: ({ start, end } = { start: 0, end: size }) => Readable.from(between(start, end), { objectMode: false }),
  };
};

/** Opens a file within an archive whose members were checked. */
export const openMember = (archive: OpenedFile, { start, packed, deflated, size }: ArchiveFile): OpenedFile => {
  async function* inflated(from: number, to: number) {
    const content = archive.read({ start, end: start + packed });
    const inflating = content.pipe(createInflateRaw());
    content.once('error', (failure) => inflating.destroy(failure));
    let at = 0;
    try {
      for await (const piece of inflating as AsyncIterable<Buffer>) {
        const wanted = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
        at += piece.length;
        if (wanted.length > 0) yield wanted;
        if (at >= to) return;
      }
    } finally {
      content.destroy();
    }
  }
  return {
    size,
    read: (span = { start: 0, end: size }) =>
      deflated
        ? Readable.from(inflated(span.start, span.end), { objectMode: false })
        : archive.read({ start: start + span.start, end: start + span.end }),
  };
};

/** Deletes archives with their pieces. @returns the storage keys of the pieces */
export const eraseImports = async (tx: Tx, which: SQL): Promise<string[]> => {
  const ids = (await tx.select({ id: imports.id }).from(imports).where(which).for('update')).map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.delete(tickets).where(inArray(tickets.importId, ids));
  const pieces = await tx
    .delete(importPieces)
    .where(inArray(importPieces.importId, ids))
    .returning({ key: importPieces.storageKey });
  await tx.delete(imports).where(inArray(imports.id, ids));
  return pieces.map(({ key }) => key);
};
