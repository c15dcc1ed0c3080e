import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { testApp } from '../support/app.ts';
import { as, newPhone, personalData, signIn, linkToken, smsCode } from '../support/people.ts';
import { loggerOptions } from '@konsil/server-platform/logger';

/** Runs `work` on a server that logs everything, and gives what it logged. */
const logOf = async (work: (house: Awaited<ReturnType<typeof testApp>>) => Promise<void>): Promise<string> => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array) => lines.push(String(text)) > 0) as typeof write;
  try {
    const house = await testApp({ LOG_LEVEL: 'debug' });
    await work(house);
    await house.close();
  } finally {
    process.stdout.write = write;
  }
  return lines.join('');
};

test('what people write, who they are and what lets them in reaches no log', async () => {
  const secrets: string[] = [];
  const log = await logOf(async (house) => {
    const [email, phone, password] = ['marker-mail@example.org', newPhone(), 'Marker-Password-7'];
    await as(house.app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
    const link = await linkToken(house, email);
    await as(house.app).post('/account/confirm', { token: link });
    const person = await signIn(house.app, email, password);
    await as(house.app, person).post('/account/userdata/post', {
      ...personalData(phone),
      last_name: 'Markername',
      city: 'Markerstadt',
    });
    const code = await smsCode(house, phone);
    const done = (await as(house.app, person).post('/account/otp', { code })).json();
    const session = { token: done.Authorization, csrf: done.CSRF_Token };
    await as(house.app, session).post('/account/contact', { subject: 'Markersubject', message: 'Markermessage' });
    await as(house.app, session).get('/api/process/5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b/preview?search=Markersearch');
    await as(house.app).post('/account/api/login', { email, password: 'Wrong-Marker-7' });
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
    // A failing statement, whose message carries its parameters.
    await house.kernel.db.execute('drop table drafts');
    await as(house.app, session).put('/account/drafts/case:new', { content: { text: 'Markerdraft' } });
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
