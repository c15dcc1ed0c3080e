import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { html, type Html } from '@konsil/server-platform/http/page';
import { Problem } from '@konsil/server-platform/http/problems';

/** The files of Swagger UI that `/docs` loads, from this server (docs/decisions/api-docs.md). */
const files = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
]);

const start = `
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#calls',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    tagsSorter: 'alpha',
    validatorUrl: null,
    defaultModelsExpandDepth: -1,
  });
`;
// Swagger UI sets styles by script, which needs no 'unsafe-inline'; its icons are data: images.
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * Serves `/docs`: every call, to be read and tried out with the reader's own sign-in.
 * @param withoutScript shown where scripts do not run
 */
export const serveTryOut = (app: FastifyInstance, withoutScript: () => Html): void => {
  app.get('/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Konsil: the calls</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="calls"></div><noscript>${withoutScript()}</noscript>
<script src="/docs/swagger-ui-bundle.js"></script><script nonce="${nonce}">${{ html: start }}</script></body>
</html>
`.html,
      );
  });
  app.get<{ Params: { file: string } }>('/docs/:file', async ({ params: { file } }, reply) => {
    const type = files.get(file);
    if (!type) throw new Problem('not_found');
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(type)
      .send(await readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`)));
  });
};
