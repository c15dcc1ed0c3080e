import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { drafts } from '../../db/schema';
import { iso } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problems.ts';
import { route } from '../../kernel/route.ts';
import { checkDraftRoom, inDraft } from './drafts.ts';

/** What somebody is typing. The writer's own words are no access to a patient's data: only who tries to reach others' is recorded. */
export const draftRoutes = (app: FastifyInstance): void => {
  const { vault } = app.kernel;
  const draftOf = (accountId: string, key: string) => and(eq(drafts.accountId, accountId), eq(drafts.key, key));

  route(app, contracts.getDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, thePlace, auditAs }) => {
      auditAs();
      const [row] = await tx.select().from(drafts).where(draftOf(actor.accountId, thePlace.key));
      return row ? { content: await vault.open<Record<string, unknown>>(tx, row.ownerId, row.sealed), updated_at: iso(row.updatedAt) } : null;
    },
  });

  route(app, contracts.saveDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, session, thePlace, body, now, auditAs }) => {
      if (session.step === 'confirm_email') throw new Problem('registration_incomplete');
      auditAs();
      const sealed = await vault.seal(tx, thePlace.ownerId, body.content);
      await checkDraftRoom(tx, actor.accountId, thePlace.key, sealed.length);
      const kept = { ...thePlace, sealed, updatedAt: now };
      await tx.insert(drafts).values({ ...kept, accountId: actor.accountId }).onConflictDoUpdate({ target: [drafts.accountId, drafts.key], set: kept });
      return { content: body.content, updated_at: iso(now) };
    },
  });

  route(app, contracts.deleteDraft, {
    access: inDraft(),
    handler: async ({ tx, actor, thePlace, auditAs }) => {
      auditAs();
      await tx.delete(drafts).where(draftOf(actor.accountId, thePlace.key));
      return { ok: true as const };
    },
  });
};
