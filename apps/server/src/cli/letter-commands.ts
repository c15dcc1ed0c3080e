import { readableAddress } from '@konsil/contracts/mail-address';
import { desc, eq, isNotNull } from 'drizzle-orm';
import { accounts, outbox } from '@konsil/server-domain/schema';
import type { Command } from './command.ts';

const failed: Command = {
  name: 'letters failed',
  summary: 'List e-mails and SMS of the last 30 days that did not leave and are not tried again',
  usage: '',
  help: [
    'Their host refused them for good, every attempt failed, or what they said has expired. The console tries them again for seven days.',
  ],
  words: 0,
  run: async ({ installation: { db }, say }) => {
    const rows = await db
      .select({ at: outbox.failedAt, channel: outbox.channel, attempts: outbox.attempts, email: accounts.email })
      .from(outbox)
      .leftJoin(accounts, eq(accounts.id, outbox.accountId))
      .where(isNotNull(outbox.failedAt))
      .orderBy(desc(outbox.failedAt));
    for (const { at, channel, attempts, email } of rows)
      say(
        `${at?.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${channel.padEnd(5)}  attempts: ${attempts}  ${email ? `account ${readableAddress(email)}` : 'no account'}`,
      );
    if (rows.length === 0) say('Every letter left, or is still being tried.');
  },
};

export const letterCommands: readonly Command[] = [failed];
