import OAuth2Server from '@node-oauth/oauth2-server';
import { oauthErrors, type OauthError } from '@konsil/contracts/fhir-auth';
import { OauthFault } from './client-assertion.ts';

type Models = OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.RefreshTokenModel &
  OAuth2Server.ClientCredentialsModel;
type NeededForTokens = 'getClient' | 'saveToken';
/** The storage behind the token endpoint, for one request. What it throws reaches the caller of `answerToken`. */
export type TokenModel = Pick<Models, NeededForTokens> & Partial<Omit<Models, NeededForTokens>>;
/** The storage behind the authorization endpoint, for one request. */
export type AuthorizationModel = Required<
  Pick<
    Models,
    'getClient' | 'validateRedirectUri' | 'validateScope' | 'generateAuthorizationCode' | 'saveAuthorizationCode'
  >
>;
/** Parameters of a request, each once. */
type Parameters = Readonly<Record<string, string | undefined>>;

/** A refusal that the library decided on, not a model. */
export class ProtocolFault extends OauthFault {}

/** A message with the characters of an `error_description` (RFC 6749 appendix A.8): the library's has quotes and values. */
const describing = (message: string): string => message.slice(0, 200).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
const isOauthError = (name: string): name is OauthError => (oauthErrors as readonly string[]).includes(name);
/** Runs the library. @throws {ProtocolFault} or what the model threw, which the library wraps */
const driven = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    if ('inner' in error) throw error.inner;
    if (isOauthError(error.name)) throw new ProtocolFault(error.name, describing(error.message));
    throw error;
  }
};

/** The parameters as the library reads them: those with a value (RFC 6749 section 3.1), scopes divided by one space. */
const readable = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .map(([name, value = '']) => [name, name === 'scope' ? value.trim().replace(/\s+/g, ' ') : value] as const)
      .filter(([, value]) => value !== ''),
  );
const requestOf = (method: 'GET' | 'POST', parameters: Parameters): OAuth2Server.Request =>
  new OAuth2Server.Request({
    method,
    // Fastify has read the form. The header `Authorization` is left out: no client here has a password.
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: method === 'GET' ? readable(parameters) : {},
    body: method === 'POST' ? readable(parameters) : {},
  });
// Tokens are checked with the session (route.ts), not by the library.
const unread = { getAccessToken: async () => null };
// The library's types ask for them, its authorization endpoint does not.
const ofTokensOnly = {
  getAuthorizationCode: async () => null,
  revokeAuthorizationCode: async () => false,
  saveToken: async () => null,
};

/**
 * The response of the token endpoint (RFC 6749 sections 4.1.3, 4.4 and 6; RFC 7636), as @node-oauth/oauth2-server
 * decides. The client was authenticated before: the library knows shared secrets only.
 * @returns the fields that it sends, with those that `saveToken` adds
 * @throws {OauthFault}
 */
export const answerToken = async (model: TokenModel, form: Parameters): Promise<unknown> => {
  const library = new OAuth2Server({
    model: { ...unread, ...model },
    allowExtendedTokenAttributes: true,
    requireClientAuthentication: { authorization_code: false, refresh_token: false, client_credentials: false },
  });
  const response = new OAuth2Server.Response();
  await driven(library.token(requestOf('POST', form), response));
  return response.body as unknown;
};

/**
 * Lets @node-oauth/oauth2-server check an authorization request (RFC 6749 section 4.1.1) and store its code by the model.
 * The caller writes the address that leads back: the library re-encodes a redirect URI, drops the error from one with a
 * query, and adds no `iss`.
 * @throws {OauthFault}
 */
export const authorize = async (model: AuthorizationModel, parameters: Parameters): Promise<void> => {
  const library = new OAuth2Server({ model: { ...unread, ...ofTokensOnly, ...model } });
  await driven(
    library.authorize(requestOf('GET', parameters), new OAuth2Server.Response(), {
      // The model knows who asks.
      authenticateHandler: { handle: () => ({}) },
    }),
  );
};
