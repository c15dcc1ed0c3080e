import type { FileLocation } from '@konsil/contracts/documents';
import pg from 'pg';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Vault } from '@konsil/server-platform/keys/vault';
import { readEnv } from '@konsil/server-settings/env';
import { Listener } from '@konsil/server-platform/events/listener';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { checkLoginRole } from '@konsil/server-domain/database/roles';
import { waitUntil } from '@konsil/server-testing/until';
import { checksOf } from '../../src/check/checks.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import type { TestDatabase } from '../support/database.ts';
import { databaseBehindPgBouncer, hasPgBouncer, poolSize } from '../support/pgbouncer.ts';
import { registerDoctor, registerPatient, requestsAs, signInAgain } from '../support/people.ts';
import { startWholeServer, type WholeServer } from '../support/whole-server.ts';

const described = hasPgBouncer ? describe : describe.skip;

described('Behind PgBouncer in transaction mode', () => {
  let house: TestApp;
  let conversation: Conversation;
  beforeAll(async () => {
    house = await testApp({}, databaseBehindPgBouncer());
    conversation = await sentCase(house);
  });

  test('a request is sent and answered, and the patient reads the answer', async () => {
    await answerFinally(house, conversation);
    const { timeline } = await pageOf(house, conversation, conversation.patient);
    expect(JSON.stringify(timeline)).toContain('answer');
  });

  test('many concurrent reads and writes of both sides all succeed', async () => {
    const { patient, doctor, caseId } = conversation;
    const other = await signInAgain(house.app, patient);
    const calls = Array.from({ length: 60 }, (_, index) =>
      index % 6 === 0
        ? requestsAs(house.app, doctor).post(`/api/messages/${caseId}`, {
            subject: `Frage ${index}`,
            message: 'Guten Tag.',
          })
        : requestsAs(house.app, [patient, doctor, other][index % 3]).get(
            index % 2 ? `/api/processoverview/${caseId}` : '/account/isloggedin',
          ),
    );
    const failed = (await Promise.all(calls)).filter(({ statusCode }) => statusCode >= 300);
    expect(failed.map(({ body }) => body)).toEqual([]);
  });

  test('a transaction sees the rows of its own account only, and leaves no role behind', async () => {
    const stranger = await sentCase(house);
    const { pool } = house.kernel.connection;
    const asking = Array.from({ length: 20 }, async (_, index) => {
      const { patient, caseId } = index % 2 ? stranger : conversation;
      const page = await requestsAs(house.app, patient).get('/api/process');
      return bodyOf<{ items: { id: string }[] }>(page).items.every(({ id }) => id === caseId);
    });
    expect(await Promise.all(asking)).not.toContain(false);
    for (let count = 0; count < 4; count += 1)
      expect((await pool.query('select current_user as name')).rows).toEqual([{ name: 'konsil_server' }]);
  });

  test('no statement is prepared by name', async () => {
    const { pool } = house.kernel.connection;
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    const names = [];
    for (const client of clients) {
      await client.query('begin');
      names.push(...(await client.query('select name from pg_prepared_statements')).rows);
    }
    for (const client of clients) {
      await client.query('commit');
      client.release();
    }
    expect(names).toEqual([]);
  });

  test('events arrive by the direct connection', async () => {
    const listener = new Listener(house.kernel.connection);
    const heard: string[] = [];
    listener.onNotice(({ kind }) => heard.push(kind));
    expect(await listener.start()).toBe(true);
    await notifyProcesses(house.kernel.db, { kind: 'outbox' });
    await waitUntil(() => heard.includes('outbox'));
    await listener.close();
  });

  test('the check distinguishes a direct connection from a second pooler', async () => {
    const { connection } = house.kernel;
    const checkOf = (own: typeof connection) =>
      checksOf(house.env, own).find(({ name }) => name === 'direct connection');
    expect(await checkOf(connection)?.try()).toBe('delivers events');
    const { host, port, user, database } = connection.pool.options;
    const twice = connect({ host, port, user, database, direct: { host, port, user, database } });
    await expect(checkOf(twice)?.try()).rejects.toThrow();
    await twice.close();
    expect(await checkOf(house.owner)?.try()).toBeNull();
  });
});

described('The whole server behind PgBouncer', () => {
  let database: TestDatabase;
  let server: WholeServer;
  let connection: Connection;
  let owner: Connection;
  let people: TestApp;
  beforeAll(async () => {
    database = await databaseBehindPgBouncer({ isEmpty: true });
    server = await startWholeServer(database);
    connection = connect({ ...database.login, application_name: 'test' });
    owner = connect(database.connection);
    const env = readEnv(server.env);
    const vault = await Vault.open(connection.db, () => loadMasterKeys(env));
    // Inviting a doctor needs a kernel beside the server, like the command line.
    const kernel = { db: connection.db, vault, env, clock: { now: () => new Date() } };
    const newestText: TestApp['newestText'] = async (to, words = '') =>
      (await server.outbox(to)).find(({ text }) => text.includes(words))?.text ?? '';
    people = { app: server.app, newestText, kernel } as unknown as TestApp;
  });
  afterAll(async () => {
    const code = await server?.stop();
    await connection?.close();
    await owner?.close();
    await database?.drop();
    expect(code).toBe(0);
  });

  test('migrates, serves a case from sign-up to answer, and sends live events', async () => {
    const conversation = await sentCase(people, {
      patient: await registerPatient(people),
      doctor: await registerDoctor(people),
    });
    const stream = await fetch(`${server.origin}/api/events`, {
      headers: { authorization: `Token ${conversation.patient.token}` },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async () => {
      const piece = await reader?.read();
      if (!piece || piece.done) throw new Error(`The stream ended after: ${heard}`);
      heard += piece.value;
    };
    await hear();
    await answerFinally(people, conversation);
    while (!heard.includes('"answer"')) await hear();
    await reader?.cancel();
    expect((await pageOf(people, conversation, conversation.patient)).answers).toHaveLength(1);
    const [documentId] = (await pageOf(people, conversation)).documents.map(({ id }) => id);
    const { Filelocation } = bodyOf<FileLocation>(
      await requestsAs(server.app, conversation.doctor).get(`/api/individualdocument/get/${documentId}`),
    );
    expect((await fetch(Filelocation)).status).toBe(200);
  });

  test('uses the documented number of connections, even under load', async () => {
    const { doctor, caseId } = await sentCase(people, {
      patient: await registerPatient(people),
      doctor: await registerDoctor(people),
    });
    const console = new pg.Client({ ...connection.pool.options, database: 'pgbouncer' });
    await console.connect();
    let most = 0;
    const look = async () => {
      const { rows } = await console.query<{ application_name: string; database: string }>('show clients');
      most = Math.max(most, rows.filter((row) => row.application_name === 'konsil').length);
    };
    const calls = Array.from({ length: 40 }, () =>
      requestsAs(server.app, doctor).get(`/api/processoverview/${caseId}`),
    );
    for (const call of calls) {
      await look();
      expect((await call).statusCode).toBe(200);
    }
    await console.end();
    expect(most).toBeGreaterThan(2);
    // DATABASE_POOL.
    expect(most).toBeLessThanOrEqual(20);
    const { rows } = await owner.pool.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and usename = 'konsil_app' group by 1 order by 1`,
    );
    expect(rows.find(({ name }) => name === 'konsil listener')?.count).toBe(1);
    const pooled = rows.filter(({ name }) => name !== 'konsil listener').reduce((sum, { count }) => sum + count, 0);
    expect(pooled).toBeLessThanOrEqual(poolSize);
  });

  test('prepares no named statements, and its role sets the statement timeout', async () => {
    const clients = await Promise.all([connection.pool.connect(), connection.pool.connect()]);
    const states = [];
    for (const client of clients) {
      await client.query('begin');
      states.push(
        (
          await client.query(
            `select (select count(*)::int from pg_prepared_statements) as prepared, current_user as role,
             current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
          )
        ).rows[0],
      );
    }
    for (const client of clients) {
      await client.query('commit');
      client.release();
    }
    const state = { prepared: 0, role: 'konsil_server', statement: '15s', idle: '15s' };
    expect(states).toEqual([state, state]);
  });

  test('runs its scheduled duties', async () => {
    const done = async () =>
      (await owner.pool.query<{ name: string }>('select name from duties where succeeded_at is not null')).rows;
    await waitUntil(async () => (await done()).length > 0);
    const { rows } = await owner.pool.query('select name from duties where failed_at is not null');
    expect(rows).toEqual([]);
  });
});

described('A login role without the defaults', () => {
  test('refuses to start, and names the missing settings', async () => {
    const database = await databaseBehindPgBouncer({ withDefaults: false });
    const connection = connect(database.login);
    await expect(checkLoginRole(connection)).rejects.toThrow(
      /no default for idle_in_transaction_session_timeout, role, statement_timeout: docs\/deployment\.md/,
    );
    await connection.close();
    await database.drop();
  });
});
