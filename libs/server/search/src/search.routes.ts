import { searchRoutes as contracts } from '@konsil/contracts/search';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { search } from './search.queries.ts';
import { listSnippets, saveSnippets } from '@konsil/server-doctors/snippets.queries';

/** Search while typing, and the doctor's text snippets. */
export const searchRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.search, {
    access: signedIn(),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const hits = await search(work, query.q);
      audit(
        ...(await auditListView(
          work,
          'case.list',
          hits.map((hit) => hit.patient.id),
        )),
      );
      return hits;
    },
  });

  route(app, contracts.listSnippets, {
    access: signedIn('doctor'),
    handler: (call) => listSnippets({ ...call, kernel }),
  });
  route(app, contracts.saveSnippets, {
    access: signedIn('doctor'),
    handler: ({ body, ...call }) => saveSnippets({ ...call, kernel }, body),
  });
};
