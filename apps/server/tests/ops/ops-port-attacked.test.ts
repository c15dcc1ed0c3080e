import { connect } from 'node:net';
import { freePort } from '@konsil/server-testing/free-port';
import { openOps, OpsSite } from '../../src/ops/ops-site.ts';
import { testApp, type TestApp } from '../support/app.ts';

let house: TestApp;
let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  house = await testApp();
  port = await freePort();
  const site = new OpsSite();
  site.serves(house.app);
  close = await openOps({ OPS_PORT: port, OPS_HOST: '127.0.0.1' }, site);
});
afterAll(async () => {
  await close();
  await house.close();
});

/** Sends these bytes as they are, and resolves with all that comes back until the connection ends. */
const sent = (bytes: string) =>
  new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (part) => {
        heard += part.toString();
      })
      .on('error', () => undefined)
      .on('close', () => resolve(heard));
  });
const call = (line: string, headers: readonly string[] = [], body = '') =>
  sent([line, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n'));
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test.each([
  ['another path', 'GET /api/process HTTP/1.1', 404],
  ['a path upwards', 'GET /../../etc/passwd HTTP/1.1', 404],
  ['an encoded path upwards', 'GET /%2e%2e%2fetc%2fpasswd HTTP/1.1', 404],
  ['a page with a slash behind it', 'GET /metrics/ HTTP/1.1', 404],
  ['a property of every object', 'GET /constructor HTTP/1.1', 404],
  ['an address of another server', 'GET http://example.org/metrics HTTP/1.1', 404],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1', NaN],
  ['a method that writes', 'DELETE /metrics HTTP/1.1', 405],
  ['a preflight', 'OPTIONS /metrics HTTP/1.1', 405],
  ['a method that does not exist', 'HACK /metrics HTTP/1.1', 400],
  ['a path without a slash', 'GET constructor HTTP/1.1', 400],
])('the port answers %s with a short refusal', async (_, line, status) => {
  const answer = await call(line);
  expect(statusOf(answer)).toBe(status);
  expect(answer.length).toBeLessThan(1000);
  expect(answer).not.toMatch(/konsil_|node_modules|at .*\.ts|root:/);
});

test('hostile headers and bodies are refused, and the port goes on', async () => {
  const answers = [
    await call('GET /metrics HTTP/1.1', [`X-Long: ${'a'.repeat(64 * 1024)}`]),
    await call(
      'GET /metrics HTTP/1.1',
      Array.from({ length: 4000 }, (_, at) => `X-${at}: ${at}`),
    ),
    await call('GET /metrics HTTP/1.1', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    await call('GET /metrics HTTP/1.1', ['X-Broken\u0000: 1']),
    await sent('GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n'),
  ];
  expect(answers.map(statusOf)).toEqual([431, 431, 400, 400, 400]);
  for (const answer of answers) expect(answer).not.toContain('konsil_');
  expect(statusOf(await call('GET /livez HTTP/1.1'))).toBe(200);
});

test('no other origin may read a page, whatever host it names', async () => {
  for (const host of ['evil.example', 'localhost']) {
    const answer = await sent(
      `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(200);
    expect(answer).not.toMatch(/access-control-allow|evil\.example|set-cookie/i);
    expect(answer).toMatch(/cross-origin-resource-policy: same-origin/i);
    expect(answer).toMatch(/cache-control: no-store/i);
  }
});

test('a body is not read, and does not become the next request', async () => {
  const smuggled = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answer = await call('POST /livez HTTP/1.1', [`Content-Length: ${smuggled.length}`], smuggled);
  expect(statusOf(answer)).toBe(405);
  expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
});
