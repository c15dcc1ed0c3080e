import { createSocket } from 'node:dgram';
import { appendFile } from 'node:fs/promises';
import { createConnection, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { and, asc, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Env } from '@konsil/server-settings/env';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/client.ts';
import { installation, securityEvents } from '../database/tables.ts';
import type { SecurityEvent, WaitingEvent } from './security-events.ts';

type Sinks = Pick<Env, 'SECURITY_EVENTS' | 'SYSLOG_URL'> &
  Partial<Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_LOGS_EXPORTER' | 'OTEL_SDK_DISABLED'>>;

const atOnce = 200;
const patienceMs = 10_000;

/** The collector that receives security events, too; spans alone are the default. */
const collectorOf = (env: Sinks): string | undefined =>
  env.OTEL_LOGS_EXPORTER === 'otlp' && !env.OTEL_SDK_DISABLED ? env.OTEL_EXPORTER_OTLP_ENDPOINT : undefined;

/** True if anybody receives security events. */
export const hasSinks = (env: Sinks): boolean => Boolean(env.SECURITY_EVENTS ?? env.SYSLOG_URL ?? collectorOf(env));

const facility = 10; // "authpriv"
const severities = { success: 5, refused: 4 } as const;
/** Names in a header are visible ASCII without spaces. */
const word = (text: string, longest: number): string => text.replace(/[^!-~]/g, '').slice(0, longest) || '-';

/** An event as a message of RFC 5424, without framing. */
export const syslogMessage = (event: SecurityEvent, process: number): string =>
  [
    `<${facility * 8 + severities[event.outcome]}>1`,
    event.at,
    word(event.host, 255),
    'konsil',
    process,
    word(event.event, 32),
    '-',
    JSON.stringify(event),
  ].join(' ');

/** A message with its length in front (RFC 5425, RFC 6587 3.4.1). */
const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

/** Resolves when the operating system has taken everything, and the receiver has not refused. */
const sendByStream = (url: URL, messages: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const to = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (url.protocol === 'tls:' ? 6514 : 514)),
    };
    const socket: Socket =
      url.protocol === 'tls:'
        ? connectTls({ ...to, ...(isIP(to.host) ? {} : { servername: to.host }) })
        : createConnection(to);
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('The syslog server did not answer in time.')));
    socket.once('error', reject);
    // The receiver's end of the connection shows that it has read to the end of ours.
    socket.once('close', (failed) => (failed ? undefined : resolve()));
    socket.resume();
    socket.once(url.protocol === 'tls:' ? 'secureConnect' : 'connect', () => socket.end(messages.map(framed).join('')));
  });

const sendByDatagram = async (url: URL, messages: readonly string[]): Promise<void> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, Number(url.port || 514), host, (error) => (error ? reject(error) : resolve())),
      );
  } finally {
    socket.close();
  }
};

const sendToSyslog = (address: string, events: readonly SecurityEvent[]): Promise<void> => {
  const url = new URL(address);
  const messages = events.map((event) => syslogMessage(event, process.pid));
  return url.protocol === 'udp:' ? sendByDatagram(url, messages) : sendByStream(url, messages);
};

/** Own lines, each a JSON object that begins with its schema. The file is opened each time, so that it can be rotated. */
const writeLines = async (target: string, events: readonly SecurityEvent[]): Promise<void> => {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  if (target !== 'stdout') await appendFile(target, lines, { mode: 0o600, flush: true });
  else
    await new Promise<void>((resolve, reject) =>
      process.stdout.write(lines, (error) => (error ? reject(error) : resolve())),
    );
};

/** Rows that all receivers have. */
const doneBy = (env: Sinks): SQL | undefined =>
  and(
    env.SECURITY_EVENTS ? isNotNull(securityEvents.writtenAt) : undefined,
    env.SYSLOG_URL ? isNotNull(securityEvents.sentAt) : undefined,
    collectorOf(env) ? isNotNull(securityEvents.exportedAt) : undefined,
  );

interface Parts {
  db: Database;
  clock: Clock;
  env: Sinks;
  version?: string;
}

/**
 * Delivers what waits, oldest first. A receiver that fails gets the same events again, the other one does not wait for it.
 * @throws the failure of a receiver, after the other one was served
 */
export const deliverSecurityEvents = async ({ db, clock, env, version = '' }: Parts): Promise<number> => {
  if (!hasSinks(env)) return 0;
  const endpoint = collectorOf(env);
  const sinks = [
    env.SECURITY_EVENTS && {
      column: securityEvents.writtenAt,
      field: 'writtenAt' as const,
      deliver: (events: SecurityEvent[]) => writeLines(env.SECURITY_EVENTS ?? '', events),
    },
    env.SYSLOG_URL && {
      column: securityEvents.sentAt,
      field: 'sentAt' as const,
      deliver: (events: SecurityEvent[]) => sendToSyslog(env.SYSLOG_URL ?? '', events),
    },
    endpoint && {
      column: securityEvents.exportedAt,
      field: 'exportedAt' as const,
      deliver: async (events: SecurityEvent[]) => {
        const { exportEvents } = await import('./otel-logs.ts');
        await exportEvents({ endpoint, version }, events);
      },
    },
  ].filter((sink) => sink !== undefined && sink !== '');
  const [named] = await db.select({ id: installation.id }).from(installation);
  const failures: unknown[] = [];
  let delivered = 0;
  for (const { column, field, deliver } of sinks) {
    try {
      for (;;) {
        const rows = await db
          .select()
          .from(securityEvents)
          .where(isNull(column))
          .orderBy(asc(securityEvents.id))
          .limit(atOnce);
        if (rows.length === 0) break;
        await deliver(
          rows.map(({ event }) => ({ ...(JSON.parse(event) as WaitingEvent), installation: named?.id ?? '' })),
        );
        const ids = rows.map(({ id }) => id);
        await db
          .update(securityEvents)
          .set({ [field]: clock.now() })
          .where(inArray(securityEvents.id, ids));
        delivered += rows.length;
      }
    } catch (failure) {
      failures.push(failure);
    }
  }
  await db.delete(securityEvents).where(doneBy(env));
  if (failures.length > 0) throw failures[0];
  return delivered;
};
