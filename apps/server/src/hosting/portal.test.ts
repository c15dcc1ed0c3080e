import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { portalPolicy } from './policy.ts';
import { createPortal } from './portal.ts';

let folder: string;
let portal: FastifyInstance;
const script = `export const words = ${JSON.stringify('Befund '.repeat(300))};`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konsil-portal-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta property="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>');
  writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/main-1.js'), script);
  writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/main-1.js.map'), '{}');
  portal = await createPortal({ folder, policy: portalPolicy(['https://api.example']), config: { apiOrigin: 'https://api.example' }, logger: Fastify().log, trustProxy: false });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => portal.inject({ url, headers });
const page = (url: string) => get(url, { accept: 'text/html' });

test('every address of the portal answers its page, with a nonce that is new each time and the same in page and policy', async () => {
  const answers = await Promise.all([page('/'), page('/patient/process/0198f1a0-0000-7000-8000-000000000000')]);
  const nonces = answers.map(({ statusCode, headers, body }) => {
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    return nonce;
  });
  expect(nonces[0]).toHaveLength(24);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('the policy lets no script in but our own files, and calls only where the operator said', async () => {
  const policy = String((await page('/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("connect-src 'self' https://api.example;");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('built files are kept for ever and sent compressed to whoever can read that', async () => {
  const plain = await get('/assets/main-1.js');
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
  const small = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'content-type': 'application/javascript; charset=utf-8' });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  expect((await get('/mark.svg')).headers['cache-control']).toBe('public, max-age=3600');
});

test('a file seen before is not sent again', async () => {
  const { headers } = await get('/mark.svg');
  expect((await get('/mark.svg', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test('the settings are asked for anew each time', async () => {
  const { headers, body } = await get('/config.json');
  expect(JSON.parse(body)).toEqual({ apiOrigin: 'https://api.example' });
  expect(headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/assets/gone.js', 'text/html'], ['/assets/main-1.js.map', '*/*'], ['/assets/main-1.js.br', '*/*'], ['/index.html', '*/*'],
  ['/../package.json', '*/*'], ['/assets/..%2f..%2fpackage.json', '*/*'], ['/patient', 'application/json'], ['/wp-login.php', '*/*'], ['/%00', '*/*'],
])('what is not there is a problem, never the page: %s asked for as %s', async (url, accept) => {
  const { statusCode, headers } = await get(url, { accept });
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
});

test.each(['/', '/mark.svg', '/config.json', '/assets/gone.js'])('%s carries every security header', async (url) => {
  expect((await page(url)).headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});
