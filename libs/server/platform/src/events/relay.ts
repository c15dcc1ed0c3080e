import { randomUUID } from 'node:crypto';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import * as z from 'zod';
import { eventsServersOf } from '@konsil/server-settings/events-url';
import type { Env } from '@konsil/server-settings/env';
import { secondMs } from '../clock.ts';
import { LoggableFailure, reasonOf } from '../failure-reason.ts';
import { countEventNotices } from '../metrics.ts';
import type { EventNotice } from '../database/waiting-notices.ts';
import { idsInOne } from './notify.ts';

const firstWaitMs = 250;
const longestWaitMs = 10 * secondMs;
const patienceMs = 3 * secondMs;
/** The ping interval; a silently dead connection is detected after two missed pings. */
const pingMs = 10 * secondMs;
const longestNotice = 16_384;

const noticeSchema = z.object({ id: z.int().positive(), to: z.array(z.guid()).max(idsInOne).optional() });

/** One for each installation: several may share a server. */
export const subjectOf = (installationId: string, of = 'events'): string => `konsil.${installationId}.${of}`;

type RelaySettings = Pick<Env, 'EVENTS_URL' | 'EVENTS_CREDENTIALS_FILE'>;

/** Connects to the NATS server of the settings, once: the client is loaded only then. */
export const connectToRelay = async (
  { EVENTS_URL = '', EVENTS_CREDENTIALS_FILE: credentials }: RelaySettings,
  options: ConnectionOptions,
): Promise<NatsConnection> => {
  const { needsTls, ...servers } = eventsServersOf(EVENTS_URL);
  const { connect, credsAuthenticator } = await import('@nats-io/transport-node');
  return connect({
    ...servers,
    ...(needsTls ? { tls: {} } : {}),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    name: 'konsil',
    timeout: patienceMs,
    pingInterval: pingMs,
    reconnect: false,
    ...options,
  });
};

/**
 * Publishes something to its own subject of the installation, and waits until it comes back.
 * @throws {Error} if it does not in time
 */
export const tryRelay = async (
  settings: RelaySettings,
  installationId: string,
  patience: number,
): Promise<{ isEncrypted: boolean }> => {
  const nats = await connectToRelay(settings, { timeout: patience });
  try {
    const subject = subjectOf(installationId, 'check');
    const word = randomUUID();
    const heard = nats.subscribe(subject, { timeout: patience });
    nats.publish(subject, word);
    for await (const message of heard) if (message.string() === word) break;
    // Both sides use it wherever the server offers it.
    return { isEncrypted: nats.info?.tls_required === true || nats.info?.tls_available === true };
  } finally {
    await nats.close();
  }
};

const parsed = (text: string): EventNotice | undefined => {
  try {
    return text.length > longestNotice ? undefined : noticeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

interface RelayParts {
  settings: RelaySettings;
  subject: string;
  log: { warn: (details: object, text: string) => void; info: (text: string) => void };
}

/**
 * Tells the other processes of events through NATS instead of NOTIFY. It only makes them look sooner: what it loses, or
 * is sent while it is away, they find by themselves (EventHub).
 */
export class EventRelay {
  private nats: NatsConnection | undefined;
  private timer: NodeJS.Timeout | undefined;
  private waitMs = firstWaitMs;
  private isClosed = false;
  /** True while the server is unreachable and the log has said so. */
  private isMissed = false;
  private readonly hearers = new Set<(notice: EventNotice) => void>();

  constructor(private readonly parts: RelayParts) {}

  get isConnected(): boolean {
    return this.nats !== undefined;
  }

  onNotice(hear: (notice: EventNotice) => void): void {
    this.hearers.add(hear);
  }

  /** Sends the notices to this process and the others. */
  tell(notices: readonly EventNotice[]): void {
    for (const notice of notices) {
      this.hear(notice);
      this.publish(notice);
    }
  }

  /** Tries once to connect; later attempts follow automatically. */
  async start(): Promise<void> {
    try {
      const nats = await connectToRelay(this.parts.settings, { noEcho: true });
      if (this.isClosed) return await nats.close();
      this.nats = nats;
      nats.subscribe(this.parts.subject, {
        callback: (failure, message) => (failure ? this.complain(failure) : this.receive(message.string())),
      });
      void this.complainOfErrors(nats);
      void nats.closed().then((failure) => this.lose(failure ?? new LoggableFailure('the connection was closed')));
      this.waitMs = firstWaitMs;
      if (this.isMissed) this.parts.log.info('the events server is back');
      this.isMissed = false;
    } catch (failure) {
      this.lose(failure);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { nats } = this;
    this.nats = undefined;
    // Sends what is on its way; a dead connection must not hold up the end.
    await Promise.race([
      nats?.drain().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, secondMs).unref()),
    ]);
    await nats?.close().catch(() => undefined);
  }

  private publish(notice: EventNotice): void {
    try {
      this.nats?.publish(this.parts.subject, JSON.stringify(notice));
      countEventNotices(this.nats ? 'published' : 'unpublished');
    } catch {
      // The connection is ending.
      countEventNotices('unpublished');
    }
  }

  /** Anybody with access to the server can write this. */
  private receive(text: string): void {
    const notice = parsed(text);
    countEventNotices(notice ? 'received' : 'unreadable');
    if (notice) this.hear(notice);
  }

  private hear(notice: EventNotice): void {
    for (const hear of this.hearers) hear(notice);
  }

  /** Logs errors such as refused subjects, which do not end the connection. */
  private async complainOfErrors(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) if (status.type === 'error') this.complain(status.error);
  }

  private lose(failure: unknown): void {
    this.nats = undefined;
    if (this.isClosed) return;
    this.complain(failure);
    this.timer = setTimeout(() => void this.start(), this.waitMs * (0.5 + Math.random()));
    this.timer.unref();
    this.waitMs = Math.min(longestWaitMs, this.waitMs * 2);
  }

  private complain(failure: unknown): void {
    if (!this.isMissed)
      this.parts.log.warn(
        { reason: reasonOf(failure) },
        'the events server is away, or refuses: live events arrive seconds later',
      );
    this.isMissed = true;
  }
}
