import { appRequestParameters } from '@konsil/contracts/patient-apps';
import type { OauthError } from '@konsil/contracts/fhir-auth';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { and, eq, isNull } from 'drizzle-orm';
import { hasWord, readingScopesIn } from '@konsil/server-domain/backend-clients/scopes';
import type { AppRow, GrantRow } from '@konsil/server-domain/patient-apps/app-tokens';
import { patientApps } from '@konsil/server-domain/schema';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { portalOrigins } from '@konsil/server-platform/http/origins';
import { newToken } from '@konsil/server-platform/keys/crypto';
import type { Env } from '@konsil/server-settings/env';
import { OauthFault } from '../auth/client-assertion.ts';
import { authorize, type AuthorizationModel } from '../auth/oauth-server.ts';

/** The validated authorization request of an app. */
export interface Asked {
  app: AppRow;
  redirectUri: string;
  scopes: string[];
  /** True if it asks for refresh tokens. */
  lasting: boolean;
  challenge: string;
  /** The value that the portal gave the app when the patient opened it there (launch.ts). */
  launch: string | null;
  /** Leads back to the app, with the answer (RFC 6749 section 4.1.2, RFC 9207). */
  back: (answer: Record<string, string>) => string;
}
/**
 * An invalid request: `url` reports the error to the app. Without one only the user sees the error, because the
 * redirect URI may belong to anybody.
 */
export type AuthorizationFault = { url: string } | { url: null; reason: 'client' | 'redirect_uri' };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** SHA-256 in base64url (RFC 7636 section 4.2). */
const challengePattern = /^[\w-]{43}$/;
const launchPattern = /^[\w-]{75}$/;
const mostCharacters = 2000;

/** The addresses of the FHIR interface, which is the same at each. */
const bases = (env: Pick<Env, 'origins'>): string[] =>
  [...portalOrigins(env), env.origins.api].filter(Boolean).map((origin) => origin + fhirRoot);

/** An app that is not removed. `locked`: its keys stay as they are until the end of the transaction. */
export const appById = async (
  db: Database | Tx,
  id: string | undefined,
  locked = false,
): Promise<AppRow | undefined> => {
  if (id === undefined || !uuid.test(id)) return undefined;
  const found = db
    .select()
    .from(patientApps)
    .where(and(eq(patientApps.id, id), isNull(patientApps.removedAt)));
  return (await (locked ? found.for('share') : found))[0];
};
/** True for an app that signs each request for a token. */
export const isConfidential = ({ jwks, jwksUrl }: Pick<AppRow, 'jwks' | 'jwksUrl'>): boolean =>
  jwks !== null || jwksUrl !== null;

/**
 * Checks an authorization request of SMART App Launch, standalone or from the portal. A parameter that comes twice has no value.
 * @param base the address of the FHIR interface that answers
 * @param allow stores what a valid request gets, under the code; without it, the request is only checked
 */
export const checkAuthorization = async (
  db: Database | Tx,
  env: Pick<Env, 'origins'>,
  base: string,
  given: Readonly<Record<string, unknown>>,
  allow?: (asked: Asked, code: string) => Promise<void>,
): Promise<Asked | AuthorizationFault> => {
  const one = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && value.length <= mostCharacters ? value : undefined;
  };
  const redirectUri = one('redirect_uri');
  const audience = one('aud')?.replace(/\/$/, '');
  const issuer = audience !== undefined && bases(env).includes(audience) ? audience : undefined;
  const back = (answer: Record<string, string>): string => {
    const state = one('state');
    const query = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer ?? base });
    return `${redirectUri}${redirectUri?.includes('?') ? '&' : '?'}${query}`;
  };
  const refuse = (error: OauthError, description: string) => new OauthFault(error, description);
  let app: AppRow | undefined;
  let leadsToApp = false;
  // The assertion keeps TypeScript from taking it for null below.
  let asked = null as Asked | null;

  const model: AuthorizationModel = {
    getClient: async (id) => {
      app = await appById(db, id);
      // An app that names no redirect URI would get its first one from the library.
      const redirectUris = redirectUri === undefined ? [] : app?.redirectUris;
      return app && { id: app.id, grants: ['authorization_code'], redirectUris };
    },
    validateRedirectUri: async (uri) => (leadsToApp = app?.redirectUris.includes(uri) ?? false),
    validateScope: async (_user, _client, words = []) => {
      const twice = appRequestParameters.find((name) => Array.isArray(given[name]));
      if (twice !== undefined) throw refuse('invalid_request', `${twice} must come once.`);
      const scopes = readingScopesIn(words.join(' '));
      if (scopes.length === 0) throw refuse('invalid_scope', 'A scope such as patient/*.rs is needed.');
      return scopes;
    },
    generateAuthorizationCode: async () => newToken(),
    // What SMART asks for beyond OAuth; the library takes a request without PKCE.
    saveAuthorizationCode: async (code, client, user) => {
      const { codeChallenge: challenge = '', scope: scopes = [] } = code;
      if (given['response_mode'] !== undefined && given['response_mode'] !== 'query')
        throw refuse('invalid_request', 'response_mode must be query.');
      if (one('code_challenge_method') !== 'S256' || !challengePattern.test(challenge))
        throw refuse('invalid_request', 'code_challenge is needed, with code_challenge_method=S256.');
      if (issuer === undefined) throw refuse('invalid_request', `aud must be ${base}.`);
      const scope = one('scope') ?? '';
      const launch = one('launch') ?? null;
      if (launch !== null && !hasWord(scope, 'launch'))
        throw refuse('invalid_scope', 'The parameter launch needs the scope launch.');
      if (launch !== null && !launchPattern.test(launch)) throw refuse('invalid_request', 'launch is not valid.');
      if (!app) throw new Error('The library stores a code before it asked for the client.');
      const lasting = hasWord(scope, 'offline_access');
      asked = { app, redirectUri: code.redirectUri, scopes, lasting, challenge, launch, back };
      await allow?.(asked, code.authorizationCode);
      return { ...code, client, user };
    },
  };
  try {
    const parameters = Object.fromEntries(appRequestParameters.map((name) => [name, one(name)]));
    await authorize(model, parameters);
    if (!asked) throw new Error('The library found a request valid without storing its code.');
    return asked;
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault;
    if (!leadsToApp) return { url: null, reason: (await appById(db, one('client_id'))) ? 'redirect_uri' : 'client' };
    return { url: back({ error: fault.error, error_description: fault.description }) };
  }
};
export const isAsked = (checked: Asked | AuthorizationFault): checked is Asked => 'app' in checked;

/** The scope that says where the person comes from: chosen by the patient, or opened with in the portal. */
export const contextScope = ({ launched }: Pick<GrantRow, 'launched'>): string =>
  launched ? 'launch' : 'launch/patient';
/** The scopes that an app gets, as the token response tells them. */
export const grantedScope = (grant: Pick<GrantRow, 'scopes' | 'lasting' | 'launched'>): string =>
  [contextScope(grant), ...grant.scopes, ...(grant.lasting ? ['offline_access'] : [])].join(' ');
