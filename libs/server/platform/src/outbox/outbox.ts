import type { Tx } from '../database/client.ts';
import { outbox } from '../database/tables.ts';
import { notifyProcesses } from '../events/notify.ts';
import type { Vault } from '../keys/vault.ts';

/** The sealed content of an outbox row. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  /** The same words for mail programs that show HTML; without it the text alone is sent. */
  html?: string;
  replyTo?: string;
  /** Not sent after this time (a code). */
  expiresAt?: string;
}

/**
 * Puts an e-mail or an SMS into the outbox: it leaves when, and only when, the transaction commits.
 * @param accountId the recipient's account, so that erasing it removes what has not left yet
 */
export const enqueue = async (
  tx: Tx,
  vault: Vault,
  channel: 'email' | 'sms',
  letter: Letter,
  accountId?: string,
): Promise<void> => {
  await tx.insert(outbox).values({ channel, accountId: accountId ?? null, sealed: vault.sealFor('outbox', letter) });
  await notifyProcesses(tx, { kind: 'outbox' });
};
