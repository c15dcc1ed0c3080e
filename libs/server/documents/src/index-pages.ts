import { and, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import { clockSkewMs, later, minuteMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { cases, documents, searchTexts } from '@konsil/server-domain/schema';
import { pageIndex } from '@konsil/server-domain/search/search-words';
import { textReaders } from '@konsil/server-domain/search/text-readers';
import type { FileType } from '@konsil/server-dicom/file-type';
import { KeyDestroyed } from '@konsil/server-platform/keys/vault';
import type { DocumentReader } from './document-reader.ts';

type Parts = Pick<Kernel, 'db' | 'vault' | 'clock'>;
/** Reads the words of a file. */
type WordReader = Pick<DocumentReader, 'words'>;
type Queued = typeof searchTexts.$inferSelect;

// A file that crashes the process does so every time.
const mostAttempts = 2;
// Another server may take over a file after this time.
const leaseMs = 5 * minuteMs;

/** Takes the newest file of the queue; it is due again after the lease. */
const take = async ({ db, clock }: Parts): Promise<Queued | undefined> => {
  const now = clock.now();
  const due = db
    .select({ id: searchTexts.id })
    .from(searchTexts)
    // Due, or written before the clock was set back.
    .where(
      and(
        eq(searchTexts.kind, 'pdf'),
        or(lte(searchTexts.staleSince, now), gt(searchTexts.staleSince, later(now, leaseMs + clockSkewMs))),
      ),
    )
    .orderBy(desc(searchTexts.staleSince))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(searchTexts)
    .set({ staleSince: later(now, leaseMs), attempts: sql`${searchTexts.attempts} + 1` })
    .where(sql`${searchTexts.id} = (${due})`)
    .returning();
  return row;
};

/** Stores the words of the pages, unless the file was removed meanwhile. */
const store = async (
  { db, vault }: Parts,
  { id, refId, caseId }: Queued,
  pages: readonly string[][],
): Promise<void> => {
  await db.transaction(async (tx) => {
    // The case first, as withdrawals and removals of files do.
    const [theCase] = await tx
      .select({ readers: textReaders })
      .from(cases)
      .where(eq(cases.id, caseId))
      .for('no key update');
    const [queued] = await tx
      .select({ id: searchTexts.id })
      .from(searchTexts)
      .where(eq(searchTexts.id, id))
      .for('no key update');
    if (!theCase || !queued) return;
    const { readers } = theCase;
    await tx.update(searchTexts).set({ staleSince: null, readers }).where(eq(searchTexts.id, id));
    await tx.delete(searchTexts).where(and(eq(searchTexts.refId, refId), eq(searchTexts.kind, 'page')));
    for (const [index, words] of pages.entries())
      if (words.length > 0)
        await tx.insert(searchTexts).values({
          kind: 'page',
          refId,
          caseId,
          page: index + 1,
          readers,
          staleSince: null,
          search: pageIndex(vault, words),
        });
  });
};

const indexFile = async (parts: Parts, reader: WordReader, queued: Queued): Promise<void> => {
  const { db, vault, clock } = parts;
  const [row] = await db.select().from(documents).where(eq(documents.id, queued.refId));
  if (!row) return;
  const fileKey = await vault.unwrapFileKey(db, row.patientId, row.fileKey).catch((failure: unknown) => {
    if (failure instanceof KeyDestroyed) return null;
    throw failure;
  });
  const file = fileKey && { key: row.storageKey, fileKey, type: row.contentType as FileType };
  const read = file ? await reader.words(file, row.uploadedBy) : { pages: [] };
  if (read) return store(parts, queued, read.pages);
  // A foreground upload or a crash interrupted the reading: it is tried again, and in the end stored without words.
  if (read === null && queued.attempts >= mostAttempts) return store(parts, queued, []);
  await db
    .update(searchTexts)
    .set({
      staleSince: later(clock.now(), minuteMs),
      ...(read === undefined && { attempts: sql`${searchTexts.attempts} - 1` }),
    })
    .where(and(eq(searchTexts.id, queued.id), ne(searchTexts.kind, 'page')));
};

/** Indexes the words of all PDFs that wait, one by one: a stopped server continues with the next one. */
export const indexPages = async (parts: Parts, reader: WordReader, isStopped = () => false): Promise<void> => {
  while (!isStopped()) {
    const queued = await take(parts);
    if (!queued) return;
    await indexFile(parts, reader, queued);
  }
};
