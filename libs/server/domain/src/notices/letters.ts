import type { Locale } from '@konsil/contracts/codes';
import type { Tx } from '@konsil/server-platform/database/client';
import { enqueue } from '@konsil/server-platform/outbox/outbox';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { emailHtml } from './texts/email-html.ts';
import { emailTexts, smsTexts, type EmailData, type EmailTemplate, type SmsData, type SmsTemplate } from './texts.ts';

interface Recipient {
  to: string;
  locale: Locale;
  accountId?: string;
}

/** Queues an email in the recipient's language. */
export const enqueueEmail = <T extends EmailTemplate>(
  tx: Tx,
  vault: Vault,
  {
    to,
    locale,
    accountId,
    template,
    data,
    replyTo,
    sender,
  }: Recipient & {
    template: T;
    data: EmailData[T];
    replyTo?: string;
    /** The clinic of the doctor whom it is about (`senderOf`). */
    sender?: string | undefined;
  },
): Promise<void> => {
  const words = emailTexts[locale][template](data);
  return enqueue(
    tx,
    vault,
    'email',
    { to, ...words, html: emailHtml(words, locale), ...(replyTo ? { replyTo } : {}), ...(sender ? { sender } : {}) },
    accountId,
  );
};

/** Queues an SMS in the recipient's language. */
export const enqueueSms = <T extends SmsTemplate>(
  tx: Tx,
  vault: Vault,
  { to, locale, accountId, template, data, expiresAt }: Recipient & { template: T; data: SmsData[T]; expiresAt?: Date },
): Promise<void> =>
  enqueue(
    tx,
    vault,
    'sms',
    {
      to,
      subject: '',
      text: smsTexts[locale][template](data),
      ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    },
    accountId,
  );
