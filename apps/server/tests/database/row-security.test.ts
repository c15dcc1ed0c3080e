import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { connect } from '@konsil/server-platform/database/client';
import { actingAs, checkLoginRole, serverRole, withAllRows } from '@konsil/server-domain/database/roles';
import * as schema from '@konsil/server-domain/schema';
import { cases } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs } from '../support/people.ts';
import { anOngoingCase, type Story } from '../support/story.ts';

let house: TestApp;
let mine: Story;
let others: Story;
beforeAll(async () => {
  house = await testApp();
  mine = await anOngoingCase(house);
  others = await anOngoingCase(house);
});

const tables = Object.values(schema as Record<string, unknown>).filter((value): value is PgTable => is(value, PgTable));
const protectedTables = async (): Promise<string[]> => {
  const { rows } = await house.owner.pool.query<{ name: string }>(`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relrowsecurity
    and exists (select from pg_policy p where p.polrelid = c.oid and 'konsil_request'::regrole = any(p.polroles)) order by 1`);
  return rows.map(({ name }) => name);
};
const nobody = '00000000-0000-0000-0000-000000000000';

/** Encrypted under other keys than a patient's, or without health data. */
const withoutHealthData = [
  'accounts',
  'passkeys',
  'mail_links',
  'otp_codes',
  'outbox',
  'webhooks',
  'clinic_archives',
  'idempotency_keys',
  'consents',
  'audit_records',
  'notices',
  'tickets',
];

test('every table with health data has row security and a policy for requests', async () => {
  const concerned = tables
    .filter((table) => {
      const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
      return (
        columns.some((name) => ['sealed', 'case_id', 'patient_id', 'document_id'].includes(name)) &&
        !withoutHealthData.includes(getTableName(table))
      );
    })
    .map(getTableName);
  expect(concerned.length).toBeGreaterThan(12);
  expect(await protectedTables()).toEqual(expect.arrayContaining(concerned));
});

/** Often enough for a statement to get a name, and then a plan for any value. */
const repeatedly = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let round = 0; round < 20; round += 1) results.push(await work());
  return results;
};

test('a named statement returns the rows visible to the current account and role', async () => {
  const ids = ({ accountId }: { accountId: string }) =>
    house.kernel.db.transaction((tx) => tx.select({ id: cases.id }).from(cases).orderBy(cases.id), actingAs(accountId));
  const [own, foreign] = [await ids(mine.patient), await ids(others.patient)];
  expect(own).toHaveLength(1);
  expect(foreign).not.toEqual(own);
  const everybody = await house.kernel.db.select({ id: cases.id }).from(cases).orderBy(cases.id);
  const all = await repeatedly(async () => [
    await ids(mine.patient),
    await ids(others.patient),
    await house.kernel.db.select({ id: cases.id }).from(cases).orderBy(cases.id),
  ]);
  expect(all).toEqual(all.map(() => [own, foreign, everybody]));
});

test('a statement that runs in two roles has a separate name for each', async () => {
  const names = await house.kernel.db.transaction(async (tx) => {
    const read = () => tx.execute(sql`select id as both_roles from cases where ${1} = 1`);
    await repeatedly(async () => [await read(), await withAllRows(tx, read)]);
    const named = sql`select name from pg_prepared_statements where statement like '%both_roles%' and name <> '' order by name`;
    return (await tx.execute<{ name: string }>(named)).rows;
  }, actingAs(mine.patient.accountId));
  expect(names.map(({ name }) => name.replace(/^s\d+/, ''))).toEqual(['konsil_request', 'konsil_server']);
});

test("a failed query with access to all rows restores the request's own role", async () => {
  const found = await house.kernel.db.transaction(async (tx) => {
    await withAllRows(tx, () => Promise.reject(new Error('refused'))).catch(() => undefined);
    return tx.select({ id: cases.id }).from(cases);
  }, actingAs(mine.patient.accountId));
  expect(found).toHaveLength(1);
});

test('a query without where returns only rows of the signed-in account', async () => {
  const names = await protectedTables();
  for (const [person, foreign] of [
    [mine.patient, others],
    [mine.doctor, others],
    [others.doctor, mine],
  ] as const) {
    await house.kernel.db.transaction(async (tx) => {
      for (const name of names) {
        const { rows } = await tx.execute<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`);
        const text = JSON.stringify(rows);
        for (const id of [foreign.patientId, foreign.caseId, foreign.letterId, foreign.patient.accountId])
          expect([name, text.includes(id)]).toEqual([name, false]);
      }
      const { rows } = await tx.execute<{ id: string }>(sql`select id from cases`);
      expect(rows.map(({ id }) => id)).toEqual([person === others.doctor ? others.caseId : mine.caseId]);
      for (const name of ['patients', 'documents', 'questions', 'case_events'])
        expect((await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows).not.toEqual([]);
    }, actingAs(person.accountId));
  }
});

test('a request without an account sees no rows; none can write for another account', async () => {
  const { patientId, patient } = mine;
  const { db } = house.kernel;
  const names = await protectedTables();
  await db.transaction(async (tx) => {
    for (const name of names) expect((await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows).toEqual([]);
  }, actingAs(nobody));
  const stranger = actingAs(others.patient.accountId);
  await db.transaction(async (tx) => {
    expect((await tx.execute(sql`update patients set version = version + 1 where id = ${patientId}`)).rowCount).toBe(0);
  }, stranger);
  await expect(
    db.transaction(
      (tx) =>
        tx.execute(sql`insert into snippets (doctor_id, position, sealed) values (${patient.accountId}, 1, ''::bytea)`),
      stranger,
    ),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('the transaction of a request is limited to its account from BEGIN on', async () => {
  const { caseId, doctor } = mine;
  const { pool } = house.kernel.connection;
  const queries: string[] = [];
  const listen = (client: PoolClient) => {
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      queries.push(String((args[0] as { text?: string }).text ?? args[0]));
      return ask(...args);
    }) as typeof client.query;
  };
  pool.on('acquire', listen);
  await requestsAs(house.app, doctor).get(`/api/processoverview/${caseId}`);
  pool.off('acquire', listen);
  const begun = queries.find((query) => query.startsWith('begin'));
  expect(begun).toContain(doctor.accountId);
  expect(begun).toContain('konsil_request');
});

test.each(['konsil_app', 'konsil_server', 'konsil_request'])(
  '%s can change neither tables, nor policies, nor the access log',
  async (role) => {
    const { pool } = house.owner;
    const { rows } = await pool.query(
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = $1',
      [role],
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
    for (const statement of [
      'create table more (n int)',
      'alter table cases add column more int',
      'drop table drafts',
      'update audit_records set result = result',
      'delete from audit_records',
      'truncate cases',
      'alter table cases disable row level security',
      'create or replace function konsil_actor() returns uuid language sql return null',
    ]) {
      const client = await pool.connect();
      await client.query(`begin; set local role ${role}`);
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      await client.query('rollback');
      client.release();
    }
  },
);

test('security definer functions have a safe search_path and no public execute', async () => {
  const { rows } = await house.owner.pool.query<{ name: string; path: string | null; everybody: boolean }>(`
    select proname as name, (select setting from unnest(proconfig) setting where setting like 'search_path=%') as path, has_function_privilege('public', oid, 'execute') as everybody
    from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`);
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, path, everybody } of rows)
    expect([name, path, everybody]).toEqual([name, 'search_path=pg_catalog, pg_temp', false]);
});

test('the pool works as konsil_server and sees all rows', async () => {
  const { pool } = house.kernel.connection;
  const { rows } = await pool.query('select current_user as works, session_user as signed_in');
  expect(rows).toEqual([{ works: serverRole, signed_in: 'konsil_app' }]);
  expect((await pool.query('select 1 from cases')).rows.length).toBeGreaterThan(1);
});

test('a login role that owns tables gets a warning, one without membership an error', async () => {
  expect(await checkLoginRole(house.kernel.connection)).toBeNull();
  expect(await checkLoginRole(house.owner)).toMatch(/^DATABASE_URL signs in as konsil, which owns the tables: /);
  const { host, port, database } = house.owner.pool.options;
  await house.owner.pool.query(
    'do $$ begin create role konsil_test_stranger login; exception when duplicate_object or unique_violation then null; end $$',
  );
  for (const role of [undefined, serverRole]) {
    const stranger = connect({
      host,
      port,
      database,
      user: 'konsil_test_stranger',
      ...(role ? { role } : {}),
    });
    await expect(checkLoginRole(stranger)).rejects.toThrow('is not a member of konsil_server and konsil_request');
    await stranger.close();
  }
});
