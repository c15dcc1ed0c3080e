import type { fhirAuthRoutes } from '@konsil/contracts/fhir-auth';
import { eq } from 'drizzle-orm';
import { covers, readingScopesIn } from '@konsil/server-domain/backend-clients/scopes';
import {
  endGrants,
  grantOfCode,
  grantOfRefreshToken,
  grantOfToken,
  isOpen,
  newAppToken,
  startAppTokens,
  type AppRow,
  type GrantRow,
} from '@konsil/server-domain/patient-apps/app-tokens';
import { appGrants, appTokens } from '@konsil/server-domain/schema';
import type { Demands } from '@konsil/server-domain/sessions/sessions';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import type * as z from 'zod/mini';
import { OauthFault } from '../auth/client-assertion.ts';
import { answerToken, ProtocolFault, type TokenModel } from '../auth/oauth-server.ts';
import { contextScope, grantedScope } from './authorization.ts';

type Form = z.output<typeof fhirAuthRoutes.fhirToken.body>;
type AppTokenRow = typeof appTokens.$inferSelect;
type RevokeForm = z.output<typeof fhirAuthRoutes.fhirRevoke.body>;
interface Work {
  tx: Tx;
  now: Date;
  demands: Demands;
  audit: (...entries: AuditEntry[]) => void;
}

const invalidGrant = (app: AppRow, reason: string) =>
  new OauthFault('invalid_grant', 'The code or token is not valid, or not any more.', reason, app);

const invalidScope = (app: AppRow, { scopes }: GrantRow) =>
  new OauthFault('invalid_scope', `The app may have ${scopes.join(' ')}.`, 'scope', app);
const neverByItself = new Date(8.64e15);

/**
 * A known code or token that is reused, or used by another client, ends the access, because it may be stolen (RFC 9700
 * section 4.14.2).
 */
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

/**
 * What the library asks for and stores about an app's code or refresh token. It locks the grant until the transaction
 * ends, so the two `revoke…` have nothing to write: `saveToken` marks what was used, as a refused scope does not use it up.
 */
const modelOf = (work: Work, app: AppRow, form: Form) => {
  const { tx, now, demands } = work;
  const words = (form.scope ?? '').split(/\s+/).filter(Boolean);
  let grant: GrantRow | undefined;
  let used: AppTokenRow | undefined;
  const found = (): GrantRow => {
    if (!grant) throw new Error('The library stores tokens before it asked for the grant.');
    return grant;
  };
  // The library compares the ids, so that a grant of another app is refused there.
  const owner = ({ appId, accountId }: GrantRow) => ({ client: { id: appId, grants: [] }, user: { id: accountId } });

  const model: TokenModel = {
    getClient: async () => ({ id: app.id, grants: ['authorization_code', 'refresh_token'] }),
    getAuthorizationCode: async (code) => {
      grant = await grantOfCode(tx, code);
      if (!grant) throw invalidGrant(app, 'unknown');
      if (grant.codeUsedAt) throw await end(work, app, grant, 'code_used');
      return {
        authorizationCode: code,
        redirectUri: grant.redirectUri,
        scope: grant.scopes,
        codeChallenge: grant.codeChallenge,
        codeChallengeMethod: 'S256',
        // `saveToken` checks the time: the library reads the machine's clock, not that of the transaction.
        expiresAt: neverByItself,
        ...owner(grant),
      };
    },
    revokeAuthorizationCode: async () => true,
    getRefreshToken: async (token) => {
      const its = await grantOfRefreshToken(tx, token);
      if (!its) throw invalidGrant(app, 'unknown');
      ({ grant, used } = its);
      const { scopes, lasting } = its.grant;
      const isGranted = (word: string) =>
        word === contextScope(its.grant) || (word === 'offline_access' && lasting) || covers(scopes, [word]);
      // The library compares words, and would refuse patient/Task.r of patient/Task.rs.
      return { refreshToken: token, scope: words.length > 0 ? words.filter(isGranted) : scopes, ...owner(its.grant) };
    },
    revokeToken: async () => {
      if (used?.usedAt) throw await end(work, app, found(), 'token_used');
      return true;
    },
    generateAccessToken: async () => newAppToken('access'),
    generateRefreshToken: async () => newAppToken('refresh'),
    saveToken: async ({ accessToken, refreshToken = '' }, client, user) => {
      const current = found();
      const scopes = used && words.length > 0 ? readingScopesIn(words.join(' ')) : current.scopes;
      if (scopes.length === 0) throw invalidScope(app, current);
      if (!used && current.codeExpiresAt <= now) throw invalidGrant(app, 'expired');
      if (!(await isOpen(tx, current.id, now, demands))) throw invalidGrant(app, 'ended');
      if (used) await tx.update(appTokens).set({ usedAt: now }).where(eq(appTokens.id, used.id));
      else await tx.update(appGrants).set({ codeUsedAt: now }).where(eq(appGrants.id, current.id));
      const { access, refresh, seconds } = await startAppTokens(tx, current, scopes, now, {
        access: accessToken,
        refresh: refreshToken,
      });
      work.audit({
        action: 'client.token',
        result: 'allowed',
        subjectId: current.accountId,
        detail: { client: app.id },
      });
      return {
        accessToken: access,
        ...(refresh ? { refreshToken: refresh } : {}),
        scope: grantedScope({ ...current, scopes }).split(' '),
        client,
        user,
        expires_in: seconds,
        patient: current.patientId,
      };
    },
  };
  return { model, grant: () => grant };
};

/** The reason for the log why the library refused a grant that exists. */
const reasonFor = (app: AppRow, grant: GrantRow, form: Form): string => {
  if (form.grant_type === 'refresh_token') return grant.appId === app.id ? 'refused' : 'token_of_another';
  return grant.appId === app.id && grant.redirectUri === form.redirect_uri ? 'verifier' : 'code_of_another';
};

/**
 * Tokens for an app, by its code or its refresh token (RFC 6749 sections 4.1.3 and 6). A fault is returned, because it
 * may have ended an access: each refusal of a known code or token does, unless it is about the scope alone.
 */
export const tokenOfApp = async (work: Work, app: AppRow, form: Form): Promise<unknown> => {
  // The library takes a code without PKCE and redirect URI; SMART does not.
  if (form.grant_type !== 'refresh_token' && !(form.code && form.redirect_uri && form.code_verifier))
    return new OauthFault('invalid_request', 'code, redirect_uri and code_verifier are needed.', 'incomplete', app);
  const { model, grant } = modelOf(work, app, form);
  try {
    return await answerToken(model, { ...form, client_id: app.id });
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault;
    const known = grant();
    if (!(fault instanceof ProtocolFault)) return fault;
    if (!known) return new OauthFault(fault.error, fault.description, 'incomplete', app);
    return fault.error === 'invalid_scope'
      ? invalidScope(app, known)
      : end(work, app, known, reasonFor(app, known, form));
  }
};

/** Revokes a token of an app (RFC 7009). An unknown token is no error, and another app's token counts as unknown. */
export const revokeOfApp = async (work: Work, app: AppRow, { token }: RevokeForm): Promise<void> => {
  const grant = await grantOfToken(work.tx, token ?? '');
  if (grant?.appId === app.id) await end(work, app, grant, 'given_back');
};
