import { sql } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { connect } from '@konsil/server-platform/database/client';
import { isStalePlan } from '@konsil/server-platform/database/named-statements';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

test('a connection that breaks while in use fails the next query, not the process', async () => {
  const { pool } = house.kernel.connection;
  const held = await pool.connect();
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => held.once('end', resolve));
  await house.owner.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(held.query('select 1')).rejects.toThrow();
  held.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('concurrent queries get their own results', async () => {
  const { db } = house.kernel.connection;
  const numbers = await db.transaction(async (tx) =>
    Promise.all(
      [3, 1, 2].map(
        async (number) =>
          (await tx.execute<{ number: number }>(sql`select ${number}::int as number, pg_sleep(${number} * 0.01)`))
            .rows[0]?.number,
      ),
    ),
  );
  expect(numbers).toEqual([3, 1, 2]);
});

test('concurrent queries in a transaction are all rolled back when one fails', async () => {
  const { db, pool } = house.owner;
  await pool.query('create table asked_together (number int)');
  const write = (number: number) => sql`insert into asked_together values (1 / ${number}::int)`;
  await expect(
    db.transaction(async (tx) => Promise.all([tx.execute(write(1)), tx.execute(write(0)), tx.execute(write(2))])),
  ).rejects.toThrow();
  expect((await pool.query('select from asked_together')).rowCount).toBe(0);
});

test('a repeated statement is planned once per connection, even after a failure', async () => {
  const database = await createTestDatabase();
  const { db, close } = connect({ ...database.connection, max: 1 });
  const divide = (number: number) => db.execute<{ share: number }>(sql`select 12 / ${number}::int as share`);
  for (let round = 0; round < 15; round += 1) {
    const outcomes = await Promise.allSettled([divide(4), divide(0), divide(3)]);
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.rows[0]?.share)).toEqual([
      3,
      false,
      4,
    ]);
  }
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pg_prepared_statements where statement like '%as share%'`,
  );
  expect(rows).toHaveLength(1);
  await close();
  await database.drop();
});

test('several commands in one query text run on every call', async () => {
  const both = sql`select 1 as one; select 2 as two`;
  for (let round = 0; round < 15; round += 1) await house.kernel.db.execute(both);
  expect((await house.kernel.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
});

test('a changed column type fails one query per connection with a cached plan', async () => {
  const database = await createTestDatabase();
  const { db, close } = connect({ ...database.connection, max: 1 });
  await db.execute(sql`create table changing (number int)`);
  const read = () => db.transaction((tx) => tx.execute(sql`select number from changing where number > ${0}`));
  for (let round = 0; round < 15; round += 1) await read();
  await db.execute(sql`alter table changing alter column number type bigint`);
  await expect(read()).rejects.toThrow();
  expect((await read()).rows).toEqual([]);
  await close();
  await database.drop();
});

test('a stale plan error is recognised in every database language', () => {
  const message = 'gecachter Plan darf den Ergebnistyp nicht ändern';
  const failure = { code: '0A000', message, routine: 'RevalidateCachedQuery' };
  expect([isStalePlan({ cause: failure }), isStalePlan({ ...failure, routine: 'transformStmt' })]).toEqual([
    true,
    false,
  ]);
});

test('statements in flight finish when a connection closes, and fail when it breaks', async () => {
  const { pool } = house.kernel.connection;
  const [ending, breaking] = [await pool.connect(), await pool.connect()];
  const answered = ending.query<{ n: number }>('select 1 as n');
  ending.release(true);
  const failed = breaking.query('select 1 as n');
  breaking.connection.stream.destroy();
  await expect(failed).rejects.toThrow();
  breaking.release(true);
  expect((await answered).rows).toEqual([{ n: 1 }]);
});

test('a named statement that failed in a transaction works in the next one', async () => {
  const database = await createTestDatabase();
  const { db, close } = connect({ ...database.connection, max: 1 });
  const divide = (by: number) =>
    db.transaction(async (tx) => {
      const each = [1, by, 2].map((one) => tx.execute(sql`select 6 / ${one}::int as named_division`));
      return (await Promise.all(each)).map(({ rows }) => rows[0]?.['named_division']);
    });
  for (let round = 0; round < 8; round += 1) {
    await expect(divide(0)).rejects.toThrow();
    expect(await divide(3)).toEqual([6, 2, 3]);
  }
  await close();
  await database.drop();
});

test('a broken connection fails all its concurrent queries', async () => {
  const { pool } = house.owner;
  const held = await pool.connect();
  const asked = ['select pg_terminate_backend(pg_backend_pid())', 'select 1', 'select 2'].map((text) =>
    held.query(text),
  );
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  held.release(true);
});

test('a connection that breaks while beginning a transaction is returned to the pool', async () => {
  const database = await createTestDatabase();
  const { db, pool, close } = connect({ ...database.connection, max: 1 });
  pool.once('acquire', (client) => void client.connection.stream.destroy());
  await expect(db.transaction(async () => 'done')).rejects.toThrow();
  expect(await db.transaction(async () => 'done')).toBe('done');
  await close();
  await database.drop();
});
