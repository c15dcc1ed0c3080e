import type { Locale } from '@konsil/contracts/codes';
import type { LegalNotice } from '@konsil/contracts/legal-notices';
import { and, desc, eq, isNull, lte } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { dayOf } from '../cases/working-days.ts';
import { legalAcceptances, legalTexts } from '../schema.ts';
import { accountById } from './accounts.queries.ts';

export type Reading = Database | Tx;
export type LegalTextRow = typeof legalTexts.$inferSelect;

export const bothLanguages = ({ textDe, textEn }: LegalTextRow): Record<Locale, string> => ({ de: textDe, en: textEn });
export const changesOf = ({ changesDe, changesEn }: LegalTextRow): Record<Locale, string> => ({
  de: changesDe,
  en: changesEn,
});

/** The version of each kind that is in force; none where the operator published none. */
export const versionsInForce = (tx: Reading, now: Date): Promise<LegalTextRow[]> =>
  tx
    .selectDistinctOn([legalTexts.kind])
    .from(legalTexts)
    .where(and(isNull(legalTexts.withdrawnAt), lte(legalTexts.holdsFrom, dayOf(now))))
    .orderBy(legalTexts.kind, desc(legalTexts.holdsFrom), desc(legalTexts.version));

/** Where a version stands among those of its kind, of which `inForce` is in force. */
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

/** The versions in force that an account has neither accepted nor taken note of. */
export const legalNotices = async (tx: Tx, accountId: string, now: Date): Promise<LegalNotice[]> => {
  const inForce = await versionsInForce(tx, now);
  if (inForce.length === 0) return [];
  const { createdAt } = await accountById(tx, accountId);
  const accepted = await tx
    .select({ id: legalTexts.id, kind: legalTexts.kind })
    .from(legalAcceptances)
    .innerJoin(legalTexts, eq(legalTexts.id, legalAcceptances.textId))
    .where(eq(legalAcceptances.accountId, accountId));
  return inForce
    .filter(({ id, kind, holdsFrom }) => {
      if (accepted.some((one) => one.id === id)) return false;
      // A privacy notice is news only for those who were there before it.
      return kind === 'terms' || dayOf(createdAt) < holdsFrom;
    })
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      holds_from: row.holdsFrom,
      changes: changesOf(row),
      known_before: row.kind === 'privacy' || accepted.some(({ kind }) => kind === row.kind),
    }));
};

/** What an account accepted, or took note of, the newest first. */
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
