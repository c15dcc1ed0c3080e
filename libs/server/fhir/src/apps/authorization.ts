import { appRequestParameters } from '@konsil/contracts/patient-apps';
import type { OauthError } from '@konsil/contracts/fhir-auth';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { and, eq, isNull } from 'drizzle-orm';
import { hasWord, readingScopesIn } from '@konsil/server-domain/backend-clients/scopes';
import type { AppRow, GrantRow } from '@konsil/server-domain/patient-apps/app-tokens';
import { patientApps } from '@konsil/server-domain/schema';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { portalOrigins } from '@konsil/server-platform/http/origins';
import type { Env } from '@konsil/server-settings/env';

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
 * An invalid request: `url` reports the error to the app. Without one only the person learns of it, because the address
 * may be anybody's.
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
 */
export const checkAuthorization = async (
  db: Database | Tx,
  env: Pick<Env, 'origins'>,
  base: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Asked | AuthorizationFault> => {
  const one = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && value.length <= mostCharacters ? value : undefined;
  };
  const app = await appById(db, one('client_id'));
  if (!app) return { url: null, reason: 'client' };
  const redirectUri = one('redirect_uri');
  if (redirectUri === undefined || !app.redirectUris.includes(redirectUri))
    return { url: null, reason: 'redirect_uri' };
  const state = one('state');
  const audience = one('aud')?.replace(/\/$/, '');
  const issuer = audience !== undefined && bases(env).includes(audience) ? audience : undefined;
  const back = (answer: Record<string, string>): string => {
    const query = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer ?? base });
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
  };
  const refuse = (error: OauthError, description: string): AuthorizationFault => ({
    url: back({ error, error_description: description }),
  });
  const twice = appRequestParameters.find((name) => Array.isArray(given[name]));
  if (twice !== undefined) return refuse('invalid_request', `${twice} must come once.`);
  if (state === undefined) return refuse('invalid_request', 'state is needed.');
  const type = one('response_type');
  if (type === undefined) return refuse('invalid_request', 'response_type is needed.');
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if (given['response_mode'] !== undefined && given['response_mode'] !== 'query')
    return refuse('invalid_request', 'response_mode must be query.');
  const challenge = one('code_challenge');
  if (one('code_challenge_method') !== 'S256' || challenge === undefined || !challengePattern.test(challenge))
    return refuse('invalid_request', 'code_challenge is needed, with code_challenge_method=S256.');
  if (issuer === undefined) return refuse('invalid_request', `aud must be ${base}.`);
  const scope = one('scope') ?? '';
  const scopes = readingScopesIn(scope);
  if (scopes.length === 0) return refuse('invalid_scope', 'A scope such as patient/*.rs is needed.');
  const launch = one('launch') ?? null;
  if (launch !== null && !hasWord(scope, 'launch'))
    return refuse('invalid_scope', 'The parameter launch needs the scope launch.');
  if (launch !== null && !launchPattern.test(launch)) return refuse('invalid_request', 'launch is not valid.');
  return { app, redirectUri, scopes, lasting: hasWord(scope, 'offline_access'), challenge, launch, back };
};
export const isAsked = (checked: Asked | AuthorizationFault): checked is Asked => 'app' in checked;

/** The scope that says where the person comes from: chosen by the patient, or opened with in the portal. */
export const contextScope = ({ launched }: Pick<GrantRow, 'launched'>): string =>
  launched ? 'launch' : 'launch/patient';
/** The scopes that an app gets, as the token response tells them. */
export const grantedScope = (grant: Pick<GrantRow, 'scopes' | 'lasting' | 'launched'>): string =>
  [contextScope(grant), ...grant.scopes, ...(grant.lasting ? ['offline_access'] : [])].join(' ');
