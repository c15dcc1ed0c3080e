import { connect } from '@konsil/server-platform/database/client';
import { createTestDatabase } from './database.ts';

const tablesOf = async (database: Awaited<ReturnType<typeof createTestDatabase>>) => {
  const { pool, close } = connect(database.connection);
  const { rows } = await pool.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await close();
  return rows.map(({ tablename }) => tablename);
};

test('every test file gets its own migrated database', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(one.connection.database).not.toBe(other.connection.database);

  const { pool, close } = connect(one.connection);
  await pool.query('create table only_here ()');
  await close();

  expect(await tablesOf(one)).toEqual(expect.arrayContaining(['audit_records', 'only_here']));
  expect(await tablesOf(other)).not.toContain('only_here');
  await Promise.all([one.drop(), other.drop()]);
});

test('a dropped database is deleted, even with an open connection', async () => {
  const database = await createTestDatabase();
  const { pool, close } = connect(database.connection);
  await pool.query('select 1');
  await database.drop();
  await expect(pool.query('select 1')).rejects.toThrow();
  await close();
});
