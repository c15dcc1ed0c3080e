import type { Sending } from '@konsil/contracts/sendings';
import { sendingRoutes as contracts } from '@konsil/contracts/sendings';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { cases, sendings } from '@konsil/server-domain/schema';
import { inSent, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { iso } from '@konsil/server-platform/clock';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { deliver, type Deliveries } from './deliver.ts';
import type { SendingRow } from './senders.ts';
import { takeBack } from './take-back.ts';
import { withdraw } from './withdraw.ts';
import { SendingsWorker } from './worker.ts';

/** One of the caller's submissions, locked until the transaction ends: either undone or delivered. */
const ownSending = () =>
  ownedResource(async (tx, actor, id): Promise<{ theSending: SendingRow } | null> => {
    const [theSending] = await tx
      .select()
      .from(sendings)
      .where(and(eq(sendings.id, id), eq(sendings.accountId, actor.accountId)))
      .for('update');
    return theSending ? { theSending } : null;
  });

/** Submissions held for a few seconds. The author's own input is no access to patient data. */
export const sendingRoutes =
  (deliveries: Deliveries) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;
    if (kernel.works) {
      const worker = new SendingsWorker(kernel, deliveries);
      app.addHook('onReady', async () => worker.wake());
      app.addHook('onClose', () => worker.close());
    }

    route(app, contracts.listSendings, {
      access: signedIn(),
      handler: async ({ tx, actor }) => {
        const rows = await tx
          .select()
          .from(sendings)
          .where(eq(sendings.accountId, actor.accountId))
          .orderBy(asc(sendings.dueAt), asc(sendings.id));
        if (rows.length === 0) return [];
        const names = await caseNames(
          tx,
          kernel.vault,
          await tx
            .select()
            .from(cases)
            .where(
              inArray(
                cases.id,
                rows.map(({ caseId }) => caseId),
              ),
            ),
        );
        return rows.map(
          ({ id, kind, caseId, patientId, dueAt, failed }): Sending => ({
            id,
            kind,
            case_id: caseId,
            patient_id: patientId,
            case_name: failed === 'not_found' ? '' : (names.get(caseId) ?? ''),
            due_at: iso(dueAt),
            failed: failed as Sending['failed'],
          }),
        );
      },
    });

    route(app, contracts.takeBackSending, {
      access: ownSending(),
      reads: true,
      handler: ({ theSending, ...call }) => takeBack({ ...call, kernel }, theSending),
    });

    route(app, contracts.withdrawSending, {
      access: inSent('case.withdraw'),
      reads: true,
      handler: ({ theSent, theCase, ...call }) => withdraw({ ...call, kernel }, theCase, theSent),
    });

    route(app, contracts.deliverSending, {
      access: ownSending(),
      handler: async ({ theSending, tx }) => {
        if (theSending.failed || kernel.identity.isQuiet) throw new Problem('not_allowed_now');
        await deliver(kernel, tx, theSending, deliveries);
        return { ok: true as const };
      },
    });
  };
