import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import type { DamagedDraft } from '@konsil/contracts/drafts';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { loadCase } from '@konsil/server-domain/access/loaders';
import { drafts } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { checkDraftRoom, inDraft } from '@konsil/server-domain/drafts/drafts';
import { openDraft } from '@konsil/server-domain/drafts/open-draft';
import { isPrepared } from '@konsil/server-domain/drafts/prepared-drafts';
import { draftContent } from '@konsil/server-domain/sealed/draft';
import { record } from '@konsil/server-domain/steps/record';

/**
 * Drafts of forms. The author's own input is no access to patient data: only attempts on other people's drafts are
 * audited, and that an assistant began one for the doctor, who reads it.
 */
export const draftRoutes = (app: FastifyInstance): void => {
  const { vault } = app.kernel;
  const draftOf = (accountId: string, key: string) => and(eq(drafts.accountId, accountId), eq(drafts.key, key));
  /** True if the stored revision is known to this window. Pages from before revisions send none. */
  const isKnown = (over: string[] | undefined) =>
    over ? or(isNull(drafts.revision), inArray(drafts.revision, over)) : undefined;

  /** @throws {Problem} `draft_damaged` if it can never be opened again */
  const contentOf = async (tx: Tx, row: typeof drafts.$inferSelect, log: FastifyBaseLogger) => {
    const content = await openDraft({ vault, log }, tx, row);
    if (content === null)
      throw new Problem('draft_damaged', { current: { revision: row.revision } satisfies DamagedDraft });
    return content;
  };

  route(app, contracts.getDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, thePlace, request, auditAs }) => {
      auditAs();
      const [row] = await tx.select().from(drafts).where(draftOf(actor.accountId, thePlace.key));
      return row
        ? {
            content: await contentOf(tx, row, request.log),
            updated_at: iso(row.updatedAt),
            revision: row.revision,
          }
        : null;
    },
  });

  route(app, contracts.saveDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, session, thePlace, body, now, auditAs }) => {
      if (session.step === 'confirm_email') throw new Problem('registration_incomplete');
      auditAs();
      const sealed = await vault.seal(tx, thePlace.ownerId, draftContent, body.content);
      await checkDraftRoom({ tx, now }, actor.accountId, thePlace.key, sealed.length);
      const kept = { ...thePlace, sealed, revision: body.revision ?? null, updatedAt: now };
      const saved = await tx
        .insert(drafts)
        .values({ ...kept, accountId: actor.accountId })
        .onConflictDoUpdate({ target: [drafts.accountId, drafts.key], set: kept, setWhere: isKnown(body.over) })
        // 0 in a row that was inserted, not updated.
        .returning({ isNew: sql<boolean>`xmax = 0` });
      if (saved.length === 0) throw new Problem('conflict');
      const { key, patientId, caseId } = thePlace;
      if (patientId && caseId && isPrepared(key) && saved[0]?.isNew) {
        auditAs({ action: 'case.prepare', result: 'allowed', patientId, caseId });
        const theCase = await loadCase(tx, caseId, false);
        if (theCase) await record({ tx, actor, now }, { step: 'answer_prepared', theCase });
      }
      return { content: body.content, updated_at: iso(now), revision: kept.revision };
    },
  });

  route(app, contracts.deleteDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, thePlace, query, auditAs }) => {
      auditAs();
      await tx.delete(drafts).where(and(draftOf(actor.accountId, thePlace.key), isKnown(query.over?.split(','))));
      return { ok: true as const };
    },
  });
};
