import { mostOpeningsShown, type ShareEnd, type ShareLink } from '@konsil/contracts/shares';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { cases, shareFiles, shareLinks, shareOpenings } from '@konsil/server-domain/schema';
import { dayMs, hourMs, isAhead, iso, isoOrNull, later } from '@konsil/server-platform/clock';
import { hasBegun, isOfFastClock } from '@konsil/server-platform/database/time';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { nameErasedFiles } from '../erased-files.ts';
import { shareSecrets } from '@konsil/server-domain/sealed/share-link';
import { shareOpening } from '@konsil/server-domain/sealed/share-opening';

export type ShareLinkRow = typeof shareLinks.$inferSelect;

// Files of a used link serve who opened it a little longer than their addresses last.
const usedMs = hourMs;
const unstartedMs = dayMs;
const mostListed = 200;

/** The reason why a link does not open now; null while it does, or before it starts. */
const endOf = (row: ShareLinkRow, now: Date): { at: Date; by: ShareEnd } | null => {
  if (row.endedAt && row.endedBy) return { at: row.endedAt, by: row.endedBy };
  if (row.oneTime && row.lastOpenedAt) return { at: row.lastOpenedAt, by: 'used' };
  if (row.expiresAt <= now) return { at: row.expiresAt, by: 'expired' };
  return isAhead(row.createdAt, now) ? { at: now, by: 'expired' } : null;
};
/** SQL: links that were neither ended nor have expired; no link of a clock that was set back. */
export const isRunning = (now: Date): SQL | undefined =>
  and(isNull(shareLinks.endedAt), gt(shareLinks.expiresAt, now), hasBegun(shareLinks.createdAt, now));
/** True if the manifest of a link may be returned. */
export const isOpen = (row: ShareLinkRow, now: Date): boolean => row.startedAt !== null && endOf(row, now) === null;

/** Serializes links with their names and newest openings. */
export const showShareLinks = async (
  tx: Tx,
  vault: Vault,
  rows: readonly ShareLinkRow[],
  now: Date,
): Promise<ShareLink[]> => {
  if (rows.length === 0) return [];
  const names = await caseNames(
    tx,
    vault,
    await tx
      .select()
      .from(cases)
      .where(
        inArray(
          cases.id,
          rows.map(({ caseId }) => caseId),
        ),
      ),
  );
  const openings = await tx
    .select()
    .from(shareOpenings)
    .where(
      inArray(
        shareOpenings.linkId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(desc(shareOpenings.at));
  return Promise.all(
    rows.map(async (row) => {
      const { label, content } = await vault.open(tx, row.patientId, shareSecrets, row.sealed);
      const end = endOf(row, now);
      return {
        id: row.id,
        case_id: row.caseId,
        case_name: names.get(row.caseId) ?? '',
        patient_id: row.patientId,
        label,
        content,
        has_passcode: row.passcodeHash !== null,
        one_time: row.oneTime,
        created_at: iso(row.createdAt),
        expires_at: iso(row.expiresAt),
        started_at: isoOrNull(row.startedAt),
        ended_at: isoOrNull(end?.at ?? null),
        ended_by: end?.by ?? null,
        openings: row.openings,
        last_opened_at: isoOrNull(row.lastOpenedAt),
        recipients: await Promise.all(
          openings
            .filter(({ linkId }) => linkId === row.id)
            .slice(0, mostOpeningsShown)
            .map(async ({ at, sealed }) => ({
              name: (await vault.open(tx, row.patientId, shareOpening, sealed)).recipient,
              at: iso(at),
            })),
        ),
      };
    }),
  );
};

/** The started links of an account, newest first. */
export const listShareLinks = async (tx: Tx, vault: Vault, accountId: string, now: Date): Promise<ShareLink[]> =>
  showShareLinks(
    tx,
    vault,
    await tx
      .select()
      .from(shareLinks)
      .where(and(eq(shareLinks.accountId, accountId), isNotNull(shareLinks.startedAt)))
      .orderBy(desc(shareLinks.createdAt))
      .limit(mostListed),
    now,
  );

/** Ends running links: they open no more, and their files are recorded for deletion. */
export const endShareLinks = async (
  tx: Tx,
  which: SQL | undefined,
  by: ShareEnd,
  now: Date,
): Promise<ShareLinkRow[]> => {
  const ended = await tx
    .update(shareLinks)
    .set({ endedAt: now, endedBy: by })
    .where(and(isNull(shareLinks.endedAt), which))
    .returning();
  if (ended.length === 0) return [];
  const files = await tx
    .delete(shareFiles)
    .where(
      inArray(
        shareFiles.linkId,
        ended.map(({ id }) => id),
      ),
    )
    .returning({ key: shareFiles.storageKey });
  await nameErasedFiles(
    tx,
    files.map(({ key }) => key),
  );
  return ended;
};

/** Ends links that are over: expired, used, or never started. */
export const endDueShareLinks = async (db: Database, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const ended = [
      await endShareLinks(
        tx,
        and(isNull(shareLinks.startedAt), lte(shareLinks.createdAt, later(now, -unstartedMs))),
        'owner',
        now,
      ),
      await endShareLinks(
        tx,
        and(
          eq(shareLinks.oneTime, true),
          or(lte(shareLinks.lastOpenedAt, later(now, -usedMs)), isOfFastClock(shareLinks.lastOpenedAt, now)),
        ),
        'used',
        now,
      ),
      await endShareLinks(
        tx,
        or(lte(shareLinks.expiresAt, now), isOfFastClock(shareLinks.createdAt, now)),
        'expired',
        now,
      ),
    ];
    return ended.flat().length;
  });

/** Deletes the links of these cases. @returns the storage keys of their files */
export const eraseShareLinks = async (tx: Tx, caseIds: readonly string[]): Promise<string[]> => {
  const links = (
    await tx
      .select({ id: shareLinks.id })
      .from(shareLinks)
      .where(inArray(shareLinks.caseId, [...caseIds]))
  ).map(({ id }) => id);
  await tx.delete(shareOpenings).where(inArray(shareOpenings.linkId, links));
  const files = await tx
    .delete(shareFiles)
    .where(inArray(shareFiles.linkId, links))
    .returning({ key: shareFiles.storageKey });
  await tx.delete(shareLinks).where(inArray(shareLinks.id, links));
  return files.map(({ key }) => key);
};
