import { assistantInvitationDays, mostAssistants, type Assistant } from '@konsil/contracts/assistant-states';
import type { InviteAssistant } from '@konsil/contracts/assistants';
import { fullName } from '@konsil/contracts/full-name';
import { asciiAddress } from '@konsil/contracts/mail-address';
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { AssistantRow } from '@konsil/server-domain/access/loaders';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import {
  accountByEmail,
  accountById,
  doctorName,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { doctorOf, findDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { dayInWords } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { accounts, assistants } from '@konsil/server-domain/schema';
import { dayMs, later } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { isOfFastClock } from '@konsil/server-platform/database/time';
import { portalOf } from '@konsil/server-platform/http/origins';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { newToken, sha256 } from '@konsil/server-platform/keys/crypto';
import { accept, canBeAccepted, change, invitedAgainAt, showAssistant, tellPages } from './assistants.ts';
import { keptMs } from '@konsil/server-platform/retention';

/**
 * The e-mail to the invited address. Only its owner learns what kind of account it has: a person without one gets a link
 * for it.
 */
const sendInvitation = async (
  { tx, kernel: { env, vault } }: Work,
  doctor: AccountRow,
  { name, email, expiresAt }: AssistantRow,
  token: string,
): Promise<void> => {
  const to = email ?? '';
  const known = await accountByEmail(tx, to);
  const account = !known ? 'none' : isOfKind(known, 'assistant') ? 'assistant' : 'other';
  const portal = portalOf(env, 'doctor');
  await enqueueEmail(tx, vault, {
    to,
    locale: known?.locale ?? doctor.locale,
    template: 'assistant_invited',
    data: {
      name,
      by: doctorName(await doctorOf(tx, doctor.id)),
      day: dayInWords(dayOf(expiresAt), known?.locale ?? doctor.locale),
      link: account === 'none' ? `${portal}/join#token=${token}` : `${portal}/doctor`,
      account,
    },
  });
};

/** Forgets invitations that nobody accepted in time, so that their addresses can be invited again. */
const forgetExpired = (tx: Tx | Database, now: Date, doctorId?: string) =>
  tx
    .update(assistants)
    .set({ endedAt: now, email: null, tokenHash: null })
    .where(
      and(
        isNull(assistants.acceptedAt),
        isNull(assistants.endedAt),
        lte(assistants.expiresAt, later(now, doctorId ? 0 : -keptMs('assistant-invitations'))),
        doctorId ? eq(assistants.doctorId, doctorId) : undefined,
      ),
    );
export const sweepAssistantInvitations = async ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  // An invitation of a clock that was set back would be valid again once the clock is there.
  await db
    .update(assistants)
    .set({ expiresAt: now })
    .where(and(isNull(assistants.acceptedAt), isNull(assistants.endedAt), isOfFastClock(invitedAgainAt, now)));
  await forgetExpired(db, now);
};

/**
 * The doctor invites an address. The response does not reveal whether it has an account.
 * @throws {Problem} `invalid` at `email`; `not_allowed_now` for a leaving doctor, or for too many people
 */
export const inviteAssistant = async (work: Work, body: InviteAssistant): Promise<Assistant> => {
  const { tx, actor, now } = work;
  const doctor = await accountById(tx, actor.accountId, true);
  if (doctor.erasureAt) throw new Problem('not_allowed_now');
  const email = asciiAddress(body.email).toLowerCase();
  if (email === doctor.email.toLowerCase()) throw invalid({ path: 'email', code: 'ownAddress' });
  await forgetExpired(tx, now, doctor.id);
  const others = await tx
    .select({ row: assistants, account: accounts })
    .from(assistants)
    .leftJoin(accounts, eq(accounts.id, assistants.accountId))
    .where(and(eq(assistants.doctorId, doctor.id), isNull(assistants.endedAt)));
  if (others.some(({ row, account }) => (row.email ?? account?.email)?.toLowerCase() === email))
    throw invalid({ path: 'email', code: 'alreadyInvited' });
  if (others.length >= mostAssistants) throw new Problem('not_allowed_now');
  const token = newToken();
  const [row] = await tx
    .insert(assistants)
    .values({
      doctorId: doctor.id,
      name: fullName(body),
      email,
      tokenHash: sha256(token),
      invitedAt: now,
      expiresAt: later(now, assistantInvitationDays * dayMs),
    })
    .returning();
  if (!row) throw new Error('The invitation was not stored.');
  await sendInvitation(work, doctor, row, token);
  await tellPages(work, row);
  return showAssistant(work, row);
};

/**
 * A new link for an invitation; the previous one becomes invalid.
 * @throws {Problem} `not_allowed_now` if it is over
 */
export const inviteAgain = async (work: Work, theAssistant: AssistantRow): Promise<Assistant> => {
  const { tx, actor, now } = work;
  if (theAssistant.acceptedAt || theAssistant.endedAt) throw new Problem('not_allowed_now');
  const token = newToken();
  const row = await change(tx, theAssistant.id, {
    tokenHash: sha256(token),
    expiresAt: later(now, assistantInvitationDays * dayMs),
  });
  await sendInvitation(work, await accountById(tx, actor.accountId), row, token);
  return showAssistant(work, row);
};

/** The open invitation of a link. @throws {Problem} `link_expired` */
export const invitationOf = async (
  tx: Tx | Database,
  token: string,
  now: Date,
  locked = false,
): Promise<AssistantRow & { email: string }> => {
  const query = tx
    .select()
    .from(assistants)
    .where(and(eq(assistants.tokenHash, sha256(token)), isNotNull(assistants.email), canBeAccepted(now)));
  const [row] = await (locked ? query.for('no key update') : query);
  if (!row?.email) throw new Problem('link_expired');
  return { ...row, email: row.email };
};

/**
 * Accepts an invitation by its link, which proves the address, with a new account.
 * @throws {Problem} `link_expired`; `email_taken` if the address has an account by now, which accepts when signed in
 */
export const joinByLink = async (
  work: Pick<Work, 'tx' | 'now' | 'kernel'>,
  token: string,
  passwordHash: string,
): Promise<{ account: AccountRow; doctorId: string }> => {
  const { tx, now } = work;
  const row = await invitationOf(tx, token, now, true);
  if (!(await findDoctor(tx, row.doctorId))) throw new Problem('link_expired');
  const doctor = await accountById(tx, row.doctorId);
  const [account] = await tx
    .insert(accounts)
    .values({
      role: 'assistant',
      email: row.email,
      passwordHash,
      emailConfirmedAt: now,
      userDataAt: now,
      locale: doctor.locale,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!account) throw new Problem('email_taken');
  await accept(work, row, account.id);
  return { account, doctorId: row.doctorId };
};
