import { connect } from '@konsil/server-platform/database/client';
import { Listener } from '@konsil/server-platform/events/listener';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { checkLoginRole } from '@konsil/server-domain/database/roles';
import { waitUntil } from '@konsil/server-testing/until';
import { checksOf } from '../../src/check/checks.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { databaseBehindPgBouncer, hasPgBouncer } from '../support/pgbouncer.ts';
import { requestsAs, signInAgain } from '../support/people.ts';

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

  test('the check tells the direct connection from a second pooler', async () => {
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

described('A login role without the defaults', () => {
  test('is refused at the start, with the names of what is missing', async () => {
    const database = await databaseBehindPgBouncer({ withDefaults: false });
    const connection = connect(database.login);
    await expect(checkLoginRole(connection)).rejects.toThrow(
      /no default for idle_in_transaction_session_timeout, role, statement_timeout: docs\/deployment\.md/,
    );
    await connection.close();
    await database.drop();
  });
});
