import { messageRoutes as contracts } from '@konsil/contracts/messages';
import type { FastifyInstance } from 'fastify';
import { inCase, inMessage, signedIn } from '@konsil/server-domain/access/addresses';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { holdOrSend } from '@konsil/server-domain/sendings/hold';
import { listMessages, messageOf, postMessage, updateMessage, type ReplyEffect } from './messages.queries.ts';

/** A message thread per case, and the messages of all cases. */
export const messageRoutes =
  (onReply: ReplyEffect) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;

    route(app, contracts.listCaseMessages, {
      access: inCase('read', 'message.read'),
      handler: ({ theCase, query, ...call }) => listMessages({ ...call, kernel }, query, theCase),
    });

    route(app, contracts.listMessages, {
      access: signedIn(),
      handler: async ({ query, audit, ...call }) => {
        const work = { ...call, kernel };
        const page = await listMessages(work, query);
        audit(
          ...(await auditListView(
            work,
            'message.read',
            page.items.map((message) => message.patient.id),
          )),
        );
        return page;
      },
    });

    route(app, contracts.sendMessage, {
      access: inCase('sendMessage'),
      idempotent: true,
      handler: ({ theCase, body: { draft, ...body }, auditAs, ...call }) =>
        holdOrSend(
          { ...call, kernel },
          theCase,
          { kind: 'message', payload: { body }, draft, auditAs },
          postMessage(onReply),
        ),
    });

    route(app, contracts.updateMessage, {
      access: inMessage('update'),
      reads: true,
      handler: async ({ theMessage, theCase, body, auditAs, session, ...call }) => {
        const work = { ...call, kernel };
        // Only marking it counts as reading, not as writing.
        const onlyMarks = body.subject === undefined && body.message === undefined;
        if (!onlyMarks && !session.consents) throw new Problem('consent_withdrawn');
        if (onlyMarks)
          auditAs({
            action: 'message.read',
            result: 'allowed',
            patientId: theMessage.patientId,
            caseId: theMessage.caseId,
          });
        await updateMessage(work, theMessage, theCase, body);
        return messageOf(work, theMessage.id);
      },
    });
  };
