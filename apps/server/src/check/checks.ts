import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { connect, type Connection, type Database } from '@konsil/server-platform/database/client';
import { installation, outbox } from '@konsil/server-platform/database/tables';
import { schemaState } from '@konsil/server-domain/database/schema-state';
import { checkLoginRole } from '@konsil/server-domain/database/roles';
import { tryRelay } from '@konsil/server-platform/events/relay';
import { trySmtp } from '@konsil/server-platform/outbox/transports';
import { secondMs } from '@konsil/server-platform/clock';
import type { Env } from '@konsil/server-settings/env';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { discoverProvider } from '@konsil/server-accounts/providers/provider-client';
import { refusalsOfSender, refusedSenderAdvice } from '@konsil/server-notifications/push/deliver';
import { redirectUriOf } from '@konsil/server-accounts/providers/providers';
import { eventsServersOf } from '@konsil/server-settings/events-url';
import { hostsOf } from '@konsil/server-settings/hosts';
import { Identity } from '@konsil/server-storage/identity';
import { openFileStore } from '@konsil/server-storage/open-store';

/** All checks run at once; each gives up after this time. */
export const patienceMs = 6 * secondMs;
/** Codes by SMS and links by e-mail expire by the server's clock, leases and limits by the database's. */
const longestClockGapMs = 2 * secondMs;

export interface Check {
  name: string;
  /** @returns what works, or null if the settings do not name such a service. */
  try: () => Promise<string | null>;
  /** Advice for the operator when it fails. */
  advice: string | ((failure: unknown) => string);
  /** The name of the check without which this one cannot succeed. */
  needs?: string;
}

export const hostOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host || pathname;
};

/** The identity in the database; unlike a start, a check does not give it one. */
const knownIdentity = async (db: Database, env: Env): Promise<Identity | null> =>
  (await db.$count(installation)) > 0 ? Identity.look({ db, env }) : null;

/** Without a database, or with one that hangs, other services can still be tried. */
const identityIfReachable = (db: Database, env: Env): Promise<Identity | null> =>
  Promise.race([knownIdentity(db, env).catch(() => null), pause(2 * secondMs, null, { ref: false })]);

const databaseChecks = (env: Env, { pool, db, isPooled }: Connection): Check[] => [
  {
    name: 'database',
    advice:
      'Check host, port, name and password in DATABASE_URL; "permission denied to set role" means that its role is not a member of konsil_server and konsil_request (docs/deployment.md).',
    try: async () => {
      const { rows } = await pool.query<{
        version: string;
        read_only: string;
        ssl: boolean | null;
        tls: string | null;
      }>(
        `select current_setting('server_version') as version, current_setting('transaction_read_only') as read_only, s.ssl, s.version as tls
         from (select 1) one left join pg_stat_ssl s on s.pid = pg_backend_pid()`,
      );
      const [row] = rows;
      if (row?.read_only !== 'off') throw new Error('It accepts no writes (a standby?).');
      const tls = row.ssl ? (row.tls ?? 'TLS') : 'no TLS';
      return `PostgreSQL ${row.version} accepts writes, ${env.embedded ? 'embedded' : tls}`;
    },
  },
  {
    name: 'database rights',
    needs: 'database',
    advice: 'Create the roles as in docs/deployment.md, "The database".',
    try: async () => {
      const warning = await checkLoginRole({ pool, db, isPooled });
      if (warning) throw new Error(warning);
      return 'the login role has no more rights than it needs';
    },
  },
  {
    name: 'data model',
    needs: 'database',
    advice:
      'An older one is migrated by `konsil migrate`, or the next start, as its owner (MIGRATION_DATABASE_URL); a newer one needs a newer Konsil.',
    try: async () => {
      const state = await schemaState(db);
      if (state === 'compatible') return 'newer, but this version of Konsil may work with it';
      if (state !== 'ok') throw new Error(`The database is ${state} than this version of Konsil.`);
      return 'fits this version of Konsil';
    },
  },
  {
    name: 'clock',
    needs: 'database',
    advice: 'Synchronise the clocks of both machines (NTP).',
    try: async () => {
      const before = Date.now();
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      const after = Date.now();
      const there = rows[0]?.now.getTime() ?? 0;
      const gapMs = there < before ? before - there : Math.max(0, there - after);
      if (gapMs > longestClockGapMs)
        throw new Error(`This clock and the database's are ${Math.round(gapMs / secondMs)} s apart.`);
      return 'agrees with the clock of the database';
    },
  },
  {
    name: 'installation',
    needs: 'database',
    advice: 'See docs/operating.md, "Which installation this is".',
    try: async () => {
      const identity = await knownIdentity(db, env);
      if (!identity) return 'not named yet; the first start does that';
      const mark = await openFileStore(identity.env).objects.readMark();
      if (mark && mark.id !== identity.id) throw new Error(`The storage belongs to installation ${mark.id}.`);
      return `${identity.id}${identity.quiet ? `, a quiet copy: ${identity.quiet.reason}` : ''}`;
    },
  },
];

/** Notifications (LISTEN) never arrive through a pooler in transaction mode. */
const directCheck = (env: Env, { openClient, isPooled }: Connection): Check => ({
  name: 'direct connection',
  advice:
    'DATABASE_DIRECT_URL must name the database itself, past PgBouncer, with the role of DATABASE_URL (docs/deployment.md, "PgBouncer").',
  try: async () => {
    if (!isPooled) return null;
    const client = await openClient({ application_name: 'konsil check', statement_timeout: patienceMs });
    try {
      const { rows } = await client.query<{ limit: string }>(
        "select setting as limit from pg_settings where name = 'statement_timeout'",
      );
      // A pooler drops the settings with which a session begins.
      if (rows[0]?.limit !== String(patienceMs)) throw new Error('This is a pooler, too.');
      await client.query('listen konsil_check');
      return `${env.DATABASE_DIRECT_URL ? `${hostsOf(env.DATABASE_DIRECT_URL).urls.map(hostOf).join(', ')} ` : ''}delivers events`;
    } finally {
      await client.end().catch(() => undefined);
    }
  },
});

/** The rights of the migrations' role, checked in a connection of its own. */
const ownerCheck = ({ MIGRATION_DATABASE_URL: url }: Env): Check => ({
  name: 'migrations',
  advice:
    'MIGRATION_DATABASE_URL must sign in to the same database as the owner of its tables (docs/deployment.md, "The database").',
  try: async () => {
    if (!url) return null;
    const owner = connect({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
    const client = await owner.openClient({ application_name: 'konsil check' });
    try {
      const { rows } = await client.query<{ name: string; creates: boolean; others: string | null }>(`
        select session_user as name, has_database_privilege(current_database(), 'create') as creates,
          (select string_agg(relname, ', ' order by relname) from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r'
              and not pg_has_role(session_user, relowner, 'member')) as others`);
      const [{ name, creates, others } = { name: '', creates: false, others: null }] = rows;
      if (!creates) throw new Error(`${name} may not create anything in the database.`);
      if (others) throw new Error(`${name} does not own ${others.split(', ').slice(0, 3).join(', ')}.`);
      return `${name} may change the data model`;
    } finally {
      await client.end().catch(() => undefined);
      await owner.close();
    }
  },
});

const storageCheck = (env: Env, { db }: Connection): Check => ({
  name: 'storage',
  advice: env.S3_ENDPOINT
    ? 'Check S3_ENDPOINT, S3_BUCKET (Konsil does not create it), S3_REGION, and that the key may write, read and delete.'
    : 'The user of the server must be able to write to KONSIL_DATA_DIR.',
  try: async () => {
    const identity = await identityIfReachable(db, env);
    const { objects } = openFileStore(identity?.env ?? env);
    const key = randomUUID();
    const bytes = Buffer.from('konsil check');
    await objects.put(
      key,
      (async function* () {
        yield bytes;
      })(),
    );
    try {
      const pieces: Buffer[] = [];
      for await (const piece of objects.read(key, 0, bytes.length)) pieces.push(piece);
      if (!Buffer.concat(pieces).equals(bytes)) throw new Error('It returned other bytes than were written.');
    } finally {
      await objects.delete(key);
    }
    return `${objects.address} was written, read and deleted`;
  },
});

const folderCheck = (name: string, path: string | undefined, setting: string): Check => ({
  name,
  advice: `The user of the server must be able to write to ${setting}.`,
  try: async () => {
    if (!path) return null;
    const file = join(path, `.check-${process.pid}`);
    await writeFile(file, 'konsil check', { mode: 0o600 });
    await rm(file);
    return `${path} is writable`;
  },
});

const emailCheck = (env: Env): Check => ({
  name: 'e-mail',
  advice:
    'Check SMTP_URL. A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS; EAUTH means user or password.',
  try: async () => {
    if (!env.SMTP_URL) return null;
    await trySmtp(env, patienceMs);
    return `${hostOf(env.SMTP_URL)} accepts ${new URL(env.SMTP_URL).username ? 'the sign-in' : 'connections without a sign-in'}`;
  },
});

/** Any reply shows that name, port and certificate are right; a POST would send an SMS. */
const webCheck = (name: string, url: string | undefined, setting: string, note: string): Check => ({
  name,
  advice: `Check ${setting}. A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.`,
  try: async () => {
    if (!url) return null;
    const response = await fetch(url, {
      method: 'OPTIONS',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`${hostOf(url)} responded with status ${response.status}.`);
    return `${hostOf(url)} responds${note}`;
  },
});

const eventsCheck = (env: Env, { db }: Connection): Check => ({
  name: 'events server',
  advice:
    'Check EVENTS_URL and EVENTS_CREDENTIALS_FILE, and that they may publish and subscribe to konsil.<installation id>.* there. A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.',
  try: async () => {
    if (!env.EVENTS_URL) return null;
    const identity = await identityIfReachable(db, env);
    const { isEncrypted } = await tryRelay(env, identity?.id ?? 'unnamed', patienceMs / 2);
    const where = eventsServersOf(env.EVENTS_URL).servers.join(', ');
    return `${where} delivers what is published, ${isEncrypted ? 'TLS' : 'no TLS'}`;
  },
});

const scannerCheck = ({ CLAMD_URL: url }: Env): Check => ({
  name: 'virus scanner',
  advice: 'Check CLAMD_URL and that clamd listens there.',
  try: async () => {
    if (!url) return null;
    const { protocol, hostname, port, pathname } = new URL(url);
    const socket = connectSocket(
      protocol === 'unix:' ? { path: decodeURIComponent(pathname) } : { host: hostname, port: Number(port || 3310) },
    );
    const reply = await new Promise<string>((resolve, reject) => {
      let text = '';
      socket.setTimeout(patienceMs, () => socket.destroy(new Error('clamd did not respond in time.')));
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text = (text + piece).slice(0, 100);
      });
      socket.on('error', reject).on('close', () => resolve(text));
      socket.write('zPING\0');
    });
    if (!reply.startsWith('PONG')) throw new Error('What listens there is not clamd.');
    return `${hostOf(url)} responds`;
  },
});

/**
 * Browsers name their push services, so only failed messages show a problem. A single failing service may be a fake
 * one.
 */
const pushCheck = (env: Env, { db }: Connection): Check => ({
  name: 'notifications',
  needs: 'data model',
  advice: refusedSenderAdvice,
  try: async () => {
    if (!env.webPush) return null;
    const [row] = await db
      .select({
        sent: sql<number>`count(${outbox.sentAt})::int`,
        refused: sql<number>`count(*) filter (where ${outbox.failure} = 'refused' and ${inArray(outbox.error, refusalsOfSender)})::int`,
      })
      .from(outbox)
      .where(and(eq(outbox.channel, 'push'), gt(outbox.createdAt, sql`now() - interval '1 day'`)));
    const { sent, refused } = row ?? { sent: 0, refused: 0 };
    if (refused > 0 && sent === 0)
      throw new Error(`Push services accepted none of the last day's messages, and refused ${refused}.`);
    return `push services accepted ${sent} of the last day's messages${refused > 0 ? `, and refused ${refused}: ${refusedSenderAdvice}` : ''}`;
  },
});

/** Fetches the provider's description; only a sign-in shows whether the client secret is right. */
const providerCheck = (provider: IdentityProvider, env: Env): Check => ({
  name: `provider ${provider.id}`,
  advice:
    'Check issuer and private_networks in IDENTITY_PROVIDERS_FILE (docs/identity-providers.md). A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.',
  try: async () => {
    await discoverProvider(
      { ...provider, timeout_seconds: Math.min(provider.timeout_seconds, patienceMs / secondMs) },
      env,
    );
    return `${hostOf(provider.issuer)} describes itself; redirect URI ${redirectUriOf(env, provider)}`;
  },
});

/** Every service that the settings name, in the order of the report. */
export const checksOf = (env: Env, connection: Connection): Check[] => [
  ...databaseChecks(env, connection),
  directCheck(env, connection),
  ownerCheck(env),
  storageCheck(env, connection),
  folderCheck('data folder', env.usesDataFolder ? env.KONSIL_DATA_DIR : undefined, 'KONSIL_DATA_DIR'),
  folderCheck('backup folder', env.BACKUP_DIR, 'BACKUP_DIR'),
  emailCheck(env),
  webCheck(
    'SMS gateway',
    env.SMS_GATEWAY_URL,
    'SMS_GATEWAY_URL',
    '; only a real SMS shows whether it accepts SMS_GATEWAY_HEADERS',
  ),
  webCheck('image archive', env.DICOMWEB_URL, 'DICOMWEB_URL', ''),
  scannerCheck(env),
  eventsCheck(env, connection),
  pushCheck(env, connection),
  ...env.identityProviders.map((provider) => providerCheck(provider, env)),
];
