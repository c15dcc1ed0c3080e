import { createHash } from 'node:crypto';
import type { fhirAuthRoutes } from '@konsil/contracts/fhir-auth';
import { eq } from 'drizzle-orm';
import { covers, readingScopesIn } from '@konsil/server-domain/backend-clients/scopes';
import {
  endGrants,
  grantOfCode,
  grantOfRefreshToken,
  grantOfToken,
  isOpen,
  startAppTokens,
  type AppRow,
  type GrantRow,
} from '@konsil/server-domain/patient-apps/app-tokens';
import { appGrants, appTokens } from '@konsil/server-domain/schema';
import type { Demands } from '@konsil/server-domain/sessions/sessions';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { sameBytes } from '@konsil/server-platform/keys/crypto';
import type { Tx } from '@konsil/server-platform/database/client';
import type * as z from 'zod/mini';
import { OauthFault } from '../auth/client-assertion.ts';
import { contextScope, grantedScope } from './authorization.ts';

type Form = z.output<typeof fhirAuthRoutes.fhirToken.body>;
type RevokeForm = z.output<typeof fhirAuthRoutes.fhirRevoke.body>;
interface Work {
  tx: Tx;
  now: Date;
  demands: Demands;
  audit: (...entries: AuditEntry[]) => void;
}

const verifierPattern = /^[\w.~-]{43,128}$/;
const isVerifierOf = (verifier: string, challenge: string): boolean =>
  verifierPattern.test(verifier) &&
  sameBytes(Buffer.from(createHash('sha256').update(verifier).digest('base64url')), Buffer.from(challenge));

const invalidGrant = (app: AppRow, reason: string) =>
  new OauthFault('invalid_grant', 'The code or token is not valid, or not any more.', reason, app);

/** A known code or token in wrong hands, or used again, ends the access: somebody may have a copy (RFC 9700 section 4.14.2). */
const end = async ({ tx, now, audit }: Work, app: AppRow, grant: GrantRow, reason: string): Promise<OauthFault> => {
  for (const { patientId, appId } of await endGrants(tx, eq(appGrants.id, grant.id), now))
    audit({
      action: 'app.end',
      result: 'allowed',
      patientId,
      detail: { client: appId, reason },
      actor: { accountId: null, role: 'system' },
    });
  return invalidGrant(app, reason);
};

const ofCode = async (
  work: Work,
  app: AppRow,
  form: Form,
): Promise<{ grant: GrantRow; scopes: string[] } | OauthFault> => {
  const { tx, now, demands } = work;
  if (!form.code || !form.redirect_uri || !form.code_verifier)
    return new OauthFault('invalid_request', 'code, redirect_uri and code_verifier are needed.', 'incomplete', app);
  const grant = await grantOfCode(tx, form.code);
  if (!grant) return invalidGrant(app, 'unknown');
  if (grant.codeUsedAt) return end(work, app, grant, 'code_used');
  if (grant.appId !== app.id || grant.redirectUri !== form.redirect_uri)
    return end(work, app, grant, 'code_of_another');
  if (!isVerifierOf(form.code_verifier, grant.codeChallenge)) return end(work, app, grant, 'verifier');
  if (grant.codeExpiresAt <= now) return invalidGrant(app, 'expired');
  if (!(await isOpen(tx, grant.id, now, demands))) return invalidGrant(app, 'ended');
  await tx.update(appGrants).set({ codeUsedAt: now }).where(eq(appGrants.id, grant.id));
  return { grant, scopes: grant.scopes };
};

const ofRefreshToken = async (
  work: Work,
  app: AppRow,
  form: Form,
): Promise<{ grant: GrantRow; scopes: string[] } | OauthFault> => {
  const { tx, now, demands } = work;
  if (!form.refresh_token) return new OauthFault('invalid_request', 'refresh_token is needed.', 'incomplete', app);
  const found = await grantOfRefreshToken(tx, form.refresh_token);
  if (!found) return invalidGrant(app, 'unknown');
  const { grant, used } = found;
  if (grant.appId !== app.id) return end(work, app, grant, 'token_of_another');
  if (used.usedAt) return end(work, app, grant, 'token_used');
  const words = (form.scope ?? '').split(/\s+/).filter(Boolean);
  const isGranted = (word: string) =>
    word === contextScope(grant) || (word === 'offline_access' && grant.lasting) || covers(grant.scopes, [word]);
  const scopes = words.length === 0 ? grant.scopes : readingScopesIn(words.join(' '));
  if (scopes.length === 0 || !words.every(isGranted))
    return new OauthFault('invalid_scope', `The app may have ${grant.scopes.join(' ')}.`, 'scope', app);
  if (!(await isOpen(tx, grant.id, now, demands))) return invalidGrant(app, 'ended');
  await tx.update(appTokens).set({ usedAt: now }).where(eq(appTokens.id, used.id));
  return { grant, scopes };
};

/** Tokens for an app, by its code or its refresh token (RFC 6749 sections 4.1.3 and 6). A fault is returned, because it may have ended an access. */
export const tokenOfApp = async (work: Work, app: AppRow, form: Form) => {
  const found = await (form.grant_type === 'refresh_token' ? ofRefreshToken : ofCode)(work, app, form);
  if (found instanceof OauthFault) return found;
  const { grant, scopes } = found;
  const { access, seconds, refresh } = await startAppTokens(work.tx, grant, scopes, work.now);
  work.audit({
    action: 'client.token',
    result: 'allowed',
    subjectId: grant.accountId,
    detail: { client: app.id },
  });
  return {
    access_token: access,
    token_type: 'Bearer' as const,
    expires_in: seconds,
    scope: grantedScope({ ...grant, scopes }),
    patient: grant.patientId,
    ...(refresh ? { refresh_token: refresh } : {}),
  };
};

/** Revokes a token of an app (RFC 7009). An unknown token is no error, and another app's token counts as unknown. */
export const revokeOfApp = async (work: Work, app: AppRow, { token }: RevokeForm): Promise<void> => {
  const grant = await grantOfToken(work.tx, token ?? '');
  if (grant?.appId === app.id) await end(work, app, grant, 'given_back');
};
