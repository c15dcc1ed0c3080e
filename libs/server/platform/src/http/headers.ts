import type { FastifyInstance } from 'fastify';
import type { Env } from '@konsil/server-settings/env';

/** HSTS for two years. */
const onlyHttps = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };

const always = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
};

/**
 * On every response, errors included (docs/security.md OU1). Pages and files have their own policy (page.ts, hosting/).
 */
export const answerHeaders = ({ https }: Pick<Env, 'https'>): Record<string, string> => ({
  ...always,
  ...(https ? onlyHttps : {}),
});

/**
 * Sets them on every response of an app; `frameworkErrors` and requests that never reach the app need them separately.
 */
export const secureHeaders = (app: FastifyInstance, env: Pick<Env, 'https'>): void => {
  const headers = answerHeaders(env);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
};
