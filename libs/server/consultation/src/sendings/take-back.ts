import type { SendingKind, TakenBack } from '@konsil/contracts/sendings';
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { drafts, sendings } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import type { Work } from '@konsil/server-domain/kernel/work';
import { draftContent } from '@konsil/server-domain/sealed/draft';
import { heldContent } from '@konsil/server-domain/sealed/sending';
import { stillMay, type SendingRow } from './senders.ts';

type Content = Record<string, unknown>;

const draftForm = { answer: 'answer', message: 'message', request: 'send' } as const satisfies Record<
  SendingKind,
  string
>;

/** Merges an undone text with what was written since: the undone text comes first. */
const joined = (before: Content, after: Content | undefined): Content => {
  const both = (name: string) => {
    const texts = [before[name], after?.[name]].filter(
      (text): text is string => typeof text === 'string' && text.trim() !== '',
    );
    return [...new Set(texts)].join('\n\n');
  };
  return {
    ...after,
    ...before,
    ...Object.fromEntries(['message', 'note'].filter((name) => name in before).map((name) => [name, both(name)])),
  };
};

/** Restores the form's content as its draft. */
export const restoreDraft = async (
  { tx, actor, now, kernel: { vault } }: Work,
  row: Pick<SendingRow, 'kind' | 'caseId' | 'patientId'>,
  draft: Content,
): Promise<void> => {
  const key = `${draftForm[row.kind]}:${row.caseId}`;
  const [kept] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.accountId, actor.accountId), eq(drafts.key, key)))
    .for('update');
  const content = joined(draft, kept && (await vault.open(tx, kept.ownerId, draftContent, kept.sealed)));
  // A new revision, so that a window still deleting the old draft does not delete this one.
  const written = {
    ownerId: row.patientId,
    patientId: row.patientId,
    caseId: row.caseId,
    sealed: await vault.seal(tx, row.patientId, draftContent, content),
    revision: randomBytes(16).toString('hex'),
    updatedAt: now,
  };
  await tx
    .insert(drafts)
    .values({ ...written, accountId: actor.accountId, key })
    .onConflictDoUpdate({ target: [drafts.accountId, drafts.key], set: written });
};

/**
 * Undoes a submission before delivery: its content becomes the draft again, unless its sender lost the case meanwhile. The
 * route locks the row.
 */
export const takeBack = async (work: Work, row: SendingRow): Promise<TakenBack> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const { kind, caseId } = row;
  const isLost = !(await stillMay(tx, actor, row, now));
  const { payload, draft } = await vault.open(tx, row.patientId, heldContent, row.sealed);
  await tx.delete(sendings).where(eq(sendings.id, row.id));
  if (draft && !isLost) await restoreDraft(work, row, draft);
  await record(work, { step: 'sending_changed', accountId: actor.accountId, caseId, sendingId: row.id });
  if (isLost) return { kind, case_id: caseId, body: {}, lost: true };
  return { kind, case_id: caseId, body: payload.body as Content };
};
