import { privacyRoutes } from '@konsil/contracts/privacy';
import { pathOf } from '@konsil/contracts/route';
import { documentRoutes } from '@konsil/contracts/documents';
import type { FastifyInstance } from 'fastify';
import { dataExports } from '@konsil/server-domain/schema';
import { inPatient, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { dayMs, hourMs, iso, later } from '@konsil/server-platform/clock';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { markAllOpened } from '@konsil/server-domain/sendings/opened';
import { route } from '@konsil/server-domain/http/route';
import { fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { issueTicket } from '@konsil/server-documents/delivery/tickets';
import { listAccesses } from './access-log.queries.ts';
import { giveGeneralConsent, lockConsent, listConsents, withdrawConsent } from './consents.queries.ts';
import { cancelErasure, requestErasure } from './erasure.ts';
import { collectData } from './export/collect-data.ts';
import { writeExport } from './export/write-export.ts';
import { listOwnActions } from './own-actions.queries.ts';
import { keptMs } from '@konsil/server-platform/retention';

const exportLimit = { name: 'export', most: 5, windowMs: dayMs };
const exportKeptMs = keptMs('exports');
const exportLinkMs = hourMs;

/** The users' own rights: access log, consents, export, erasure (docs/product.md section 9). */
export const privacyRoutesOf = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, privacyRoutes.listAccesses, {
    access: inPatient('readAudit'),
    handler: (context) => listAccesses({ ...context, kernel }, context.thePatient, context.query),
  });

  route(app, privacyRoutes.listOwnActions, {
    access: signedIn('doctor'),
    handler: async (context) => {
      const work = { ...context, kernel };
      const page = await listOwnActions(work, context.query);
      context.audit(
        ...(await auditListView(
          work,
          'case.list',
          page.items.flatMap(({ patient }) => patient?.id ?? []),
        )),
      );
      return page;
    },
  });

  route(app, privacyRoutes.listConsents, {
    access: signedIn(),
    handler: (context) => listConsents({ ...context, kernel }),
  });

  route(app, privacyRoutes.withdrawConsent, {
    access: ownedResource(lockConsent),
    handler: async (context) => {
      const { shown, records } = await withdrawConsent({ ...context, kernel }, context.theConsent);
      context.audit(...records);
      return shown;
    },
  });

  route(app, privacyRoutes.giveConsent, {
    access: signedIn('patient'),
    handler: async (context) => {
      context.audit({ action: 'consent.give', result: 'allowed' });
      return giveGeneralConsent({ ...context, kernel });
    },
  });

  route(app, privacyRoutes.exportData, {
    access: signedIn(),
    prepare: async ({ body, session, actor, request, now }) => {
      const account = await checkOwnPassword(kernel, session, body.current_password);
      await kernel.limits.count({ limit: exportLimit, subject: account.id });
      // In a transaction of its own: the next one sees nothing that is withdrawn meanwhile, and cannot wait for it.
      await kernel.db.transaction((tx) => markAllOpened(tx, actor));
      const collected = await kernel.db.transaction((tx) => collectData({ kernel, tx, actor, session, request, now }), {
        isolationLevel: 'repeatable read',
      });
      const { key, wrapped } = await kernel.vault.newFileKey(kernel.db, account.id);
      const stored = await writeExport(kernel, collected, key, {
        id: account.id,
        locale: account.locale,
        name: await fullName(kernel.db, kernel.vault, account),
      });
      return { account, stored, wrapped, patientIds: collected.data.patients.map(({ record }) => record.id) };
    },
    discard: ({ stored }) => kernel.files.delete(stored.key),
    handler: async ({ tx, actor, session, request, now, prepared, audit }) => {
      const { account, stored, wrapped, patientIds } = prepared;
      await tx.insert(dataExports).values({
        accountId: actor.accountId,
        storageKey: stored.key,
        fileKey: wrapped,
        createdAt: now,
        expiresAt: later(now, exportKeptMs),
      });
      const { token, expiresAt } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId: session.id },
        { kind: 'export', storageKey: stored.key },
        now,
        exportLinkMs,
      );
      await enqueueEmail(tx, kernel.vault, {
        to: account.email,
        locale: account.locale,
        accountId: account.id,
        template: 'data_exported',
        data: { at: dayAndTime(now, account.locale) },
      });
      audit(...patientIds.map((patientId) => ({ action: 'export' as const, result: 'allowed' as const, patientId })));
      return {
        Filelocation:
          requestOrigin(kernel.env, request) + pathOf(documentRoutes.getFile, { ticket: token, name: 'export' }),
        expires_at: iso(expiresAt),
      };
    },
  });

  route(app, privacyRoutes.requestErasure, {
    access: signedIn(),
    prepare: ({ body, session }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async (context) => {
      const { erasureAt, held, records } = await requestErasure({ ...context, kernel });
      context.audit(...records);
      return { erasure_at: iso(erasureAt), ...(held ? { held } : {}) };
    },
  });

  route(app, privacyRoutes.cancelErasure, {
    access: signedIn(),
    handler: async (context) => {
      context.audit(...(await cancelErasure({ ...context, kernel })));
      return { ok: true as const };
    },
  });
};
