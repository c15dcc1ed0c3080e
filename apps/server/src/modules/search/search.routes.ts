import { searchRoutes as contracts } from '@konsil/contracts/search';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../kernel/addresses.ts';
import { route } from '../../kernel/route.ts';
import { seenInList } from '../cases/list-audit.ts';
import { search } from './search.queries.ts';
import { listSnippets, saveSnippets } from './snippets.queries.ts';

/** Search while typing, and the doctor's text snippets. */
export const searchRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.search, {
    access: signedIn(),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const hits = await search(work, query.q);
      audit(...(await seenInList(work, 'case.list', hits.map((hit) => hit.patient.id))));
      return hits;
    },
  });

  route(app, contracts.listSnippets, { access: signedIn('doctor'), handler: (call) => listSnippets({ ...call, kernel }) });
  route(app, contracts.saveSnippets, { access: signedIn('doctor'), handler: ({ body, ...call }) => saveSnippets({ ...call, kernel }, body) });
};
