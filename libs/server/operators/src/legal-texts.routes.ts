import { consoleLegalRoutes as contracts } from '@konsil/contracts/console-legal';
import type { FastifyInstance } from 'fastify';
import { operating } from '@konsil/server-domain/access/addresses';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import { listLegalTexts, publishLegalText, readLegalText, withdrawLegalText } from './legal-texts.ts';

/** Legal texts in the console. Requests may read them; they are written with the server's rights (migration legal_texts). */
export const legalTextRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.consoleLegalTexts, {
    access: operating('legal'),
    handler: async ({ tx, now }) => ({ items: await listLegalTexts({ tx, now, kernel }) }),
  });

  route(app, contracts.consoleLegalVersion, {
    access: operating('legal'),
    handler: ({ tx, now, params }) => readLegalText({ tx, now, kernel }, params.id),
  });

  route(app, contracts.publishLegalText, {
    access: operating('legal'),
    handler: async ({ tx, now, body, session, audit }) => {
      const published = await withAllRows(tx, () => publishLegalText({ tx, now, kernel }, session.accountId, body));
      audit({
        action: 'legal.publish',
        result: 'allowed',
        detail: { kind: published.kind, version: String(published.version), holds_from: published.holds_from },
      });
      return published;
    },
  });

  route(app, contracts.withdrawLegalText, {
    access: operating('legal'),
    handler: async ({ tx, now, params, audit }) => {
      const { kind, version, ...withdrawn } = await withAllRows(tx, () =>
        withdrawLegalText({ tx, now, kernel }, params.id),
      );
      audit({ action: 'legal.withdraw', result: 'allowed', detail: { kind, version: String(version) } });
      return { kind, version, ...withdrawn };
    },
  });
};
