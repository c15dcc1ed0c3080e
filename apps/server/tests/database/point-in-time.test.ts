import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { embeddedLogin, startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp } from '../support/app.ts';
import { sentCase } from '../support/cases.ts';
import { createTestCluster } from '../support/database.ts';
import { requestsAs, signIn } from '../support/people.ts';
import { bodyOf } from '../support/cases.ts';
import type { Consent } from '@konsil/contracts/privacy';
import { keepEndings } from '@konsil/server-privacy/endings';

const secret = 'b9Qw4nLr2TzYc7Kd1HsBf5Mx8PgJa3Ue';
const folder = mkdtempSync(join(tmpdir(), 'konsil-pitr-'));
const [original, recovered, archive, files] = ['original', 'recovered', 'archive', 'files'].map((name) =>
  join(folder, name),
) as [string, string, string, string];
const dataOf = (home: string) => join(home, 'postgres', 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** docs/operating.md, "To a point in time": what the database's administrator sets up. */
const archiveLog = (home: string) =>
  appendFileSync(
    join(dataOf(home), 'postgresql.auto.conf'),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  );
/** The same document: a copy of the running database's files, between start and end of a base backup. */
const baseBackup = async (client: pg.ClientBase): Promise<void> => {
  await client.query("select pg_backup_start('konsil', true)");
  mkdirSync(join(recovered, 'postgres'), { recursive: true });
  execFileSync('cp', ['-a', dataOf(original), dataOf(recovered)]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  writeFileSync(join(dataOf(recovered), 'backup_label'), rows[0]?.labelfile ?? '');
  rmSync(join(dataOf(recovered), 'postmaster.pid'), { force: true });
};
const recoverTo = (moment: string): void => {
  appendFileSync(
    join(dataOf(recovered), 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = 'promote'",
      "archive_mode = 'off'",
      '',
    ].join('\n'),
  );
  writeFileSync(join(dataOf(recovered), 'recovery.signal'), '');
  const { uid, gid } = statSync(dataOf(recovered));
  for (const name of ['backup_label', 'recovery.signal']) chownSync(join(dataOf(recovered), name), uid, gid);
  chownSync(join(recovered, 'postgres'), uid, gid);
};
test('a database restored to a point in time is quiet until it is activated', async () => {
  for (const path of [archive, files]) mkdirSync(path);
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  chmodSync(archive, 0o777);
  await (await createTestCluster(original)).drop();
  archiveLog(original);
  const before = await testApp({ KONSIL_SECRET: secret, KONSIL_DATA_DIR: files }, createTestCluster(original));
  const { patient, doctor, caseId } = await sentCase(before);
  const write = async (subject: string) =>
    expect(
      (await requestsAs(before.app, patient).post(`/api/messages/${caseId}`, { subject, message: 'Guten Tag.' }))
        .statusCode,
    ).toBe(201);

  // A base backup begins and ends in one session.
  const owner = await before.owner.pool.connect();
  await baseBackup(owner);
  await write('Davor');
  const { rows } = await owner.query<{ at: string }>('select clock_timestamp()::text as at');
  await write('Danach');
  const asPatient = requestsAs(before.app, patient);
  const consents = bodyOf<Consent[]>(await asPatient.get('/account/consents'));
  const ofCase = consents.find(({ case_id: id }) => id === caseId);
  bodyOf(await asPatient.post(`/account/consents/${ofCase?.id}/withdraw`));
  await keepEndings(before.kernel);
  await before.kernel.identity.renewLife();
  const { rows: last } = await owner.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await waitUntil(async () => {
    const { rows: archived } = await owner.query<{ is: boolean }>(
      'select last_archived_wal >= $1 as is from pg_stat_archiver',
      [last[0]?.file],
    );
    return archived[0]?.is === true;
  });
  owner.release();
  await before.close();

  recoverTo(rows[0]?.at ?? '');
  const again = await startEmbeddedPostgres({ dataDir: recovered, log: () => undefined });
  const client = new pg.Client(again.connection);
  await client.connect();
  await waitUntil(
    async () => (await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is === false,
  );
  await client.end();
  const login = { ...again.connection, user: embeddedLogin };
  const after = await testApp(
    { KONSIL_SECRET: secret, KONSIL_DATA_DIR: files },
    Promise.resolve({ connection: again.connection, login, drop: again.stop }),
  );
  // Sessions of the earlier state may have been ended since.
  expect((await requestsAs(after.app, patient).get(`/api/processoverview/${caseId}`)).statusCode).toBe(401);
  const { body } = await requestsAs(after.app, await signIn(after.app, patient.email)).get(
    `/api/processoverview/${caseId}`,
  );
  expect(body).toContain('Davor');
  expect(body).not.toContain('Danach');
  expect((await verifyChains(after.kernel.db, after.kernel.vault)).faults).toEqual([]);
  const asDoctor = requestsAs(after.app, await signIn(after.app, doctor.email));
  expect((await asDoctor.get(`/api/processoverview/${caseId}`)).statusCode).toBe(404);
  expect(after.kernel.identity.quiet?.reason).toContain('its storage was used since');
  await after.close();
});
