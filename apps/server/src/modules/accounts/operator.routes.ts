import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import type { FastifyInstance } from 'fastify';
import { open, signedIn } from '../../kernel/addresses.ts';
import { enqueueEmail } from '../notifications/letters.ts';
import { route } from '../../kernel/route.ts';
import { contactHits } from './account-limits.ts';
import { legalTexts } from './legal-texts.ts';

/** What concerns the operator of the installation: a letter to them, and their legal texts. */
export const operatorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const texts = legalTexts(kernel.env);

  route(app, contracts.contactOperator, {
    access: signedIn(),
    idempotent: true,
    prepare: ({ session }) => kernel.limits.count(...contactHits(session.accountId)),
    handler: async ({ tx, session, body }) => {
      await enqueueEmail(tx, kernel.vault, {
        to: kernel.env.OPERATOR_EMAIL, locale: session.locale, accountId: session.accountId, replyTo: session.email,
        template: 'contact', data: { from: session.email, role: session.role, subject: body.subject, message: body.message },
      });
      return { ok: true as const };
    },
  });

  route(app, contracts.legalTexts, { access: open(), handler: () => texts });
};
