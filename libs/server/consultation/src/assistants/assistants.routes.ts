import { assistantRoutes as contracts } from '@konsil/contracts/assistants';
import type { FastifyInstance } from 'fastify';
import { hashNewPassword } from '@konsil/server-accounts/new-password';
import { rememberDevice } from '@konsil/server-accounts/device';
import { inAssistant, inCase, open, signedIn } from '@konsil/server-domain/access/addresses';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { assistantHits, invalidTokenHits } from '@konsil/server-domain/accounts/account-limits';
import { checkFresh } from '@konsil/server-domain/accounts/own-password';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { hourMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { answerPractice, endAssistant, listAssistants, listAssistedCases, listPractices } from './assistants.ts';
import { decideAssistants } from './case-assistants.ts';
import { listPreparedDrafts, takePreparedDraft } from './prepared-drafts.ts';
import { invitationOf, inviteAgain, inviteAssistant, joinByLink, sweepAssistantInvitations } from './invitations.ts';

/** People who work for a doctor with a sign-in of their own (docs/decisions/assistants.md). */
export const assistantRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const looks = new Repeating(kernel, 'old invitations of assistants wait', () => kernel.identity.isQuiet);
  app.addHook('onReady', async () =>
    looks.every('old-assistant-invitations', hourMs, () => sweepAssistantInvitations(kernel)),
  );
  app.addHook('onClose', async () => looks.stop());

  route(app, contracts.listAssistants, {
    access: signedIn('doctor'),
    handler: (call) => listAssistants({ ...call, kernel }),
  });

  route(app, contracts.inviteAssistant, {
    access: signedIn('doctor'),
    prepare: async ({ actor, session, now, body }) => {
      checkFresh(session, now);
      await kernel.limits.count(...assistantHits(actor.accountId, body.email));
    },
    handler: async ({ body, audit, ...call }) => {
      const invited = await inviteAssistant({ ...call, kernel }, body);
      audit({ action: 'assistant.invite', result: 'allowed' });
      return invited;
    },
  });

  route(app, contracts.inviteAssistantAgain, {
    access: inAssistant('manage'),
    prepare: async ({ actor, session, now, theAssistant }) => {
      checkFresh(session, now);
      await kernel.limits.count(...assistantHits(actor.accountId, theAssistant.email ?? ''));
    },
    handler: async ({ theAssistant, audit, ...call }) => {
      const invited = await inviteAgain({ ...call, kernel }, theAssistant);
      audit({ action: 'assistant.invite', result: 'allowed' });
      return invited;
    },
  });

  route(app, contracts.endAssistant, {
    access: inAssistant('end'),
    handler: async ({ theAssistant, audit, ...call }) => {
      const { accountId, doctorId } = theAssistant;
      if (await endAssistant({ ...call, kernel }, theAssistant))
        audit({
          action: 'assistant.end',
          result: 'allowed',
          ...(accountId && { subjectId: call.actor.accountId === accountId ? doctorId : accountId }),
        });
      return { ok: true as const };
    },
  });

  route(app, contracts.joinAsAssistant, {
    access: open(),
    prepare: async ({ request, body, db, now }) => {
      const { email } = await invitationOf(db, body.token, now).catch(async (failure: unknown) => {
        await kernel.limits.count(...invalidTokenHits(request));
        throw failure;
      });
      return hashNewPassword(kernel.passwords, body.password, email);
    },
    handler: async ({ body, prepared: passwordHash, request, reply, audit, ...call }) => {
      const { account, doctorId } = await joinByLink({ ...call, kernel }, body.token, passwordHash);
      rememberDevice(kernel.vault, request, reply, account.id, call.now);
      audit({
        action: 'assistant.accept',
        result: 'allowed',
        subjectId: doctorId,
        actor: auditActorOf({ accountId: account.id, role: account.role }),
      });
      return { email: account.email };
    },
  });

  route(app, contracts.listPractices, {
    access: signedIn('assistant'),
    handler: (call) => listPractices({ ...call, kernel }),
  });

  route(app, contracts.answerPractice, {
    access: inAssistant('answer'),
    handler: async ({ theAssistant, body, audit, ...call }) => {
      const answered = await answerPractice({ ...call, kernel }, theAssistant, body.accepts);
      audit({
        action: body.accepts ? 'assistant.accept' : 'assistant.refuse',
        result: 'allowed',
        subjectId: theAssistant.doctorId,
      });
      return answered;
    },
  });

  route(app, contracts.listAssistedCases, {
    access: inAssistant('read'),
    handler: async ({ theAssistant, audit, ...call }) => {
      const work = { ...call, kernel };
      const listed = await listAssistedCases(work, theAssistant);
      audit(
        ...(await auditListView(
          work,
          'case.list',
          listed.map(({ patient }) => patient.id),
        )),
      );
      return listed;
    },
  });

  route(app, contracts.allowAssistants, {
    access: inCase('allowAssistants'),
    handler: async ({ theCase, body, auditAs, ...call }) => {
      if (!body.allows)
        auditAs({ action: 'consent.withdraw', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return decideAssistants({ ...call, kernel }, theCase, body.allows, body.doctor_id);
    },
  });

  route(app, contracts.listPreparedDrafts, {
    access: inCase('readPrepared'),
    handler: ({ theCase, query, ...call }) => listPreparedDrafts({ ...call, kernel }, theCase, query.of),
  });

  route(app, contracts.takePreparedDraft, {
    access: inCase('answer', 'case.adopt'),
    handler: ({ theCase, body, ...call }) => takePreparedDraft({ ...call, kernel }, theCase, body),
  });
};
