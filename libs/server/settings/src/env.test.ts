import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSettings, readEnv } from './env.ts';

const production = {
  NODE_ENV: 'production',
  KONSIL_SECRET: 'q8Vw2nLr6TzYc4Kd9HsBf3Mx7PgJa5Ue',
  DATABASE_URL: 'postgres://konsil@db.example/konsil?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example',
  SMS_GATEWAY_URL: 'https://sms.example/send',
  PUBLIC_PATIENT_ORIGIN: 'https://patients.example',
  PUBLIC_DOCTOR_ORIGIN: 'https://doctors.example',
  PUBLIC_VIEWER_ORIGIN: 'https://images.example',
  MAIL_FROM: 'Konsil <no-reply@patients.example>',
  OPERATOR_EMAIL: 'office@patients.example',
  IMPRINT_FILE: __filename,
  PRIVACY_FILE: __filename,
  TRUSTED_PROXIES: '127.0.0.1',
};
const complaints = (source: Record<string, string>): string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return error instanceof BadSettings ? error.lines : [String(error)];
  }
};

test('without any setting it is the embedded demo on the known ports', () => {
  const env = readEnv({});
  expect(env).toMatchObject({
    production: false,
    embedded: true,
    demo: true,
    devOutbox: true,
    SESSION_IDLE_MINUTES: 30,
    SESSION_ABSOLUTE_HOURS: 12,
  });
  expect(env.origins).toEqual({
    patient: 'http://localhost:4200',
    doctor: 'http://localhost:4300',
    api: 'http://localhost:3000',
    viewer: 'http://localhost:3001',
    operator: 'http://localhost:4500',
  });
  expect(env.KONSIL_DATA_DIR).toMatch(/\/\.data$/);
});

test('an empty setting counts as missing', () =>
  expect(readEnv({ API_PORT: '', DATABASE_URL: '' }).API_PORT).toBe(3000));

test('production disables the demo and the outbox page', () => {
  expect(readEnv(production)).toMatchObject({
    production: true,
    embedded: false,
    demo: false,
    devOutbox: false,
    LOG_LEVEL: 'info',
  });
  expect(readEnv(production).origins.api).toBe('https://patients.example');
});

test('production starts when all settings are given', () => {
  expect(complaints({ NODE_ENV: 'production' })).toEqual([
    'KONSIL_SECRET must be given in production.',
    'DATABASE_URL must be given in production (or KONSIL_EMBEDDED=1 to run the embedded database).',
    'SMTP_URL must be given in production, confirmation links leave by e-mail.',
    'SMS_GATEWAY_URL must be given in production, verification codes leave by SMS.',
    'MAIL_FROM must be given in production, e-mails that come from nowhere are refused.',
    'OPERATOR_EMAIL must be given in production, questions and the marks of the access log go there.',
    'PUBLIC_VIEWER_ORIGIN must be given in production (or VIEWER_URL_TEMPLATE for another viewer).',
    'PUBLIC_PATIENT_ORIGIN must be given in production.',
    'PUBLIC_DOCTOR_ORIGIN must be given in production.',
    'IMPRINT_FILE must be given in production.',
    'PRIVACY_FILE must be given in production.',
    'TRUSTED_PROXIES must be given in production: the address of what speaks TLS in front, or everybody would seem to come from it.',
  ]);
});

const plainDatabase =
  'DATABASE_URL must ask for TLS with sslmode=verify-full in production, or PLAIN_SERVICES=1 say that the network in between is yours alone.';
test.each([
  [{ KONSIL_SECRET: 'short' }, 'KONSIL_SECRET must have at least 32 characters.'],
  [
    { ...production, KONSIL_SECRET: 'changeme'.repeat(4) },
    'KONSIL_SECRET must be random: it repeats too few characters.',
  ],
  [{ ...production, KONSIL_DEMO: '1' }, 'KONSIL_DEMO must be off in production.'],
  [{ API_PORT: 'abc' }, 'API_PORT must be a port number.'],
  [{ API_PORT: '70000' }, 'API_PORT must be a port number.'],
  [{ OTEL_LOGS_EXPORTER: 'otlp' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be given together with OTEL_LOGS_EXPORTER=otlp.'],
  [
    { API_PORT: '4200' },
    'API_PORT, PATIENT_PORTAL_PORT, DOCTOR_PORTAL_PORT, VIEWER_PORT, CONSOLE_PORT, OPS_PORT must all differ.',
  ],
  [
    { DATABASE_URL: 'mysql://x', KONSIL_DEMO: '1' },
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_URL: 'postgres://a:5432,:1/db', KONSIL_DEMO: '1' },
    'DATABASE_URL must name each server as host or host:port, with commas between them.',
  ],
  [
    { DATABASE_URL: 'postgres://a/db?target_session_attrs=standby', KONSIL_DEMO: '1' },
    'DATABASE_URL must have target_session_attrs=read-write, primary or any.',
  ],
  [{ ...production, DATABASE_URL: 'postgres://konsil:secret@db.example/konsil' }, plainDatabase],
  [{ ...production, DATABASE_URL: 'postgres://127.0.0.1,db.example/konsil?sslmode=prefer' }, plainDatabase],
  [{ ...production, MIGRATION_DATABASE_URL: 'postgres://owner@db.example/konsil' }, `MIGRATION_${plainDatabase}`],
  [
    { MIGRATION_DATABASE_URL: 'postgres://localhost/konsil' },
    'MIGRATION_DATABASE_URL must be given together with DATABASE_URL.',
  ],
  [
    { PUBLIC_API_ORIGIN: 'https://api.example/path' },
    'PUBLIC_API_ORIGIN must be an origin like https://portal.example.org.',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' },
    'S3_SECRET_ACCESS_KEY must be given together with S3_ENDPOINT.',
  ],
  [
    { SMS_GATEWAY_HEADERS: '{' },
    'SMS_GATEWAY_HEADERS must be a JSON object of texts, like {"authorization": "Bearer …"}.',
  ],
  [
    { TRUSTED_NETWORKS: '10.0.0.0/8, hospital' },
    'TRUSTED_NETWORKS must be networks like 192.0.2.0/24, or addresses, separated by commas.',
  ],
  [{ SMS_COUNTRIES: '49' }, 'SMS_COUNTRIES must be calling codes like +49, separated by commas, or * for all.'],
  [{ LIMIT_SMS_DAY: '0' }, 'LIMIT_SMS_DAY must be at least 1.'],
  [{ IMPRINT_FILE: '/nowhere' }, 'IMPRINT_FILE must be a readable file.'],
  [
    { MAIL_FROM: 'Konsil' },
    'MAIL_FROM must be an e-mail address, with a name before it or not: Konsil <no-reply@example.org>.',
  ],
  [
    { MAIL_FROM: 'Konsil <no-reply@a.example> <b@c.example>' },
    'MAIL_FROM must be an e-mail address, with a name before it or not: Konsil <no-reply@example.org>.',
  ],
  [{ OPERATOR_EMAIL: 'nobody' }, 'OPERATOR_EMAIL must be an e-mail address.'],
  [{ OPERATOR_PHONE: 'ring us' }, 'OPERATOR_PHONE must be a phone number, like +49 341 123456.'],
  [{ OPERATOR_HOURS: 'Mo.–Fr.' }, 'OPERATOR_PHONE must be given together with OPERATOR_HOURS.'],
  [
    { OPERATOR_PHONE: '+49 341 123456', OPERATOR_HOURS_EN: 'Mon to Fri' },
    'OPERATOR_HOURS must be given together with OPERATOR_HOURS_EN.',
  ],
  [
    { ...production, PUBLIC_DOCTOR_ORIGIN: 'http://doctors.example' },
    'PUBLIC_DOCTOR_ORIGIN must begin with https:// in production.',
  ],
  [
    { ...production, PUBLIC_API_ORIGIN: 'http://api.example' },
    'PUBLIC_API_ORIGIN must begin with https:// in production.',
  ],
  [
    { ...production, SMS_GATEWAY_URL: 'http://sms.example/send' },
    'SMS_GATEWAY_URL must begin with https:// in production, or PLAIN_SERVICES=1 say that the network in between is yours alone.',
  ],
  [
    { ...production, DICOMWEB_URL: 'http://10.0.0.7/dicom-web' },
    'DICOMWEB_URL must begin with https:// in production, or PLAIN_SERVICES=1 say that the network in between is yours alone.',
  ],
  [
    { ...production, EVENTS_URL: 'nats://127.0.0.1,events.example' },
    'EVENTS_URL must begin with tls:// in production, or PLAIN_SERVICES=1 say that the network in between is yours alone.',
  ],
  [{ EVENTS_URL: 'https://events.example' }, 'EVENTS_URL must be an address that begins with tls:// or nats://.'],
  [{ EVENTS_URL: 'tls://events.example,' }, 'EVENTS_URL must name each server as host or host:port.'],
  [{ EVENTS_URL: 'tls://konsil:100%@events.example' }, 'EVENTS_URL must have its user and password percent-encoded.'],
  [{ EVENTS_CREDENTIALS_FILE: __filename }, 'EVENTS_URL must be given together with EVENTS_CREDENTIALS_FILE.'],
  [
    { ...production, CLAMD_URL: 'tcp://scanner.example:3310' },
    'CLAMD_URL must be on this machine in production, or PLAIN_SERVICES=1 say that the network in between is yours alone.',
  ],
  [
    { PUBLIC_PATIENT_ORIGIN: 'https://konsil.example.org' },
    'PUBLIC_PATIENT_ORIGIN is not on this machine: an installation that others reach needs NODE_ENV=production.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example' },
    'SMS_GATEWAY_URL must be given together with SMTP_URL: the outbox page is for a demonstration that sends nothing.',
  ],
])('%j is reported in one line', (source, line) => expect(complaints(source)).toEqual([line]));

test('accepts addresses with umlaut domains, in ASCII (punycode)', () => {
  const env = readEnv({
    KONSIL_DEMO: '1',
    OPERATOR_EMAIL: 'praxis@müller.example',
    MAIL_FROM: 'Praxis Müller <post@müller.example>',
  });
  expect(env.OPERATOR_EMAIL).toBe('praxis@xn--mller-kva.example');
  expect(env.MAIL_FROM).toBe('Praxis Müller <post@xn--mller-kva.example>');
  expect(readEnv({ KONSIL_DEMO: '1', OPERATOR_EMAIL: 'praxis@example.xn--p1ai' }).OPERATOR_EMAIL).toBe(
    'praxis@example.xn--p1ai',
  );
});

test('emails are publicly readable only in a demo that sends nothing', () => {
  const [database, carriers] = [
    { DATABASE_URL: 'postgres://konsil@db.example/konsil' },
    { SMTP_URL: 'smtp://mail.example', SMS_GATEWAY_URL: 'https://sms.example/send' },
  ];
  expect(readEnv({ ...database, KONSIL_DEMO: '1' }).devOutbox).toBe(true);
  expect(readEnv(carriers).devOutbox).toBe(false);
  expect(readEnv({ ...database, ...carriers })).toMatchObject({ devOutbox: false, demo: false });
  expect(complaints(database)).toEqual([
    'SMTP_URL must be given together with DATABASE_URL (or KONSIL_DEMO=1 for a demonstration that sends nothing).',
    'SMS_GATEWAY_URL must be given together with DATABASE_URL (or KONSIL_DEMO=1 for a demonstration that sends nothing).',
  ]);
});

test('the complete README recipe starts', () => {
  const recipe =
    /With services of your own:[^]*?```sh\n([^]*?)npm start/.exec(
      readFileSync(join(__dirname, '../../../../README.md'), 'utf8'),
    )?.[1] ?? '';
  const given = Object.fromEntries(
    [...recipe.matchAll(/([A-Z0-9_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(Object.keys(given)).toContain('DATABASE_URL');
  expect(complaints(given)).toEqual([]);
});

test('production requires https, and encrypted mail to other machines', () => {
  expect(readEnv({})).toMatchObject({ https: false, smtpNeedsTls: false });
  expect(readEnv({ PUBLIC_PATIENT_ORIGIN: 'https://localhost:8443' }).https).toBe(true);
  expect(readEnv({ ...production, SMTP_URL: 'smtp://mail.example:587' })).toMatchObject({
    https: true,
    smtpNeedsTls: true,
  });
  for (const SMTP_URL of ['smtp://localhost:25', 'smtp://127.0.0.1', 'smtp://[::1]', 'smtps://mail.example'])
    expect(readEnv({ ...production, SMTP_URL }).smtpNeedsTls).toBe(false);
});

test('unencrypted services are allowed on this machine or in a private network', () => {
  expect(
    complaints({
      ...production,
      SMS_GATEWAY_URL: 'http://localhost:8080',
      CLAMD_URL: 'tcp://127.0.0.1:3310',
      DICOMWEB_URL: 'http://[::1]:8042/dicom-web',
    }),
  ).toEqual([]);
  const inHouse = {
    ...production,
    PLAIN_SERVICES: '1',
    SMS_GATEWAY_URL: 'http://sms.intra',
    CLAMD_URL: 'tcp://scanner:3310',
    SMTP_URL: 'smtp://relay',
  };
  expect(complaints(inHouse)).toEqual([]);
  expect(readEnv(inHouse).smtpNeedsTls).toBe(false);
});

test('a sender is an address, or a name and an address', () => {
  for (const MAIL_FROM of ['no-reply@clinic.example', 'Zweitmeinung Köln <no-reply@clinic.example>'])
    expect(readEnv({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
});

test('another viewer needs no origin for ours', () => {
  const { PUBLIC_VIEWER_ORIGIN: _ours, ...others } = production;
  expect(complaints({ ...others, VIEWER_URL_TEMPLATE: 'https://pacs.example/?study={study}' })).toEqual([]);
});

test('an error message never contains a secret', () => {
  expect(complaints({ ...production, KONSIL_SECRET: 'hunter2', SMTP_URL: 'hunter2' }).join()).not.toContain('hunter2');
});
