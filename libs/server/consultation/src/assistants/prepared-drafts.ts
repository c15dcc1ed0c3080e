import type { PreparedDraft, PreparedKind } from '@konsil/contracts/assistant-states';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { isOpenAssistant } from '@konsil/server-domain/access/colleagues';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { isAssistant } from '@konsil/server-domain/access/sides';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { openDraft } from '@konsil/server-domain/drafts/open-draft';
import { preparedKey } from '@konsil/server-domain/drafts/prepared-drafts';
import type { Work } from '@konsil/server-domain/kernel/work';
import { assistants, cases, drafts } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { Problem } from '@konsil/server-platform/http/problems';

/** Drafts of the assistants who may see the case now, newest first; an assistant gets only their own. */
const select = ({ tx, actor }: Work, { id }: CaseRow, of: PreparedKind) =>
  tx
    .select({ draft: drafts, name: assistants.name })
    .from(drafts)
    .innerJoin(assistants, eq(assistants.accountId, drafts.accountId))
    .innerJoin(cases, eq(cases.id, drafts.caseId))
    .where(
      and(
        eq(drafts.caseId, id),
        eq(drafts.key, preparedKey(id, of)),
        isNotNull(drafts.revision),
        isOpenAssistant(tx),
        isAssistant(actor) ? eq(drafts.accountId, actor.accountId) : undefined,
      ),
    )
    .orderBy(desc(drafts.updatedAt), asc(drafts.accountId));
type Row = Awaited<ReturnType<typeof select>>[number];

const show = async (
  { tx, actor, kernel }: Work,
  { draft, name }: Row,
  takenAt = draft.takenAt,
): Promise<PreparedDraft> => {
  const content = await openDraft(kernel, tx, draft);
  return {
    by: name,
    mine: draft.accountId === actor.accountId,
    content: content ?? {},
    ...(content === null && { damaged: true }),
    updated_at: iso(draft.updatedAt),
    revision: draft.revision ?? '',
    taken_at: isoOrNull(takenAt),
  };
};

/** The drafts that assistants wrote in a case, for its doctor. */
export const listPreparedDrafts = async (
  work: Work,
  theCase: CaseRow,
  of: PreparedKind = 'answer',
): Promise<PreparedDraft[]> => Promise.all((await select(work, theCase, of)).map((row) => show(work, row)));

/**
 * Records that a doctor takes over the version that they read. The route locks the case, and so does saving.
 * @throws {Problem} `conflict` if it changed or was deleted; `draft_damaged` if it cannot be opened
 */
export const takePreparedDraft = async (
  work: Work,
  theCase: CaseRow,
  { revision, of = 'answer' }: { revision: string; of?: PreparedKind | undefined },
): Promise<PreparedDraft> => {
  const { tx, actor, now } = work;
  const row = (await select(work, theCase, of)).find(({ draft }) => draft.revision === revision);
  if (!row) throw new Problem('conflict');
  const taken = await show(work, row, now);
  if (taken.damaged) throw new Problem('draft_damaged');
  const { accountId, key } = row.draft;
  // Row security lets a doctor read it only.
  await withAllRows(tx, () =>
    tx
      .update(drafts)
      .set({ takenAt: now })
      .where(and(eq(drafts.accountId, accountId), eq(drafts.key, key))),
  );
  await record({ tx, actor, now }, { step: 'answer_prepared', theCase });
  return taken;
};
