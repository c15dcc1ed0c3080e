import { patientAppRoutes as contracts, type AppRequest } from '@konsil/contracts/patient-apps';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { inPatient, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { isOn } from '@konsil/server-domain/access/sides';
import { allowedAppHits } from '@konsil/server-domain/accounts/account-limits';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { checkFresh } from '@konsil/server-domain/accounts/own-password';
import { readsOf } from '@konsil/server-domain/backend-clients/scopes';
import { route } from '@konsil/server-domain/http/route';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { endGrants, startGrant } from '@konsil/server-domain/patient-apps/app-tokens';
import { allowedAppsAddress, listAllowedApps } from '@konsil/server-domain/patient-apps/allowed-apps';
import { appGrants, patients } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FastifyInstance } from 'fastify';
import { appById, checkAuthorization, grantedScope, isAsked, type Asked } from './authorization.ts';
import { consumeLaunch, launchAddress, launchedPerson } from './launch.ts';

const peopleOf = async (tx: Tx, accountId: string): Promise<string[]> =>
  (await tx.select({ id: patients.id }).from(patients).where(eq(patients.accountId, accountId))).map(({ id }) => id);

/** Patients decide which apps may read for them (docs/decisions/patient-apps.md). */
export const patientAppModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { env } = kernel;
  /** Checked again, because it came through the browser; then an app may have ended. */
  const asked = async (
    tx: Tx,
    request: AppRequest,
    allow?: (asked: Asked, code: string) => Promise<void>,
  ): Promise<Asked> => {
    const checked = await checkAuthorization(tx, env, env.origins.patient + fhirRoot, request, allow);
    if (!isAsked(checked)) throw new Problem('not_found');
    return checked;
  };

  route(app, contracts.getAskingApp, {
    access: signedIn('patient'),
    reads: true,
    handler: async ({ tx, actor, body, now }) => {
      const { app: row, scopes, lasting, launch, back } = await asked(tx, body);
      const by = { appId: row.id, accountId: actor.accountId };
      const person =
        launch &&
        (await launchedPerson(
          tx,
          kernel.vault,
          launch,
          { ...by, patientIds: await peopleOf(tx, actor.accountId) },
          now,
        ));
      if (launch && !person) throw new Problem('not_found');
      const { name, operator, website, contact } = row;
      return {
        name,
        operator,
        website,
        contact,
        reads: readsOf(scopes),
        person,
        lasting,
        refuse_url: back({ error: 'access_denied' }),
      };
    },
  });

  route(app, contracts.allowApp, {
    access: inPatient('allowApp'),
    prepare: async ({ actor, session, now }) => {
      checkFresh(session, now);
      await kernel.limits.count(...allowedAppHits(actor.accountId));
    },
    handler: async ({ tx, actor, now, body, thePatient, auditAs }) => {
      let url = '';
      await asked(tx, body, async ({ app: row, scopes, lasting, challenge, redirectUri, launch, back }, code) => {
        const whose = { appId: row.id, accountId: actor.accountId, patientId: thePatient.id };
        const account = await accountById(tx, actor.accountId);
        if (account.erasureAt) throw new Problem('not_allowed_now');
        if (launch && !(await consumeLaunch(tx, kernel.vault, launch, whose, now))) throw new Problem('not_found');
        const launched = launch !== null;
        await startGrant(tx, {
          ...whose,
          scopes,
          lasting,
          launched,
          codeChallenge: challenge,
          redirectUri,
          now,
          code,
        });
        await enqueueEmail(tx, kernel.vault, {
          to: account.email,
          locale: account.locale,
          accountId: account.id,
          template: 'app_allowed',
          data: { link: allowedAppsAddress(env) },
        });
        // Shows what was allowed after the grant is deleted (Art. 7 (1) GDPR).
        const detail = { client: row.id, scope: grantedScope({ scopes, lasting, launched }) };
        auditAs({ action: 'app.allow', result: 'allowed', patientId: thePatient.id, detail });
        url = back({ code });
      });
      return { url };
    },
  });

  route(app, contracts.listApps, {
    access: signedIn('patient'),
    handler: (call) => listAllowedApps({ ...call, kernel }),
  });

  const inGrant = ownedResource(async (tx, actor, id) => {
    const [theGrant] = isOn(actor, 'patient')
      ? await tx
          .select()
          .from(appGrants)
          .where(
            and(
              eq(appGrants.id, id),
              eq(appGrants.accountId, actor.accountId),
              isNotNull(appGrants.codeUsedAt),
              isNull(appGrants.endedAt),
            ),
          )
          .for('no key update')
      : [];
    return theGrant ? { theGrant } : null;
  });

  route(app, contracts.launchApp, {
    access: inGrant,
    handler: async ({ tx, now, theGrant: { appId, accountId, patientId, expiresAt } }) => {
      const launchUri = expiresAt > now ? (await appById(tx, appId))?.launchUri : null;
      if (!launchUri) throw new Problem('not_found');
      return { url: launchAddress(kernel, launchUri, { appId, accountId, patientId }, now) };
    },
  });

  route(app, contracts.endApp, {
    access: inGrant,
    // Also without the consent to health data.
    reads: true,
    handler: async ({ tx, now, theGrant: { accountId, appId, patientId }, audit }) => {
      // Each device has a grant of its own, and the patient ends the app on all of them.
      const its = and(
        eq(appGrants.accountId, accountId),
        eq(appGrants.appId, appId),
        eq(appGrants.patientId, patientId),
      );
      await endGrants(tx, its, now);
      audit({ action: 'app.end', result: 'allowed', patientId, detail: { client: appId } });
      return { ok: true as const };
    },
  });
};
