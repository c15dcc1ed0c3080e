import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@konsil/server-platform/database/client';
import { migrateDatabase, migrationsFolder } from '@konsil/server-domain/database/migrate';
import { checkLoginRole, serverRole } from '@konsil/server-domain/database/roles';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;
const name = `konsil_roles_${process.pid}_${randomBytes(3).toString('hex')}`;
const asSuperuser = async (statement: string): Promise<void> => {
  const { pool, close } = connect({ ...database.connection, max: 1 });
  await pool.query(statement);
  await close();
};
const as = (user: string, role?: string) =>
  connect({ ...database.connection, database: name, user, max: 1, ...(role ? { role } : {}) });
const migrateAs = async (user: string, from = migrationsFolder): Promise<void> => {
  const connection = as(user);
  try {
    await migrateDatabase(connection, { folder: from });
  } finally {
    await connection.close();
  }
};

beforeAll(async () => {
  // Also makes the roles of the cluster, as the administrator does in docs/deployment.md.
  database = await createTestDatabase();
  await asSuperuser(`create role ${name} login`);
  await asSuperuser(`create database ${name} owner ${name}`);
  folder = await mkdtemp(join(tmpdir(), 'konsil-migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: object[] };
  journal.entries.push({ idx: 999, version: '7', when: 9_999_999_999_999, tag: '0999_later', breakpoints: true });
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  await writeFile(join(folder, '0999_later.sql'), 'create table later (number int);');
});
afterAll(async () => {
  await asSuperuser(`drop database ${name} with (force)`);
  await asSuperuser(`drop role ${name}`);
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

const older = /^The data model of the database is older than this version of Konsil, .* MIGRATION_DATABASE_URL/;

test('a login role that owns nothing starts on a migrated database only', async () => {
  await expect(migrateAs('konsil_app')).rejects.toThrow(older);
  await migrateAs(name);
  await migrateAs('konsil_app');
  const server = as('konsil_app', serverRole);
  expect(await checkLoginRole(server)).toBeNull();
  expect((await server.pool.query('select 1 from cases')).rows).toEqual([]);
  await server.close();
});

test('a login role that owns nothing refuses a database that lacks a migration', async () => {
  await expect(migrateAs('konsil_app', folder)).rejects.toThrow(older);
  await migrateAs(name, folder);
  await migrateAs('konsil_app', folder);
});

test('the server can use the tables of later migrations', async () => {
  const server = as('konsil_app', serverRole);
  expect((await server.pool.query('insert into later values (1)')).rowCount).toBe(1);
  await server.close();
});
