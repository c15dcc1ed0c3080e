// The load of audit-partitions.mjs, on a database of its own that writes to the disk as in production.
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { connect } from '@konsil/server-platform/database/client';
import { readEnv } from '@konsil/server-settings/env';

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    parts: { type: 'string' },
    calls: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const [rows, parts, calls, rounds] = [values.rows, values.parts, values.calls, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const recordsInChain = 100;
const chains = Math.max(1, Math.floor(rows / recordsInChain));
const actors = Math.max(1, Math.floor(chains / 10));
const appended = Math.min(2000, Math.floor(rows / 10));
/** The moment of a record; the bench appends after the last one. */
const momentOf = (id: string) => `timestamptz '2026-01-01 UTC' + ${id} * interval '1 second'`;
const uuidOf = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`;

const common = [
  'create index on NAME (actor_id, at)',
  "create index on NAME (id) where actor_role = 'admin'",
  'create index on NAME (subject_id, at) where subject_id is not null',
];
interface Form {
  name: string;
  create: string[];
  /** The order of the newest record of a chain. */
  newest: string;
}
/** Ranges of ids; the last ones also take what the bench appends. */
const bounds = Array.from({ length: parts + 1 }, (_, part) =>
  part === parts ? rows * 2 + 1 : Math.floor((rows / parts) * part) + (part === 0 ? 0 : 1),
);
const rangesOf = (table: string, bound: (id: number) => string): string[] =>
  bounds
    .slice(1)
    .map(
      (to, part) =>
        `create table ${table}_${part} partition of ${table} for values from (${bound(bounds[part] ?? 0)}) to (${bound(to)})`,
    );
const forms: Form[] = [
  {
    name: 'one_table',
    newest: 'seq',
    create: [
      'create table NAME (like audit_records including defaults)',
      'alter table NAME add primary key (id)',
      'create unique index on NAME (chain, seq)',
    ],
  },
  {
    name: 'by_id',
    newest: 'seq',
    create: [
      'create table NAME (like audit_records including defaults) partition by range (id)',
      ...rangesOf('NAME', String),
      'create table NAME_default partition of NAME default',
      'alter table NAME add primary key (id)',
      'create unique index on NAME (chain, seq, id)',
    ],
  },
  {
    name: 'by_id_newest',
    newest: 'id',
    create: [
      'create table NAME (like audit_records including defaults) partition by range (id)',
      ...rangesOf('NAME', String),
      'alter table NAME add primary key (id)',
      'create index on NAME (chain, id)',
      'create index on NAME (chain, seq)',
    ],
  },
  {
    name: 'by_month',
    newest: 'seq',
    create: [
      'create table NAME (like audit_records including defaults) partition by range (at)',
      ...rangesOf('NAME', (id) => `timestamptz '2026-01-01 UTC' + interval '${id} seconds'`),
      'create table NAME_default partition of NAME default',
      'alter table NAME add primary key (id, at)',
      'create unique index on NAME (chain, seq, at)',
    ],
  },
  {
    name: 'by_chain',
    newest: 'seq',
    create: [
      'create table NAME (like audit_records including defaults) partition by hash (chain)',
      ...Array.from(
        { length: 16 },
        (_, part) => `create table NAME_${part} partition of NAME for values with (modulus 16, remainder ${part})`,
      ),
      'alter table NAME add primary key (id, chain)',
      'create unique index on NAME (chain, seq)',
    ],
  },
];

const columns =
  'id, chain, seq, at, actor_id, actor_role, action, result, case_id, document_id, subject_id, detail, hash';
const recordAt = (id: string, seq: string, chain: string) =>
  `${id}, ${chain}, ${seq}, ${momentOf(id)}, ${uuidOf('actor', `(${id} % ${actors})`)}, 'patient', 'case.read', 'allowed', ${uuidOf('case', `(${id} % ${chains})`)}, null::uuid, null::uuid, null, sha256(${id}::text::bytea)`;
/** Records of random chains, as of patients who come and go. */
const source = `select ${columns} from (select ${recordAt('n', 'row_number() over (partition by c order by n)', uuidOf('chain', 'c'))}
  from (select n, floor(random() * ${chains})::int as c from generate_series(1, ${rows}) n) drawn) as made (${columns}) order by id`;

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
/** The median duration of a call, in milliseconds. */
const timed = async (work: (call: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    await work(call);
    times.push(performance.now() - began);
  }
  return median(times);
};
const anyChain = () => uuidOf('chain', String(Math.floor(Math.random() * chains)));
const anyActor = () => uuidOf('actor', String(Math.floor(Math.random() * actors)));

const measure = async (client: Client, { name, newest }: Form, round: number): Promise<Record<string, number>> => {
  const head = (chain: string) =>
    `select seq, hash from ${name} where chain = ${chain} order by ${newest} desc limit 1`;
  const figures = {
    'head, ms': await timed(() => client.query(head(anyChain()))),
    'head of a new chain, ms': await timed((call) => client.query(head(uuidOf('new', String(call))))),
    "a patient's page, ms": await timed(async () => {
      const chain = anyChain();
      await client.query(`select * from ${name} where chain = ${chain} order by at desc, seq desc limit 51`);
      await client.query(`select count(*) from ${name} where chain = ${chain}`);
    }),
    "an actor's page, ms": await timed(() =>
      client.query(`select * from ${name} where actor_id = ${anyActor()} order by at desc, id desc limit 51`),
    ),
    'records to anchor, ms': await timed(() =>
      client.query(`select chain, seq, hash, id from ${name} where id > ${rows - 500} order by id limit 1000`),
    ),
  };
  await client.query('checkpoint');
  const { rows: before } = await client.query<{ at: string }>('select pg_current_wal_lsn() as at');
  const began = performance.now();
  await client.query('begin');
  for (let more = 1; more <= appended; more += 1) {
    const chain = anyChain();
    await client.query(
      `with head as (${head(chain)}) insert into ${name} (${columns}) select ${recordAt(String(rows + round * appended + more), 'coalesce(max(seq), 0) + 1', chain)} from head`,
    );
  }
  await client.query('commit');
  const append = (performance.now() - began) / appended;
  const { rows: wal } = await client.query<{ bytes: string }>('select pg_current_wal_lsn() - $1::pg_lsn as bytes', [
    before[0]?.at,
  ]);
  return { ...figures, 'append, ms': append, 'append, bytes of WAL': Number(wal[0]?.bytes) / appended };
};

const env = readEnv();
const postgres = await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log: console.warn });
const connection = connect({ ...postgres.connection, max: 1 });
try {
  await migrateDatabase(connection);
  const client = await connection.openClient({ statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  await client.query(`create unlogged table source as ${source}`);
  for (const form of forms) {
    for (const statement of form.create) await client.query(statement.replaceAll('NAME', form.name));
    await client.query(`insert into ${form.name} (${columns}) select ${columns} from source order by id`);
    for (const statement of common) await client.query(statement.replaceAll('NAME', form.name));
    await client.query(`vacuum analyze ${form.name}`);
  }
  const measured = new Map<string, number[]>();
  // In turn, because other work of the machine comes and goes.
  for (let round = 0; round < rounds; round += 1)
    for (const form of forms)
      for (const [what, figure] of Object.entries(await measure(client, form, round))) {
        const key = `${what.padEnd(24)} ${form.name}`;
        measured.set(key, [...(measured.get(key) ?? []), figure]);
      }
  for (const key of [...measured.keys()].toSorted())
    console.log(`${key.padEnd(40)} ${median(measured.get(key) ?? []).toFixed(2)}`);
  await client.end();
} finally {
  await connection.close();
  await postgres.stop();
}
