import { poolRoutes as contracts } from '@konsil/contracts/pools';
import type { FastifyInstance } from 'fastify';
import { inCase, inPool, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { findPool, listPooledCases, listPools, showPooledCase } from './pooled-cases.ts';
import { decidePool, putIntoPool, takeOutOfPool } from '../cases/put-into-pool.ts';
import { assignFromPool, checkOpen, takeFromPool } from './take-from-pool.ts';

/** Pools of clinics: a doctor of the clinic takes a case, or gives it to a colleague, where its patient agreed. */
export const poolRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.listPools, {
    access: signedIn('doctor'),
    handler: (call) => listPools({ ...call, kernel }),
  });

  route(app, contracts.listPooledCases, {
    access: ownedResource((tx, actor, id) => findPool(tx, actor.accountId, id)),
    handler: async ({ clinicId, query, audit, ...call }) => {
      const work = { ...call, kernel };
      const page = await listPooledCases(work, clinicId, query);
      audit(
        ...(await auditListView(
          work,
          'pool.list',
          page.items.map((one) => one.case.patient.id),
        )),
      );
      return page;
    },
  });

  route(app, contracts.getPooledCase, {
    access: inPool('read'),
    handler: async ({ thePooled, theCase, ...call }) => {
      await checkOpen(call, thePooled);
      return showPooledCase({ ...call, kernel }, thePooled, theCase);
    },
  });

  route(app, contracts.takePooledCase, {
    access: inPool('take'),
    handler: ({ thePooled, theCase, ...call }) => takeFromPool({ ...call, kernel }, theCase, thePooled),
  });

  route(app, contracts.assignPooledCase, {
    access: inPool('assign'),
    handler: ({ thePooled, theCase, body, ...call }) =>
      assignFromPool({ ...call, kernel }, theCase, thePooled, body.colleague),
  });

  route(app, contracts.putIntoPool, {
    access: inCase('pool'),
    handler: async ({ theCase, body, auditAs, ...call }) => {
      const { pool, back } = await putIntoPool({ ...call, kernel }, theCase, body.clinic);
      if (back) auditAs({ action: 'pool.back', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return pool;
    },
  });

  route(app, contracts.takeOutOfPool, {
    access: inCase('pool', 'pool.out'),
    handler: ({ theCase, ...call }) => takeOutOfPool({ ...call, kernel }, theCase),
  });

  route(app, contracts.allowPool, {
    access: inCase('allowPool'),
    handler: async ({ theCase, body, auditAs, ...call }) => {
      if (!body.allows)
        auditAs({ action: 'consent.withdraw', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return decidePool({ ...call, kernel }, theCase, body.clinic, body.allows);
    },
  });
};
