import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '@konsil/server-domain/access/access';
import { sendingActions } from '@konsil/server-domain/access/addresses';
import { ifMay } from '@konsil/server-domain/access/grants';
import { loadCase, type CaseRow } from '@konsil/server-domain/access/loaders';
import type { sendings } from '@konsil/server-domain/schema';

export type SendingRow = typeof sendings.$inferSelect;

/** The locked case of a held submission, and its sender with the right to deliver it; null once the sender lost that right. */
export const stillMay = async (
  tx: Tx,
  sender: Actor,
  { caseId, kind }: SendingRow,
  now: Date,
): Promise<{ theCase: CaseRow; actor: Actor } | null> => {
  const theCase = await loadCase(tx, caseId, true);
  if (!theCase) return null;
  const actor = await ifMay(tx, sender, sendingActions[kind], theCase, now);
  return actor && { theCase, actor };
};
