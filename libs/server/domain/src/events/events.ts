import { PassThrough } from 'node:stream';
import type { LiveEvent } from '@konsil/contracts/events';
import { and, arrayContains, asc, eq, gt, lt, max, min, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { events } from '../schema.ts';
import { dayMs, later, secondMs, type Clock } from '@konsil/server-platform/clock';
import type { Listener } from '@konsil/server-platform/events/listener';
import { notifyOfEvent } from '@konsil/server-platform/events/notify';
import type { Session, Sessions } from '../sessions/sessions.ts';

export type NewEvent = Omit<LiveEvent, 'mine'>;

const keptMs = dayMs;
const beatMs = 15 * secondMs;
// An ended session is reported at once; this check finds expired ones (docs/security.md AZ4: within 5 s).
const aliveCheckMs = 3 * secondMs;
const streamsOfOneAccount = 12;
const slowReaderBytes = 256 * 1024;
// Ids are assigned before their transaction commits: look back a little; repeated events are harmless.
const slack = 200;
// The same by time: as long as a transaction may run.
const slackMs = 5 * secondMs;

/** Sends a live event to the open pages of these accounts when the transaction commits. */
export const publish = async (
  tx: Tx,
  accountIds: readonly string[],
  event: NewEvent,
  causedBy: string | null,
): Promise<void> => {
  const kept = tx.$with('kept').as(
    tx
      .insert(events)
      .values({ accountIds: [...new Set(accountIds)], causedBy, payload: event })
      .returning({ id: events.id }),
  );
  await tx
    .with(kept)
    .select({ told: notifyOfEvent(kept.id).as('told') })
    .from(kept);
};

/** What a client may have missed. */
export interface MissedEvents {
  /** The last event that it saw. */
  lastEventId?: string | undefined;
  /** The age of the client's data. */
  behindMs?: number;
}
interface Reader {
  session: Session;
  stream: PassThrough;
}
type EventRow = typeof events.$inferSelect;

/** The open event streams of this process. */
export class EventHub {
  private readonly readers = new Set<Reader>();
  private readonly timers: NodeJS.Timeout[];

  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    listener: Listener,
  ) {
    listener.onNotice((notice) => {
      if (notice.kind === 'event') void this.deliver(notice.id).catch(() => this.tell([...this.readers], resync));
      if (notice.kind === 'sessions_ended') this.sendAway((reader) => notice.sessions.includes(reader.session.id));
    });
    listener.onGap(() => this.tell([...this.readers], resync));
    this.timers = [
      setInterval(() => this.tell([...this.readers], ': \n\n'), beatMs),
      setInterval(() => void this.cutTheEnded().catch(() => undefined), aliveCheckMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /**
   * Opens a stream for a session. It starts with what the client missed: since its last event, or since its data was
   * requested.
   */
  async open(session: Session, { lastEventId, behindMs = 0 }: MissedEvents = {}): Promise<PassThrough> {
    const reader = { session, stream: new PassThrough() };
    this.readers.add(reader);
    reader.stream.on('close', () => this.readers.delete(reader)).on('error', () => this.readers.delete(reader));
    try {
      await this.begin(reader, lastEventId, behindMs);
      // Only a stream that has started may replace the oldest.
      const [oldest, ...others] = [...this.readers].filter((other) => other.session.accountId === session.accountId);
      if (others.length >= streamsOfOneAccount) oldest?.stream.end();
      return reader.stream;
    } catch (error) {
      // Nobody will read it, so nothing else would close it.
      reader.stream.destroy();
      throw error;
    }
  }

  private async begin(reader: Reader, lastEventId: string | undefined, behindMs: number): Promise<void> {
    const [kept] = await this.db.select({ oldest: min(events.id), newest: max(events.id) }).from(events);
    // Sends the starting id, for a reconnect before the first event.
    this.tell([reader], `retry: 2000\nid: ${kept?.newest ?? 0}\n\n`);
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
    await this.db.delete(events).where(lt(events.createdAt, later(this.clock.now(), -keptMs)));
  }

  private async catchUp(
    reader: Reader,
    last: number,
    kept: { oldest: number | null; newest: number | null } | undefined,
  ): Promise<void> {
    if (!Number.isSafeInteger(last) || last < (kept?.oldest ?? Infinity) || last > (kept?.newest ?? 0))
      return this.tell([reader], resync);
    await this.tellMissed(reader, gt(events.id, last - slack));
  }

  private async tellMissed(reader: Reader, which: SQL): Promise<void> {
    const missed = await this.db
      .select()
      .from(events)
      .where(and(which, arrayContains(events.accountIds, [reader.session.accountId])))
      .orderBy(asc(events.id))
      .limit(500);
    for (const row of missed) this.tell([reader], message(row, reader.session.accountId));
  }

  private async deliver(id: number): Promise<void> {
    if (this.readers.size === 0) return;
    const [row] = await this.db.select().from(events).where(eq(events.id, id));
    if (!row) return;
    for (const reader of this.readers)
      if (row.accountIds.includes(reader.session.accountId))
        this.tell([reader], message(row, reader.session.accountId));
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
