import type { AuthError } from '@konsil/contracts/auth';
import type { FastifyRequest } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { requestOrigin } from '@konsil/server-platform/http/origins';

/** Errors that the sign-in page explains; others have their own page. */
const explainedAtSignIn: readonly string[] = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'SecondFactorRequired',
  'ProviderRequired',
  'TooMany',
] satisfies AuthError[];

const originOf = (text: unknown): string =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text).origin : '';

/** The page's portal: the one the request came to, else the callback's. */
const portalPage = (env: Pick<Env, 'origins'>, request: FastifyRequest, page: string): string => {
  const portals = [env.origins.patient, env.origins.doctor, env.origins.operator];
  const query = request.query as Record<string, unknown>;
  const portal =
    [requestOrigin(env, request), originOf(query.callbackUrl)].find((origin) => portals.includes(origin)) ??
    env.origins.patient;
  const [, search = ''] = request.url.split('?');
  return `${portal}${page}${search ? `?${search}` : ''}`;
};

/** The portal's own page for `/signin`, `/signout` and `/error`, with the query kept. */
export const pageFor = (env: Pick<Env, 'origins'>, request: FastifyRequest, action: string): string | null => {
  if (action === 'signin') return portalPage(env, request, '/login');
  if (action === 'signout') return portalPage(env, request, '/logout');
  if (action !== 'error') return null;
  const { error } = request.query as Record<string, unknown>;
  return portalPage(env, request, typeof error === 'string' && explainedAtSignIn.includes(error) ? '/login' : '/error');
};
