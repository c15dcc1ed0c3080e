import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer, type Server } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { eq, isNull } from 'drizzle-orm';
import { outbox } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { deleteExpired } from '../../src/housekeeping.ts';
import { enqueueEmail, enqueueText } from '@konsil/server-domain/notices/letters';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { emailCarrier } from '@konsil/server-platform/outbox/transports';

let house: TestApp;

const nowhere = 'http://localhost:9';

interface MailHost {
  url: string;
  letters: string[];
  /** The reply to the next messages; undefined accepts them. */
  refuse: string | undefined;
  /** The reply to addresses. */
  address: { responseCode: number; message: string } | undefined;
  /** Number of addresses tried. */
  asked: number;
  close: () => Promise<void>;
}
const mailHost = async (): Promise<MailHost> => {
  const host: MailHost = {
    url: '',
    letters: [],
    refuse: undefined,
    address: undefined,
    asked: 0,
    close: async () => undefined,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      host.asked += 1;
      done(host.address ? Object.assign(new Error(host.address.message), host.address) : null);
    },
    onData(stream, _session, done) {
      let text = '';
      stream
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
        })
        .on('end', () => {
          if (!host.refuse) host.letters.push(text);
          done(host.refuse ? Object.assign(new Error(host.refuse), { responseCode: 451 }) : null);
        });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  host.close = () => new Promise((resolve) => server.close(resolve));
  return host;
};

const write = (to = 'petra@example.org') =>
  house.kernel.db.transaction((tx) =>
    enqueueEmail(tx, house.kernel.vault, {
      to,
      locale: 'de',
      template: 'reset_password',
      data: { link: 'https://konsil.example/reset-password#token=geheim' },
    }),
  );
const rows = () => house.kernel.db.select().from(outbox);

describe('An email', () => {
  let host: MailHost;
  beforeEach(async () => {
    host = await mailHost();
    house = await testApp({ SMTP_URL: host.url, SMS_GATEWAY_URL: nowhere });
  });
  afterEach(async () => {
    await house.close();
    await host.close();
  });

  test("is sent after the commit, in its reader's language", async () => {
    await write();
    await waitUntil(() => host.letters.length === 1);
    expect(host.letters[0]).toMatch(/^Subject: Neues Passwort festlegen\r$/m);
    expect(host.letters[0]).toMatch(/^To: petra@example.org\r$/m);
    expect(host.letters[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    await waitUntil(async () => (await rows())[0]?.sentAt !== null);
  });

  test('is never sent after a rollback', async () => {
    await expect(
      house.kernel.db.transaction(async (tx) => {
        await enqueueEmail(tx, house.kernel.vault, {
          to: 'petra@example.org',
          locale: 'en',
          template: 'reset_password',
          data: { link: 'x' },
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await write('tom@example.org');
    await waitUntil(() => host.letters.length > 0);
    expect(host.letters.join()).not.toContain('petra');
  });

  test('is retried when the mail host refuses, and arrives once', async () => {
    host.refuse = 'try later';
    await write();
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    const [row] = await rows();
    expect((row?.dueAt.getTime() ?? 0) - house.clock.now().getTime()).toBeGreaterThan(1000);
    host.refuse = undefined;
    house.clock.advance(minuteMs);
    await write('tom@example.org');
    await waitUntil(() => host.letters.length === 2);
    await waitUntil(async () => (await rows()).every((sent) => sent.sentAt !== null));
    expect(host.letters.filter((letter) => letter.includes('petra@example.org'))).toHaveLength(1);
  });

  test('written before the clock was set back is sent at once, and waits after a refusal', async () => {
    house.clock.advance(-dayMs);
    host.refuse = 'try later';
    await write();
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    const ofOther = { dueAt: house.clock.now(), leasedUntil: new Date(house.clock.now().getTime() + dayMs) };
    host.refuse = undefined;
    await write('tom@example.org');
    await waitUntil(() => host.letters.length === 1);
    expect(host.letters.join()).toContain('tom@example.org');
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await house.kernel.db.update(outbox).set(ofOther).where(isNull(outbox.sentAt));
    await write('ute@example.org');
    await waitUntil(() => host.letters.length === 3);
  });

  test('waits twice as long after each refusal, up to an hour', async () => {
    host.refuse = 'try later';
    await write();
    house.clock.stop();
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 13; attempts += 1) {
      const done = async () => (await rows())[0]?.attempts === attempts && (await rows())[0]?.leasedUntil === null;
      await waitUntil(done);
      const wait = ((await rows())[0]?.dueAt.getTime() ?? 0) - house.clock.now().getTime();
      // The first refusal may have been before the clock was stopped.
      waits.push(Math.ceil(wait / 5000) * 5);
      house.clock.advance(wait + 1000);
      await house.kernel.db.transaction((tx) => notifyProcesses(tx, { kind: 'outbox' }));
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  });

  test.each([
    [550, '5.1.1 <petra@example.org>: no such user'],
    [553, 'mailbox name not allowed'],
  ])('permanently refused (%i) is not retried, and logged without the address', async (responseCode, message) => {
    host.address = { responseCode, message };
    const log = jest.spyOn(house.app.log, 'error');
    await write();
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    expect((await rows())[0]).toMatchObject({ attempts: 1, sentAt: null, failedAt: expect.any(Date) });
    expect(log.mock.calls).toEqual([
      [expect.objectContaining({ channel: 'email', letter: (await rows())[0]?.id }), 'a letter was refused for good'],
    ]);
    expect(
      JSON.stringify(log.mock.calls, (_key, value: unknown) => (value instanceof Error ? value.stack : value)),
    ).not.toMatch(/petra|no such user/);
    house.clock.advance(dayMs);
    host.address = undefined;
    await write('tom@example.org');
    await waitUntil(() => host.letters.length === 1);
    expect(host.asked).toBe(2);
  });

  test.each([
    [450, '4.2.1 try later'],
    [550, '5.7.1 relaying denied'],
    [554, '5.7.1 client host blocked'],
  ])('is retried when refused temporarily or by policy (%i %s)', async (responseCode, message) => {
    host.address = { responseCode, message };
    await write();
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    expect((await rows())[0]?.failedAt).toBeNull();
    host.address = undefined;
    house.clock.advance(minuteMs);
    await write('tom@example.org');
    await waitUntil(() => host.letters.length === 2);
  });

  test('claimed by a killed process is sent by another one after the lease', async () => {
    host.refuse = 'try later';
    await write();
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    // The state a process leaves when killed while sending.
    await house.kernel.db
      .update(outbox)
      .set({ leasedUntil: new Date(house.clock.now().getTime() + minuteMs), dueAt: house.clock.now() });
    host.refuse = undefined;
    await write('tom@example.org');
    await waitUntil(() => host.letters.length === 1);
    expect(host.letters[0]).toContain('tom@example.org');
    house.clock.advance(2 * minuteMs);
    await write('anna@example.org');
    await waitUntil(() => host.letters.length === 3);
  });

  test('is sent once by five concurrent processes', async () => {
    for (let at = 0; at < 4; at += 1) await house.secondProcess();
    for (let at = 0; at < 40; at += 1) await write(`person${at}@example.org`);
    await waitUntil(async () => (await rows()).every((row) => row.sentAt !== null));
    expect(host.letters).toHaveLength(40);
  });

  test('waits rather than being sent unencrypted where TLS is required', async () => {
    const letter = { to: 'petra@example.org', subject: 'Neues Passwort festlegen', text: 'Guten Tag' };
    const [encrypted, plain] = [true, false].map((smtpNeedsTls) =>
      emailCarrier({
        SMTP_URL: host.url,
        MAIL_FROM: 'no-reply@konsil.example',
        OPERATOR_EMAIL: 'office@konsil.example',
        smtpNeedsTls,
      }),
    );
    await expect(encrypted?.carry(letter, 'a')).rejects.toThrow(/STARTTLS/);
    await plain?.carry(letter, 'b');
    expect(host.letters).toHaveLength(1);
    encrypted?.close();
    plain?.close();
  });

  test('has a text and an HTML part, and replies go to the operator', async () => {
    await write();
    await waitUntil(() => host.letters.length === 1);
    const [letter = ''] = host.letters;
    expect(letter).toMatch(/^content-type: multipart\/alternative/im);
    expect(letter).toMatch(/^content-type: text\/plain/im);
    expect(letter).toMatch(/^content-type: text\/html/im);
    expect(letter).toContain(`Reply-To: ${house.env.OPERATOR_EMAIL}`);
  });

  test('is encrypted in the database', async () => {
    await write();
    const { rows: raw } = await house.kernel.connection.pool.query<{ row: string }>(
      "select outbox::text as row, encode(sealed, 'escape') as sealed from outbox",
    );
    expect(JSON.stringify(raw)).not.toMatch(/petra|geheim/);
  });
});

describe('An SMS', () => {
  let gateway: Server;
  let requests: { headers: Record<string, unknown>; body: string }[];
  let answer: { status: number; body: string };
  beforeEach(async () => {
    requests = [];
    answer = { status: 200, body: '{"status":"queued"}' };
    gateway = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: Buffer) => {
          body += chunk.toString();
        })
        .on('end', () => {
          requests.push({ headers: request.headers, body });
          response.writeHead(answer.status).end(answer.body);
        });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    house = await testApp(settings());
  });
  afterEach(async () => {
    await house.close();
    gateway.close();
  });
  const settings = () => ({
    SMTP_URL: 'smtp://localhost:9',
    SMS_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`,
    SMS_GATEWAY_HEADERS: '{"x-key":"k"}',
    SMS_GATEWAY_BODY: '{"recipient":"{{to}}","content":"{{text}}","reference":"{{id}}"}',
    SMS_GATEWAY_OK: '"status":"queued"',
  });
  const text = (expiresAt: Date) =>
    house.kernel.db.transaction((tx) =>
      enqueueText(tx, house.kernel.vault, {
        channel: 'sms',
        to: '+4915112345678',
        locale: 'en',
        template: 'code',
        data: { code: '123456', host: 'portal.example' },
        expiresAt,
      }),
    );
  const soon = () => new Date(house.clock.now().getTime() + 10 * minuteMs);

  test('is sent by the configured gateway', async () => {
    await text(soon());
    await waitUntil(() => requests.length === 1);
    expect(requests[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      recipient: '+4915112345678',
      content: expect.stringContaining('123456 is your Konsil verification code'),
    });
    await waitUntil(async () => (await rows())[0]?.sentAt !== null);
  });

  test.each([[{ status: 500, body: '' }], [{ status: 200, body: '{"status":"rejected"}' }]])(
    'is retried when the gateway responds %j',
    async (refusal) => {
      answer = refusal;
      await text(soon());
      await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
      expect((await rows())[0]?.sentAt).toBeNull();
    },
  );

  test('to a number that the gateway calls invalid is not retried', async () => {
    await house.close();
    house = await testApp({ ...settings(), SMS_GATEWAY_REFUSED: '"error":"invalid_recipient"' });
    answer = { status: 400, body: '{"error":"invalid_recipient","number":"+4915112345678"}' };
    await text(soon());
    await waitUntil(async () => (await rows())[0]?.failedAt !== null);
    expect((await rows())[0]).toMatchObject({ attempts: 1, sentAt: null });
    house.clock.advance(5 * minuteMs);
    answer = { status: 200, body: '{"status":"queued"}' };
    await text(soon());
    await waitUntil(async () => (await rows()).some(({ sentAt }) => sentAt !== null));
    expect(requests).toHaveLength(2);
  });

  test('that cannot be sent is kept for a week, then deleted', async () => {
    answer = { status: 500, body: '' };
    await text(new Date(house.clock.now().getTime() + 400 * dayMs));
    await waitUntil(async () => (await rows())[0]?.attempts === 1 && (await rows())[0]?.leasedUntil === null);
    await house.kernel.db.update(outbox).set({ attempts: 39, dueAt: house.clock.now() });
    house.clock.advance(minuteMs);
    await waitUntil(async () => (await rows()).some(({ failedAt }) => failedAt !== null));
    // The content is kept so that an operator can try again, but not for long.
    expect((await rows())[0]).toMatchObject({ failure: 'exhausted', error: expect.any(String) });
    await deleteExpired(house.kernel);
    expect((await rows())[0]?.sealed.length).toBeGreaterThan(0);
    house.clock.advance(8 * dayMs);
    await deleteExpired(house.kernel);
    expect(await rows()).toHaveLength(1);
    expect((await rows())[0]?.sealed).toHaveLength(0);
    house.clock.advance(31 * dayMs);
    await deleteExpired(house.kernel);
    expect(await rows()).toEqual([]);
  });

  test('does not wait for a slow mail host', async () => {
    const held: Socket[] = [];
    const silent = createTcpServer((socket) => held.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await house.close();
    house = await testApp({ ...settings(), SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    try {
      for (let at = 0; at < 11; at += 1) await write(`person${at}@example.org`);
      await waitUntil(() => held.length > 0);
      await text(soon());
      await waitUntil(() => requests.length === 1);
    } finally {
      silent.close();
      for (const socket of held) socket.destroy();
    }
  });

  test('is not sent after its code expired', async () => {
    await text(new Date(house.clock.now().getTime() - 1));
    await waitUntil(async () => (await rows())[0]?.failedAt !== null);
    expect(requests).toEqual([]);
  });
});

test('is shown and escaped on the outbox page', async () => {
  house = await testApp();
  await house.kernel.db.transaction((tx) =>
    enqueueEmail(tx, house.kernel.vault, {
      to: 'operator@konsil.example',
      locale: 'en',
      template: 'contact',
      data: {
        from: 'a@example.org',
        role: 'patient',
        subject: '<img src=x onerror=alert(1)>',
        message: 'See https://konsil.example/?a=1&b=2',
      },
    }),
  );
  const page = await house.app.inject('/dev/outbox');
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page.body).toContain('<a href="https://konsil.example/?a=1&amp;b=2">');
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect((await house.outbox())[0]).toEqual({
    channel: 'email',
    to: 'operator@konsil.example',
    subject: 'Contact: <img src=x onerror=alert(1)>',
    text: expect.any(String),
    created_at: expect.any(String),
  });
  expect(await house.kernel.db.$count(outbox, eq(outbox.channel, 'email'))).toBe(1);
  await house.close();
});
