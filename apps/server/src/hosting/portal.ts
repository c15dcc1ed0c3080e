import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { PortalConfig } from '@konsil/contracts/portal-config';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { answerHeaders, secureHeaders } from '@konsil/server-platform/http/headers';
import { answerWithProblems, Problem, sendProblem } from '@konsil/server-platform/http/problems';
import { countCalls } from '@konsil/server-platform/metrics';
import { sendCompressed, compressBody } from '@konsil/server-platform/http/shrink';
import { localeFor, readPages, type PageFor } from './pages.ts';
import { decoderPolicy, isDecoder, partPolicy, type Policy } from './policy.ts';

export interface PortalOptions {
  /** The built portal: `index.html`, `assets/` and the files beside them. */
  folder: string;
  policy: Policy;
  /** Served as `/config.json`. */
  config: Partial<PortalConfig>;
  /** True if the installation is currently a quiet copy. */
  isQuiet?: () => boolean;
  logger: FastifyBaseLogger;
  /** True if it is served by https. */
  https: boolean;
}

interface Address {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
}

const newNonce = (): string => randomBytes(16).toString('base64');
const forever = 'max-age=31536000, immutable';
const anHour = 'public, max-age=3600';

const addressesFile = 'addresses.json';
/** Servable files: everything built except pages, compressed twins and source maps. */
const filesIn = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz|map|html)$/.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => file !== 'config.json' && file !== addressesFile),
  );

/** True if the browser embeds the file in a page. Not a worker's script, which has its own policy. */
const isPart = ({ headers }: FastifyRequest): boolean =>
  ['script', 'style', 'font', 'image'].includes(String(headers['sec-fetch-dest']));

/** Headers that browsers only honour on pages; `x-frame-options` duplicates each policy's `frame-ancestors`. */
const ofPages = ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy'];

/**
 * True if the portal has a page at a path, by the React Router patterns of its build (`/patient/process/:caseId`,
 * `/doctor/*`). The viewer has a single page.
 */
const readAddresses = (folder: string): ((path: string) => boolean) => {
  if (!existsSync(join(folder, addressesFile))) return () => true;
  const addresses = JSON.parse(readFileSync(join(folder, addressesFile), 'utf8')) as string[];
  const patterns = addresses.map(
    (address) =>
      `${address
        .replace(/^\/|\/$/g, '')
        .replaceAll(/:\w+/g, '[^/]+')
        .replace(/\/\*$/, '(?:/.*)?')}/?`,
  );
  const one = new RegExp(`^(?:${patterns.join('|')})$`, 'i');
  return (path) => one.test(path);
};

/** True if the browser opens a page, or asks for HTML; clients without headers get it where no file can be meant. */
const isNavigation = ({ headers }: FastifyRequest, path: string): boolean => {
  const { accept = '*/*', 'sec-fetch-mode': mode } = headers;
  return (
    mode === 'navigate' ||
    accept.includes('text/html') ||
    (mode === undefined && accept === '*/*' && /^[\w/-]*$/.test(path))
  );
};

/**
 * Serves a built portal: files, settings, and a page for every path that the portal knows.
 * @throws {Error} if the portal has not been built
 */
export const createPortal = async ({
  folder,
  policy,
  config,
  isQuiet = () => false,
  logger,
  https,
}: PortalOptions): Promise<FastifyInstance> => {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`${folder} is not built. Run npm start, or nx run-many -t build.`);
  const quietConfig = { ...config, quiet: true as const };
  const pages = { loud: readPages(folder, config), quiet: readPages(folder, quietConfig) };
  const pageFor: PageFor = (...asked) => (isQuiet() ? pages.quiet : pages.loud)(...asked);
  const files = filesIn(folder);
  const hasPage = readAddresses(folder);

  const portal = Fastify({
    loggerInstance: logger,
    pluginTimeout: 0,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, _request, reply) =>
      void sendProblem(reply.headers(answerHeaders({ https })), new Problem('not_found')),
  });
  secureHeaders(portal, { https });
  countCalls(portal, basename(folder));
  answerWithProblems(portal);
  const filePolicy = policy(newNonce());
  portal.addHook('onRequest', async (request, reply) => {
    if (isDecoder(request.url)) return void reply.header('content-security-policy', decoderPolicy);
    if (!isPart(request)) return void reply.header('content-security-policy', filePolicy);
    for (const name of ofPages) reply.removeHeader(name);
    reply.header('content-security-policy', partPolicy);
  });
  // Uses ETags and no range requests. Additional headers would be repeated for each of a page's many files.
  await portal.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    lastModified: false,
    acceptRanges: false,
  });

  portal.get('/config.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(isQuiet() ? quietConfig : config),
  );
  portal.get<Address>('/*', async (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) {
      // Immutable files are never revalidated and need no ETag.
      const unchanging = file.startsWith('assets/');
      return reply
        .header('vary', 'accept-encoding')
        .header('cache-control', unchanging ? forever : anHour)
        .sendFile(file, { etag: !unchanging });
    }
    if (file.startsWith('assets/') || !isNavigation(request, file)) throw new Problem('not_found');
    const nonce = newNonce();
    reply.header('content-security-policy', policy(nonce));
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    // The same page explains a 404 for an unknown path.
    if (!hasPage(file)) reply.status(404);
    return sendCompressed(reply, compressBody(request, pageFor(file, request.query, request.headers).join(nonce)));
  });

  // A form submitted before the page's script runs: drops the body unread, and serves the page again.
  portal.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
  portal.post<Address>('/*', (request, reply) =>
    reply.redirect(`?lang=${localeFor(request.query, request.headers)}`, 303),
  );
  return portal;
};
