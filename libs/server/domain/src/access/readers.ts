import { aliasedTable, and, eq, gt, gte, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { hasBegun } from '@konsil/server-platform/database/time';
import { dayOf } from '../calendar/working-days.ts';
import { withAllRows } from '../database/roles.ts';
import { accounts, cases, patientReaders, unopenedSendings } from '../schema.ts';
import type { Actor } from './access.ts';
import { isOn } from './sides.ts';

const owner = aliasedTable(accounts, 'owner');
const reader = aliasedTable(accounts, 'reader');

/** SQL: an owner who may share. Leaving, or taking the consent back, also ends each row; a lock only stops it. */
const ownerShares = and(
  isNull(owner.erasureAt),
  isNull(owner.consentWithdrawnAt),
  isNull(owner.lockedAt),
  isNull(owner.deactivatedAt),
);
/** SQL: a reader who may use their own account. */
const readerReads = and(isNull(reader.erasureAt), isNull(reader.consentWithdrawnAt));
const isOpenOn = (now: Date): SQL | undefined =>
  and(isNull(patientReaders.endedAt), or(isNull(patientReaders.endsOn), gte(patientReaders.endsOn, dayOf(now))));

/** Rows that let somebody read now, or invite their confirmed address, each with the owner and the sent cases. */
const rowsFor = (tx: Tx, accountId: string, now: Date) =>
  tx
    .select({ id: patientReaders.id, acceptedAt: patientReaders.acceptedAt, caseId: cases.id })
    .from(patientReaders)
    .innerJoin(owner, eq(owner.id, patientReaders.ownerId))
    .innerJoin(reader, eq(reader.id, accountId))
    .leftJoin(cases, and(eq(cases.patientId, patientReaders.patientId), isNotNull(cases.firstSentAt)))
    .where(
      and(
        isOpenOn(now),
        ownerShares,
        readerReads,
        ne(patientReaders.ownerId, reader.id),
        or(
          eq(patientReaders.accountId, reader.id),
          and(
            isNull(patientReaders.accountId),
            isNotNull(reader.emailConfirmedAt),
            eq(sql`lower(${patientReaders.email})`, sql`lower(${reader.email})`),
            gt(patientReaders.expiresAt, now),
            hasBegun(patientReaders.invitedAt, now),
          ),
        ),
      ),
    );

/** Answers in cases that the owner has not opened. What the owner sent themselves may be read at once. */
const unopenedAnswers = (tx: Tx, caseIds: string[]): Promise<{ id: string; caseId: string }[]> =>
  withAllRows(tx, () =>
    tx
      .select({ id: unopenedSendings.id, caseId: unopenedSendings.caseId })
      .from(unopenedSendings)
      .where(and(inArray(unopenedSendings.caseId, caseIds), eq(unopenedSendings.kind, 'answer'))),
  );

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** The actor with what `can()` lets them read along, or accept; the same actor if there is nothing. */
export const withReading = async (tx: Tx, actor: Actor, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'patient')) return actor;
  const rows = await rowsFor(tx, actor.accountId, now);
  if (rows.length === 0) return actor;
  const open = rows.filter(({ acceptedAt }) => acceptedAt);
  const caseIds = distinct(open.map(({ caseId }) => caseId));
  const unopened = caseIds.length > 0 ? await unopenedAnswers(tx, caseIds) : [];
  return {
    ...actor,
    unopened: unopened.map(({ id }) => id),
    reading: {
      readers: distinct(open.map(({ id }) => id)),
      cases: caseIds,
      waiting: distinct(unopened.map(({ caseId }) => caseId)),
      invitations: distinct(rows.filter(({ acceptedAt }) => !acceptedAt).map(({ id }) => id)),
    },
  };
};

/** The accounts that may act in sent cases now, each with the owner; `which` names the case. */
const actingIn = (tx: Tx, now: Date, which: SQL | undefined) =>
  tx
    .select({ accountId: reader.id, ownerId: patientReaders.ownerId })
    .from(patientReaders)
    .innerJoin(owner, eq(owner.id, patientReaders.ownerId))
    .innerJoin(reader, eq(reader.id, patientReaders.accountId))
    .innerJoin(
      cases,
      and(eq(cases.patientId, patientReaders.patientId), eq(cases.accountId, owner.id), isNotNull(cases.firstSentAt)),
    )
    .where(
      and(
        which,
        eq(patientReaders.role, 'act'),
        isOpenOn(now),
        ownerShares,
        readerReads,
        isNull(reader.lockedAt),
        isNull(reader.deactivatedAt),
        ne(owner.id, reader.id),
      ),
    );

/** A reader in a case in which they act for its owner: standing for the owner there. The same actor elsewhere. */
export const asActing = async (tx: Tx, actor: Actor, caseId: string | undefined, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'patient') || caseId === undefined) return actor;
  const [row] = await actingIn(tx, now, and(eq(cases.id, caseId), eq(reader.id, actor.accountId)));
  return row ? { ...actor, standsFor: { accountId: row.ownerId, side: 'patient', caseId } } : actor;
};

/** The accounts that act for the owner of a case now. */
export const actingNow = async (tx: Tx, caseId: string, now: Date): Promise<string[]> => {
  // The rows are those of owner and reader.
  const rows = await withAllRows(tx, () => actingIn(tx, now, eq(cases.id, caseId)));
  return rows.map(({ accountId }) => accountId);
};
