import { caseRoutes as contracts } from '@konsil/contracts/cases';
import type { FastifyInstance } from 'fastify';
import { inCase, signedIn } from '@konsil/server-domain/access/addresses';
import { keepingWork, Problem } from '@konsil/server-platform/http/problems';
import { countReferrals } from '@konsil/server-domain/referrals/referrals';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { route } from '@konsil/server-domain/http/route';
import { listCases, queueOf } from '../cases/case-list.queries.ts';
import { showCase, showDashboard } from './case-page.ts';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import {
  archiveCase,
  closeCase,
  openNewCase,
  saveLetterRecipients,
  setPriority,
  updateCase,
} from '../cases/cases.queries.ts';
import { takeBack } from '../cases/give-back.ts';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { casesToTriage, triageCases } from '../cases/triage.ts';
import { markOpened, openedByDoctor } from '../cases/open-case.ts';
import { openLate } from '@konsil/server-domain/sendings/opened';
import { saveGeneralForms } from '../cases/save-forms.ts';
import { answersOtherForm } from '../cases/save-specialty-form.ts';

/** Cases: dashboard, lists, case page, and the actions of both sides beside sending. */
export const caseRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.dashboard, {
    access: signedIn(),
    handler: async ({ audit, ...call }) => {
      const work = { ...call, kernel };
      const dashboard = {
        ...(await showDashboard(work)),
        ...(isOfKind(call.session, 'patient') && {
          referrals: await countReferrals(call.tx, kernel.vault, call.session, call.now),
        }),
      };
      audit(
        ...(await auditListView(
          work,
          'case.list',
          [...dashboard.needs_me, ...dashboard.cases, ...dashboard.newest_answers].map(({ patient }) => patient.id),
        )),
      );
      const [asking] = dashboard.needs_me;
      if (dashboard.open_question && asking)
        audit({ action: 'case.read', result: 'allowed', patientId: asking.patient.id, caseId: asking.id });
      return dashboard;
    },
  });

  route(app, contracts.listCases, {
    access: signedIn(),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const page = await listCases(work, query);
      audit(
        ...(await auditListView(
          work,
          'case.list',
          page.items.map((summary) => summary.patient.id),
        )),
      );
      return page;
    },
  });

  // Ids reveal nothing about anybody: an access is audited where the case is opened.
  route(app, contracts.caseQueue, {
    access: signedIn('doctor'),
    handler: async ({ query, ...call }) => ({ items: await queueOf({ ...call, kernel }, query) }),
  });

  route(app, contracts.addCase, {
    access: signedIn('patient'),
    idempotent: true,
    handler: async ({ body, audit, ...call }) => {
      const summary = await openNewCase({ ...call, kernel }, body);
      audit({ action: 'case.write', result: 'allowed', patientId: summary.patient.id, caseId: summary.id });
      return summary;
    },
  });

  route(app, contracts.getCase, {
    access: inCase('read'),
    // The doctor's page says by a call of its own that the case is open; the inbox shows a preview.
    preview: true,
    handler: ({ theCase, ...call }) => showCase({ ...call, kernel }, theCase),
  });

  route(app, contracts.openedCase, {
    // The access log already has these readings.
    access: openedByDoctor,
    handler: async ({ theCase, ...call }) => {
      await openLate(call.tx, call.actor, theCase.id);
      await markOpened({ ...call, kernel }, theCase);
      return { ok: true as const };
    },
  });

  route(app, contracts.saveGeneralForms, {
    access: inCase('write'),
    handler: async ({ theCase, body, ...call }) => {
      const work = { ...call, kernel };
      const texts = await openCase(call.tx, kernel.vault, theCase);
      const isOld = body.version !== undefined && body.version < texts.forms_version;
      if (isOld || (await answersOtherForm(work, theCase, texts, body.specialty_form)))
        throw new Problem('version_conflict', { current: await showCase(work, theCase) });
      return showCase(work, await saveGeneralForms(work, theCase, body));
    },
  });

  route(app, contracts.updateCase, {
    access: inCase('write'),
    handler: ({ theCase, body, ...call }) => updateCase({ ...call, kernel }, theCase, body),
  });
  route(app, contracts.saveLetterRecipients, {
    access: inCase('addressLetters'),
    handler: async ({ theCase, body, ...call }) => {
      const { version } = await saveLetterRecipients({ ...call, kernel }, theCase, body.recipients, body.version);
      return { version, recipients: body.recipients };
    },
  });
  route(app, contracts.setPriority, {
    access: inCase('prioritize'),
    handler: ({ theCase, body, ...call }) => setPriority({ ...call, kernel }, theCase, body.priority),
  });
  route(app, contracts.triageCases, {
    access: signedIn('doctor'),
    handler: async ({ body, audit, ...call }) => {
      const work = { ...call, kernel };
      const { found, entries } = await casesToTriage(work, body.cases);
      audit(...entries);
      if (!found) throw keepingWork(new Problem('not_found'));
      return { before: await triageCases(work, found) };
    },
  });
  route(app, contracts.archiveCase, {
    access: inCase('archive'),
    handler: ({ theCase, body, ...call }) => archiveCase({ ...call, kernel }, theCase, true, body.version),
  });
  route(app, contracts.restoreCase, {
    access: inCase('archive', 'case.restore'),
    handler: ({ theCase, body, ...call }) => archiveCase({ ...call, kernel }, theCase, false, body.version),
  });
  route(app, contracts.takeBackCase, {
    access: inCase('answer'),
    handler: ({ theCase, body, ...call }) => takeBack({ ...call, kernel }, theCase, body.version),
  });
  route(app, contracts.closeCase, {
    access: inCase('close'),
    handler: ({ theCase, body, ...call }) => closeCase({ ...call, kernel }, theCase, 'close', body.version),
  });
  route(app, contracts.reopenCase, {
    access: inCase('close'),
    handler: ({ theCase, body, ...call }) => closeCase({ ...call, kernel }, theCase, 'reopen', body.version),
  });
};
