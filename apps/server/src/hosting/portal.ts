import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { secureHeaders } from '../kernel/headers.ts';
import { answerWithProblems, Problem } from '../kernel/problems.ts';
import type { Policy } from './policy.ts';

export interface PortalOptions {
  /** The built portal: `index.html`, `assets/` and what lies beside them. */
  folder: string;
  policy: Policy;
  /** Answered at `/config.json`. */
  config: object;
  logger: FastifyBaseLogger;
  /** As in Fastify: whose word on `https` is believed. */
  trustProxy: false | string[];
}

const noncePlace = '__CSP_NONCE__';
const newNonce = (): string => randomBytes(16).toString('base64');
const forever = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600';

/** What may be fetched: everything built, but neither the page itself, nor compressed twins, nor source maps. */
const filesIn = (folder: string): Set<string> => new Set(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== 'index.html' && file !== 'config.json'),
);

const isNavigation = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html');

/**
 * Serves a built portal: its files, its settings, and its page for every address that the portal itself knows.
 * @throws {Error} when the portal has not been built
 */
export const createPortal = async ({ folder, policy, config, logger, trustProxy }: PortalOptions): Promise<FastifyInstance> => {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} is not built. Run npm start, or nx run-many -t build.`);
  const page = readFileSync(join(folder, 'index.html'), 'utf8').split(noncePlace);
  const files = filesIn(folder);

  const portal = Fastify({ loggerInstance: logger, logController: new LogController({ disableRequestLogging: true }), trustProxy, routerOptions: { maxParamLength: 300 } });
  secureHeaders(portal);
  answerWithProblems(portal);
  const filePolicy = policy(newNonce());
  portal.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', filePolicy);
  });
  await portal.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false, index: false });

  portal.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(config));
  portal.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) {
      return reply.header('vary', 'accept-encoding').header('cache-control', file.startsWith('assets/') ? forever : anHour).sendFile(file);
    }
    if (file.startsWith('assets/') || !isNavigation(request)) throw new Problem('not_found');
    const nonce = newNonce();
    return reply.header('content-security-policy', policy(nonce)).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.join(nonce));
  });
  return portal;
};
