import { letterChannels, type LetterChannel } from '@konsil/contracts/channels';
import { and, count, isNotNull, isNull, min, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { outbox } from '../database/tables.ts';

/** The e-mails or SMS of one channel. */
export interface ChannelState {
  channel: LetterChannel;
  /** Have not left yet. */
  waiting: number;
  /** Since when the oldest of them waits. */
  oldest: Date | null;
  /** Did not leave in the last 30 days, are not tried again, and no operator gave them up. */
  failed: number;
}

/** Waiting and failed e-mails and SMS by channel: for metrics, the command line and the console. */
export const readOutbox = async (db: Database): Promise<ChannelState[]> => {
  const waiting = await db
    .select({ channel: outbox.channel, letters: count(), oldest: min(outbox.createdAt) })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt)))
    .groupBy(outbox.channel);
  const failed = await db
    .select({ channel: outbox.channel, letters: count() })
    .from(outbox)
    .where(and(isNotNull(outbox.failedAt), sql`${outbox.failure} is distinct from 'given_up'`))
    .groupBy(outbox.channel);
  return letterChannels.map((channel) => {
    const of = waiting.find((row) => row.channel === channel);
    return {
      channel,
      waiting: of?.letters ?? 0,
      oldest: of?.oldest ?? null,
      failed: failed.find((row) => row.channel === channel)?.letters ?? 0,
    };
  });
};
