import { medicalCodeRoutes as contracts } from '@konsil/contracts/medical-codes';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { searchCodes, validLists } from '@konsil/server-domain/codes/catalogue';
import { route } from '@konsil/server-domain/http/route';

/** The lists of codes from which doctors choose. */
export const codeRoutes = (app: FastifyInstance): void => {
  route(app, contracts.getCodeLists, {
    access: signedIn('doctor'),
    handler: async ({ tx, now }) => (await validLists(tx, now)).map(({ system, version }) => ({ system, version })),
  });
  route(app, contracts.searchCodes, {
    access: signedIn('doctor'),
    reads: true,
    handler: ({ tx, now, body }) => searchCodes(tx, now, body.text),
  });
};
