import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, hourMs, minuteMs } from '@konsil/server-platform/clock';
import { readBackupFile, writeBackupFile, type BackupLine } from '@konsil/server-backup/backup-file';
import { readParts } from '@konsil/server-backup/backup-logs';
import { headOf, restoreRows } from '@konsil/server-backup/restore-rows';
import { eq } from 'drizzle-orm';
import { installationId, wrapAnew } from '@konsil/server-platform/keys/vault';
import { dataKeys } from '@konsil/server-platform/database/tables';
import { connect } from '@konsil/server-platform/database/client';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { loadMasterKeys, renewSecretOfInstallation, type MasterKeys } from '@konsil/server-platform/keys/keys';
import { testApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { registerPatient } from '../support/people.ts';
import { dataFileOf, keysBeside } from '@konsil/server-backup/backup-names';
import { backUpWhenDue } from '@konsil/server-backup/keep-backups';

let house: TestApp;
let folder: string;
beforeAll(async () => {
  house = await testApp();
  // From noon, so that an hour stays within a day.
  const now = house.clock.now().getTime();
  house.clock.advance(Math.ceil(now / dayMs) * dayMs + 12 * hourMs - now);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const quarter = 15 * minuteMs;
const backUp = () => backUpWhenDue(house.kernel, folder, quarter);
const kept = async () => (await readdir(folder)).filter((file) => file.startsWith('konsil-')).sort();

test('one of several servers makes a backup when the last one is old enough', async () => {
  expect((await Promise.all([backUp(), backUp(), backUp()])).filter(Boolean)).toHaveLength(1);
  expect(await kept()).toHaveLength(2);
  // The test clock also runs: a minute is more than a backup takes.
  house.clock.advance(quarter - minuteMs);
  expect(await backUp()).toBe(false);
  house.clock.advance(minuteMs);
  expect(await backUp()).toBe(true);
  expect(await kept()).toHaveLength(4);
});

test('keeps the last backup of each day for 30 days, and unrelated files', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await backUp();
  house.clock.advance(hourMs);
  await backUp();
  const [, , lastOfTheDay] = await kept();
  house.clock.advance(2 * dayMs);
  await backUp();
  const files = await kept();
  expect(files).toHaveLength(4);
  expect(files).toContain(lastOfTheDay);
  house.clock.advance(30 * dayMs);
  await backUp();
  expect(await kept()).toHaveLength(2);
  expect(await readdir(folder)).toContain('notes.txt');
});

test('a backup made with a fast clock does not prevent later backups', async () => {
  await backUp();
  for (const file of await kept()) {
    const fast = dataFileOf(folder, new Date(house.clock.now().getTime() + 10 * dayMs));
    await rename(join(folder, file), file.endsWith('.keys') ? keysBeside(fast) : fast);
  }
  expect(await backUp()).toBe(true);
  expect(await backUp()).toBe(false);
  house.clock.advance(quarter);
  expect(await backUp()).toBe(true);
});

test('a failed backup leaves no files, and is retried at once', async () => {
  await writeFile(join(folder, 'files'), 'in the way');
  await expect(backUp()).rejects.toThrow();
  expect(await kept()).toEqual([]);
  await rm(join(folder, 'files'));
  await mkdir(join(folder, 'files'));
  expect(await backUp()).toBe(true);
});

test('deletes key files left by a killed server after a day', async () => {
  const keys = keysBeside(dataFileOf(folder, house.clock.now()));
  await Promise.all([
    writeFile(keys, 'keys'),
    writeFile(`${dataFileOf(folder, house.clock.now())}.unfinished`, 'rows'),
  ]);
  house.clock.advance(2 * dayMs);
  expect(await backUp()).toBe(true);
  expect(await kept()).toHaveLength(2);
});

describe('Rows of the access log', () => {
  /** Waits until the transactions that run now have ended, also those of other tests on this database server. */
  const settle = async () => {
    const { pool } = house.owner;
    const { rows } = await pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
    for (let settled = false; !settled; ) {
      const now = await pool.query<{ settled: boolean }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= $1::numeric as settled',
        [rows[0]?.next],
      );
      settled = now.rows[0]?.settled === true;
    }
  };
  const backUpLogs = async () => {
    // A record of the installation's chain and of a patient's.
    await registerPatient(house);
    await settle();
    house.clock.advance(quarter);
    expect(await backUpWhenDue(house.kernel, folder, quarter, 1)).toBe(true);
    return join(folder, (await kept()).filter((file) => file.endsWith('.data')).at(-1) ?? '');
  };
  const logs = async () => (await kept()).filter((file) => file.endsWith('.log'));
  const sumOf = async (pool: TestApp['owner']['pool']) =>
    (
      await pool.query<{ sum: string }>(
        "select count(*) || ' ' || md5(string_agg(to_jsonb(t)::text, '' order by id)) as sum from audit_records t",
      )
    ).rows[0]?.sum;
  /** Restores a backup into a scratch database. @returns the sum of its access log */
  const restored = async (source: string, masters?: MasterKeys) => {
    const scratch = await createTestDatabase();
    const connection = connect(scratch.connection);
    const keys = masters ?? (await loadMasterKeys(house.env));
    try {
      await inTransaction(connection.pool, 'begin', (client) => restoreRows(client, source, keys));
      return await sumOf(connection.pool);
    } finally {
      await connection.close();
      await scratch.drop();
    }
  };
  const inDataFile = async (source: string) => {
    let count = 0;
    for await (const line of readBackupFile(source, await loadMasterKeys(house.env)))
      if (line.kind === 'rows' && line.table === 'audit_records') count += line.rows.length;
    return count;
  };

  test('are written once, and restored from all files that a backup references', async () => {
    await backUpLogs();
    expect(await logs()).toEqual([]);
    await backUpLogs();
    const third = await backUpLogs();
    expect(await logs()).toHaveLength(2);
    expect(await restored(third)).toBe(await sumOf(house.owner.pool));
    expect(await inDataFile(third)).toBeLessThan(Number.parseInt((await sumOf(house.owner.pool)) ?? '', 10));
  });

  test('are refused in one sentence if a file is missing, changed, or of another place', async () => {
    for (let count = 0; count < 3; count += 1) await backUpLogs();
    const source = await backUpLogs();
    const [one = '', two = ''] = (await logs()).map((file) => join(folder, file));
    await rename(one, `${one}.aside`);
    await expect(restored(source)).rejects.toThrow(/^\S+\.log is missing: this backup needs it/);
    await copyFile(two, one);
    await expect(restored(source)).rejects.toThrow(/^\S+\.log is not what this backup needs/);
    const bytes = await readFile(`${one}.aside`);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    await writeFile(one, bytes);
    await expect(restored(source)).rejects.toThrow(/^\S+\.log is not what this backup needs/);
    await rename(`${one}.aside`, one);
    const masters = await loadMasterKeys(house.env);
    const [, ...later] = (await headOf(source, masters)).logs?.parts ?? [];
    const read = async () => {
      for await (const _line of readParts(folder, masters, later));
    };
    await expect(read()).rejects.toThrow(/does not follow the part before it/);
    expect(await restored(source)).toBe(await sumOf(house.owner.pool));
  });

  test('are rewritten if a file is missing or the database differs; resume after a kill', async () => {
    for (let count = 0; count < 2; count += 1) await backUpLogs();
    // Killed after the rows, before the data file had its name.
    const killed = await backUpLogs();
    await rename(killed, `${killed}.unfinished`);
    await rm(keysBeside(killed));
    const next = await backUpLogs();
    expect((await headOf(next, await loadMasterKeys(house.env))).logs?.parts).toHaveLength(2);
    expect(await restored(next)).toBe(await sumOf(house.owner.pool));

    const [gone = ''] = await logs();
    await rm(join(folder, gone));
    const anew = await backUpLogs();
    expect((await headOf(anew, await loadMasterKeys(house.env))).logs?.parts).toEqual([]);
    expect(await restored(anew)).toBe(await sumOf(house.owner.pool));

    await backUpLogs();
    await house.owner.pool.query('alter table audit_records disable trigger user');
    await house.owner.pool.query("update audit_records set at = at + interval '1 second'");
    await house.owner.pool.query('alter table audit_records enable trigger user');
    const other = await backUpLogs();
    expect((await headOf(other, await loadMasterKeys(house.env))).logs?.parts).toEqual([]);
  });

  const partsOf = async (source: string) => (await headOf(source, await loadMasterKeys(house.env))).logs?.parts;

  test('are rewritten the next day if a file was changed, even with the same size', async () => {
    for (let count = 0; count < 2; count += 1) await backUpLogs();
    const path = join(folder, (await logs())[0] ?? '');
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    await writeFile(path, bytes);
    house.clock.advance(dayMs);
    const next = await backUpLogs();
    expect(await partsOf(next)).toEqual([]);
    expect(await restored(next)).toBe(await sumOf(house.owner.pool));
  });

  test('are rewritten after a secret rotation, so the new secret alone restores them', async () => {
    for (let count = 0; count < 2; count += 1) await backUpLogs();
    const { vault, db } = house.kernel;
    await renewSecretOfInstallation(house.env.KONSIL_DATA_DIR, new Set());
    await vault.reload();
    await vault.rotate(db);
    const next = await backUpLogs();
    const { current } = await loadMasterKeys(house.env);
    expect(await restored(next, { current, all: [current] })).toBe(await sumOf(house.owner.pool));
  });

  test('written during a secret rotation are restored by the new secret alone', async () => {
    const patient = await registerPatient(house);
    await renewSecretOfInstallation(house.env.KONSIL_DATA_DIR, new Set());
    await house.kernel.vault.reload();
    const masters = await loadMasterKeys(house.env);
    const { db } = house.kernel;
    // A killed `keys rotate`: the installation's key is done, the patient's is not.
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(dataKeys).where(eq(dataKeys.ownerId, installationId));
      if (row) await tx.update(dataKeys).set(wrapAnew(masters, row)).where(eq(dataKeys.ownerId, installationId));
    });
    const only = { current: masters.current, all: [masters.current] };
    const source = await backUpLogs();
    const keys = new Map<string, number>();
    for await (const line of readBackupFile(keysBeside(source), only))
      if (line.kind === 'rows')
        for (const text of line.rows) {
          const { owner_id, master_version } = JSON.parse(text) as { owner_id: string; master_version: number };
          keys.set(owner_id, master_version);
        }
    expect(keys.get(patient.accountId)).toBe(only.current.version);
    expect(new Set(keys.values()).size).toBe(1);
    expect(await restored(source, only)).toBe(await sumOf(house.owner.pool));
    await house.kernel.vault.rotate(db);
  });

  test('are refused without a secret that one of their keys needs', async () => {
    await registerPatient(house);
    const source = await backUpLogs();
    const masters = await loadMasterKeys(house.env);
    const scratch = await createTestDatabase();
    const connection = connect(scratch.connection);
    const lines: BackupLine[] = [];
    for await (const line of readBackupFile(keysBeside(source), masters))
      lines.push(
        line.kind === 'rows'
          ? { ...line, rows: line.rows.map((row) => row.replace(/("master_version": ?)\d+/, '$17')) }
          : line,
      );
    async function* again() {
      for (const line of lines) if (line.kind !== 'end') yield line;
    }
    await writeBackupFile(keysBeside(source), masters, again());
    try {
      await expect(
        inTransaction(connection.pool, 'begin', (client) => restoreRows(client, source, masters)),
      ).rejects.toThrow(/data keys of this backup were wrapped with an earlier KONSIL_SECRET/);
    } finally {
      await connection.close();
      await scratch.drop();
    }
  });

  test('are rewritten if the database lacks a row that a file has', async () => {
    for (let count = 0; count < 2; count += 1) await backUpLogs();
    await house.owner.pool.query('alter table audit_records disable trigger user');
    await house.owner.pool.query(
      'delete from audit_records where id = (select id from audit_records order by id offset 1 limit 1)',
    );
    await house.owner.pool.query('alter table audit_records enable trigger user');
    expect(await partsOf(await backUpLogs())).toEqual([]);
  });

  test('are kept as long as a backup references them', async () => {
    for (let count = 0; count < 3; count += 1) await backUpLogs();
    const [named = '', orphan = ''] = await logs();
    await writeFile(join(folder, orphan.replace('.log', '.log.unfinished')), 'killed');
    house.clock.advance(40 * dayMs);
    const source = await backUpLogs();
    expect(await logs()).toEqual(expect.arrayContaining([named, orphan]));
    expect((await readdir(folder)).filter((file) => file.endsWith('.log.unfinished'))).toEqual([]);
    expect(await restored(source)).toBe(await sumOf(house.owner.pool));
  });
});
