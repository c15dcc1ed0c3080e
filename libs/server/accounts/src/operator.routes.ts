import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { route } from '@konsil/server-domain/http/route';
import { contactHits } from '@konsil/server-domain/accounts/account-limits';
import { roleOf } from '@konsil/server-domain/accounts/account-kind';

/** Contact form to the operator. */
export const operatorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.contactOperator, {
    access: signedIn(),
    idempotent: true,
    prepare: ({ session }) => kernel.limits.count(...contactHits(session.accountId)),
    handler: async ({ tx, session, body }) => {
      await enqueueEmail(tx, kernel.vault, {
        to: kernel.env.OPERATOR_EMAIL,
        locale: session.locale,
        accountId: session.accountId,
        replyTo: session.email,
        template: 'contact',
        data: { from: session.email, role: roleOf(session), subject: body.subject, message: body.message },
      });
      return { ok: true as const };
    },
  });
};
