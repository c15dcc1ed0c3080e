import { hostname } from 'node:os';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { startupOutput } from '../../src/speaker.ts';
import { testApp } from '../support/app.ts';
import { requestsAs, newPhone, personalData, signIn, linkToken, smsCode } from '../support/people.ts';
import { loggerOptions } from '@konsil/server-platform/logger';

/** Runs `work` on a server with full logging, and returns the log. */
const logOf = async (
  work: (house: Awaited<ReturnType<typeof testApp>>) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<string> => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array) => lines.push(String(text)) > 0) as typeof write;
  try {
    const house = await testApp({ LOG_LEVEL: 'debug', ...settings });
    await work(house);
    await house.close();
  } finally {
    process.stdout.write = write;
  }
  return lines.join('');
};

test('texts, identities and credentials never reach the log', async () => {
  const secrets: string[] = [];
  const log = await logOf(async (house) => {
    const [email, phone, password] = ['marker-mail@example.org', newPhone(), 'Marker-Password-7'];
    await requestsAs(house.app).post('/account/api/signup', {
      email,
      password,
      confirm_password: password,
      consent: true,
    });
    const link = await linkToken(house, email);
    await requestsAs(house.app).post('/account/confirm', { token: link });
    const person = await signIn(house.app, email, password);
    await requestsAs(house.app, person).post('/account/userdata/post', {
      ...personalData(phone),
      last_name: 'Markername',
      city: 'Markerstadt',
    });
    const code = await smsCode(house, phone);
    const done = (await requestsAs(house.app, person).post('/account/otp', { code })).json();
    const session = { token: done.Authorization, csrf: done.CSRF_Token };
    await requestsAs(house.app, session).post('/account/contact', {
      subject: 'Markersubject',
      message: 'Markermessage',
    });
    await requestsAs(house.app, session).get(
      '/api/process/5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b/preview?search=Markersearch',
    );
    await requestsAs(house.app).post('/account/api/login', { email, password: 'Wrong-Marker-7' });
    await house.app.inject({
      method: 'POST',
      url: '/api/auth/_log',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        level: 'error',
        code: 'X',
        message: `${email} ${phone} ${session.token}\r\n{"forged":1}`,
        url: 'https://marker.example',
      }).toString(),
    });
    // A failing statement, whose message contains its parameters.
    await house.owner.db.execute('drop table drafts');
    await requestsAs(house.app, session).put('/account/drafts/case:new', { content: { text: 'Markerdraft' } });
    secrets.push(
      email,
      phone,
      password,
      link,
      person.token,
      person.csrf,
      session.token,
      code,
      'Markername',
      'Markerstadt',
      'Markersubject',
      'Markermessage',
      'Markersearch',
      'Wrong-Marker-7',
      'Markerdraft',
      'marker.example',
      '5f0c1d5e-8a0b',
      'case:new',
      '"forged"',
    );
  });
  expect(log).toContain('"route":"/account/drafts/:key"');
  expect(log).toContain('Failed query: (left out)');
  expect(log).toContain('from a browser');
  for (const secret of secrets) expect({ secret, logged: log.includes(secret) }).toEqual({ secret, logged: false });
});

test('every line is one JSON object', () => {
  const stream = new PassThrough();
  const { log } = Fastify({ logger: { ...(loggerOptions({ LOG_LEVEL: 'info' }) as object), stream } });
  log.error({ failure: new Error('first line\nsecond line') }, 'failed\r\nforged');
  const text = String(stream.read());
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(text)).toMatchObject({ level: 'error', failure: { type: 'Error', message: 'first line' } });
});

test("each request is one line with host, process, version and the proxy's request id", async () => {
  const id = '4f1c0d5e8a0b4c539f4e1c2d3e4f5a6b';
  const ask = async (settings: Record<string, string>, given: string) => {
    const log = await logOf(async ({ app }) => {
      await app.inject({ url: '/account/isloggedin', headers: { 'x-request-id': given } });
    }, settings);
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => JSON.stringify(line).includes('/account/isloggedin'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'info',
      host: hostname(),
      process: process.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      req: { method: 'GET', route: '/account/isloggedin' },
      status: 401,
    });
    return lines[0]?.request;
  };
  expect(await ask({ TRUSTED_PROXIES: '127.0.0.1' }, id)).toBe(id);
  expect(await ask({}, id)).not.toBe(id);
  for (const forged of ['Petra Muster', 'petra@example.org', `${id}"}`, 'a'.repeat(65), 'deadbeef-facade-cafe'])
    expect(await ask({ TRUSTED_PROXIES: '127.0.0.1' }, forged)).toMatch(/^[\da-f-]{36}$/);
});

test('messages beside the log are text in a terminal and log lines elsewhere', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) =>
    ({ isTTY, write: (text: string) => written.push(text) > 0 }) as typeof process.stdout;
  const [terminal, file] = [stream(true), stream(false)];
  startupOutput(terminal, terminal).say('Konsil is ready.', { origins: {} });
  startupOutput(file, file).complain('KONSIL_SECRET must be given in production.');
  expect(written[0]).toBe('Konsil is ready.\n');
  expect(written[1]?.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(written[1] ?? '')).toMatchObject({
    level: 'error',
    host: hostname(),
    process: process.pid,
    msg: 'KONSIL_SECRET must be given in production.',
  });
});
