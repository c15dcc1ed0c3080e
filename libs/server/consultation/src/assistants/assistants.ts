import {
  assistantInvitationDays,
  type Assistant,
  type AssistantState,
  type Practice,
} from '@konsil/contracts/assistant-states';
import type { CaseSummary } from '@konsil/contracts/cases';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, or, sql, type SQL } from 'drizzle-orm';
import { isOpenAssistant, isWorking } from '@konsil/server-domain/access/colleagues';
import type { AssistantRow } from '@konsil/server-domain/access/loaders';
import { accountById, doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { isAtWork } from '@konsil/server-domain/accounts/active-doctors';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { assistants, cases, doctors, drafts, sessions } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { dayMs, isAhead, iso, isoOrNull, later } from '@konsil/server-platform/clock';
import { beginningOf, hasBegun } from '@konsil/server-platform/database/time';
import type { Tx } from '@konsil/server-platform/database/client';
import { portalOf } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import { summarize } from '../cases/case-summary.ts';

type Telling = Pick<Work, 'tx' | 'now'> & { kernel: Pick<Kernel, 'env' | 'vault'> };

/** A repeated invitation has a new expiry only. */
const invitationMs = assistantInvitationDays * dayMs;
export const invitedAgainAt = beginningOf(assistants.expiresAt, invitationMs);
/** SQL: an invitation that can be accepted now; none of a clock that was set back. */
export const canBeAccepted = (now: Date): SQL | undefined =>
  and(
    isNull(assistants.acceptedAt),
    isNull(assistants.endedAt),
    gt(assistants.expiresAt, now),
    hasBegun(invitedAgainAt, now),
  );
const hasExpired = ({ expiresAt }: AssistantRow, now: Date): boolean =>
  expiresAt <= now || isAhead(later(expiresAt, -invitationMs), now);

const stateOf = (row: AssistantRow, now: Date): AssistantState => {
  if (row.acceptedAt) return row.endedAt ? 'ended' : 'open';
  return !row.endedAt && !hasExpired(row, now) ? 'invited' : 'expired';
};

const showAll = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, rows: readonly AssistantRow[]): Promise<Assistant[]> => {
  const ids = rows.flatMap(({ accountId }) => accountId ?? []);
  const signIns =
    ids.length > 0
      ? await tx
          .select({ accountId: sessions.accountId, at: max(sessions.createdAt) })
          .from(sessions)
          .where(inArray(sessions.accountId, ids))
          .groupBy(sessions.accountId)
      : [];
  const lastOf = new Map(signIns.map(({ accountId, at }) => [accountId, at]));
  return rows.map((row) => ({
    id: row.id,
    state: stateOf(row, now),
    name: row.name,
    email: row.email,
    expires_at: iso(row.expiresAt),
    since: isoOrNull(row.acceptedAt),
    // After the end it is nothing of the doctor's.
    last_sign_in_at: row.endedAt ? null : isoOrNull(lastOf.get(row.accountId ?? '') ?? null),
    ended_at: isoOrNull(row.endedAt),
  }));
};
export const showAssistant = async (work: Pick<Work, 'tx' | 'now'>, row: AssistantRow): Promise<Assistant> => {
  const [shown] = await showAll(work, [row]);
  if (!shown) throw new Error('The assistant is missing.');
  return shown;
};

/** The present, invited and former assistants of the calling doctor. Invitations that came to nothing are not kept. */
export const listAssistants = async (work: Work): Promise<Assistant[]> =>
  showAll(
    work,
    await work.tx
      .select()
      .from(assistants)
      .where(
        and(
          eq(assistants.doctorId, work.actor.accountId),
          or(isNotNull(assistants.acceptedAt), isNull(assistants.endedAt)),
        ),
      )
      .orderBy(desc(assistants.invitedAt), desc(assistants.id)),
  );

// Row security lets an assistant end their work only (migration assistants); `can()` has decided before.
export const change = (tx: Tx, id: string, changes: Partial<AssistantRow>): Promise<AssistantRow> =>
  withAllRows(tx, async () => {
    const [row] = await tx.update(assistants).set(changes).where(eq(assistants.id, id)).returning();
    if (!row) throw new Error('The assistant is missing.');
    return row;
  });

/** Sends an event to open pages of both. */
export const tellPages = (
  { tx, actor }: Pick<Work, 'tx'> & { actor: { accountId: string; role: Work['actor']['role'] | 'system' } },
  { doctorId, accountId }: AssistantRow,
) => record({ tx, actor }, { step: 'practice_changed', accounts: [doctorId, ...(accountId ? [accountId] : [])] });

/** Notifies the doctor or the assistant by e-mail. */
export const writeTo = async (
  { tx, now, kernel: { env, vault } }: Telling,
  { name, doctorId }: AssistantRow,
  accountId: string,
  changed: 'accepted' | 'refused' | 'left' | 'ended',
): Promise<void> => {
  const account = await accountById(tx, accountId);
  const [doctor] = await tx.select().from(doctors).where(eq(doctors.accountId, doctorId));
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'assistant_changed',
    data: {
      change: changed,
      name,
      doctor: doctor ? doctorName(doctor) : '',
      at: dayAndTime(now, account.locale),
      link: `${portalOf(env, 'doctor')}${accountId === doctorId ? '/doctor/settings#assistants' : '/doctor'}`,
    },
  });
};

/** Accepts the locked invitation: the assistant now works for the doctor, who is told. */
export const accept = async (
  work: Pick<Work, 'tx' | 'now' | 'kernel'>,
  { id }: AssistantRow,
  accountId: string,
): Promise<AssistantRow> => {
  const row = await change(work.tx, id, { acceptedAt: work.now, accountId, email: null, tokenHash: null });
  await tellPages({ tx: work.tx, actor: { accountId, role: 'assistant' } }, row);
  await writeTo(work, row, row.doctorId, 'accepted');
  return row;
};

/** Deletes an assistant's drafts in the cases of a doctor when the assistant loses the right to write them. */
const dropDrafts = (tx: Tx, { accountId, doctorId }: AssistantRow) =>
  withAllRows(tx, () =>
    tx
      .delete(drafts)
      .where(
        and(
          eq(drafts.accountId, accountId ?? sql`null`),
          inArray(drafts.caseId, tx.select({ id: cases.id }).from(cases).where(eq(cases.doctorId, doctorId))),
        ),
      ),
  );

const over = (now: Date) => ({ endedAt: now, email: null, tokenHash: null });

/**
 * Ends the work, or withdraws the invitation. Work that has ended stays unchanged.
 * @returns whether it ended
 */
export const endAssistant = async (work: Work, theAssistant: AssistantRow): Promise<boolean> => {
  if (theAssistant.endedAt) return false;
  const { tx, actor, now } = work;
  const row = await change(tx, theAssistant.id, over(now));
  await tellPages(work, row);
  if (row.accountId) {
    await dropDrafts(tx, row);
    await (actor.accountId === row.accountId
      ? writeTo(work, row, row.doctorId, 'left')
      : writeTo(work, row, row.accountId, 'ended'));
  }
  return true;
};

/**
 * Ends all assistant relations of an account that leaves, as assistant or as doctor.
 * @returns the audit entries
 */
export const endAssistantsOf = async (work: Telling, accountId: string): Promise<AuditEntry[]> => {
  const { tx, now } = work;
  const rows = await tx
    .select()
    .from(assistants)
    .where(and(isNull(assistants.endedAt), or(eq(assistants.doctorId, accountId), eq(assistants.accountId, accountId))))
    .orderBy(asc(assistants.id))
    .for('no key update');
  for (const { id } of rows) {
    const row = await change(tx, id, over(now));
    await tellPages({ tx, actor: { accountId, role: 'system' } }, row);
    if (!row.accountId) continue;
    await dropDrafts(tx, row);
    await (row.accountId === accountId
      ? writeTo(work, row, row.doctorId, 'left')
      : writeTo(work, row, row.accountId, 'ended'));
  }
  return rows.map((row) => ({ action: 'assistant.end', result: 'allowed', subjectId: row.accountId ?? row.doctorId }));
};

const practicesOf = async (work: Work, id?: string): Promise<Practice[]> => {
  const { tx, actor, now } = work;
  const account = await accountById(tx, actor.accountId);
  const rows = await tx
    .select({ row: assistants, doctor: doctors })
    .from(assistants)
    .innerJoin(doctors, eq(doctors.accountId, assistants.doctorId))
    .where(
      and(
        id ? eq(assistants.id, id) : undefined,
        isNull(assistants.endedAt),
        isAtWork(tx, assistants.doctorId),
        or(
          eq(assistants.accountId, account.id),
          and(canBeAccepted(now), eq(sql`lower(${assistants.email})`, account.email.toLowerCase())),
        ),
      ),
    )
    .orderBy(asc(doctors.lastName), asc(doctors.firstName), asc(assistants.id));
  return rows.map(({ row, doctor }) => ({
    id: row.id,
    state: row.acceptedAt ? 'open' : 'invited',
    doctor: { id: doctor.accountId, name: doctorName(doctor), specialty: doctor.specialty, city: doctor.city },
    since: isoOrNull(row.acceptedAt),
    expires_at: iso(row.expiresAt),
  }));
};

/** The doctors for whom the calling assistant works, and open invitations to the account's address. */
export const listPractices = (work: Work): Promise<Practice[]> => practicesOf(work);

/**
 * Accepts the invitation of another doctor, or refuses it. Its row is locked.
 * @throws {Problem} `not_allowed_now` if it expired, or the assistant works for the doctor already
 */
export const answerPractice = async (
  work: Work,
  theAssistant: AssistantRow,
  accepts: boolean,
): Promise<Practice | null> => {
  const { tx, actor, now } = work;
  if (!accepts) {
    const row = await change(tx, theAssistant.id, over(now));
    await tellPages(work, row);
    await writeTo(work, row, row.doctorId, 'refused');
    return null;
  }
  const already = and(
    eq(assistants.doctorId, theAssistant.doctorId),
    eq(assistants.accountId, actor.accountId),
    isNull(assistants.endedAt),
  );
  if (hasExpired(theAssistant, now) || (await tx.$count(assistants, already)) > 0) throw new Problem('not_allowed_now');
  await accept(work, theAssistant, actor.accountId);
  return (await practicesOf(work, theAssistant.id))[0] ?? null;
};

/** The cases of a doctor that the assistant may see, what waits for the doctor first. */
export const listAssistedCases = async (work: Work, theAssistant: AssistantRow): Promise<CaseSummary[]> => {
  const { tx } = work;
  const rows = await tx
    .select({ theCase: cases })
    .from(assistants)
    .innerJoin(cases, eq(cases.doctorId, assistants.doctorId))
    .where(
      and(eq(assistants.id, theAssistant.id), isWorking(tx), isOpenAssistant(tx), isNull(cases.archivedByDoctorAt)),
    )
    .orderBy(
      sql`case ${cases.status} when 'with_doctor' then 0 when 'with_patient' then 1 else 2 end`,
      sql`${cases.answerDueOn} nulls last`,
      asc(cases.id),
    );
  return summarize(
    work,
    rows.map(({ theCase }) => theCase),
  );
};
