import type { Locale } from '@konsil/contracts/codes';
import type { Tx } from '../db/client.ts';
import { outbox } from '../db/schema';
import { emailTexts, smsTexts, type EmailData, type EmailTemplate, type SmsData, type SmsTemplate } from '../modules/notifications/texts/index.ts';
import { notifyProcesses } from './notify.ts';
import type { Vault } from './vault.ts';

/** What lies sealed in the outbox until it is sent. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  /** Not worth sending any more after this moment (a code). */
  expiresAt?: string;
}
interface Recipient {
  to: string;
  locale: Locale;
  accountId?: string;
}

const put = async (tx: Tx, vault: Vault, channel: 'email' | 'sms', letter: Letter, accountId?: string): Promise<void> => {
  await tx.insert(outbox).values({ channel, accountId: accountId ?? null, sealed: vault.sealFor('outbox', letter) });
  await notifyProcesses(tx, { kind: 'outbox' });
};

/** Puts an e-mail into the outbox: it leaves when, and only when, the transaction commits. */
export const enqueueEmail = <T extends EmailTemplate>(
  tx: Tx, vault: Vault, { to, locale, accountId, template, data, replyTo }: Recipient & { template: T; data: EmailData[T]; replyTo?: string },
): Promise<void> => put(tx, vault, 'email', { to, ...emailTexts[locale][template](data), ...(replyTo ? { replyTo } : {}) }, accountId);

/** Puts an SMS into the outbox. */
export const enqueueSms = <T extends SmsTemplate>(
  tx: Tx, vault: Vault, { to, locale, accountId, template, data, expiresAt }: Recipient & { template: T; data: SmsData[T]; expiresAt?: Date },
): Promise<void> => put(tx, vault, 'sms', { to, subject: '', text: smsTexts[locale][template](data), ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}) }, accountId);
