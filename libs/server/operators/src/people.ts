import type { Person } from '@konsil/contracts/console-people';
import type { PersonAct, PersonState } from '@konsil/contracts/console-codes';
import { asciiAddress } from '@konsil/contracts/mail-address';
import { and, arrayContains, asc, count, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { dropSecondFactor } from '@konsil/server-accounts/second-factor';
import { retireLinks } from '@konsil/server-accounts/mail-links';
import { accountHits } from '@konsil/server-domain/accounts/account-limits';
import { afterHoldMs } from '@konsil/server-domain/accounts/legal-hold';
import { helperNames } from '@konsil/server-domain/accounts/helper-names';
import { isOfKind, roleOf } from '@konsil/server-domain/accounts/account-kind';
import {
  accountById,
  doctorName,
  fullName,
  isClosed,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import type { EmailData } from '@konsil/server-domain/notices/texts';
import { accounts, doctors, factorResets, operators, sessions } from '@konsil/server-domain/schema';
import { dayMs, iso, later } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { Problem } from '@konsil/server-platform/http/problems';
import { hasBegun } from '@konsil/server-platform/database/time';
import { isRunning } from '@konsil/server-domain/sessions/sessions';

/** Above that the operator types more of the address. */
const mostFound = 20;
/** Afterwards the first operator asks again. */
const resetValidMs = dayMs;

type Parts = Pick<Kernel, 'vault' | 'clock' | 'sessions' | 'limits'>;

const stateOf = (account: AccountRow): PersonState => {
  if (account.deactivatedAt) return 'closed';
  if (account.erasureAt) return 'erasing';
  if (!account.passwordHash) return 'invited';
  return account.phoneConfirmedAt ? 'active' : 'registering';
};
const momentOf = (at: Date | null): string | null => (at ? iso(at) : null);

const sessionsOf = async (tx: Tx, ids: string[], now: Date): Promise<Map<string, number>> => {
  const rows = await tx
    .select({ id: sessions.accountId, open: count() })
    .from(sessions)
    .where(and(inArray(sessions.accountId, ids), isRunning(now)))
    .groupBy(sessions.accountId);
  return new Map(rows.map(({ id, open }) => [id, open]));
};

/** The requests to reset a second factor that can still be confirmed. */
const openResets = (tx: Tx, ids: string[], now: Date) =>
  tx
    .select({ reset: factorResets, asker: accounts })
    .from(factorResets)
    .innerJoin(accounts, eq(accounts.id, factorResets.askedBy))
    .where(
      and(
        inArray(factorResets.accountId, ids),
        isNull(factorResets.decidedAt),
        gt(factorResets.expiresAt, now),
        hasBegun(factorResets.askedAt, now),
      ),
    );

const describe = async ({ vault, clock }: Parts, tx: Tx, reader: string, rows: AccountRow[]): Promise<Person[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const now = clock.now();
  const open = await sessionsOf(tx, ids, now);
  const resets = await openResets(tx, ids, now);
  const entries = await tx.select().from(doctors).where(inArray(doctors.accountId, ids));
  const helpers = await helperNames(tx, ids);
  const people: Person[] = [];
  for (const account of rows) {
    const entry = entries.find(({ accountId }) => accountId === account.id);
    const asked = resets.find(({ reset }) => reset.accountId === account.id);
    people.push({
      id: account.id,
      email: account.email,
      kind: roleOf(account),
      name: entry ? doctorName(entry) : (helpers.get(account.id) ?? ''),
      created_at: iso(account.createdAt),
      state: stateOf(account),
      locked_at: momentOf(account.lockedAt),
      second_factor_at: momentOf(account.secondFactorAt),
      held_at: momentOf(account.heldAt),
      sessions: open.get(account.id) ?? 0,
      reset: asked
        ? {
            asked_at: iso(asked.reset.askedAt),
            expires_at: iso(asked.reset.expiresAt),
            asked_by: await fullName(tx, vault, asked.asker),
            mine: asked.asker.id === reader,
          }
        : null,
    });
  }
  return people;
};

/** Accounts of patients and doctors whose address begins like that, in alphabetical order. */
export const searchPeople = async (
  parts: Parts,
  tx: Tx,
  reader: string,
  typed: string,
): Promise<{ items: Person[]; more: boolean }> => {
  const beginning = `${asciiAddress(typed)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx
    .select()
    .from(accounts)
    .where(and(sql`lower(${accounts.email}) like ${beginning}`, ne(accounts.role, 'operator')))
    .orderBy(asc(sql`lower(${accounts.email})`))
    .limit(mostFound + 1);
  return { items: await describe(parts, tx, reader, rows.slice(0, mostFound)), more: rows.length > mostFound };
};

/** @returns the action that the owner gets an email about; null if none */
type Act = (
  parts: Parts,
  tx: Tx,
  account: AccountRow,
  by: string,
) => Promise<EmailData['operator_acted']['act'] | null>;

const refuse = (): never => {
  throw new Problem('not_allowed_now');
};

/** The open request, locked with the account's row. */
const openReset = async (tx: Tx, account: AccountRow, now: Date) =>
  (await openResets(tx, [account.id], now))[0] ?? refuse();

const decide = (tx: Tx, id: string, by: string | null, outcome: 'confirmed' | 'refused', now: Date) =>
  tx.update(factorResets).set({ decidedBy: by, decidedAt: now, outcome }).where(eq(factorResets.id, id));

const managesPeople = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.$count(
    operators,
    and(eq(operators.accountId, accountId), arrayContains(operators.permissions, ['people'])),
  )) > 0;

const acts: Record<PersonAct, Act> = {
  lock: async ({ vault, clock, sessions: open }, tx, account) => {
    if (account.lockedAt || account.deactivatedAt) refuse();
    const now = clock.now();
    await tx.update(accounts).set({ lockedAt: now }).where(eq(accounts.id, account.id));
    await open.end(tx, { accountId: account.id });
    await retireLinks(tx, vault, account, now);
    return 'lock';
  },
  unlock: async ({ limits }, tx, account) => {
    if (!account.lockedAt) refuse();
    await tx.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, account.id));
    await limits.forgetIn(tx, ...accountHits(account.id, account.email));
    return 'unlock';
  },
  end_sessions: async ({ sessions: open }, tx, account) => {
    await open.end(tx, { accountId: account.id });
    return 'end_sessions';
  },
  forget_attempts: async ({ limits }, tx, account) => {
    await limits.forgetIn(tx, ...accountHits(account.id, account.email));
    return null;
  },
  ask_reset: async ({ clock }, tx, account, by) => {
    const now = clock.now();
    if (!account.secondFactorAt || isClosed(account)) refuse();
    if ((await openResets(tx, [account.id], now)).length > 0) refuse();
    // One that expired makes room for the new one.
    await tx
      .update(factorResets)
      .set({ decidedAt: now, outcome: 'refused' })
      .where(and(eq(factorResets.accountId, account.id), isNull(factorResets.decidedAt)));
    await tx
      .insert(factorResets)
      .values({ accountId: account.id, askedBy: by, askedAt: now, expiresAt: later(now, resetValidMs) });
    return 'ask_reset';
  },
  confirm_reset: async ({ vault, clock, sessions: open }, tx, account, by) => {
    const now = clock.now();
    const { reset, asker } = await openReset(tx, account, now);
    // The asker may have been closed since, or have lost the permission, because of this request.
    if (asker.id === by || isClosed(asker) || isClosed(account) || !(await managesPeople(tx, asker.id))) refuse();
    await decide(tx, reset.id, by, 'confirmed', now);
    if (!(await dropSecondFactor(tx, vault, account, now))) refuse();
    await open.end(tx, { accountId: account.id });
    // The e-mail about the removed second factor says so.
    return null;
  },
  refuse_reset: async ({ clock }, tx, account, by) => {
    const now = clock.now();
    const { reset } = await openReset(tx, account, now);
    await decide(tx, reset.id, by, 'refused', now);
    return 'refuse_reset';
  },
};

/** Locks the account's row. @throws {Problem} 404 for an unknown account or an operator's */
const lockedPerson = async (tx: Tx, id: string): Promise<AccountRow> => {
  const [known] = await tx.select().from(accounts).where(eq(accounts.id, id));
  if (!known || isOfKind(known, 'operator')) throw new Problem('not_found');
  return accountById(tx, id, true);
};

/** Writes to the owner. @returns the account as it is now */
const finish = async (
  parts: Parts,
  tx: Tx,
  by: string,
  account: AccountRow,
  told: EmailData['operator_acted']['act'] | null,
): Promise<Person> => {
  if (told)
    await enqueueEmail(tx, parts.vault, {
      to: account.email,
      locale: account.locale,
      accountId: account.id,
      template: 'operator_acted',
      data: { act: told, at: dayAndTime(parts.clock.now(), account.locale) },
    });
  const [person] = await describe(parts, tx, by, [await accountById(tx, account.id)]);
  if (!person) throw new Error('The account is gone.');
  return person;
};

/**
 * Does it, and writes to the owner.
 * @throws {Problem} 404 for an unknown account or an operator's, 409 if the account's state does not allow it
 */
export const actOn = async (parts: Parts, tx: Tx, by: string, id: string, act: PersonAct): Promise<Person> => {
  const account = await lockedPerson(tx, id);
  return finish(parts, tx, by, account, await acts[act](parts, tx, account, by));
};

/**
 * Places a legal hold on an account, or ends it. Ended, an erasure that was due happens in a week at the earliest.
 * @throws {Problem} 404 for an unknown account or an operator's, 409 if it is so already
 */
export const setHold = async (parts: Parts, tx: Tx, by: string, id: string, held: boolean): Promise<Person> => {
  const account = await lockedPerson(tx, id);
  if (held === (account.heldAt !== null)) refuse();
  const now = parts.clock.now();
  const soonest = later(now, afterHoldMs);
  const { erasureAt } = account;
  await tx
    .update(accounts)
    .set({
      heldAt: held ? now : null,
      ...(held ? {} : { holdEndedAt: now }),
      ...(!held && erasureAt && erasureAt < soonest ? { erasureAt: soonest } : {}),
    })
    .where(eq(accounts.id, account.id));
  return finish(parts, tx, by, account, held ? 'hold' : 'release');
};
