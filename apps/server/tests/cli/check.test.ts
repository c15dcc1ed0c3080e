import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { connectArchive } from '@konsil/server-documents/clinic-archive/clinic-archives';
import { clinicArchives, clinics } from '@konsil/server-domain/schema';
import { connect } from '@konsil/server-platform/database/client';
import { outbox } from '@konsil/server-platform/database/tables';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readEnv } from '@konsil/server-settings/env';
import { archiveChecks } from '../../src/check/archive-checks.ts';
import { checksOf } from '../../src/check/checks.ts';
import { runChecks } from '../../src/check/run-checks.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { HostileProvider } from '../support/hostile-provider.ts';
import { providersFile, settingOf } from '../support/providers.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

/** The report of `konsil check` with these settings beside those of the test server, by the name of the check. */
const report = async (settings: Record<string, string> = {}, connection = house.kernel.connection) => {
  const env = readEnv({ NODE_ENV: 'test', KONSIL_DATA_DIR: house.env.KONSIL_DATA_DIR, KONSIL_DEMO: '1', ...settings });
  const lines: string[] = [];
  const code = await runChecks([...checksOf(env, connection), ...(await archiveChecks(env, connection))], (line) =>
    lines.push(line),
  );
  const of = (name: string) => lines.find((line) => line.slice(8).startsWith(name))?.replace(/ +/g, ' ') ?? '';
  return { code, of };
};
// The server warns of its own certificate, which is the point here.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

const withMailServer = async (options: SMTPServerOptions, work: (port: number) => Promise<void>): Promise<void> => {
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, done) =>
      username === 'konsil' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('Authentication failed')),
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await work((server.server.address() as AddressInfo).port);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
};
const sms = 'http://127.0.0.1:1';

test('reports a working installation as ok and services that are not set as off', async () => {
  const { code, of } = await report();
  expect(code).toBe(0);
  for (const name of ['database', 'database rights', 'data model', 'clock', 'installation', 'storage', 'data folder'])
    expect(of(name)).toMatch(/^ok /);
  for (const name of ['e-mail', 'SMS gateway', 'virus scanner']) expect(of(name)).toMatch(/^off /);
});

test('reports push services that refuse this installation', async () => {
  const push = (failure: 'refused' | null) => ({
    channel: 'push' as const,
    sealed: Buffer.alloc(0),
    ...(failure ? { failure, error: 'HTTP 403', failedAt: new Date() } : { sentAt: new Date() }),
  });
  const { db } = house.kernel;
  const none = await report();
  expect(none.of('notifications')).toMatch(/^ok notifications push services accepted 0 /);
  await db.insert(outbox).values([push('refused'), push('refused')]);
  const all = await report();
  expect([all.code, all.of('notifications')]).toEqual([1, expect.stringMatching(/^FAILED .* refused 2\..*clock/s)]);
  await db.insert(outbox).values(push(null));
  const some = await report();
  expect([some.code, some.of('notifications')]).toEqual([0, expect.stringMatching(/accepted 1 .* refused 2: .*clock/)]);
  expect((await report({ WEB_PUSH: '0' })).of('notifications')).toMatch(/^off /);
});

test('leaves no object behind in the storage', async () => {
  await report();
  const keys = [];
  for await (const { key } of house.kernel.files.objects.list()) keys.push(key);
  expect(keys).toEqual([]);
});

test('signs in to the mail server, and reports a wrong password', () =>
  withMailServer({ disabledCommands: ['STARTTLS'] }, async (port) => {
    const at = (password: string) => ({
      SMTP_URL: `smtp://konsil:${password}@127.0.0.1:${port}`,
      SMS_GATEWAY_URL: sms,
    });
    expect((await report(at('right'))).of('e-mail')).toBe(`ok e-mail 127.0.0.1:${port} accepts the sign-in`);
    const { code, of } = await report(at('wrong'));
    expect(of('e-mail')).toMatch(/^FAILED e-mail Invalid login: 535 .*\n.*Check SMTP_URL/);
    expect(of('e-mail')).not.toContain('wrong');
    expect(code).toBe(1);
  }));

test('reports the untrusted certificate of a mail server', () =>
  withMailServer({ secure: true }, async (port) => {
    const { of } = await report({ SMTP_URL: `smtps://konsil:right@127.0.0.1:${port}`, SMS_GATEWAY_URL: sms });
    expect(of('e-mail')).toMatch(/^FAILED e-mail .*certificate.*\n.*NODE_EXTRA_CA_CERTS/);
  }));

test('reports a missing bucket', async () => {
  const s3 = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchBucket</Code></Error>');
  });
  await new Promise<void>((listening) => s3.listen(0, '127.0.0.1', listening));
  const { of } = await report({
    S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    S3_BUCKET: 'konsil',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  s3.close();
  expect(of('storage')).toMatch(/^FAILED storage S3 answered 404 \(NoSuchBucket\) to PUT\.\n.*S3_BUCKET/);
});

test('reports a login role that owns the tables', async () => {
  const { code, of } = await report({}, house.owner);
  expect(of('database rights')).toMatch(/^FAILED .* owns the tables/);
  expect(code).toBe(1);
});

test('reports an older data model', async () => {
  await house.owner.pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1');
  expect((await report()).of('data model')).toMatch(/^FAILED data model The database is older/);
  await house.owner.pool.query('update drizzle.__drizzle_migrations set created_at = created_at + 1');
});

test('skips what needs a database that cannot be reached', async () => {
  const other = await testApp();
  const { pool } = other.kernel.connection;
  const { host } = pool.options;
  await other.owner.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  pool.options.host = '/nowhere';
  const { code, of } = await report({}, other.kernel.connection);
  pool.options.host = host;
  expect(of('database')).toMatch(/^FAILED database .*\n.*DATABASE_URL/);
  expect(of('clock')).toBe('skipped clock needs the database');
  expect(code).toBe(1);
  await other.close();
});

test('reports a role for migrations that owns the tables, and one that does not', async () => {
  const urlOf = ({ host, port, user, database }: { host?: string; port?: number; user?: string; database?: string }) =>
    `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`;
  const [owner, server] = [house.owner.pool.options, house.kernel.connection.pool.options];
  const withOwner = (url: string) => report({ DATABASE_URL: urlOf(server), MIGRATION_DATABASE_URL: url });
  expect((await withOwner(urlOf(owner))).of('migrations')).toMatch(/^ok migrations \S+ may change the data model$/);
  const { code, of } = await withOwner(urlOf(server));
  expect(of('migrations')).toMatch(/^FAILED migrations .*\n.*MIGRATION_DATABASE_URL/);
  expect(code).toBe(1);
  expect((await report()).of('migrations')).toMatch(/^off/);
});

test("fetches an identity provider's metadata, and reports a differing issuer", async () => {
  const provider = await HostileProvider.start();
  const file = providersFile(settingOf(provider, { id: 'clinic', for: 'doctors', domains: ['clinic.example'] }));
  expect((await report({ IDENTITY_PROVIDERS_FILE: file })).of('provider clinic')).toMatch(
    /^ok provider clinic .*redirect URI http:\/\/localhost:4300\/api\/auth\/callback\/clinic$/,
  );
  provider.faults = { discovery: { issuer: 'https://evil.example' } };
  const { code, of } = await report({ IDENTITY_PROVIDERS_FILE: file });
  expect(of('provider clinic')).toMatch(/^FAILED provider clinic .*\n.*IDENTITY_PROVIDERS_FILE/);
  expect(code).toBe(1);
  await provider.stop();
});

describe('the archives of clinics', () => {
  const closing: (() => void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await house.kernel.db.delete(clinicArchives);
  });
  const archiveAt = async (handle: RequestListener): Promise<string> => {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    closing.push(() => (server.closeAllConnections(), server.close()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web`;
  };
  const connectTo = async (name: string, url: string) => {
    await house.kernel.db.insert(clinics).values({ name });
    const parts = { ...house.kernel, env: house.env, clock: house.clock };
    await connectArchive(parts, { clinic: name, url, credentials: { basic: 'konsil:geheim' } });
  };
  const checked = () => report({ ARCHIVE_PRIVATE_NETWORKS: '127.0.0.1' });

  test('are tested one by one, with a remedy for each failure', async () => {
    expect((await checked()).of('clinic archive')).toBe('off clinic archive not set');
    const empty: RequestListener = (_request, response) =>
      void response.setHeader('content-type', 'application/dicom+json').end('[]');
    await connectTo('Klinik Nord', await archiveAt(empty));
    const good = await checked();
    expect([good.code, good.of('clinic archive')]).toEqual([
      0,
      expect.stringMatching(/^ok clinic archive Klinik Nord: 127\.0\.0\.1:\d+ answers searches$/),
    ]);
    await connectTo('Klinik Ost', await archiveAt((_request, response) => void response.writeHead(401).end()));
    await connectTo('Klinik Süd', await archiveAt((_request, response) => void response.end('<h1>Anmeldung</h1>')));
    await connectTo('Klinik West', 'http://127.0.0.2:9/');
    const { code, of } = await checked();
    expect(code).toBe(1);
    expect(of('clinic archive  Klinik Nord')).toMatch(/^ok/);
    expect(of('clinic archive  Klinik Ost')).toMatch(/^FAILED .*HTTP 401\n.*account that may read/);
    expect(of('clinic archive  Klinik Süd')).toMatch(/^FAILED .*no JSON\n.*DICOMweb root/);
    expect(of('clinic archive  Klinik West')).toMatch(/^FAILED .*not public.*\n.*ARCHIVE_PRIVATE_NETWORKS/);
    for (const name of ['Nord', 'Ost', 'Süd', 'West'])
      expect(of(`clinic archive  Klinik ${name}`)).not.toMatch(/geheim/);
  });

  test('that do not respond time out together, and delay nothing else', async () => {
    const silent = () => undefined;
    for (const name of ['Praxis Eins', 'Praxis Zwei', 'Praxis Drei']) await connectTo(name, await archiveAt(silent));
    const { code, of } = await checked();
    expect(code).toBe(1);
    for (const name of ['Praxis Eins', 'Praxis Zwei', 'Praxis Drei'])
      expect(of(`clinic archive  ${name}`)).toMatch(/^FAILED .*it took too long\n.*network/);
    expect(of('storage')).toMatch(/^ok/);
  });
});

test('reports one line per service when all accept connections but never respond', async () => {
  const sockets = new Set<Socket>();
  const silent = createSocketServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const at = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const database = connect({ connectionString: `postgres://konsil@${at}/konsil` });
  const { code, of } = await report(
    {
      DATABASE_URL: `postgres://konsil@${at}/konsil`,
      MIGRATION_DATABASE_URL: `postgres://owner@${at}/konsil`,
      S3_ENDPOINT: `http://${at}`,
      S3_BUCKET: 'konsil',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      SMTP_URL: `smtp://${at}`,
      SMS_GATEWAY_URL: `http://${at}`,
      DICOMWEB_URL: `http://${at}`,
      CLAMD_URL: `tcp://${at}`,
    },
    database,
  );
  expect(code).toBe(1);
  for (const name of ['database', 'migrations', 'storage', 'e-mail', 'SMS gateway', 'image archive', 'virus scanner'])
    expect(of(name)).toMatch(/^FAILED/);
  expect(of('data model')).toBe('skipped data model needs the database');
  expect(of('clinic archive')).toBe('skipped clinic archive needs the data model');
  for (const socket of sockets) socket.destroy();
  silent.close();
});
