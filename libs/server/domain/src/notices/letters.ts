import type { TextChannel } from '@konsil/contracts/channels';
import type { Locale } from '@konsil/contracts/codes';
import type { PushMessage } from '@konsil/contracts/push';
import type { Tx } from '@konsil/server-platform/database/client';
import { enqueue } from '@konsil/server-platform/outbox/outbox';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { emailHtml } from './texts/email-html.ts';
import { pushDevicesOf } from '../accounts/push-devices.ts';
import {
  emailTexts,
  pushTexts,
  smsTexts,
  type EmailData,
  type EmailTemplate,
  type SmsData,
  type SmsTemplate,
} from './texts.ts';

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

/** Queues a message to a phone in the recipient's language. */
export const enqueueText = <T extends SmsTemplate>(
  tx: Tx,
  vault: Vault,
  {
    channel,
    to,
    locale,
    accountId,
    template,
    data,
    expiresAt,
  }: Recipient & { channel: TextChannel; template: T; data: SmsData[T]; expiresAt?: Date },
): Promise<void> =>
  enqueue(
    tx,
    vault,
    channel,
    {
      to,
      subject: '',
      text: smsTexts[locale][template](data),
      ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    },
    accountId,
  );

/** Queues a notification for each device of an account, in its language: that there are news, and where. */
export const enqueuePush = async (
  tx: Tx,
  vault: Vault,
  { id, locale }: { id: string; locale: Locale },
  { path, expiresAt }: { path: string; expiresAt: Date },
): Promise<void> => {
  const message: PushMessage = { ...pushTexts[locale], path };
  const letter = { subject: message.title, text: JSON.stringify(message), expiresAt: expiresAt.toISOString() };
  for (const device of await pushDevicesOf(tx, id)) await enqueue(tx, vault, 'push', { to: device.id, ...letter }, id);
};
