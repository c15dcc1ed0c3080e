import { sql } from 'drizzle-orm';
import { connect } from '@konsil/server-platform/database/client';
import { createTestDatabase } from './database.ts';
import { detectSecondConnection } from './one-connection.ts';

test('detects a second connection within a transaction, and only that', async () => {
  const database = await createTestDatabase();
  const connection = connect(database.connection);
  const { found, end } = detectSecondConnection(connection);
  const { db } = connection;

  await db.transaction((tx) => tx.execute(sql`select 1`));
  await db.execute(sql`select 2`);
  expect(found).toEqual([]);

  await db.transaction(() => db.execute(sql`select 3`));
  await db.transaction(() => db.transaction((tx) => tx.execute(sql`select 4`)));
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('select');

  end();
  await db.transaction(() => db.execute(sql`select 5`));
  expect(found).toHaveLength(2);

  await connection.close();
  await database.drop();
});
