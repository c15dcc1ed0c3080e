import { consoleRoutes as contracts } from '@konsil/contracts/console';
import { consolePeopleRoutes as people } from '@konsil/contracts/console-people';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operating } from '@konsil/server-domain/access/addresses';
import { accountById, fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { route } from '@konsil/server-domain/http/route';
import { operators } from '@konsil/server-domain/schema';
import { actOn, searchPeople } from './people.ts';
import { readToday, type StorageHealth } from './today.ts';

/**
 * The operator's console. Its requests run with the rights of the operator's account, which sees no row of a case (row security); counts
 * over all cases are read beside them and contain nothing else.
 * @param health what the health check says of storage and data folder
 */
export const consoleModule =
  (health: (app: FastifyInstance) => Promise<StorageHealth>) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;

    route(app, contracts.consoleMe, {
      access: operating(),
      handler: async ({ tx, session }) => {
        const account = await accountById(tx, session.accountId);
        const [operator] = await tx.select().from(operators).where(eq(operators.accountId, account.id));
        return {
          name: await fullName(tx, kernel.vault, account),
          email: account.email,
          permissions: operator?.permissions ?? [],
        };
      },
    });

    route(app, contracts.consoleToday, {
      access: operating(),
      prepare: async () => readToday(kernel, await health(app)),
      handler: ({ prepared }) => prepared,
    });

    route(app, people.searchPeople, {
      access: operating('people'),
      handler: async ({ tx, session, body, audit }) => {
        const found = await searchPeople(kernel, tx, session.accountId, body.email);
        audit({ action: 'person.search', result: 'allowed', detail: { found: String(found.items.length) } });
        return found;
      },
    });

    route(app, people.actOnPerson, {
      access: operating('people'),
      handler: async ({ tx, session, params, body: { act, reason, reference }, audit }) => {
        const person = await actOn(kernel, tx, session.accountId, params.id, act);
        audit({
          action: `person.${act}`,
          result: 'allowed',
          subjectId: person.id,
          detail: { reason, ...(reference ? { reference } : {}) },
        });
        return person;
      },
    });
  };
