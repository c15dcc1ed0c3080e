import { readerRoutes as contracts } from '@konsil/contracts/readers';
import type { FastifyInstance } from 'fastify';
import { inCase, inPatient, inReader, signedIn } from '@konsil/server-domain/access/addresses';
import { readerHits } from '@konsil/server-domain/accounts/account-limits';
import { checkFresh } from '@konsil/server-domain/accounts/own-password';
import { route } from '@konsil/server-domain/http/route';
import { hourMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { changeReader, dropAfterLastDay, endReader } from './change-readers.ts';
import { answerInvitation, inviteReader, listReaders, listSharedPersons, sweepInvitations } from './readers.ts';
import { showSharedCase, showSharedRecord } from './shared-case.ts';

/** People with a sign-in of their own who read along what was sent about a person (docs/decisions/readers.md). */
export const readerRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const looks = new Repeating(kernel, 'old invitations wait', () => kernel.identity.isQuiet);
  app.addHook('onReady', async () =>
    looks.every('old-invitations', hourMs, async () => {
      await sweepInvitations(kernel);
      await dropAfterLastDay(kernel);
    }),
  );
  app.addHook('onClose', async () => looks.stop());

  route(app, contracts.listReaders, {
    access: inPatient('invite', 'patient.read'),
    handler: ({ thePatient, ...call }) => listReaders({ ...call, kernel }, thePatient),
  });

  route(app, contracts.inviteReader, {
    access: inPatient('invite'),
    prepare: async ({ actor, session, now, body }) => {
      checkFresh(session, now);
      await kernel.limits.count(...readerHits(actor.accountId, body.email));
    },
    handler: ({ thePatient, body, ...call }) => inviteReader({ ...call, kernel }, thePatient, body),
  });

  // Names only: an access is recorded where a record is opened.
  route(app, contracts.listSharedPersons, {
    access: signedIn('patient'),
    handler: (call) => listSharedPersons({ ...call, kernel }),
  });

  route(app, contracts.getSharedRecord, {
    access: inReader('read'),
    handler: ({ theReader, thePatient, ...call }) => showSharedRecord({ ...call, kernel }, theReader, thePatient),
  });

  route(app, contracts.answerInvitation, {
    access: inReader('answer'),
    handler: async ({ theReader, body, auditAs, ...call }) => {
      if (!body.accepts) auditAs({ action: 'reader.refuse', result: 'allowed', patientId: theReader.patientId });
      return answerInvitation({ ...call, kernel }, theReader, body.accepts);
    },
  });

  route(app, contracts.changeReader, {
    access: inReader('change'),
    handler: ({ theReader, body, session, ...call }) => {
      // Taking rights away needs no proof.
      if (body.role === 'act') checkFresh(session, call.now);
      return changeReader({ ...call, kernel }, theReader, body.role);
    },
  });

  route(app, contracts.endReader, {
    access: inReader('end'),
    // An access can be ended without a consent, too.
    reads: true,
    handler: async ({ theReader, ...call }) => {
      await endReader({ ...call, kernel }, theReader);
      return { ok: true as const };
    },
  });

  route(app, contracts.getSharedCase, {
    access: inCase('readAlong'),
    handler: ({ theCase, ...call }) => showSharedCase({ ...call, kernel }, theCase),
  });
};
