import type { PassThrough } from 'node:stream';
import type { LiveEvent } from '@konsil/contracts/events';
import { and, arrayContains, asc, gt, gte, inArray, lt, max, min, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { events } from '../schema.ts';
import { later, secondMs, type Clock } from '@konsil/server-platform/clock';
import type { Listener } from '@konsil/server-platform/events/listener';
import { noticesOf, type EventNotice } from '@konsil/server-platform/database/waiting-notices';
import { addressees, notifyOfEvent } from '@konsil/server-platform/events/notify';
import type { EventRelay } from '@konsil/server-platform/events/relay';
import { countEventNotices } from '@konsil/server-platform/metrics';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { Readers, type Reader } from './readers.ts';
import { keptMs } from '@konsil/server-platform/retention';

export type NewEvent = Omit<LiveEvent, 'mine'>;

const beatMs = 15 * secondMs;
// An ended session is reported at once; this check finds expired ones (docs/security.md AZ4: within 5 s).
const aliveCheckMs = 3 * secondMs;
const lookMs = 3 * secondMs;
// A statement, and a pause between two, last at most so long: an event may be so old when it is committed.
const lookBackMs = 15 * secondMs;
const readAtOnce = 500;
/** The maximum number of queued notices; the next check finds the events of the others. */
const mostAsked = 10_000;
const streamsOfOneAccount = 12;
const slowReaderBytes = 256 * 1024;
/** A client that missed more refetches everything, which costs less than so many events. */
const mostReplayed = 500;
/** The ids in between belong to events of all accounts: this many are read from the index to find a client's own. */
const furthestBack = 10_000;
// Ids are assigned before their transaction commits: look back a little; repeated events are harmless.
const slack = 200;
// Looks back in time, too, for as long as a transaction may run.
const slackMs = 5 * secondMs;

/** Sends a live event to the open pages of these accounts when the transaction commits. */
export const publish = async (
  tx: Tx,
  accountIds: readonly string[],
  event: NewEvent,
  causedBy: string | null,
): Promise<void> => {
  const to = [...new Set(accountIds)];
  const insert = tx.insert(events).values({ accountIds: to, causedBy, payload: event }).returning({ id: events.id });
  const notices = noticesOf(tx);
  if (notices) {
    for (const { id } of await insert) notices.push({ id, ...addressees(to) });
    return;
  }
  const kept = tx.$with('kept').as(insert);
  await tx
    .with(kept)
    .select({ told: notifyOfEvent(kept.id, to).as('told') })
    .from(kept);
};

/** Events that a client may have missed. */
export interface MissedEvents {
  /** The last event that it saw. */
  lastEventId?: string | undefined;
  /** The age of the client's data. */
  behindMs?: number;
}
type EventRow = typeof events.$inferSelect;
/** The oldest and newest event, and the database's time. */
interface Kept {
  oldest: number | null;
  newest: number | null;
  at: Date;
}

const now = sql`now()`.mapWith(events.createdAt);

/** The open event streams of this process. */
export class EventHub {
  private readonly readers = new Readers();
  private readonly timers: NodeJS.Timeout[];
  /** Ids of notices whose rows are to be read. */
  private readonly asked = new Set<number>();
  private isReading = false;
  /** Recent events that were sent to the readers of this process, with the time of each. */
  private readonly told = new Map<number, Date>();
  /** The database's time of the last look; undefined before the first reader. */
  private lookedAt: Date | undefined;
  private isLooking = false;

  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    listener: Listener,
    relay?: EventRelay,
  ) {
    listener.onNotice((notice) => {
      if (notice.kind === 'event') this.hear(notice);
      if (notice.kind === 'sessions_ended') this.sendAway((reader) => notice.sessions.includes(reader.session.id));
    });
    listener.onGap(() => this.tell([...this.readers], resync));
    relay?.onNotice((notice) => this.hear(notice));
    this.timers = [
      setInterval(() => this.tell([...this.readers], ': \n\n'), beatMs),
      setInterval(() => void this.cutTheEnded().catch(() => undefined), aliveCheckMs),
      setInterval(() => void this.look().catch(() => undefined), lookMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /**
   * Opens a stream for a session. It starts with what the client missed: since its last event, or since its data was
   * requested.
   */
  async open(session: Session, { lastEventId, behindMs = 0 }: MissedEvents = {}): Promise<PassThrough> {
    const reader = this.readers.add(session);
    try {
      await this.begin(reader, lastEventId, behindMs);
      // Only a stream that has started may replace the oldest.
      const [oldest, ...others] = this.readers.of([session.accountId]);
      if (others.length >= streamsOfOneAccount) oldest?.stream.end();
      return reader.stream;
    } catch (error) {
      // Nobody will read it, so nothing else would close it.
      reader.stream.destroy();
      throw error;
    }
  }

  private async begin(reader: Reader, lastEventId: string | undefined, behindMs: number): Promise<void> {
    const [kept] = await this.db.select({ oldest: min(events.id), newest: max(events.id), at: now }).from(events);
    if (!kept) return;
    this.lookedAt ??= kept.at;
    // Before the replay: what is committed in between is then replayed, or found by the next look.
    reader.before = new Set(await this.recentOf(reader, this.lookedAt));
    // Sends the starting id, for a reconnect before the first event.
    this.tell([reader], `retry: 2000\nid: ${kept.newest ?? 0}\n\n`);
    if (lastEventId !== undefined) await this.catchUp(reader, Number(lastEventId), kept);
    else if (behindMs > 0)
      await this.tellMissed(
        reader,
        sql`${events.createdAt} >= now() - make_interval(secs => ${(behindMs + slackMs) / secondMs})`,
      );
  }

  /** The number of open streams in this process. */
  get streams(): number {
    return this.readers.size;
  }

  /** Ends all streams when the server stops. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.cut(() => true);
  }

  /** Deletes events that are too old to replay. */
  async sweep(): Promise<void> {
    await this.db.delete(events).where(lt(events.createdAt, later(this.clock.now(), -keptMs('events'))));
  }

  private async recentOf({ session }: Reader, since: Date): Promise<number[]> {
    const rows = await this.db
      .select({ id: events.id })
      .from(events)
      .where(
        and(gte(events.createdAt, later(since, -lookBackMs)), arrayContains(events.accountIds, [session.accountId])),
      );
    return rows.map(({ id }) => id);
  }

  private async catchUp(reader: Reader, last: number, { oldest, newest }: Kept): Promise<void> {
    const isKept = oldest !== null && newest !== null && last >= oldest && last <= newest;
    if (!Number.isSafeInteger(last) || !isKept || newest - last > furthestBack) return this.tell([reader], resync);
    await this.tellMissed(reader, gt(events.id, last - slack));
  }

  private async tellMissed(reader: Reader, which: SQL): Promise<void> {
    const missed = await this.db
      .select()
      .from(events)
      .where(and(which, arrayContains(events.accountIds, [reader.session.accountId])))
      .orderBy(asc(events.id))
      .limit(mostReplayed + 1);
    // The client would never hear of events that are left out.
    if (missed.length > mostReplayed) return this.tell([reader], resync);
    for (const row of missed) {
      reader.replayed.add(row.id);
      this.tell([reader], message(row, reader.session.accountId));
    }
  }

  /** A notice only triggers a check; content and accounts come from the row. */
  private hear({ id, to }: EventNotice): void {
    const isForOthers = to ? !to.some((accountId) => this.readers.has(accountId)) : this.readers.size === 0;
    if (isForOthers || this.told.has(id) || this.asked.size >= mostAsked) return;
    this.asked.add(id);
    if (this.isReading) return;
    void this.readAsked().catch(() => {
      this.asked.clear();
      this.tell([...this.readers], resync);
    });
  }

  /** One query at a time: requests made meanwhile are read together. */
  private async readAsked(): Promise<void> {
    this.isReading = true;
    try {
      while (this.asked.size > 0) {
        const ids = [...this.asked].slice(0, readAtOnce);
        for (const id of ids) this.asked.delete(id);
        const rows = await this.db.select().from(events).where(inArray(events.id, ids)).orderBy(asc(events.id));
        for (const row of rows) this.deliver(row, ({ replayed }) => !replayed.has(row.id));
      }
    } finally {
      this.isReading = false;
    }
  }

  /** @returns true if a reader got the event */
  private deliver(row: EventRow, needs: (reader: Reader) => boolean): boolean {
    if (this.told.has(row.id)) return false;
    this.told.set(row.id, row.createdAt);
    const readers = this.readers.of(row.accountIds).filter(needs);
    for (const reader of readers) this.tell([reader], message(row, reader.session.accountId));
    return readers.length > 0;
  }

  /** Finds events without a notice, because their process died first or the relay was unreachable. */
  private async look(): Promise<void> {
    if (this.readers.size === 0) {
      this.lookedAt = undefined;
      this.told.clear();
    }
    const since = this.lookedAt;
    if (!since || this.isLooking) return;
    this.isLooking = true;
    try {
      let isAll = false;
      while (!isAll) {
        const rows = await this.untold(later(since, -lookBackMs));
        for (const { row } of rows)
          if (row && this.deliver(row, ({ replayed, before }) => !replayed.has(row.id) && !before.has(row.id)))
            countEventNotices('caught_up');
        isAll = rows.length < readAtOnce;
        if (isAll) this.lookedAt = rows[0]?.at ?? since;
      }
      const oldest = later(this.lookedAt ?? since, -lookBackMs);
      for (const [id, at] of this.told) if (at < oldest) this.told.delete(id);
    } finally {
      this.isLooking = false;
    }
  }

  /** Undelivered events for the readers since then; at least one row, for the database's time. */
  private untold(since: Date): Promise<{ at: Date; row: EventRow | null }[]> {
    return this.db
      .select({ at: now, row: events })
      .from(events)
      .rightJoin(
        sql`(select 1) as one`,
        and(
          gte(events.createdAt, since),
          sql`${events.id} <> all(${sql.param([...this.told.keys()])}::bigint[])`,
          // Hashed, unlike &&: readers are many.
          sql`exists (select from unnest(${events.accountIds}) as account where account = any(${sql.param(this.readers.accountIds)}::uuid[]))`,
        ),
      )
      .orderBy(asc(events.id))
      .limit(readAtOnce);
  }

  private async cutTheEnded(): Promise<void> {
    // Readers added during the query were not checked.
    const asked = new Set([...this.readers].map((reader) => reader.session.id));
    const alive = await this.sessions.alive([...asked]);
    this.sendAway((reader) => asked.has(reader.session.id) && !alive.has(reader.session.id));
  }
  /** Ends streams of expired sessions, with a final event. */
  private sendAway(which: (reader: Reader) => boolean): void {
    this.tell([...this.readers].filter(which), sessionEnded);
    this.cut(which);
  }
  private cut(which: (reader: Reader) => boolean): void {
    for (const reader of this.readers) if (which(reader)) reader.stream.end();
  }
  private tell(readers: readonly Reader[], text: string): void {
    for (const { stream } of readers) {
      // A slow reader is disconnected; it reconnects and catches up.
      if (stream.writableLength > slowReaderBytes) stream.destroy();
      else if (!stream.writableEnded) stream.write(text);
    }
  }
}

const message = (row: EventRow, accountId: string): string =>
  `id: ${row.id}\ndata: ${JSON.stringify({ ...row.payload, mine: row.causedBy === accountId })}\n\n`;
const toAll = (type: 'resync' | 'session_ended'): string =>
  `data: ${JSON.stringify({ type, mine: false } satisfies LiveEvent)}\n\n`;
const resync = toAll('resync');
const sessionEnded = toAll('session_ended');
