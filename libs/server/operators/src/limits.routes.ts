import { consoleLimitRoutes as contracts } from '@konsil/contracts/console-limits';
import type { FastifyInstance } from 'fastify';
import { operating } from '@konsil/server-domain/access/addresses';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import { changeLimit, listLimits, readUse } from './limits.ts';

/** Limits in the console. Requests may read them; they are written with the server's rights (migration quotas). */
export const limitRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.consoleLimits, {
    access: operating(),
    prepare: () => readUse(kernel),
    handler: ({ tx, prepared }) => listLimits(tx, kernel, prepared),
  });

  route(app, contracts.changeLimit, {
    access: operating('quotas'),
    prepare: () => readUse(kernel),
    handler: async ({ tx, session, body, now, prepared, audit }) => {
      const { before, after } = await withAllRows(tx, () => changeLimit(tx, kernel.env, body, session.accountId, now));
      audit({
        action: body.size === null ? 'quota.reset' : 'quota.change',
        result: 'allowed',
        detail: {
          setting: body.setting,
          ...(before !== null && { before: String(before) }),
          ...(after !== null && { size: String(after) }),
        },
      });
      return listLimits(tx, kernel, prepared);
    },
  });
};
