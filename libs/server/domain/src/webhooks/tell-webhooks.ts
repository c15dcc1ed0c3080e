import { randomUUID } from 'node:crypto';
import type { WebhookBody, WebhookEvent } from '@konsil/contracts/webhooks';
import { and, arrayContains, isNull, or } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import { enqueue } from '@konsil/server-platform/outbox/outbox';
import type { Tx } from '@konsil/server-platform/database/client';
import type { CaseRow } from '../access/loaders.ts';
import type { SystemWork } from '../kernel/work.ts';
import { isOfActingClient } from '../backend-clients/acting-clients.ts';
import { webhooks } from '../schema.ts';

/** Events of a step for other systems. */
export interface Hook {
  event: WebhookEvent;
  theCase: Pick<CaseRow, 'id' | 'patientId' | 'accountId' | 'doctorId'>;
  refId: string;
}
interface Telling {
  tx: Tx;
  now: Date;
  kernel: Pick<SystemWork['kernel'], 'vault'>;
}

/** Puts events into the outbox for every webhook that asks for them: they leave when, and only when, the step is committed. */
export const tellWebhooks = async ({ tx, now, kernel: { vault } }: Telling, hooks: readonly Hook[]): Promise<void> => {
  const events = [...new Set(hooks.map(({ event }) => event))];
  const rows = await tx
    .select({ id: webhooks.id, events: webhooks.events, doctorIds: webhooks.doctorIds })
    .from(webhooks)
    .where(
      and(
        isNull(webhooks.disabledAt),
        isOfActingClient(tx),
        or(...events.map((event) => arrayContains(webhooks.events, [event]))),
      ),
    );
  for (const { event, theCase, refId } of hooks)
    for (const row of rows) {
      const { id: caseId, patientId, accountId, doctorId } = theCase;
      if (!row.events.includes(event) || (row.doctorIds && !row.doctorIds.includes(doctorId))) continue;
      const body: WebhookBody = {
        id: randomUUID(),
        event,
        at: iso(now),
        patient_id: patientId,
        case_id: caseId,
        doctor_id: doctorId,
        ref_id: refId,
      };
      await enqueue(tx, vault, 'webhook', { to: row.id, subject: event, text: JSON.stringify(body) }, accountId);
    }
};
