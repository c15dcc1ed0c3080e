import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillBackup } from '@konsil/server-backup/drill';
import { accounts, documents } from '@konsil/server-domain/schema';
import { dayMs } from '@konsil/server-platform/clock';
import { connect } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { testApp, type TestApp } from '../support/app.ts';
import { aConversation } from '../support/conversation.ts';
import { requestsAs, signIn, signUpPatient } from '../support/people.ts';
import { createTestDatabase } from '../support/database.ts';
import { waitForPreviews } from '../support/stored-keys.ts';
import { linesOfDrill } from '../../src/cli/drill-command.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { anArchiveTakenOver, runKonsil, secret } from '../support/commands.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp({ KONSIL_SECRET: secret });
});

const konsil = (line: string | string[], test = house) => runKonsil(line, test);

describe('A backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'konsil-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const dataFile = async () =>
    join(
      folder,
      (await readdir(folder))
        .filter((name) => name.endsWith('.data'))
        .sort()
        .at(-1) ?? '',
    );

  test('restores everything into an empty installation, and only with the secret', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const { patient, doctor, ids } = await aConversation(source);
    expect((await konsil('audit verify', source)).code).toBe(0);
    expect(await konsil(['backup', folder], source)).toMatchObject({
      code: 0,
      text: expect.stringContaining('read back'),
    });
    const before = (await requestsAs(source.app, patient).get(`/api/processoverview/${ids.case}`)).json();

    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.owner.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()",
    );
    await empty.kernel.listener.close();
    expect(await konsil(['restore', await dataFile()], empty)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/anchors: [1-9]\d*, all whole/),
    });

    const server = await empty.secondProcess();
    const after = (
      await requestsAs(server, await signIn(server, patient.email)).get(`/api/processoverview/${ids.case}`)
    ).json();
    expect({ ...after, documents: after.documents.length }).toEqual({ ...before, documents: before.documents.length });
    const { Filelocation } = (
      await requestsAs(server, await signIn(server, doctor.email)).get(`/api/individualdocument/get/${ids.document}`)
    ).json();
    const file = await server.inject(new URL(Filelocation, 'http://localhost').pathname);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await konsil(['restore', await dataFile()], empty)).text).toContain('is not empty');

    const everything = Buffer.concat(
      await Promise.all(
        (await readdir(folder)).filter((name) => name.startsWith('konsil')).map((name) => readFile(join(folder, name))),
      ),
    );
    for (const word of [patient.email, 'Möller', 'Knoten', 'accounts']) expect(everything.includes(word)).toBe(false);
    await source.close();
    await empty.close();
  });

  test('applies later erasures, and is not restored without their list', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const [gone, stays] = [await signUpPatient(source), await signUpPatient(source)];
    await konsil(['backup', folder], source);
    const first = await dataFile();
    await konsil(`account erase ${gone.email}`, source);
    source.clock.advance(31 * dayMs);
    await eraseDueAccounts(source.kernel);
    await konsil(['backup', folder], source);

    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.kernel.listener.close();
    const list = join(folder, 'erasures.jsonl');
    await rename(list, join(folder, 'aside'));
    expect(await konsil(['restore', first], empty)).toMatchObject({
      code: 1,
      text: expect.stringContaining('erasures.jsonl is missing'),
    });
    await rename(join(folder, 'aside'), list);
    expect((await konsil(['restore', first], empty)).code).toBe(0);
    const server = await empty.secondProcess();
    const emails = async () =>
      (
        await empty.kernel.connection.pool.query<{ email: string }>('select email from accounts order by created_at')
      ).rows.map(({ email }) => email);
    expect(await emails()).toEqual([gone.email, stays.email]);
    const restored = { ...empty, kernel: server.kernel, env: server.kernel.env };
    expect(await konsil('installation show', restored)).toEqual({
      code: 0,
      text: expect.stringContaining('it was restored from a backup'),
    });
    expect((await konsil('installation activate', restored)).code).toBe(1);
    expect((await konsil(`installation activate --id ${source.kernel.identity.id}`, restored)).code).toBe(0);
    await waitUntil(async () => (await emails()).length === 1);
    expect(await emails()).toEqual([stays.email]);
    await source.close();
    await empty.close();
  });

  test('is verified by a drill, which reports missing or damaged data and writes nothing', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const { ids, patient } = await aConversation(source);
    const archive = await anArchiveTakenOver(source, patient.accountId, ids.patient);
    await waitForPreviews(source);
    await konsil('audit verify', source);
    await konsil(['backup', folder], source);
    const drill = async () => {
      const scratch = await createTestDatabase();
      const connection = connect(scratch.connection);
      const masters = await loadMasterKeys(source.env);
      const { objects } = source.kernel.files;
      const report = await drillBackup(
        { connection, masters, storage: objects, now: () => source.clock.now() },
        await dataFile(),
      );
      await connection.close();
      await scratch.drop();
      return report;
    };
    const before = await readdir(join(source.env.KONSIL_DATA_DIR, 'files'), { recursive: true });
    const whole = await drill();
    expect(whole).toMatchObject({
      passed: true,
      installation: source.kernel.identity.id,
      files: { archives: 1, missing: [], damaged: [], copies_damaged: [], copies_missing: 0 },
      access_log: { faults: [] },
      anchors: { intact: true, faults: [], storage: 'same' },
    });
    expect(whole.tables.find(({ table }) => table === 'documents')).toMatchObject({
      in_backup: whole.files.documents,
      restored: whole.files.documents,
    });
    expect(whole.files.documents).toBeGreaterThan(0);
    expect(whole.access_log.records).toBeGreaterThan(0);
    expect(whole.anchors.count).toBeGreaterThan(0);
    expect(linesOfDrill(whole).at(-1)).toMatch(/^PASSED/);
    expect(await readdir(join(source.env.KONSIL_DATA_DIR, 'files'), { recursive: true })).toEqual(before);

    const stored = await source.kernel.db.select().from(documents);
    const [damaged] = stored.filter(({ id }) => id === ids.document);
    const path = join(folder, 'files', damaged?.storageKey ?? '');
    const bytes = await readFile(path);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(path, bytes);
    // The storage lost its anchors, which the rows alone cannot show.
    await rm(join(source.env.KONSIL_DATA_DIR, 'files', 'kept', 'anchors'), { recursive: true });
    const broken = await drill();
    expect(broken).toMatchObject({
      passed: false,
      files: { missing: [], damaged: [ids.document] },
      anchors: { intact: true, storage: 'lacks_some', missing_in_storage: whole.anchors.count },
    });
    await rm(path);
    expect(await drill()).toMatchObject({ passed: false, files: { missing: [ids.document], damaged: [] } });
    await rm(join(folder, 'files', archive.key));
    expect(await drill()).toMatchObject({ passed: false, files: { missing: [ids.document, archive.id] } });
    expect(linesOfDrill(broken).join('\n')).toContain(`damaged: 1: ${ids.document}`);
    await source.close();
  });

  test('without file copies warns when it is made and when it is restored', async () => {
    const source = await testApp({ KONSIL_SECRET: secret, BACKUP_FILES: '0' });
    expect((await konsil(['backup', folder], source)).text).toContain('new files: none (BACKUP_FILES=0)');
    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.kernel.listener.close();
    expect((await konsil(['restore', await dataFile()], empty)).text).toContain('konsil files verify');
    await Promise.all([source.close(), empty.close()]);
  });

  test('that is changed, truncated or invalid is refused without leftovers', async () => {
    await konsil(['backup', folder]);
    const path = await dataFile();
    const whole = await readFile(path);
    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.kernel.listener.close();
    const flipped = Buffer.from(whole);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    for (const bad of [flipped, whole.subarray(0, -5), Buffer.from('hello'), Buffer.alloc(0)]) {
      await writeFile(path, bad);
      expect((await konsil(['restore', path], empty)).code).toBe(1);
      expect(await empty.kernel.db.$count(accounts)).toBe(0);
    }
    await empty.close();
  });
});
