import type { Metadata } from '@konsil/contracts/documents';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { documents, documentVersions } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import { isImagingType } from '@konsil/contracts/codes';
import { namesOf } from '@konsil/server-domain/names/names';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { readMetadata } from '@konsil/server-domain/documents/document-details';
import { documentSearch } from './document-search.ts';
import { record } from '@konsil/server-domain/steps/record';
import { documentSecrets, type DocumentSecrets } from '@konsil/server-domain/sealed/document';
import { documentVersionDetails } from '@konsil/server-domain/sealed/document-version';

/**
 * Sets the details of a document and keeps the earlier ones. The same details once more change nothing.
 * @param current shows the document as it is now
 * @throws {Problem} `invalid`, or `version_conflict` with the current document.
 */
export const describeDocument = async (
  work: Work,
  theCase: CaseRow,
  row: DocumentRow,
  metadata: Metadata,
  current: () => Promise<unknown>,
): Promise<DocumentRow> => {
  const { kernel, tx, actor, now } = work;
  const details = readMetadata(metadata, dayOf(now));
  const secrets = await kernel.vault.open(tx, row.patientId, documentSecrets, row.sealed);
  const described: DocumentSecrets = { ...secrets, ...details.sealed, guess: undefined };
  const unchanged =
    row.describedAt !== null &&
    row.issueDate === details.issueDate &&
    JSON.stringify(described) === JSON.stringify(secrets);
  if (unchanged) return row;
  if (metadata.version !== undefined && metadata.version !== row.version) {
    throw new Problem('version_conflict', { current: await current() });
  }
  const version = row.version + 1;
  await tx.insert(documentVersions).values({
    documentId: row.id,
    version,
    changedBy: actor.accountId,
    changedAt: now,
    issueDate: metadata.issue_date,
    sealed: await kernel.vault.seal(tx, row.patientId, documentVersionDetails, {
      ...details.sealed,
      ...(details.issueDate === null && { date_unknown: true as const }),
    }),
  });
  const [changed] = await tx
    .update(documents)
    .set({
      version,
      describedAt: row.describedAt ?? now,
      issueDate: details.issueDate,
      medicalKindCode: details.medicalKindCode,
      sourceKindCode: details.sourceKindCode,
      isImage: isImagingType(details.medicalKindCode),
      sealed: await kernel.vault.seal(tx, row.patientId, documentSecrets, described),
      search: documentSearch(kernel.vault, described),
    })
    .where(eq(documents.id, row.id))
    .returning();
  if (!changed) throw new Error('The document is gone.');
  await record(work, { step: 'document_changed', theCase, document: changed });
  return changed;
};

/** All details a document ever had, with their authors, newest first. */
export const documentHistory = async ({ vault }: Kernel, tx: Tx, { id, patientId }: DocumentRow) => {
  const rows = await tx
    .select()
    .from(documentVersions)
    .where(eq(documentVersions.documentId, id))
    .orderBy(asc(documentVersions.version));
  const names = await namesOf(
    tx,
    vault,
    rows.map((row) => row.changedBy),
  );
  await vault.warm(tx, [patientId]);
  const versions = await Promise.all(
    rows.map(async ({ version, changedAt, changedBy, issueDate, sealed }) => {
      const { date_unknown: unknown, ...labels } = await vault.open(tx, patientId, documentVersionDetails, sealed);
      return {
        version,
        changed_at: changedAt.toISOString(),
        changed_by: names.get(changedBy) ?? '',
        issue_date: unknown ? null : issueDate,
        ...labels,
      };
    }),
  );
  return versions.reverse();
};
