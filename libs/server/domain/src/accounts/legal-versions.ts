import type { LegalNotice } from '@konsil/contracts/legal-notices';
import type { Written } from '@konsil/contracts/written';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { dayOf } from '../calendar/working-days.ts';
import { accounts, legalAcceptances, legalTexts } from '../schema.ts';

export type Reading = Database | Tx;
export type LegalTextRow = typeof legalTexts.$inferSelect;

export const bothLanguages = ({ textDe, textEn }: LegalTextRow): Written => ({ de: textDe, en: textEn });
export const changesOf = ({ changesDe, changesEn }: Pick<LegalTextRow, 'changesDe' | 'changesEn'>): Written => ({
  de: changesDe,
  en: changesEn,
});

const hasBegun = (now: Date) => and(isNull(legalTexts.withdrawnAt), lte(legalTexts.holdsFrom, dayOf(now)));
const newestFirst = [legalTexts.kind, desc(legalTexts.holdsFrom), desc(legalTexts.version)] as const;

/** The version of each kind that is in force; none where the operator published none. */
export const versionsInForce = (tx: Reading, now: Date): Promise<LegalTextRow[]> =>
  tx
    .selectDistinctOn([legalTexts.kind])
    .from(legalTexts)
    .where(hasBegun(now))
    .orderBy(...newestFirst);

/** The state of a version, given the version of its kind that is in force. */
export const stateOf = (
  row: Pick<LegalTextRow, 'id' | 'holdsFrom' | 'withdrawnAt'>,
  inForce: readonly Pick<LegalTextRow, 'id'>[],
  now: Date,
) => {
  if (row.withdrawnAt) return 'withdrawn' as const;
  if (inForce.some(({ id }) => id === row.id)) return 'current' as const;
  return row.holdsFrom > dayOf(now) ? ('planned' as const) : ('past' as const);
};

/** Records that an account accepted a version, or took note of it; once. */
export const acceptLegalText = async (tx: Tx, accountId: string, textId: string, now: Date): Promise<boolean> => {
  const added = await tx
    .insert(legalAcceptances)
    .values({ accountId, textId, acceptedAt: now })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
};

/**
 * The versions in force that an account has neither accepted nor taken note of. One statement without the texts,
 * because every dashboard request runs it.
 */
export const legalNotices = async (tx: Tx, accountId: string, now: Date): Promise<LegalNotice[]> => {
  const inForce = await tx
    .selectDistinctOn([legalTexts.kind], {
      id: legalTexts.id,
      kind: legalTexts.kind,
      holdsFrom: legalTexts.holdsFrom,
      publishedAt: legalTexts.publishedAt,
      changesDe: legalTexts.changesDe,
      changesEn: legalTexts.changesEn,
      createdAt: accounts.createdAt,
      acceptedAt: legalAcceptances.acceptedAt,
      acceptedOther: sql<boolean>`exists (select from legal_acceptances given join legal_texts other on other.id = given.text_id
        where given.account_id = ${accountId} and other.kind = ${legalTexts.kind})`,
    })
    .from(legalTexts)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .leftJoin(
      legalAcceptances,
      and(eq(legalAcceptances.textId, legalTexts.id), eq(legalAcceptances.accountId, accountId)),
    )
    .where(hasBegun(now))
    .orderBy(...newestFirst);
  return inForce
    .filter(({ kind, holdsFrom, publishedAt, createdAt, acceptedAt }) => {
      if (acceptedAt) return false;
      // A privacy notice is news only for those who were there before it; it may be published during its first day.
      return kind === 'terms' || dayOf(createdAt) < holdsFrom || createdAt < publishedAt;
    })
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      holds_from: row.holdsFrom,
      changes: changesOf(row),
      known_before: row.kind === 'privacy' || row.acceptedOther,
    }));
};

/** The versions that an account accepted, or took note of, the newest first. */
export const listAcceptances = async (tx: Tx, accountId: string) =>
  (
    await tx
      .select()
      .from(legalAcceptances)
      .innerJoin(legalTexts, eq(legalTexts.id, legalAcceptances.textId))
      .where(eq(legalAcceptances.accountId, accountId))
      .orderBy(desc(legalAcceptances.acceptedAt), legalTexts.kind)
  ).map(({ legal_acceptances: { acceptedAt }, legal_texts: { kind, version, holdsFrom } }) => ({
    kind,
    version,
    holds_from: holdsFrom,
    accepted_at: iso(acceptedAt),
  }));
