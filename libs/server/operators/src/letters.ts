import { letterChannels, type LetterChannel } from '@konsil/contracts/channels';
import type { ConsoleLetter, LetterState } from '@konsil/contracts/console-letters';
import { readableAddress } from '@konsil/contracts/mail-address';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { accounts } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { outbox } from '@konsil/server-platform/database/tables';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { letter as letterKind, type Letter } from '@konsil/server-platform/outbox/outbox';

const mostShown = 200;
type Row = typeof outbox.$inferSelect;

/** Enough to recognise the recipient that somebody complains about, too little to collect addresses. */
export const shortened = (to: string): string => {
  const [name = '', host] = readableAddress(to).split('@');
  if (host === undefined) return `${to.slice(0, 3)} … ${to.slice(-4)}`;
  return `${name.slice(0, 2)}…${name.length > 4 ? name.slice(-1) : ''}@${host}`;
};

// Webhooks to other systems are left out: `konsil webhook` shows them.
const isLetter = inArray(outbox.channel, [...letterChannels]);
const waiting = and(isLetter, isNull(outbox.sentAt), isNull(outbox.failedAt));
// One that was given up is settled.
const failed = and(isLetter, isNotNull(outbox.failedAt), sql`${outbox.failure} is distinct from 'given_up'`);
const hasContent = sql`octet_length(${outbox.sealed}) > 0`;

const openLetter = ({ vault }: Pick<Kernel, 'vault'>, { sealed }: Row): Letter | null =>
  sealed.length > 0 ? vault.openFor('outbox', letterKind, sealed) : null;
const isExpired = (letter: Letter, now: Date): boolean =>
  letter.expiresAt !== undefined && letter.expiresAt <= iso(now);

/** Waiting e-mails and SMS by their next attempt, or failed ones with the newest first. */
export const listLetters = async (
  kernel: Pick<Kernel, 'vault' | 'clock'>,
  tx: Tx,
  state: LetterState,
): Promise<{ items: ConsoleLetter[]; total: number }> => {
  const which = state === 'waiting' ? waiting : failed;
  const rows = await tx
    .select({ letter: outbox, email: accounts.email })
    .from(outbox)
    .leftJoin(accounts, eq(accounts.id, outbox.accountId))
    .where(which)
    .orderBy(state === 'waiting' ? asc(outbox.dueAt) : desc(outbox.failedAt))
    .limit(mostShown);
  const [{ total } = { total: 0 }] = await tx.select({ total: count() }).from(outbox).where(which);
  const now = kernel.clock.now();
  return {
    total,
    items: rows.map(({ letter: row, email }) => {
      const letter = openLetter(kernel, row);
      // Without content only an e-mail's recipient is known.
      const to = letter?.to ?? (row.channel === 'email' ? email : null);
      return {
        id: row.id,
        channel: row.channel as LetterChannel,
        to: to ? shortened(to) : '',
        created_at: iso(row.createdAt),
        due_at: iso(row.dueAt),
        failed_at: row.failedAt ? iso(row.failedAt) : null,
        failure: row.failure,
        attempts: row.attempts,
        error: row.error ?? '',
        can_retry: letter !== null && !isExpired(letter, now),
      };
    }),
  };
};

/**
 * Sends failed e-mails and SMS again at once: those that are not being sent, whose content is kept and still of use.
 */
export const retryLetters = async (kernel: Pick<Kernel, 'vault' | 'clock'>, tx: Tx, ids: string[]): Promise<number> => {
  const now = kernel.clock.now();
  const rows = await tx
    .select()
    .from(outbox)
    .where(
      and(
        inArray(outbox.id, ids),
        isLetter,
        isNull(outbox.sentAt),
        hasContent,
        or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now)),
      ),
    )
    .for('update');
  const useful = rows.filter((row) => {
    const letter = openLetter(kernel, row);
    return letter && !isExpired(letter, now);
  });
  if (useful.length === 0) return 0;
  const ofUseful = inArray(
    outbox.id,
    useful.map(({ id }) => id),
  );
  // A failed one begins anew; the attempts of a waiting one go on.
  await tx
    .update(outbox)
    .set({
      failedAt: null,
      failure: null,
      dueAt: now,
      attempts: sql`case when ${outbox.failedAt} is null then ${outbox.attempts} else 0 end`,
    })
    .where(ofUseful);
  await notifyProcesses(tx, { kind: 'outbox' });
  return useful.length;
};

/** Deletes the content of failed e-mails and SMS. */
export const giveUpLetters = async (tx: Tx, ids: string[]): Promise<number> =>
  (
    await tx
      .update(outbox)
      .set({ sealed: Buffer.alloc(0), failure: 'given_up' })
      .where(and(inArray(outbox.id, ids), failed))
      .returning({ id: outbox.id })
  ).length;
