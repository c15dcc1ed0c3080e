import { resolve } from 'node:path';
import * as z from 'zod';
import { holidayRegions, setHolidayRegion, setPracticeZone, usualZone } from '@konsil/contracts/practice-zone';
import { eventsServersOf } from './events-url.ts';
import { isPlainDatabase } from './hosts.ts';
import { withSecret } from './secret-source.ts';
import {
  address,
  databaseUrl,
  eventTarget,
  eventsUrl,
  flag,
  isOnThisMachine,
  isZone,
  jsonRecord,
  list,
  mailAddress,
  networks,
  openingHours,
  origin,
  port,
  portNumber,
  positive,
  providersFile,
  readableFile,
  size,
  toPattern,
  withAsciiAddress,
} from './setting-kinds.ts';

// European Economic Area, Switzerland, United Kingdom. Codes by SMS to other countries cost many times as much, which is
// what fraud lives on.
const usualSmsCountries =
  '+30 +31 +32 +33 +34 +351 +352 +353 +354 +356 +357 +358 +359 +36 +370 +371 +372 +385 +386 +39 +40 +41 +420 +421 +423 +43 +44 +45 +46 +47 +48 +49';

const settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .optional(),
  KONSIL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  KONSIL_PREVIOUS_SECRETS: list,
  // Read before the others, so that only the secret remains (secret-source.ts).
  KONSIL_SECRET_FILE: z.string().optional(),
  KONSIL_SECRET_COMMAND: z.string().optional(),
  KONSIL_DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  KONSIL_EMBEDDED: flag.optional(),
  KONSIL_ROLE: z.enum(['web', 'worker', 'both'], 'must be web, worker or both').default('both'),
  KONSIL_DEMO: flag.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  MIGRATE_AT_START: flag.default(true),
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be at least 2')
    .max(200, 'must be at most 200')
    .default(20),
  EVENTS_URL: eventsUrl.optional(),
  EVENTS_CREDENTIALS_FILE: readableFile.optional(),
  HOST: z.string().default('localhost'),
  API_PORT: port(3000),
  PATIENT_PORTAL_PORT: port(4200),
  DOCTOR_PORTAL_PORT: port(4300),
  VIEWER_PORT: port(3001),
  CONSOLE_PORT: port(4500),
  KONSIL_COMMAND: z.string().default('node dist/apps/server/konsil.mjs'),
  SECURITY_EVENTS: eventTarget.optional(),
  SYSLOG_URL: address('tls:', 'tcp:', 'udp:').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('https:', 'http:').optional(),
  OTEL_SDK_DISABLED: flag.optional(),
  OTEL_LOGS_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OPS_PORT: portNumber.optional(),
  OPS_HOST: z.string().default('localhost'),
  DRAIN_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(60, 'must be at most 60')
    .default(0),
  SERVE_PORTALS: flag.default(true),
  PUBLIC_API_ORIGIN: origin.optional(),
  PUBLIC_PATIENT_ORIGIN: origin.optional(),
  PUBLIC_DOCTOR_ORIGIN: origin.optional(),
  PUBLIC_VIEWER_ORIGIN: origin.optional(),
  PUBLIC_CONSOLE_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: list,
  KONSIL_LIMITS_FACTOR: positive(1, 1_000_000),
  LIMIT_SIGN_UPS_MINUTE: size,
  LIMIT_SIGN_UPS_DAY: size,
  LIMIT_SIGN_UPS_NETWORK_DAY: size,
  LIMIT_SIGN_INS_ADDRESS: size,
  LIMIT_SIGN_INS_NETWORK: size,
  LIMIT_LINKS_HOUR: size,
  LIMIT_SMS_ADDRESS_DAY: size,
  LIMIT_SMS_PREFIX_DAY: size,
  LIMIT_SMS_DAY: size,
  LIMIT_CALLS_MINUTE: size,
  TRUSTED_NETWORKS: networks,
  WEBHOOK_PRIVATE_NETWORKS: networks,
  ARCHIVE_PRIVATE_NETWORKS: networks,
  WEB_PUSH: flag.optional(),
  WEB_PUSH_PRIVATE_NETWORKS: networks,
  WEBHOOK_GIVE_UP_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 30')
    .max(30, 'must be 1 to 30')
    .default(3),
  SMS_COUNTRIES: z
    .string()
    .default(usualSmsCountries)
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (codes) => codes.every((code) => code === '*' || /^\+[1-9]\d{0,5}$/.test(code)),
      'must be calling codes like +49, separated by commas, or * for all',
    ),
  IDENTITY_PROVIDERS_FILE: providersFile,
  SESSION_IDLE_MINUTES: positive(30, 24 * 60),
  SEND_UNDO_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(60, 'must be at most 60')
    .default(10),
  LETTERS_KEPT_YEARS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .default(10),
  SESSION_POLLING_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(3600, 'must be at most 3600')
    .default(60),
  SESSION_POLLING_OFFLINE: flag.default(false),
  SESSION_WARNING_SECONDS: positive(120, 3600),
  SESSION_ABSOLUTE_HOURS: positive(12, 24 * 7),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  PRACTICE_TIME_ZONE: z.string().default(usualZone).refine(isZone, 'must be a time zone like Europe/Berlin'),
  PRACTICE_HOLIDAYS: z
    .enum(holidayRegions, 'must be a German Land like BW, or BUND for the holidays of all of Germany')
    .default('BUND'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an e-mail address, with a name before it or not: Konsil <no-reply@example.org>',
    )
    .transform(withAsciiAddress)
    .optional(),
  OPERATOR_EMAIL: mailAddress.optional(),
  OPERATOR_PHONE: z
    .string()
    .regex(/^\+?\d[\d ()/-]{3,30}$/, 'must be a phone number, like +49 341 123456')
    .optional(),
  OPERATOR_HOURS: openingHours.optional(),
  OPERATOR_HOURS_EN: openingHours.optional(),
  SMS_GATEWAY_URL: address('https:', 'http:').optional(),
  SMS_GATEWAY_HEADERS: jsonRecord.default({}),
  SMS_GATEWAY_BODY: z.string().default('{"to":"{{to}}","text":"{{text}}"}'),
  SMS_GATEWAY_OK: z.string().default('').transform(toPattern),
  SMS_GATEWAY_REFUSED: z.string().transform(toPattern).optional(),
  QUOTA_FILES: positive(10_000, 1_000_000_000),
  QUOTA_MEGABYTES: positive(20_480, 1_000_000_000),
  QUOTA_CLINIC_MEGABYTES: size,
  READERS_MEGABYTES: positive(700, 1_000_000),
  S3_ENDPOINT: address('https:', 'http:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('eu-central-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_LOCK_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(36_500, 'must be at most 36500')
    .default(0),
  VIEWER_URL_TEMPLATE: z.string().optional(),
  DICOMWEB_URL: address('https:', 'http:').optional(),
  CLAMD_URL: address('tcp:', 'unix:').optional(),
  API_DOCS: flag.optional(),
  SESSIONS_PER_ACCOUNT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(10_000, 'must be at most 10000')
    .default(50),
  DOCTORS_NEED_SECOND_FACTOR: flag.default(false),
  PLAIN_SERVICES: flag.optional(),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_EVERY_MINUTES: positive(15, 24 * 60),
  BACKUP_FILES: flag.default(true),
  IMPRINT_FILE: readableFile.optional(),
  IMPRINT_FILE_EN: readableFile.optional(),
  PRIVACY_FILE: readableFile.optional(),
  PRIVACY_FILE_EN: readableFile.optional(),
});
type Settings = z.output<typeof settings>;
type Complain = (name: string, message: string) => void;

const publicOrigins = [
  'PUBLIC_PATIENT_ORIGIN',
  'PUBLIC_DOCTOR_ORIGIN',
  'PUBLIC_API_ORIGIN',
  'PUBLIC_VIEWER_ORIGIN',
  'PUBLIC_CONSOLE_ORIGIN',
] as const;
const portSettings = [
  'API_PORT',
  'PATIENT_PORTAL_PORT',
  'DOCTOR_PORTAL_PORT',
  'VIEWER_PORT',
  'CONSOLE_PORT',
  'OPS_PORT',
] as const;
/** Sends nothing, and everybody can read the emails: the embedded setup, or a declared demo. */
const sendsNothing = ({ SMTP_URL, SMS_GATEWAY_URL, DATABASE_URL, KONSIL_DEMO }: Settings): boolean =>
  !SMTP_URL && !SMS_GATEWAY_URL && (!DATABASE_URL || KONSIL_DEMO === true);
const hostsOnThisMachine = (eventsAddress: string): boolean =>
  eventsServersOf(eventsAddress).servers.every((server) => isOnThisMachine(`nats://${server}`));
/** An unencrypted connection to another machine. */
const isPlain = (url: string | undefined): boolean =>
  url !== undefined && /^(http|smtp|tcp):/.test(url) && !isOnThisMachine(url);

const checkTogether = (env: Settings, complain: Complain): void => {
  const ports = portSettings.map((name) => env[name]).filter((each) => each !== undefined);
  if (new Set(ports).size < ports.length) complain(portSettings.join(', '), 'must all differ');
  if (env.S3_ENDPOINT)
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (!env[name]) complain(name, 'must be given together with S3_ENDPOINT');
    }
  if (env.OTEL_LOGS_EXPORTER === 'otlp' && !env.OTEL_EXPORTER_OTLP_ENDPOINT)
    complain('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be given together with OTEL_LOGS_EXPORTER=otlp');
  for (const name of ['DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL'] as const)
    if (env[name] && !env.DATABASE_URL) complain(name, 'must be given together with DATABASE_URL');
  if (env.EVENTS_CREDENTIALS_FILE !== undefined && !env.EVENTS_URL)
    complain('EVENTS_URL', 'must be given together with EVENTS_CREDENTIALS_FILE');
  if (env.OPERATOR_HOURS && !env.OPERATOR_PHONE)
    complain('OPERATOR_PHONE', 'must be given together with OPERATOR_HOURS');
  if (env.OPERATOR_HOURS_EN && !env.OPERATOR_HOURS)
    complain('OPERATOR_HOURS', 'must be given together with OPERATOR_HOURS_EN');
  for (const secret of env.KONSIL_PREVIOUS_SECRETS)
    if (secret.length < 32)
      complain(
        'KONSIL_PREVIOUS_SECRETS',
        'must be a comma-separated list of earlier secrets of at least 32 characters',
      );
};

/** Without NODE_ENV, an installation for patients must not start: its emails would be public, or never sent. */
const checkOutsideProduction = (env: Settings, complain: Complain): void => {
  for (const name of publicOrigins) {
    if (env[name] && !isOnThisMachine(env[name]))
      complain(name, 'is not on this machine: an installation that others reach needs NODE_ENV=production');
  }
  if (sendsNothing(env)) return;
  for (const [name, other] of [
    ['SMTP_URL', 'SMS_GATEWAY_URL'],
    ['SMS_GATEWAY_URL', 'SMTP_URL'],
  ] as const) {
    if (env[name]) continue;
    complain(
      name,
      env[other]
        ? `must be given together with ${other}: the outbox page is for a demonstration that sends nothing`
        : 'must be given together with DATABASE_URL (or KONSIL_DEMO=1 for a demonstration that sends nothing)',
    );
  }
};

const checkProduction = (env: Settings, complain: Complain): void => {
  if (!env.KONSIL_SECRET) complain('KONSIL_SECRET', 'must be given in production');
  else if (new Set(env.KONSIL_SECRET).size < 10)
    complain('KONSIL_SECRET', 'must be random: it repeats too few characters');
  if (!env.DATABASE_URL && !env.KONSIL_EMBEDDED)
    complain('DATABASE_URL', 'must be given in production (or KONSIL_EMBEDDED=1 to run the embedded database)');
  if (env.KONSIL_DEMO) complain('KONSIL_DEMO', 'must be off in production');
  if (!env.SMTP_URL) complain('SMTP_URL', 'must be given in production, confirmation links leave by e-mail');
  if (!env.SMS_GATEWAY_URL) complain('SMS_GATEWAY_URL', 'must be given in production, verification codes leave by SMS');
  if (!env.MAIL_FROM) complain('MAIL_FROM', 'must be given in production, e-mails that come from nowhere are refused');
  if (!env.OPERATOR_EMAIL)
    complain('OPERATOR_EMAIL', 'must be given in production, questions and the marks of the access log go there');
  if (!env.PUBLIC_VIEWER_ORIGIN && !env.VIEWER_URL_TEMPLATE)
    complain('PUBLIC_VIEWER_ORIGIN', 'must be given in production (or VIEWER_URL_TEMPLATE for another viewer)');
  for (const name of ['PUBLIC_PATIENT_ORIGIN', 'PUBLIC_DOCTOR_ORIGIN', 'IMPRINT_FILE', 'PRIVACY_FILE'] as const)
    if (!env[name]) complain(name, 'must be given in production');
  for (const name of publicOrigins)
    if (env[name]?.startsWith('http:')) complain(name, 'must begin with https:// in production');
  const portals = [
    env.PUBLIC_PATIENT_ORIGIN,
    env.PUBLIC_DOCTOR_ORIGIN,
    env.PUBLIC_API_ORIGIN,
    env.PUBLIC_VIEWER_ORIGIN,
  ];
  if (env.PUBLIC_CONSOLE_ORIGIN && portals.includes(env.PUBLIC_CONSOLE_ORIGIN))
    complain('PUBLIC_CONSOLE_ORIGIN', 'must be an origin of its own: operators sign in there only');
  if (env.TRUSTED_PROXIES.length === 0)
    complain(
      'TRUSTED_PROXIES',
      'must be given in production: the address of what speaks TLS in front, or everybody would seem to come from it',
    );
  for (const { id, issuer } of env.IDENTITY_PROVIDERS_FILE ?? [])
    if (issuer.startsWith('http:'))
      complain('IDENTITY_PROVIDERS_FILE', `issuer of ${id} must begin with https:// in production`);
  if (env.PLAIN_SERVICES) return;
  const orNot = 'in production, or PLAIN_SERVICES=1 say that the network in between is yours alone';
  for (const name of ['SMS_GATEWAY_URL', 'S3_ENDPOINT', 'DICOMWEB_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)
    if (isPlain(env[name])) complain(name, `must begin with https:// ${orNot}`);
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL'] as const)
    if (env[name] && isPlainDatabase(env[name])) complain(name, `must ask for TLS with sslmode=verify-full ${orNot}`);
  if (env.SYSLOG_URL && !env.SYSLOG_URL.startsWith('tls:') && !isOnThisMachine(env.SYSLOG_URL))
    complain('SYSLOG_URL', `must begin with tls:// ${orNot}`);
  if (env.EVENTS_URL?.startsWith('nats:') && !hostsOnThisMachine(env.EVENTS_URL))
    complain('EVENTS_URL', `must begin with tls:// ${orNot}`);
  if (isPlain(env.CLAMD_URL)) complain('CLAMD_URL', `must be on this machine ${orNot}`);
};

const checkedSettings = settings.superRefine((env, context) => {
  const complain: Complain = (name, message) => context.addIssue({ code: 'custom', path: [name], message });
  checkTogether(env, complain);
  if (env.NODE_ENV === 'production') checkProduction(env, complain);
  else checkOutsideProduction(env, complain);
});

const derive = ({ IDENTITY_PROVIDERS_FILE: identityProviders = [], ...env }: Settings) => {
  const production = env.NODE_ENV === 'production';
  const local = (portNumber: number) => `http://localhost:${portNumber}`;
  const patient = env.PUBLIC_PATIENT_ORIGIN ?? local(env.PATIENT_PORTAL_PORT);
  return {
    ...env,
    production,
    /** The identity providers of the installation. */
    identityProviders,
    MAIL_FROM: env.MAIL_FROM ?? 'Konsil <no-reply@konsil.example>',
    OPERATOR_EMAIL: env.OPERATOR_EMAIL ?? 'operator@konsil.example',
    LOG_LEVEL: env.LOG_LEVEL ?? (production ? ('info' as const) : ('warn' as const)),
    /** Prefix of object keys in a bucket; set by the installation (server-storage/identity). */
    storagePrefix: '',
    /** Our embedded PostgreSQL, unless another one is configured. */
    embedded: !env.DATABASE_URL,
    /** True if KONSIL_DATA_DIR holds anything: the embedded database, or the stored files. */
    usesDataFolder: !env.DATABASE_URL || !env.S3_ENDPOINT,
    /** Serves portals, API and viewer. */
    serves: env.KONSIL_ROLE !== 'worker',
    /** Carries out duties, sends letters, reads and prepares documents. */
    works: env.KONSIL_ROLE !== 'web',
    demo: !production && (env.KONSIL_DEMO ?? !env.DATABASE_URL),
    /** Serves /docs and /openapi.json: in production only on request. */
    apiDocs: env.API_DOCS ?? !production,
    /** Offers notifications on devices: in production only on request, because other companies carry them. */
    webPush: env.WEB_PUSH ?? !production,
    /** Keeps sent emails and SMS readable at /dev/outbox. */
    devOutbox: !production && sendsNothing(env),
    /** Served by https: cookies are Secure, and browsers get HSTS. */
    https: patient.startsWith('https:'),
    /** Mail to another machine requires encryption. */
    smtpNeedsTls: production && !env.PLAIN_SERVICES && isPlain(env.SMTP_URL),
    origins: {
      patient,
      doctor: env.PUBLIC_DOCTOR_ORIGIN ?? local(env.DOCTOR_PORTAL_PORT),
      api: env.PUBLIC_API_ORIGIN ?? (production ? patient : local(env.API_PORT)),
      viewer: env.PUBLIC_VIEWER_ORIGIN ?? local(env.VIEWER_PORT),
      /** The origin of the operator's console; empty if there is none. */
      operator: env.PUBLIC_CONSOLE_ORIGIN ?? (production ? '' : local(env.CONSOLE_PORT)),
    },
  };
};
export type Env = ReturnType<typeof derive>;

/** Invalid settings; `lines` has one clear line per problem. */
export class BadSettings extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/**
 * Reads and validates the settings (docs/product.md section 6).
 * @throws {BadSettings} naming every missing or invalid setting, never its value.
 */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const told = withSecret(given);
  if ('fault' in told) throw new BadSettings([told.fault]);
  const result = checkedSettings.safeParse(told.given);
  if (!result.success)
    throw new BadSettings(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  // Every process that reads the settings uses the same time zone.
  setPracticeZone(result.data.PRACTICE_TIME_ZONE);
  setHolidayRegion(result.data.PRACTICE_HOLIDAYS);
  return derive(result.data);
};
