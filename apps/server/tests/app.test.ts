import { authRoutes, documentedRoutes, routes } from '@konsil/contracts/routes';
import type { InjectOptions } from 'fastify';
import { testApp, type TestApp } from './support/app.ts';
import { requestsAs, signUpPatient, type Person } from './support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const everyHeader = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
];
const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

describe('The contracts', () => {
  test('of all 28 documented routes are served', () => {
    const missing = documentedRoutes
      .filter(([, contract]) => !house.app.hasRoute({ method: contract.method, url: contract.path }))
      .map(([name]) => name);
    expect(missing).toEqual([]);
    expect(documentedRoutes).toHaveLength(28);
  });

  test('added to the documented ones are served, too', () => {
    expect(
      Object.entries(routes)
        .filter(([, { method, path }]) => !house.app.hasRoute({ method, url: path }))
        .map(([name]) => name),
    ).toEqual([]);
  });

  test('are listed in /openapi.json, with their schemas', async () => {
    const { openapi, paths } = (await requestsAs(house.app).get('/openapi.json')).json();
    expect(openapi).toBe('3.1.0');
    for (const { method, path } of Object.values(routes))
      expect(paths[inBraces(path)]).toHaveProperty(method.toLowerCase());
    expect(paths['/api/auth/session']).toMatchObject({ get: {}, post: {} });
    expect(paths['/account/api/login'].post.requestBody.content['application/json'].schema.required).toEqual([
      'email',
      'password',
    ]);
    expect(paths['/api/process/{id}'].put.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
      schema: { format: 'uuid' },
    });
    expect(paths['/api/individualdocument/post/{id}'].post.requestBody.content).toHaveProperty('multipart/form-data');
  });

  test('in /openapi.json and /docs include routes without a contract', async () => {
    const { info } = (await requestsAs(house.app).get('/openapi.json')).json<{ info: { description: string } }>();
    const page = (await requestsAs(house.app).get('/docs')).body;
    for (const path of [
      '/healthz',
      '/openapi.json',
      '/docs',
      '/api/auth/signin',
      '/api/auth/signout',
      '/api/auth/error',
      '/viewer',
      '/dicom-web',
    ]) {
      expect(info.description).toContain(path);
      expect(page).toContain(path);
    }
  });

  test('in /openapi.json have the names of their contracts as operation ids', async () => {
    const { paths } = (await requestsAs(house.app).get('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId?: string }>>;
    }>();
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    // Pages for people have none.
    expect(ids.filter(Boolean).sort()).toEqual(Object.keys({ ...routes, ...authRoutes }).sort());
  });

  test('/openapi.json lists exactly the served routes', async () => {
    const { paths } = (await requestsAs(house.app).get('/openapi.json')).json<{ paths: Record<string, object> }>();
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served: string[] = [];
    const parts: string[] = [];
    for (const line of house.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, tree = '', part = ''] = /^([│├└─ ]*)(\S*)/.exec(line) ?? [];
      parts.length = Math.max(0, tree.length / 4 - 1);
      parts.push(part);
      const [, methods = ''] = / \(([A-Z, ]+)\)$/.exec(line) ?? [];
      for (const method of methods.split(', ').filter(Boolean)) served.push(`${method} ${inBraces(parts.join(''))}`);
    }
    // Preflights, unknown actions of /api/auth, and the outbox of a development installation.
    const apart = (route: string) => route.endsWith('*') || route.includes('/dev/outbox');
    expect(served.length).toBeGreaterThan(100);
    expect(served.filter((route) => !apart(route)).sort()).toEqual(named.sort());
  });
});

test('security.txt names the operator and both portals, and has not expired', async () => {
  const { headers, body } = await requestsAs(house.app).get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = body
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/s) as [string, string]);
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical', 'Canonical']);
  const { Contact, Expires } = Object.fromEntries(fields);
  expect(Contact).toBe(`mailto:${house.env.OPERATOR_EMAIL}`);
  expect(Date.parse(Expires ?? '')).toBeGreaterThan(Date.now());
});

test('the API documentation is public only if configured', async () => {
  const closed = await testApp({ API_DOCS: '0' });
  for (const path of ['/docs', '/openapi.json']) expect((await requestsAs(closed.app).get(path)).statusCode).toBe(404);
  expect((await requestsAs(closed.app).get('/.well-known/security.txt')).statusCode).toBe(200);
  await closed.close();
});

test('a NUL in a text is refused with its field', async () => {
  const answer = await requestsAs(house.app).post('/account/api/login', { email: 'a\0b@example.org', password: 'x' });
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'invalid', errors: [expect.objectContaining({ path: 'email', code: 'invalid' })] }),
  ]);
});

test('/docs is readable', async () => {
  const page = await requestsAs(house.app).get('/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('POST /account/api/login');
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'; style-src 'self'/);
});

test('/docs loads its scripts and styles from this server', async () => {
  const { body } = await requestsAs(house.app).get('/docs');
  const loaded = [...body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(loaded).toHaveLength(2);
  for (const path of loaded) {
    const { statusCode, headers, rawPayload } = await requestsAs(house.app).get(path);
    expect([path, statusCode, rawPayload.length > 100_000]).toEqual([path, 200, true]);
    expect(headers['content-type']).toMatch(/^text\/(?:javascript|css)/);
  }
  expect((await requestsAs(house.app).get('/docs/package.json')).statusCode).toBe(404);
});

test('/healthz reports whether the database responds', async () => {
  expect((await requestsAs(house.app).get('/healthz')).json()).toMatchObject({ ok: true });
});

describe('Refusals', () => {
  const refusals: [string, InjectOptions, number, string][] = [
    ['an unknown address', { url: '/api/nothing' }, 404, 'not_found'],
    ['an unknown method', { method: 'PATCH', url: '/account/api/login' }, 405, 'method_not_allowed'],
    ['HEAD of a call', { method: 'HEAD', url: '/account/isloggedin' }, 405, 'method_not_allowed'],
    ['an address that cannot be read', { url: '/api/patients/%ff' }, 404, 'not_found'],
    ['a very long id', { url: `/api/patients/${'a'.repeat(2000)}` }, 404, 'not_found'],
    [
      'broken JSON',
      {
        method: 'POST',
        url: '/account/api/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"email":',
      },
      400,
      'unreadable',
    ],
    [
      'a forged prototype',
      {
        method: 'POST',
        url: '/account/api/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"__proto__":{"role":"doctor"}}',
      },
      400,
      'unreadable',
    ],
    [
      'JSON nested 200,000 deep',
      {
        method: 'POST',
        url: '/account/api/login',
        headers: { 'content-type': 'application/json' },
        payload: '['.repeat(200_000) + ']'.repeat(200_000),
      },
      400,
      'unreadable',
    ],
    [
      'JSON that is no object',
      { method: 'POST', url: '/account/api/login', headers: { 'content-type': 'application/json' }, payload: '"x"' },
      422,
      'invalid',
    ],
    [
      'XML',
      { method: 'POST', url: '/account/api/login', headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
      415,
      'unsupported_type',
    ],
    [
      'a body over the limit',
      {
        method: 'POST',
        url: '/account/api/login',
        headers: { 'content-type': 'application/json' },
        payload: `{"email":"${'x'.repeat(2 ** 20)}"}`,
      },
      413,
      'too_large',
    ],
    ['no session', { url: '/account/me' }, 401, 'unauthorized'],
  ];

  test.each(refusals)('%s', async (_name, call, status, code) => {
    const answer = await house.app.inject(call);
    expect(answer.statusCode).toBe(status);
    for (const header of everyHeader) expect(answer.headers).toHaveProperty(header);
    if (call.method === 'HEAD') return;
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ type: `/api/problems#${code}`, status, code });
    expect(answer.body).not.toMatch(/at \w+ \(|node_modules|select |fastify/i);
  });

  test('a wrong method gets the allowed ones', async () => {
    const allowed = async (method: 'DELETE' | 'PATCH', url: string) =>
      (await house.app.inject({ method, url })).headers['allow'];
    expect(await allowed('PATCH', '/api/individualdocument/get/x')).toBe('DELETE, GET');
    expect(await allowed('DELETE', '/api/aufgaben/x?y=z')).toBe('GET, POST, PUT');
    expect(await allowed('DELETE', '/healthz')).toBe('GET');
    expect(await allowed('DELETE', '/api/nothing')).toBeUndefined();
  });

  test('a database that does not respond is a 503 with Retry-After, and recovers', async () => {
    const { pool } = house.kernel.connection;
    const { host } = pool.options;
    await house.owner.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    pool.options.host = '/nowhere';
    const refused = await Promise.all(
      Array.from({ length: 12 }, () => requestsAs(house.app, patient).get('/account/isloggedin')),
    );
    expect(
      refused.some(
        (answer) =>
          answer.statusCode === 503 && answer.headers['retry-after'] === '2' && answer.json().code === 'unavailable',
      ),
    ).toBe(true);
    pool.options.host = host;
    expect((await requestsAs(house.app, patient).get('/account/isloggedin')).statusCode).toBe(200);
  });
});

describe('Personal responses', () => {
  test('are never cached', async () => {
    for (const url of ['/account/isloggedin', '/account/me', '/account/settings', '/account/sessions']) {
      expect((await requestsAs(house.app, patient).get(url)).headers['cache-control']).toBe('no-store');
    }
  });

  // A portal reads rendered pictures below /fhir, where other sites get no cookie along.
  test.each(['/account/me', '/fhir/ServiceRequest/1'])(
    'of %s are readable by a portal of another origin',
    async (url) => {
      const preflight = await house.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: 'http://localhost:4300',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization, x-csrftoken',
        },
      });
      expect([
        preflight.statusCode,
        preflight.headers['access-control-allow-origin'],
        preflight.headers['access-control-allow-credentials'],
        preflight.headers['access-control-allow-headers'],
      ]).toEqual([204, 'http://localhost:4300', 'true', expect.stringContaining('x-csrftoken')]);
    },
  );

  test('are readable by no other site', async () => {
    const evil = await house.app.inject({
      method: 'OPTIONS',
      url: '/account/me',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(evil.statusCode).toBe(403);
    expect(evil.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test("are limited to their own origin for the viewer and the API's pages", async () => {
    const { api, viewer, patient } = house.env.origins;
    const asked = async (origin: string, to: string) => {
      const { statusCode, headers } = await house.app.inject({
        method: 'POST',
        url: '/account/api/logout',
        headers: { origin, host: new URL(to).host },
      });
      return [statusCode, headers['access-control-allow-origin']];
    };
    expect([await asked(viewer, patient), await asked(viewer, api), await asked(api, patient)]).toEqual([
      [403, undefined],
      [403, undefined],
      [403, undefined],
    ]);
    expect([await asked(viewer, viewer), await asked(api, api)]).toEqual([
      [401, undefined],
      [401, undefined],
    ]);
    expect(await asked(patient, api)).toEqual([401, patient]);
  });
});

describe('A repeated request', () => {
  const letter = { subject: 'Frage', message: 'Guten Tag' };
  const send = (key: string, body: object = letter) =>
    requestsAs(house.app, patient).post('/account/contact', body, { 'idempotency-key': key });
  const sent = async () => (await house.outbox('operator@konsil.example')).length;

  test('with one Idempotency-Key has one effect, also fifty at once, and one response', async () => {
    const before = await sent();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('key-0001')));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))).toEqual(
      new Set(['202 {"ok":true}']),
    );
    expect(await sent()).toBe(before + 1);
  });

  test('with a key used for something else is a conflict', async () => {
    await send('key-0002');
    const other = await send('key-0002', { ...letter, subject: 'Etwas anderes' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'conflict']);
  });

  test('can reuse the key of a refused request', async () => {
    expect((await send('key-0003', { subject: '' })).statusCode).toBe(422);
    expect((await send('key-0003')).statusCode).toBe(202);
  });

  test('of another user with the same key is independent', async () => {
    const other = await signUpPatient(house);
    await send('key-0004');
    const before = await sent();
    expect(
      (await requestsAs(house.app, other).post('/account/contact', letter, { 'idempotency-key': 'key-0004' }))
        .statusCode,
    ).toBe(202);
    expect(await sent()).toBe(before + 1);
  });
});
