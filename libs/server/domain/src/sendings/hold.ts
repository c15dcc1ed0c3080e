import type { SendingKind } from '@konsil/contracts/sendings';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { sendings } from '../schema.ts';
import { record } from '../steps/record.ts';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { iso, later, secondMs } from '@konsil/server-platform/clock';
import { sideOf } from '../access/sides.ts';
import type { CaseRow } from '../access/loaders.ts';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '../kernel/work.ts';
import { withUndo } from './undo.ts';
import { heldContent, type HeldContent } from '../sealed/sending.ts';

/** The id of a submission, and the time at which its sender submitted it: what reached them later, they had not seen. */
export interface Submitted {
  id: string;
  submittedAt: Date;
}
/** Executes the submission under its id, and returns its representation. */
export type PerformSending<P, Shown> = (
  work: Work,
  theCase: CaseRow,
  payload: P,
  submitted: Submitted,
) => Promise<Shown>;

interface Sent<P> {
  kind: SendingKind;
  payload: P;
  draft: Record<string, unknown> | undefined;
  /** Replaces the request's audit entries, because an entry about a held submission would reveal it. */
  auditAs: (...entries: AuditEntry[]) => void;
}

class Rehearsed extends Error {}

/** Executes, takes the result, and rolls back: errors are reported now, without effects. */
export const rehearse = async <Shown>(work: Work, act: (work: Work) => Promise<Shown>): Promise<Shown> => {
  const result: { shown?: Shown } = {};
  try {
    await work.tx.transaction(async (tx) => {
      result.shown = await act({ ...work, tx });
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return result.shown as Shown;
};

/**
 * Sends after `SEND_UNDO_SECONDS`, until which the sender can undo it without a trace for the other side
 * (docs/product.md rule 10.2). Held as a row, so that it survives the process and any process delivers it. The route
 * locks the case row.
 * @throws {Problem} what `act` refuses, `not_allowed_now` while another answer or request of the case is held.
 */
export const holdOrSend = async <P extends Record<string, unknown>, Shown extends object>(
  work: Work,
  theCase: CaseRow,
  { kind, payload, draft, auditAs }: Sent<P>,
  act: PerformSending<P, Shown>,
): Promise<Shown & { held_until?: string }> => {
  const {
    tx,
    actor,
    now,
    kernel: { env, vault },
  } = work;
  const id = randomUUID();
  const submitted = { id, submittedAt: now };
  if (env.SEND_UNDO_SECONDS === 0)
    return withUndo(work, theCase, { kind, id, payload, draft: draft ?? null }, () =>
      act(work, theCase, payload, submitted),
    );
  const waiting = and(eq(sendings.caseId, theCase.id), eq(sendings.kind, kind), isNull(sendings.failed));
  if (kind !== 'message' && (await tx.$count(sendings, waiting)) > 0) throw new Problem('not_allowed_now');
  const shown = await rehearse(work, (rehearsal) => act(rehearsal, theCase, payload, submitted));
  const inMs = env.SEND_UNDO_SECONDS * secondMs;
  const dueAt = later(now, inMs);
  const sealed = await vault.seal(tx, theCase.patientId, heldContent, {
    payload,
    draft: draft ?? null,
  } satisfies HeldContent);
  await tx.insert(sendings).values({
    id,
    kind,
    accountId: actor.accountId,
    role: sideOf(actor),
    patientId: theCase.patientId,
    caseId: theCase.id,
    sealed,
    createdAt: now,
    dueAt,
  });
  await notifyProcesses(tx, { kind: 'sending', inMs });
  await record(work, { step: 'sending_changed', accountId: actor.accountId, caseId: theCase.id, sendingId: id });
  auditAs();
  return { ...shown, held_until: iso(dueAt) };
};
