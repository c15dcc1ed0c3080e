import pg from 'pg';
import { migrateDatabase, type MigrationOptions } from '@konsil/server-domain/database/migrate';
import { changeBatch, unfinishedChanges, workOnChanges } from '@konsil/server-domain/database/background-changes';
import { doubled } from '@konsil/server-domain/database/doubled.testing';
import { serverRole } from '@konsil/server-domain/database/roles';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { waitUntil } from '@konsil/server-testing/until';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { migrationProcesses, type MigrationProcesses } from '../support/migration-processes.ts';

/** A lock for which the change of one row waits while a test holds it. */
const held = 4712;
const heldId = 170;
let processes: MigrationProcesses;
let database: TestDatabase;
let client: pg.Client;
let server: Connection;
beforeAll(async () => {
  processes = await migrationProcesses('background-changes.testing.ts');
});
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  server = connect({ ...database.login, role: serverRole, max: 4 });
  await client.query(`
    create table items (id int primary key, number int not null, doubled int);
    create table changes (id int, batch xid8 default pg_current_xact_id());
    create function note_change() returns trigger language plpgsql as $$ begin
      if new.id = ${heldId} then perform pg_advisory_xact_lock(${held}); end if;
      insert into changes values (new.id);
      return new;
    end $$;
    create trigger noted before update on items for each row execute function note_change()`);
});
afterEach(async () => {
  await Promise.all([client.end(), server.close()]);
  await database.drop();
});
afterAll(() => processes.remove());

const fill = (from: number, to: number) =>
  client.query('insert into items select n, n from generate_series($1::int, $2::int) n', [from, to]);
const waits = async () =>
  ((await client.query("select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [held]))
    .rowCount ?? 0) > 0;
const outcome = async () =>
  (
    await client.query(`select
      (select count(*)::int from items where doubled = number * 2) as right,
      (select count(*)::int from items where doubled is distinct from number * 2) as wrong,
      (select count(*)::int from changes) as changes`)
  ).rows[0];
const asServer = () => ({ ...database.login, role: serverRole });
const quickly = { changes: [doubled], size: 20, restMs: 1 };
const now = () => false;

test('three processes change each row once, in batches, one at a time', async () => {
  await fill(1, 500);
  await client.query('select pg_advisory_lock($1)', [held]);
  const all = [1, 2, 3].map(() => processes.start(asServer()));
  await waitUntil(waits);
  expect(await outcome()).toEqual({ right: 160, wrong: 340, changes: 160 });
  await client.query('select pg_advisory_unlock($1)', [held]);
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await outcome()).toEqual({ right: 500, wrong: 0, changes: 500 });
  const { rows } = await client.query('select max(count)::int from (select count(*) from changes group by batch) b');
  expect(rows).toEqual([{ max: 20 }]);
  expect(await unfinishedChanges(server.db)).toEqual([]);
});

test('another process continues after the last batch of a killed one', async () => {
  await fill(1, 500);
  await client.query('select pg_advisory_lock($1)', [held]);
  const first = processes.start(asServer());
  await waitUntil(waits);
  first.child.kill('SIGKILL');
  await first.ended;
  await client.query('select pg_advisory_unlock($1)', [held]);
  expect(await unfinishedChanges(server.db)).toMatchObject([{ name: 'items_doubled' }]);
  await workOnChanges(server.db, now, quickly);
  expect(await outcome()).toEqual({ right: 500, wrong: 0, changes: 500 });
  expect(await unfinishedChanges(server.db)).toEqual([]);
});

test('a row written by an older version behind the cursor is changed in the next pass', async () => {
  await fill(11, 60);
  await changeBatch(server.db, doubled, 20);
  await fill(1, 10);
  await workOnChanges(server.db, now, quickly);
  expect(await outcome()).toEqual({ right: 60, wrong: 0, changes: 60 });
});

test('pauses when its time is up or the server stops, and continues later', async () => {
  await fill(1, 500);
  await workOnChanges(server.db, () => true, quickly);
  await workOnChanges(server.db, now, { ...quickly, forMs: -1 });
  expect(await outcome()).toMatchObject({ right: 0 });
  let asked = 0;
  await workOnChanges(server.db, () => (asked += 1) > 2, quickly);
  expect(await unfinishedChanges(server.db)).toMatchObject([{ name: 'items_doubled', changed: 40 }]);
  await workOnChanges(server.db, now, quickly);
  expect(await outcome()).toEqual({ right: 500, wrong: 0, changes: 500 });
});

test('a finished change never runs again', async () => {
  await workOnChanges(server.db, now, quickly);
  await fill(1, 5);
  await workOnChanges(server.db, now, quickly);
  expect(await outcome()).toEqual({ right: 0, wrong: 5, changes: 0 });
});

describe('A migration that demands a change', () => {
  let owner: Connection;
  let folder: string;
  beforeEach(async () => {
    owner = connect({ ...database.connection, max: 1 });
    await client.query('drop schema drizzle cascade');
    folder = await processes.versionWith(
      'create table other (a int);',
      '-- after change: items_doubled\nalter table items alter column doubled set not null;',
    );
  });
  afterEach(() => owner.close());
  const migrated = (options: MigrationOptions = {}) =>
    migrateDatabase(owner, { folder, changes: [doubled], ...options });

  test('is refused with instructions, and applied after the change is finished', async () => {
    await fill(1, 10_500);
    await expect(migrated()).rejects.toThrow(
      /^The migration 0001_m needs the background change items_doubled, .* run `konsil migrate --finish`\.$/,
    );
    expect(await migrated({ finish: true })).toEqual(['0001_m']);
    expect(await outcome()).toEqual({ right: 10_500, wrong: 0, changes: 10_500 });
  });

  test('finishes the change immediately if few rows remain', async () => {
    await fill(1, 10_000);
    expect(await migrated()).toEqual(['0000_m', '0001_m']);
    expect(await outcome()).toEqual({ right: 10_000, wrong: 0, changes: 10_000 });
  });

  test('retries after a deadlock with a running server', async () => {
    await fill(1, 600);
    await client.query(`
      create sequence deadlocks;
      create function deadlock_once() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger once before update on items for each row execute function deadlock_once()`);
    const lines: string[] = [];
    expect(await migrated({ say: (line) => lines.push(line) })).toEqual(['0000_m', '0001_m']);
    expect(lines).toEqual(['Others use what is to be changed. Trying again.']);
    expect(await outcome()).toMatchObject({ right: 600, wrong: 0 });
  });

  test('is refused if the change does not exist', async () => {
    await expect(migrated({ changes: [] })).rejects.toThrow('demands the background change items_doubled');
  });
});

test('finishing runs changes that no migration demands', async () => {
  await fill(1, 600);
  const owner = connect({ ...database.connection, max: 1 });
  expect(await migrateDatabase(owner, { changes: [doubled], finish: true })).toEqual([]);
  await owner.close();
  expect(await outcome()).toEqual({ right: 600, wrong: 0, changes: 600 });
});
