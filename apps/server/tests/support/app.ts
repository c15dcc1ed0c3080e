import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { serverRole } from '@konsil/server-domain/database/roles';
import { outbox } from '@konsil/server-platform/database/tables';
import { letter } from '@konsil/server-platform/outbox/outbox';
import { readEnv, type Env } from '@konsil/server-settings/env';
import type { Clock } from '@konsil/server-platform/clock';
import { Identity } from '@konsil/server-storage/identity';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Passwords } from '@konsil/server-platform/passwords';
import { Vault } from '@konsil/server-platform/keys/vault';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TestTimers } from './duties.ts';
import { detectSecondConnection, type ConnectionWatch } from './one-connection.ts';

/** The real time plus an offset set by the test. */
export class TestClock implements Clock {
  private ahead = 0;
  private standing: number | null = null;
  now = (): Date => new Date(this.standing ?? Date.now() + this.ahead);
  advance(ms: number): void {
    this.ahead += ms;
    if (this.standing !== null) this.standing += ms;
  }
  /** From now on only the test lets time pass, however slow the machine. What is written by the database's clock is not due. */
  stop(): void {
    // Rows written just before are due, although the database counts fractions of a millisecond.
    this.standing = this.now().getTime() + 1;
  }
  goOn(): void {
    this.standing = null;
  }
}

/** An e-mail or SMS in the outbox. */
export interface SentLetter {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  created_at: string;
}

export interface TestApp {
  app: FastifyInstance;
  kernel: Kernel;
  env: Env;
  clock: TestClock;
  /** Emails and SMS, newest first. */
  outbox: (to?: string) => Promise<SentLetter[]>;
  /** The text of the newest email or SMS to an address or number that has these words; only new ones are opened. */
  newestText: (to: string, words?: string) => Promise<string>;
  /** Signs in as the owner of the database; the server's own pool does not. */
  owner: Connection;
  /** A second server on the same database and data folder, in the same process. */
  secondProcess: () => Promise<FastifyInstance>;
  close: () => Promise<void>;
}

// On a busy machine, a statement and the pauses of a transaction last longer than the product allows.
// PgBouncer takes no such settings.
const patience = { statement_timeout: 120_000, idle_in_transaction_session_timeout: 120_000 };

// Tests sign up hundreds of people; passwords.test.ts covers the real cost.
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const open = new Set<TestApp>();
// A failing test does not close its servers, and jest would wait for them.
afterAll(() => Promise.all([...open].map((house) => house.close())));

/** A server on its own database. Rate limits are wide unless the test is about them (`KONSIL_LIMITS_FACTOR: '1'`). */
export const testApp = async (
  settings: Record<string, string> = {},
  made: Promise<TestDatabase> = createTestDatabase(),
): Promise<TestApp> => {
  const database = await made;
  const dataDir = await mkdtemp(join(tmpdir(), 'konsil-data-'));
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    KONSIL_DATA_DIR: dataDir,
    KONSIL_LIMITS_FACTOR: '10000',
    SEND_UNDO_SECONDS: '0',
    ...settings,
  });
  const clock = new TestClock();
  const timers = new TestTimers();
  const connections: ReturnType<typeof connect>[] = [];
  const watches: ConnectionWatch[] = [];
  const apps: FastifyInstance[] = [];
  const start = async () => {
    const connection = connect({
      ...(!database.login.direct && patience),
      ...database.login,
      max: 10,
      role: serverRole,
    });
    connections.push(connection);
    watches.push(detectSecondConnection(connection));
    const identity = await Identity.open({ db: connection.db, env });
    const vault = await Vault.open(connection.db, () => loadMasterKeys(env));
    const app = await buildApp({ identity, connection, vault, clock, timers, passwords: new Passwords(cheap) });
    apps.push(app);
    await app.ready();
    await timers.startIsOver();
    return app;
  };
  const app = await start();
  const owner = connect({ ...patience, ...database.connection, max: 4 });
  const house: TestApp = {
    app,
    kernel: app.kernel,
    env,
    clock,
    outbox: async (to) => {
      const letters = (await app.inject('/dev/outbox.json')).json<SentLetter[]>();
      return to === undefined ? letters : letters.filter((letter) => letter.to === to);
    },
    newestText: async (to, words = '') => {
      const newest = owner.db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).$dynamic();
      for (let offset = 0; ; offset += 8) {
        const rows = await newest.limit(8).offset(offset);
        if (rows.length === 0) return '';
        const found = rows
          .filter(({ sealed }) => sealed.length > 0)
          .map(({ sealed }) => app.kernel.vault.openFor('outbox', letter, sealed))
          .find((sent) => sent.to === to && sent.text.includes(words));
        if (found) return found.text;
      }
    },
    owner,
    secondProcess: start,
    close: async () => {
      if (!open.delete(house)) return;
      await Promise.all(apps.map((running) => running.close()));
      await owner.close();
      await Promise.all(connections.map((connection) => connection.close()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      for (const { end } of watches) end();
      const [second] = watches.flatMap(({ found }) => found);
      if (second) throw new Error(`A second connection within a transaction: ${second}`);
    },
  };
  open.add(house);
  return house;
};
