import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/client.ts';
import { countLetter } from '../metrics.ts';
import { canSend } from '../database/loud.ts';
import { outbox } from '../database/tables.ts';
import { reasonOf } from '../failure-reason.ts';
import { clockSkewMs, hourMs, later, secondMs, type Clock } from '../clock.ts';
import type { Listener } from '../events/listener.ts';
import { inSpan } from '../tracing/tracing.ts';
import { boundsOf, channels } from '../channels.ts';
import { letter as letterKind } from './outbox.ts';
import { PermanentRefusal, Postponed, type SendLetter } from './transports.ts';
import type { Vault } from '../keys/vault.ts';

const atOnce = 5;
const pollMs = 5 * secondMs;
const firstRetryMs = 5 * secondMs;
const longestRetryMs = hourMs;

export interface OutboxParts {
  db: Database;
  vault: Vault;
  clock: Clock;
  listener: Listener;
  log: FastifyBaseLogger;
  carriers: Record<Row['channel'], SendLetter>;
  /** Keeps sent messages readable (/dev/outbox); otherwise they are wiped. */
  keepSent: boolean;
}
type Row = typeof outbox.$inferSelect;

/** Sends the outbox; each channel separately, so that an SMS code does not wait for a slow mail host. */
export class OutboxWorker {
  private readonly timer: NodeJS.Timeout;
  private readonly lanes: Lane[];

  constructor(parts: OutboxParts) {
    this.lanes = channels.map((channel) => new Lane(channel, parts));
    parts.listener.onNotice((notice) => {
      if (notice.kind === 'outbox') this.wake();
    });
    this.timer = setInterval(() => this.wake(), pollMs);
    this.timer.unref();
  }

  /** Starts a round, or another one after the current. */
  wake(): void {
    for (const lane of this.lanes) lane.wake();
  }

  /** Resolves when nothing is being sent any more. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.lanes.map((lane) => lane.close()));
  }
}

/**
 * Sends one channel of the outbox. Several processes share the work: each claims rows with a lease; failures are
 * retried with back-off unless permanent, and rows of a killed process are free after their lease.
 */
class Lane {
  private running: Promise<void> | null = null;
  private again = false;
  private closed = false;

  constructor(
    private readonly channel: Row['channel'],
    private readonly parts: OutboxParts,
  ) {}

  wake(): void {
    if (this.closed) return;
    if (this.running) this.again = true;
    else
      this.running = this.rounds()
        .catch((failure: unknown) => this.parts.log.warn({ failure }, 'the outbox waits'))
        .finally(() => {
          this.running = null;
          if (this.again) {
            this.again = false;
            this.wake();
          }
        });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async rounds(): Promise<void> {
    for (let rows = await this.claim(); rows.length > 0 && !this.closed; rows = await this.claim())
      await Promise.all(
        rows.map((row) =>
          inSpan(`send ${this.channel}`, 'producer', { 'konsil.attempts': row.attempts }, () => this.send(row)),
        ),
      );
  }

  private async claim(): Promise<Row[]> {
    const now = this.parts.clock.now();
    const { leaseMs } = boundsOf[this.channel];
    // Written before the clock was set back, and not tried since: it would have left long ago.
    const ahead = later(now, clockSkewMs);
    const free = sql`select id from ${outbox} where channel = ${this.channel} and sent_at is null and failed_at is null
      and (due_at <= ${now} or (created_at > ${ahead} and due_at >= created_at))
      and (leased_until is null or leased_until < ${now} or leased_until > ${later(ahead, leaseMs)})
      and ${canSend}
      order by due_at limit ${atOnce} for update skip locked`;
    return this.parts.db
      .update(outbox)
      .set({ leasedUntil: later(now, leaseMs), attempts: sql`${outbox.attempts} + 1` })
      .where(sql`${outbox.id} in (${free})`)
      .returning();
  }

  private async send(row: Row): Promise<void> {
    const { db, vault, clock, log, carriers, keepSent } = this.parts;
    // Only while the lease is ours: another process may have taken over.
    const mine = and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts));
    const wiped = keepSent ? {} : { sealed: Buffer.alloc(0) };
    try {
      const letter = vault.openFor('outbox', letterKind, row.sealed);
      if (letter.expiresAt && letter.expiresAt <= clock.now().toISOString()) {
        await db
          .update(outbox)
          .set({ failedAt: clock.now(), failure: 'expired', leasedUntil: null, ...wiped })
          .where(mine);
        countLetter(row.channel, 'failed');
        return;
      }
      await carriers[row.channel](letter, row.id);
      await db
        .update(outbox)
        .set({ sentAt: clock.now(), leasedUntil: null, error: null, ...wiped })
        .where(mine);
      countLetter(row.channel, 'sent');
    } catch (failure) {
      const refused = failure instanceof PermanentRefusal;
      const last = refused || row.attempts >= boundsOf[row.channel].mostAttempts;
      countLetter(row.channel, last ? 'failed' : 'retried');
      if (!(refused && failure.isLogged))
        log[last ? 'error' : 'warn'](
          { channel: row.channel, letter: row.id, attempts: row.attempts, failure: new Error(reasonOf(failure)) },
          refused ? 'a letter was refused for good' : 'a letter did not leave',
        );
      const usual = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(row.attempts - 1, 12));
      const wait = failure instanceof Postponed ? Math.max(usual, failure.waitMs) : usual;
      await db
        .update(outbox)
        .set({
          leasedUntil: null,
          dueAt: later(clock.now(), wait),
          error: reasonOf(failure),
          // The content stays sealed, so that an operator can try again.
          ...(last ? { failedAt: clock.now(), failure: refused ? ('refused' as const) : ('exhausted' as const) } : {}),
        })
        .where(mine);
    }
  }
}
