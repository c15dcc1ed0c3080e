import type { Tx } from '../database/client.ts';
import { outbox } from '../database/tables.ts';
import { notifyProcesses } from '../events/notify.ts';
import * as z from 'zod/mini';
import { sealedKind, type Sealed } from '../keys/sealed-kind.ts';
import type { Vault } from '../keys/vault.ts';
import type { Channel } from '../channels.ts';

/** The sealed content of an outbox row. A webhook's `to` is its id, `subject` the event, `text` the body; a push message's `to` is the id of the device, `text` the message. */
export const letter = sealedKind({
  name: 'outbox',
  schema: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The text for mail programs that show HTML; without it, only the plain text is sent. */
    html: z.optional(z.string()),
    replyTo: z.optional(z.string()),
    /** The name in front of the sender's address, besides Konsil's. */
    sender: z.optional(z.string()),
    /** Not sent after this time (a code). */
    expiresAt: z.optional(z.string()),
  }),
  versions: [
    {
      shape: '{ to: string, subject: string, text: string, html?: string, replyTo?: string, expiresAt?: string }',
      example: { to: 'miriam@example.org', subject: 'Neue Antwort', text: 'Bitte melden Sie sich an.' },
      upgrade: (old) => old,
    },
    {
      shape:
        '{ to: string, subject: string, text: string, html?: string, replyTo?: string, sender?: string, expiresAt?: string }',
      example: {
        to: 'miriam@example.org',
        subject: 'Neue Antwort',
        text: 'Bitte melden Sie sich an.',
        sender: 'Klinikum',
      },
    },
  ],
});
export type Letter = Sealed<typeof letter>;

/**
 * Puts an e-mail, an SMS, a webhook's event or a push message into the outbox: it leaves when, and only when, the transaction commits.
 * @param accountId the recipient's account, so that erasing it removes what has not left yet
 */
export const enqueue = async (
  tx: Tx,
  vault: Vault,
  channel: Channel,
  content: Letter,
  accountId?: string,
): Promise<void> => {
  await tx
    .insert(outbox)
    .values({ channel, accountId: accountId ?? null, sealed: vault.sealFor('outbox', letter, content) });
  await notifyProcesses(tx, { kind: 'outbox' });
};
