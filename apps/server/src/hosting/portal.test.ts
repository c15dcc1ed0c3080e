import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { portalPlaceholders } from '@konsil/contracts/portal-config';
import Fastify, { type FastifyInstance } from 'fastify';
import { inlineScripts } from './pages.ts';
import { portalPolicy } from './policy.ts';
import { createPortal } from './portal.ts';

let folder: string;
let portal: FastifyInstance;
const config = {
  apiOrigin: 'https://api.example',
  portals: { patient: 'https://konsil.example', doctor: 'https://praxis.example' },
};
const inline = 'alert(1)';
// About the size of a page.
const rules = 'p { margin: 0 } '.repeat(100);
const script = `export const words = ${JSON.stringify('Befund '.repeat(300))};`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konsil-portal-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta name="konsil-config" content="__KONSIL_CONFIG__" /><meta property="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  );
  for (const [locale, words] of [
    ['de', 'Anmelden'],
    ['en', 'Sign in'],
  ]) {
    writeFileSync(
      join(folder, `login.${locale}.html`),
      `<!doctype html><style nonce="__CSP_NONCE__">${rules}</style><script>${inline}</script><h1>${words}</h1><a href="${portalPlaceholders.doctor}/login">`,
    );
  }
  writeFileSync(
    join(folder, 'doctor.de.html'),
    '<!doctype html><style nonce="__CSP_NONCE__"></style><nav>Eingang</nav>',
  );
  writeFileSync(join(folder, 'patient.process._.de.html'), '<!doctype html><nav>Fälle</nav>');
  writeFileSync(
    join(folder, 'addresses.json'),
    JSON.stringify(['/', '/login', '/patient', '/patient/process/:caseId', '/doctor/*']),
  );
  writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/main-1.js'), script);
  writeFileSync(join(folder, 'assets/plan-code.worker-1.js'), script);
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/main-1.js.map'), '{}');
  portal = await createPortal({
    folder,
    policy: portalPolicy(['https://api.example'], inlineScripts(folder)),
    config,
    logger: Fastify().log,
    https: false,
  });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => portal.inject({ url, headers });
const page = (url: string) => get(url, { accept: 'text/html' });

test('a quiet copy is marked in the settings of every page until it is activated', async () => {
  const state = { quiet: true };
  const copy = await createPortal({
    folder,
    policy: portalPolicy([], inlineScripts(folder)),
    config,
    isQuiet: () => state.quiet,
    logger: Fastify().log,
    https: false,
  });
  const told = async () => [
    (await copy.inject('/config.json')).json<{ quiet?: true }>().quiet,
    (await copy.inject({ url: '/login', headers: { accept: 'text/html' } })).body.includes('quiet'),
  ];
  expect(await told()).toEqual([true, true]);
  state.quiet = false;
  expect(await told()).toEqual([undefined, false]);
  await copy.close();
});

test('every portal path serves its page, with a fresh nonce in page and policy', async () => {
  const answers = await Promise.all([page('/'), page('/patient/process/0198f1a0-0000-7000-8000-000000000000')]);
  const nonces = answers.map(({ statusCode, headers, body }) => {
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const nonce = /csp-nonce" content="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    return nonce;
  });
  expect(nonces[0]).toHaveLength(24);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test.each([
  ['/login/', 200],
  ['/LOGIN', 200],
  ['/doctor', 200],
  ['/doctor/patient/1/process/2', 200],
  ['/patient/process/a%2Fb', 404],
  ['/nirgends', 404],
  ['/patient/process', 404],
  ['/patient/process/1/nirgends', 404],
])('%s responds %d with a page that explains it', async (url, status) => {
  const { statusCode, headers, body } = await page(url);
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    status,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(body).toMatch(/^<!doctype html>/);
});

test('the policy allows our own scripts, and requests to configured origins only', async () => {
  const policy = String((await page('/')).headers['content-security-policy']);
  expect(policy).toContain(
    "default-src 'none'; script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';",
  );
  expect(policy).toContain("connect-src 'self' https://api.example;");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('only the worker that reads plan codes may run WebAssembly, however it is fetched', async () => {
  for (const mode of ['worker', 'empty', 'script']) {
    const { headers } = await get('/assets/plan-code.worker-1.js', { 'sec-fetch-dest': mode });
    expect(headers['content-security-policy']).toContain("script-src 'wasm-unsafe-eval'; connect-src 'self'");
  }
  for (const path of ['/assets/main-1.js', '/assets/main-1.js?/assets/plan-code.worker-1.js'])
    expect((await get(path, { 'sec-fetch-dest': 'worker' })).headers['content-security-policy']).not.toContain('wasm');
});

test.each([
  ['/login', {}, 'Anmelden'],
  ['/login', { 'accept-language': 'fr, en-GB;q=0.8, de;q=0.5' }, 'Sign in'],
  ['/login', { 'accept-language': 'de;q=0.2, en' }, 'Sign in'],
  ['/login', { 'accept-language': 'en', cookie: 'a=b; konsil_locale=de' }, 'Anmelden'],
  ['/login?lang=en', { cookie: 'konsil_locale=de' }, 'Sign in'],
])('serves a prerendered page by the language of link, choice and browser: %s %j', async (url, headers, words) => {
  const { body, headers: answered } = await get(url, { accept: 'text/html', ...headers });
  expect(body).toContain(`<h1>${words}</h1>`);
  expect(body).toContain('href="https://praxis.example/login"');
  const nonce = /<style nonce="([^"]+)"/.exec(body)?.[1];
  expect(answered['content-security-policy']).toContain(`'nonce-${nonce}'`);
});

test.each([
  ['/login', { cookie: 'authorization=t' }],
  ['/login?error=SessionRequired', {}],
  ['/patient', {}],
  ['/login', { cookie: 'konsil_locale=de-simple' }],
  ['/login?lang=en-simple', { cookie: 'konsil_locale=de' }],
])('visitors with a session, query or simple language get the client page: %s %j', async (url, headers) => {
  const { statusCode, body } = await get(url, { accept: 'text/html', ...headers });
  expect(statusCode).toBe(200);
  expect(body).not.toContain('<h1>');
});

test('signed-in visitors get the prerendered frame of their first page, others do not', async () => {
  const cookie = 'authorization=t';
  for (const url of ['/doctor', '/doctor?view=answered'])
    expect((await get(url, { accept: 'text/html', cookie })).body).toContain('<nav>Eingang</nav>');
  expect((await page('/doctor')).body).not.toContain('<nav>');
  expect((await get('/doctor/search', { accept: 'text/html', cookie })).body).not.toContain('<nav>');
});

test('signed-in visitors get the prerendered frame of a case by any id, not of pages below it', async () => {
  const theCase = '/patient/process/0198f1a0-0000-7000-8000-000000000000';
  const bodyOf = async (url: string, headers = {}) => (await get(url, { accept: 'text/html', ...headers })).body;
  const cookie = 'authorization=t';
  expect(await bodyOf(theCase, { cookie })).toContain('<nav>Fälle</nav>');
  for (const url of [`${theCase}/send`, '/patient/process/new', '/patient/process'])
    expect(await bodyOf(url, { cookie })).not.toContain('<nav>');
  expect(await bodyOf(theCase)).not.toContain('<nav>');
});

test('signed-out visitors never get the frame of a case, not even by the name of its file', async () => {
  const { body, statusCode } = await get('/patient.process._', { accept: 'text/html' });
  expect(statusCode).toBe(404);
  expect(body).toContain('konsil-config');
  expect(body).not.toContain('<nav>');
});

test('the settings are in the page', async () => {
  const content = /name="konsil-config" content="([^"]*)"/.exec((await page('/')).body)?.[1] ?? '';
  expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(config);
});

test.each<Record<string, string>>([{}, { accept: '*/*' }])(
  'a client without Accept header gets the page where no file is meant: %j',
  async (headers) => {
    expect((await get('/login', headers)).headers['content-type']).toMatch(/^text\/html/);
    expect((await get('/login', { ...headers, 'sec-fetch-mode': 'cors' })).statusCode).toBe(404);
  },
);

test('compresses a page for clients that accept it', async () => {
  const { headers, rawPayload } = await get('/login', { accept: 'text/html', 'accept-encoding': 'gzip, br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(rawPayload).toString()).toContain('<h1>Anmelden</h1>');
});

test('a form submitted before the script runs reloads its page, unread', async () => {
  const { statusCode, headers } = await portal.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: 'email=a%40example.org&password=secret',
  });
  expect([statusCode, headers.location]).toEqual([303, '?lang=en']);
});

test('built files are cached forever and compressed for clients that accept it', async () => {
  const plain = await get('/assets/main-1.js');
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({ 'cache-control': 'max-age=31536000, immutable', vary: 'accept-encoding' });
  const small = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': 'application/javascript; charset=utf-8',
  });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  expect((await get('/mark.svg')).headers['cache-control']).toBe('public, max-age=3600');
});

test('does not resend a cached file', async () => {
  const { headers } = await get('/mark.svg');
  expect((await get('/mark.svg', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test('requests settings anew every time', async () => {
  const { headers, body } = await get('/config.json');
  expect(JSON.parse(body)).toEqual(config);
  expect(headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/assets/gone.js', 'text/html'],
  ['/assets/main-1.js.map', '*/*'],
  ['/assets/main-1.js.br', '*/*'],
  ['/index.html', '*/*'],
  ['/addresses.json', '*/*'],
  ['/login.de.html', '*/*'],
  ['/../package.json', '*/*'],
  ['/assets/..%2f..%2fpackage.json', '*/*'],
  ['/patient', 'application/json'],
  ['/wp-login.php', '*/*'],
  ['/%00', '*/*'],
])('a missing file is a problem, never the page: %s requested as %s', async (url, accept) => {
  const { statusCode, headers } = await get(url, { accept });
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
});

test("embedded scripts can do nothing as a page; workers have the portal's policy", async () => {
  const policyFor = async (dest: string) =>
    (await get('/assets/main-1.js', { 'sec-fetch-dest': dest })).headers['content-security-policy'];
  expect(await policyFor('script')).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(await policyFor('worker')).toContain("connect-src 'self'");
  expect(
    (await get('/login', { accept: 'text/html', 'sec-fetch-dest': 'script' })).headers['content-security-policy'],
  ).toContain("'nonce-");
});

test('embedded scripts omit headers that only matter for pages', async () => {
  const ofPages = ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy'];
  const headersFor = async (dest: string) =>
    Object.keys((await get('/assets/main-1.js', { 'sec-fetch-dest': dest })).headers);
  expect(await headersFor('document')).toEqual(expect.arrayContaining(ofPages));
  expect((await headersFor('script')).filter((name) => ofPages.includes(name))).toEqual([]);
});

test.each(['/', '/mark.svg', '/config.json', '/assets/gone.js'])('%s has every security header', async (url) => {
  expect((await page(url)).headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});
