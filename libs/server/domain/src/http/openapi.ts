import { problemSchema } from '@konsil/contracts/problem';
import { authRoutes, routes } from '@konsil/contracts/routes';
import type { RouteContract } from '@konsil/contracts/route';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { problemsPath } from '@konsil/server-platform/http/problems';
import { html, type Html } from '@konsil/server-platform/http/page';
import { serveTryOut } from './api-docs.ts';

type JsonSchema = Record<string, unknown>;
const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as JsonSchema;
  return rest;
};
const parameters = (place: 'path' | 'query', schema: RouteContract['params']): JsonSchema[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const isForm = (contract: RouteContract): boolean =>
  contract.form ?? (contract.path.startsWith('/api/auth/') && contract.path !== '/api/auth/session');
const requestBody = (contract: RouteContract): JsonSchema | undefined => {
  if (contract.multipart === 'related')
    return {
      required: true,
      content: { 'multipart/related': { schema: { type: 'string', format: 'binary' } } },
    };
  if (contract.multipart) {
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['File'], properties: { File: { type: 'string', format: 'binary' } } },
        },
      },
    };
  }
  if (!contract.body) return undefined;
  return {
    required: true,
    content: {
      [isForm(contract) ? 'application/x-www-form-urlencoded' : 'application/json']: {
        schema: jsonSchema(contract.body, 'input'),
      },
    },
  };
};

const inBraces = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const names = new Map<RouteContract, string>(
  Object.entries({ ...routes, ...authRoutes }).map(([name, contract]) => [contract, name]),
);

const operation = (contract: RouteContract): JsonSchema => {
  const body = requestBody(contract);
  return {
    operationId: names.get(contract),
    summary: contract.summary,
    tags: [contract.path.split('/')[1] === 'account' ? 'account' : (contract.path.split('/')[2] ?? 'api')],
    parameters: [...parameters('path', contract.params), ...parameters('query', contract.query)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [contract.status ?? 200]: {
        description: 'Done',
        ...(contract.response
          ? { content: { [contract.media ?? 'application/json']: { schema: jsonSchema(contract.response, 'output') } } }
          : {}),
      },
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
};

interface Page {
  /** GET by default. */
  method?: 'post' | 'put';
  path: string;
  summary: string;
  /** The response type; none for a redirect. */
  type?: string;
}
const dicomJson = 'application/dicom+json';
const parts = 'multipart/related';
const image = '/studies/:study/series/:series/instances/:instance';
const dicomWeb: [path: string, summary: string, type?: string][] = [
  ['/studies', 'The studies that the cookie opens (QIDO-RS)', dicomJson],
  ['/studies/:study/access', 'Whether the study is still open'],
  ['/studies/:study/case', 'Whose images they are said to be', 'application/json'],
  ['/studies/:study/series', 'The series of a study (QIDO-RS)', dicomJson],
  ['/studies/:study/instances', 'The images of a study (QIDO-RS)', dicomJson],
  ['/studies/:study/series/:series/instances', 'The images of a series (QIDO-RS)', dicomJson],
  ['/studies/:study/metadata', 'The metadata of a study (WADO-RS)', dicomJson],
  ['/studies/:study/series/:series/metadata', 'The metadata of a series (WADO-RS)', dicomJson],
  [`${image}/metadata`, 'The metadata of an image (WADO-RS)', dicomJson],
  [image, 'An image as a DICOM file (WADO-RS)', parts],
  [`${image}/frames/:frames`, 'Frames of an image (WADO-RS)', parts],
  [`${image}/bulkdata/:tag`, 'One large value of an image (WADO-RS)', parts],
];
/** For our own viewer only: a link of its own opens each study. */
const ofOwnViewer: Page[] = (
  [
    ['get', 'others', 'The other studies of the case'],
    ['post', 'others', 'Opens another study of the case beside this one'],
    ['get', 'measurements', 'The doctor’s measurements in the study; 204 without any'],
    ['put', 'measurements', 'Keeps the doctor’s measurements'],
    ['get', 'answered', 'The measurements that were sent with the answers'],
  ] as const
).map(([method, what, summary]) => ({
  ...(method !== 'get' && { method }),
  path: `/dicom-web/openings/:opening/studies/:study/${what}`,
  summary,
  type: 'application/json',
}));
/** Routes outside the contracts. */
const pages: readonly Page[] = [
  {
    path: '/healthz',
    summary: 'Whether database, storage and data folder answer; 503 otherwise',
    type: 'application/json',
  },
  { path: problemsPath, summary: 'Explains every problem', type: 'text/html' },
  { path: '/api/auth/signin', summary: 'Leads to the sign-in page of the portal' },
  { path: '/api/auth/signin/:provider', summary: 'Leads to the sign-in page of the portal' },
  { path: '/api/auth/callback/:provider', summary: 'Where an identity provider leads back to' },
  {
    path: '/api/auth/backchannel/:provider',
    method: 'post',
    summary: 'A logout that an identity provider reports (OpenID Connect Back-Channel Logout 1.0)',
    type: 'application/json',
  },
  { path: '/api/auth/signout', summary: 'Leads to the sign-out page of the portal' },
  { path: '/api/auth/error', summary: 'Leads to the page of the portal that explains the error' },
  { path: '/viewer', summary: 'Takes the ticket of a link for the cookie of DICOMweb' },
  { path: '/.well-known/security.txt', summary: 'Whom to tell of a vulnerability', type: 'text/plain' },
  { path: '/openapi.json', summary: 'This document', type: 'application/json' },
  { path: '/docs', summary: 'This document for people, to try calls out', type: 'text/html' },
  { path: '/docs/:file', summary: 'What that page loads' },
  ...['/dicom-web', '/dicom-web/openings/:opening'].flatMap((root) =>
    dicomWeb.map(([path, summary, type]): Page => ({ path: root + path, summary, ...(type && { type }) })),
  ),
  ...ofOwnViewer,
];

const pageOperation = ({ path, summary, type }: Page): JsonSchema => ({
  summary,
  tags: [path.split('/')[1] ?? ''],
  security: [],
  parameters: [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {
    default: {
      description: type ? 'Done, or refused' : 'Led on, or refused',
      ...(type && { content: { [type]: {} } }),
    },
  },
});

/** Other routes, described in words. */
const beside: readonly [path: string, what: string][] = [
  [
    '/dicom-web',
    'DICOMweb (QIDO-RS and WADO-RS, read-only) for the images of one study: /studies, /series, /instances, /metadata, /frames, /bulkdata, as viewers ask for them; and /dicom-web/studies/{study}/access, whether it is still open. By the cookie that /viewer sets, never by a session.',
  ],
  ['/viewer', 'At the viewer’s own address: takes the ticket of a link for that cookie.'],
  ['/api/auth/signin', 'This one, /api/auth/signout and /api/auth/error lead on to the portal’s own pages.'],
  [
    '/healthz',
    '{"ok": true} with status 200 while database, storage and data folder answer and take writes; otherwise 503, and which of them does not.',
  ],
  ['/openapi.json', 'This document; /docs for people.'],
];
const lead = 'Product calls carry `x-csrftoken` and `authorization: Token …`.';

/** OpenAPI 3.1 of all served routes, from the schemas that validate them. */
export const openApi = (served: readonly RouteContract[], origin: string): JsonSchema => {
  const paths: Record<string, JsonSchema> = {};
  for (const contract of served) {
    const path = inBraces(contract.path);
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation(contract) };
  }
  for (const page of pages) {
    const path = inBraces(page.path);
    paths[path] = { ...paths[path], [page.method ?? 'get']: pageOperation(page) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Konsil',
      version: '0.2.0',
      description: [
        lead,
        'Beside the calls below there are:',
        ...beside.map(([path, what]) => `- \`${path}\`: ${what}`),
      ].join('\n\n'),
    },
    servers: [{ url: origin }],
    security: [{ token: [], csrf: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'Token {Authorization of the sign-in}',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrftoken',
          description: '{CSRF_Token of the sign-in}, with every call that changes something',
        },
      },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  };
};

const describe = (contract: RouteContract): Html => html`<details>
<summary><code>${contract.method} ${inBraces(contract.path)}</code> – ${contract.summary}</summary>
<pre>${JSON.stringify(operation(contract), null, 2)}</pre>
</details>`;

/** `/openapi.json` for programs and `/docs` for people. */
export const serveApiDocument = (app: FastifyInstance): void => {
  app.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send(openApi(app.kernel.served, app.kernel.env.origins.api)),
  );
  serveTryOut(
    app,
    () => html`<h1>Konsil: the calls</h1>
<p>Every call of the product, from the schemas that check it; what is served beside them stands first. For programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
<p>Refusals are <code>application/problem+json</code>; <a href="${problemsPath}">every problem</a> has a page of its own.</p>
<ul>${beside.map(([path, what]) => html`<li><code>${path}</code>: ${what}</li>`)}</ul>
${app.kernel.served.map(describe)}`,
  );
};
