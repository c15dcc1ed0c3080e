import { secondLookRoutes as contracts } from '@konsil/contracts/second-looks';
import type { FastifyInstance } from 'fastify';
import { inCase, inSecondLook, signedIn } from '@konsil/server-domain/access/addresses';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { listAskedLooks, showLookedAtCase } from './looked-at-case.ts';
import { answerSecondLook, askSecondLook, decideSecondLook, endSecondLook } from './second-looks.ts';

/** Second looks: a doctor asks a colleague inside a case, and its patient decides. */
export const secondLookRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.askSecondLook, {
    access: inCase('askColleague'),
    handler: ({ theCase, body, ...call }) => askSecondLook({ ...call, kernel }, theCase, body),
  });

  route(app, contracts.listAskedLooks, {
    access: signedIn('doctor'),
    handler: async ({ audit, ...call }) => {
      const work = { ...call, kernel };
      const looks = await listAskedLooks(work);
      audit(
        ...(await auditListView(
          work,
          'second_look.list',
          looks.map(({ patient }) => patient.id),
        )),
      );
      return looks;
    },
  });

  route(app, contracts.getLookedAtCase, {
    access: inSecondLook('read'),
    handler: ({ theLook, theCase, ...call }) => showLookedAtCase({ ...call, kernel }, theLook, theCase),
  });

  route(app, contracts.answerSecondLook, {
    access: inSecondLook('answer'),
    handler: async ({ theLook, theCase, body, ...call }) => {
      await answerSecondLook({ ...call, kernel }, theCase, theLook, body.answer);
      return { ok: true as const };
    },
  });

  route(app, contracts.decideSecondLook, {
    access: inSecondLook('decide'),
    handler: async ({ theLook, theCase, body, auditAs, ...call }) => {
      if (!body.agrees)
        auditAs({
          action: 'second_look.refuse',
          result: 'allowed',
          patientId: theCase.patientId,
          caseId: theCase.id,
        });
      return decideSecondLook({ ...call, kernel }, theCase, theLook, body.agrees);
    },
  });

  route(app, contracts.endSecondLook, {
    access: inSecondLook('end'),
    handler: ({ theLook, theCase, ...call }) => endSecondLook({ ...call, kernel }, theCase, theLook),
  });
};
