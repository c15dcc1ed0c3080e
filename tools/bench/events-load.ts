// The load of events.mjs, on a database of its own that writes to the disk as in production.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { publish } from '@konsil/server-domain/events/events';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { events } from '@konsil/server-domain/schema';
import { startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { connect, type Database } from '@konsil/server-platform/database/client';
import { Listener } from '@konsil/server-platform/events/listener';
import { EventRelay, subjectOf } from '@konsil/server-platform/events/relay';
import { readEnv } from '@konsil/server-settings/env';
import { measureRates } from './rates.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const clients = [1, 8, 32];
const processes = 5;
const env = readEnv();
const postgres = await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log: console.warn });
const connections = [1, 2].map(() => connect({ ...postgres.connection, max: Math.max(...clients) }));
const [plain, relayed] = connections.map(({ db }) => db) as [Database, Database];
const subject = subjectOf(randomUUID());
const log = { warn: (details: object, text: string) => console.warn(text, details), info: console.log };
const relays = env.EVENTS_URL
  ? Array.from({ length: processes }, () => new EventRelay({ settings: env, subject, log }))
  : [];
const listeners = Array.from({ length: processes }, () => new Listener(connections[0] as (typeof connections)[0]));
const heard = { NOTIFY: 0, NATS: 0 };
try {
  await migrateDatabase(connections[0] as (typeof connections)[0]);
  await Promise.all([...listeners, ...relays].map((each) => each.start()));
  const [relay, ...others] = relays;
  if (relay) relayed.tellEvents = (notices) => relay.tell(notices);
  for (const listener of listeners) listener.onNotice(() => (heard.NOTIFY += 1));
  for (const other of others) other.onNotice(() => (heard.NATS += 1));
  const account = randomUUID();
  const tell = (db: Database) => db.transaction((tx) => publish(tx, [account], { type: 'message' }, null));
  await measureRates({
    clients,
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    kinds: {
      'told to nobody': () =>
        plain.transaction(async (tx) => {
          await tx.insert(events).values({ accountIds: [account], causedBy: null, payload: { type: 'message' } });
        }),
      NOTIFY: () => tell(plain),
      ...(relay ? { NATS: () => tell(relayed) } : {}),
    },
  });
  console.log(
    `heard by ${processes} processes: ${heard.NOTIFY} by NOTIFY; by ${others.length} others: ${heard.NATS} through NATS`,
  );
} finally {
  await Promise.all([...listeners, ...relays].map((each) => each.close()));
  for (const connection of connections) await connection.close();
  await postgres.stop();
}
