import * as client from 'openid-client';
import type { Env } from '@konsil/server-settings/env';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { hourMs, secondMs, type Clock } from '@konsil/server-platform/clock';
import { guardedCall } from '@konsil/server-platform/http/guarded-call';
import { TtlCache } from '@konsil/server-platform/recent';

const mostBytes = 256 * 1024;
/** A token from the future is a wrong clock or a forgery. */
const clockGapSeconds = 60;

interface FetchOptions {
  method: string;
  headers: Headers | Record<string, string>;
  body?: unknown;
}

type Calls = Pick<IdentityProvider, 'private_networks' | 'timeout_seconds'>;

/** Sends a request to a provider: allowed networks only, with timeouts and a size limit. */
export const providerFetch =
  ({ private_networks: networks, timeout_seconds: seconds }: Calls) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const answer = await guardedCall(new URL(url), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body as URLSearchParams | string),
      networks,
      setting: 'private_networks',
      patienceMs: seconds * secondMs,
      mostBytes,
    });
    const { 'content-type': type, date, 'www-authenticate': challenge } = answer.headers;
    const kept = Object.entries({ 'content-type': type, date, 'www-authenticate': challenge });
    return new Response([204, 205, 304].includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: kept.flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    });
  };

/** The client's secret, the way the provider takes it; RFC 8414 makes Basic the default. */
const clientAuth = (secret: string): client.ClientAuth => {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
};

/**
 * The provider's endpoints and keys, by its own description.
 * @throws if it cannot be reached, or describes another issuer
 */
export const discoverProvider = async (
  provider: IdentityProvider,
  { production }: Pick<Env, 'production'>,
): Promise<client.Configuration> => {
  const config = await client.discovery(
    new URL(provider.issuer),
    provider.client_id,
    { client_secret: provider.client_secret },
    clientAuth(provider.client_secret),
    {
      [client.customFetch]: providerFetch(provider),
      timeout: provider.timeout_seconds,
      // A provider on the developer's machine; the settings refuse one without TLS in production.
      execute: [client.enableNonRepudiationChecks, ...(production ? [] : [client.allowInsecureRequests])],
    },
  );
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = config.serverMetadata();
  if (!authorization || !token || !keys) throw new TypeError('the provider describes no sign-in with a code');
  return config;
};

/** The secrets of one sign-in: our `state`, and what only this server can derive from it. */
export interface Flow {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A person as the provider describes them. */
export interface ProviderClaims {
  subject: string;
  /** The provider's session; null if it names none. */
  session: string | null;
  email: string | null;
  emailVerified: boolean | null;
  groups: string[];
  /** The values of `acr` and `amr`: how somebody signed in. */
  methods: string[];
}

/** The answer of a provider does not hold. */
export class InvalidAnswer extends Error {}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one): one is string => typeof one === 'string');

/** The installation's clients, one for each provider. Descriptions are kept for an hour, failures are not. */
export class ProviderClients {
  private readonly known = new TtlCache<client.Configuration>(hourMs, 100);

  constructor(
    private readonly env: Pick<Env, 'production'>,
    private readonly clock: Clock,
  ) {}

  describe(provider: IdentityProvider): Promise<client.Configuration> {
    return this.known.get(provider.id, () => discoverProvider(provider, this.env));
  }

  /** The page of the provider where somebody signs in. */
  async begin(provider: IdentityProvider, { redirectUri, state, nonce, verifier }: Flow): Promise<string> {
    const config = await this.describe(provider);
    return client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Exchanges the code of a callback, and checks all that the provider signed.
   * @param query of the callback, as it came
   * @throws {InvalidAnswer} or the library's errors
   */
  async finish(provider: IdentityProvider, flow: Flow, query: string): Promise<ProviderClaims> {
    const config = await this.describe(provider);
    const tokens = await client.authorizationCodeGrant(config, new URL(`${flow.redirectUri}?${query}`), {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const signed = tokens.claims();
    if (!signed) throw new InvalidAnswer('no ID token');
    if (signed.iat > this.clock.now().getTime() / secondMs + clockGapSeconds)
      throw new InvalidAnswer('issued in the future');
    const wanted = ['email', 'email_verified', ...(provider.groups ? [provider.groups_claim] : [])];
    const asks = wanted.some((name) => signed[name] === undefined) && config.serverMetadata().userinfo_endpoint;
    const more = asks ? await client.fetchUserInfo(config, tokens.access_token, signed.sub) : {};
    // Signed claims win.
    const claims: Record<string, unknown> = { ...more, ...signed };
    const verified = claims.email_verified;
    return {
      subject: signed.sub,
      session: textOf(signed.sid),
      email: textOf(claims.email),
      emailVerified:
        typeof verified === 'boolean' ? verified : verified === 'true' ? true : verified === undefined ? null : false,
      groups: textsOf(claims[provider.groups_claim]),
      methods: [...textsOf(signed.acr), ...textsOf(signed.amr)],
    };
  }
}

/** The values that mean: our settings of the provider are wrong, and nobody can sign in. */
const settingsFaults = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
  'invalid_request',
];

/** True if a provider could not be reached; false if its own description differs from our settings. */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof client.ClientError)) return false;
  if (error.code === undefined || ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code)) return true;
  return error.cause instanceof Response && error.cause.status >= 500;
};

/** The refusal of a provider's answer: the protocol's name, and a reason for the log that names nobody. */
export const answerFault = (
  error: unknown,
): { name: 'AccessDenied' | 'Configuration' | 'OAuthCallback'; reason: string } | null => {
  if (error instanceof InvalidAnswer) return { name: 'OAuthCallback', reason: error.message };
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const name =
      error.error === 'access_denied'
        ? 'AccessDenied'
        : settingsFaults.includes(error.error)
          ? 'Configuration'
          : 'OAuthCallback';
    return { name, reason: /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an error' };
  }
  if (error instanceof client.ClientError || error instanceof client.WWWAuthenticateChallengeError)
    return { name: 'OAuthCallback', reason: `${error.message} ${String(error.code ?? '')}`.trim() };
  return null;
};
