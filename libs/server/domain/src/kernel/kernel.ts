import type { RouteContract } from '@konsil/contracts/route';
import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from '@konsil/server-platform/database/client';
import type { Env } from '@konsil/server-settings/env';
import type { FileStore } from '@konsil/server-storage/file-store';
import { openFileStore } from '@konsil/server-storage/open-store';
import type { Clock } from '@konsil/server-platform/clock';
import { EventHub } from '../events/events.ts';
import type { Identity } from '@konsil/server-storage/identity';
import { Limits } from '@konsil/server-platform/limits';
import { settingsOfLimits, sizesOf } from '../accounts/account-limits.ts';
import { Listener } from '@konsil/server-platform/events/listener';
import { EventRelay, subjectOf } from '@konsil/server-platform/events/relay';
import { objectNames } from '@konsil/server-storage/object-names';
import { Gauges } from '@konsil/server-platform/metrics';
import type { Timers } from '@konsil/server-platform/repeating';
import type { Passwords } from '@konsil/server-platform/passwords';
import { Sessions } from '../sessions/sessions.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Vault } from '@konsil/server-platform/keys/vault';

/** The dependencies of every module: `app.kernel`. */
export interface Kernel {
  env: Env;
  clock: Clock;
  timers: Timers;
  connection: Connection;
  db: Database;
  vault: Vault;
  identity: Identity;
  /** Encrypted files of patients. */
  files: FileStore;
  sessions: Sessions;
  limits: Limits;
  passwords: Passwords;
  listener: Listener;
  /** Carries events between processes instead of PostgreSQL (EVENTS_URL). */
  relay: EventRelay | undefined;
  events: EventHub;
  log: FastifyBaseLogger;
  /** True if this process carries out duties, sends letters and prepares documents (KONSIL_ROLE). */
  works: boolean;
  /** Metrics for the operator's monitoring. */
  gauges: Gauges;
  /** All served contracts, in order of registration: the source of /openapi.json. */
  served: RouteContract[];
}

declare module 'fastify' {
  interface FastifyInstance {
    kernel: Kernel;
  }
  interface FastifyRequest {
    session: Session | null;
  }
}

export interface KernelParts {
  identity: Identity;
  connection: Connection;
  vault: Vault;
  clock: Clock;
  timers: Timers;
  log: FastifyBaseLogger;
  passwords: Passwords;
}

/** Assembles the kernel. */
export const createKernel = ({ identity, connection, vault, clock, timers, log, passwords }: KernelParts): Kernel => {
  const { db } = connection;
  const { env } = identity;
  const sessions = new Sessions(db, vault, clock, env);
  const listener = new Listener(connection);
  const reload = () =>
    void vault.reload().catch((failure: unknown) => log.error({ failure }, 'the master keys could not be read'));
  const recall = () =>
    void identity
      .reload()
      .catch((failure: unknown) => log.error({ failure }, 'the state of the installation could not be read'));
  listener.onNotice((notice) => {
    if (notice.kind === 'key_destroyed') vault.forget(notice.owner);
    if (notice.kind === 'keys_rotated') reload();
    if (notice.kind === 'installation') recall();
  });
  listener.onGap(() => {
    reload();
    recall();
  });
  const relay = env.EVENTS_URL ? new EventRelay({ settings: env, subject: subjectOf(identity.id), log }) : undefined;
  if (relay) db.tellEvents = (notices) => relay.tell(notices);
  return {
    env,
    clock,
    timers,
    connection,
    db,
    vault,
    identity,
    sessions,
    listener,
    relay,
    log,
    works: env.works,
    passwords,
    files: openFileStore(env, objectNames({ db, identity, log })),
    limits: new Limits(db, vault, clock, env.KONSIL_LIMITS_FACTOR, sizesOf(env), settingsOfLimits),
    events: new EventHub(db, sessions, clock, listener, relay),
    gauges: new Gauges(),
    served: [],
  };
};
