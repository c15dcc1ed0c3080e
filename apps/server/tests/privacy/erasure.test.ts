import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import {
  accounts,
  auditRecords,
  caseFormVersions,
  cases,
  dataKeys,
  documents,
  patients,
} from '@konsil/server-domain/schema';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { dayMs } from '@konsil/server-platform/clock';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, inviteDoctor, password, signIn, type Person } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { applyTombstones, eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { anOngoingCase, changeForms } from '../support/story.ts';
import { readTombstones } from '@konsil/server-privacy/tombstones';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

describe('Erasure', () => {
  const request = (person: Person, secret = password) =>
    requestsAs(house.app, person).post('/account/erasure', { current_password: secret });
  const storedKeys = async () => {
    const keys: string[] = [];
    for (const folder of await readdir(join(house.env.KONSIL_DATA_DIR, 'files')))
      if (folder.length === 2) keys.push(...(await readdir(join(house.env.KONSIL_DATA_DIR, 'files', folder))));
    return keys;
  };

  test('waits for 30 days, in which it can be cancelled', async () => {
    const story = await anOngoingCase(house);
    expect((await request(story.patient, 'falsch')).statusCode).toBe(422);
    const { erasure_at } = (await request(story.patient)).json<{ erasure_at: string }>();
    expect(Math.round((Date.parse(erasure_at) - house.clock.now().getTime()) / dayMs)).toBe(30);
    expect((await request(story.patient)).json()).toEqual({ erasure_at });
    expect((await house.outbox(story.patient.email))[0]?.subject).toBe('Ihr Konto wird gelöscht');
    await eraseDueAccounts(house.kernel);
    expect((await requestsAs(house.app, story.patient).delete('/account/erasure')).json()).toEqual({ ok: true });
    house.clock.advance(31 * dayMs);
    expect(await eraseDueAccounts(house.kernel)).toBe(0);
    expect((await house.kernel.db.select().from(accounts).where(eq(accounts.id, story.patient.accountId))).length).toBe(
      1,
    );
  });

  test('cannot be cancelled after its day, except under a legal hold', async () => {
    const { patient } = await anOngoingCase(house);
    await request(patient);
    house.clock.advance(31 * dayMs);
    const again = await signIn(house.app, patient.email);
    const cancel = () => requestsAs(house.app, again).delete('/account/erasure');
    expect((await cancel()).json()).toMatchObject({ code: 'not_allowed_now' });
    const held = eq(accounts.id, patient.accountId);
    await house.kernel.db.update(accounts).set({ heldAt: house.clock.now() }).where(held);
    expect((await cancel()).json()).toEqual({ ok: true });
    await house.kernel.db.update(accounts).set({ heldAt: null }).where(held);
  });

  test('is audited once when requested and cancelled, in both chains', async () => {
    const { patient, patientId } = await anOngoingCase(house);
    const mine = requestsAs(house.app, patient);
    const logged = async () =>
      (await mine.get(`/api/audit/${patientId}?who=me`))
        .json<{ items: { action: string }[] }>()
        .items.map(({ action }) => action)
        .filter((action) => action.startsWith('account.'));
    for (let times = 0; times < 2; times += 1) await request(patient);
    expect(await logged()).toEqual(['account.erase']);
    for (let times = 0; times < 2; times += 1) await mine.delete('/account/erasure');
    expect(await logged()).toEqual(['account.keep', 'account.erase']);
    const doctor = await inviteDoctor(house);
    await request(doctor);
    const ofAccounts = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(
        and(
          inArray(auditRecords.chain, [...installationChains]),
          inArray(auditRecords.actorId, [patient.accountId, doctor.accountId]),
          inArray(auditRecords.action, ['account.erase', 'account.keep']),
        ),
      )
      .orderBy(asc(auditRecords.id));
    await requestsAs(house.app, doctor).delete('/account/erasure');
    expect(ofAccounts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['account.erase', patient.accountId],
      ['account.keep', patient.accountId],
      ['account.erase', doctor.accountId],
    ]);
  });

  test('deletes keys, rows and files, keeps audit ids, and leaves others alone', async () => {
    const doctor = await inviteDoctor(house);
    const [story, other] = [await anOngoingCase(house, { doctor }), await anOngoingCase(house, { doctor })];
    for (const one of [story, other]) await changeForms(house, one);
    const rows = await house.kernel.db.select().from(documents).where(eq(documents.caseId, story.caseId));
    await requestsAs(house.app, story.patient).post('/account/export', { current_password: password });
    await request(story.patient);
    house.clock.advance(31 * dayMs);
    expect(await eraseDueAccounts(house.kernel)).toBe(1);
    const { db } = house.kernel;
    expect(
      await Promise.all([
        db.$count(accounts, eq(accounts.id, story.patient.accountId)),
        db.$count(patients, eq(patients.id, story.patientId)),
        db.$count(cases, eq(cases.id, story.caseId)),
        db.$count(documents, eq(documents.caseId, story.caseId)),
        db.$count(dataKeys, eq(dataKeys.ownerId, story.patientId)),
        db.$count(dataKeys, eq(dataKeys.ownerId, story.patient.accountId)),
        db.$count(caseFormVersions, eq(caseFormVersions.caseId, story.caseId)),
      ]),
    ).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const left = await storedKeys();
    for (const { storageKey, viewKey, previewKey } of rows)
      for (const key of [storageKey, viewKey, previewKey]) expect(left).not.toContain(key);
    expect(await db.$count(auditRecords, eq(auditRecords.chain, story.patientId))).toBeGreaterThan(5);
    expect((await verifyChains(db, house.kernel.vault)).faults).toEqual([]);
    expect((await house.outbox(story.patient.email))[0]?.subject).toBe('Ihr Konto wurde gelöscht');
    expect(
      (await requestsAs(house.app).post('/account/api/login', { email: story.patient.email, password })).statusCode,
    ).toBe(401);
    expect([
      await db.$count(documents, eq(documents.caseId, other.caseId)),
      await db.$count(caseFormVersions, eq(caseFormVersions.caseId, other.caseId)),
    ]).toEqual([2, 1]);
    const doctorNow = await signIn(house.app, doctor.email);
    expect((await requestsAs(house.app, doctorNow).get(`/api/processoverview/${other.caseId}`)).statusCode).toBe(200);
  });

  test('is repeated after a backup restored the account; a forged line is ignored', async () => {
    const [story, other] = [await anOngoingCase(house), await anOngoingCase(house)];
    const { db } = house.kernel;
    const [account] = await db.select().from(accounts).where(eq(accounts.id, story.patient.accountId));
    const ownKeys = await db.select().from(dataKeys).where(eq(dataKeys.ownerId, story.patient.accountId));
    await request(story.patient);
    house.clock.advance(31 * dayMs);
    await eraseDueAccounts(house.kernel);
    await db.insert(accounts).values({ ...(account as typeof accounts.$inferInsert), erasureAt: null });
    await db.insert(dataKeys).values(ownKeys);
    execFileSync('sh', [
      '-c',
      `printf '{"account":"%s","at":"2026-01-01T00:00:00.000Z","mac":"AAAA"}\nbroken' "$1" >> "$2"`,
      'sh',
      other.patient.accountId,
      join(house.env.KONSIL_DATA_DIR, 'erasures.jsonl'),
    ]);
    expect(await applyTombstones(house.kernel)).toBe(1);
    expect(await db.$count(accounts, eq(accounts.id, story.patient.accountId))).toBe(0);
    expect(await db.$count(accounts, eq(accounts.id, other.patient.accountId))).toBe(1);
    expect(await applyTombstones(house.kernel)).toBe(0);
    // After the torn line: the next one is a line of its own.
    await request({ ...other.patient, ...(await signIn(house.app, other.patient.email)) });
    house.clock.advance(31 * dayMs);
    await eraseDueAccounts(house.kernel);
    const erased: string[] = [];
    for await (const ids of readTombstones(house.kernel)) erased.push(...ids);
    expect(erased).toContain(other.patient.accountId);
  });

  test('that fails does not delay others, and is retried later', async () => {
    const stories = [await anOngoingCase(house), await anOngoingCase(house), await anOngoingCase(house)];
    for (const { patient } of stories) await request(patient);
    house.clock.advance(31 * dayMs);
    const [first] = await house.kernel.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(lte(accounts.erasureAt, house.clock.now()));
    await house.owner.pool.query(`
      create function refuse_erasure() returns trigger language plpgsql as $$ begin raise 'a row refers to it'; end $$;
      create trigger refuse_erasure before delete on accounts for each row when (old.id = '${first?.id}')
        execute function refuse_erasure()`);
    const left = () =>
      house.kernel.db.$count(
        accounts,
        inArray(
          accounts.id,
          stories.map(({ patient }) => patient.accountId),
        ),
      );
    try {
      await expect(eraseDueAccounts(house.kernel)).rejects.toThrow();
      expect(await left()).toBe(1);
    } finally {
      await house.owner.pool.query('drop trigger refuse_erasure on accounts; drop function refuse_erasure()');
    }
    expect(await eraseDueAccounts(house.kernel)).toBe(1);
    expect(await left()).toBe(0);
  });

  test('is refused on a machine whose clock is ahead of the database', async () => {
    const { patient } = await anOngoingCase(house);
    await request(patient);
    const right = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => right() + 31 * dayMs);
    try {
      await expect(eraseDueAccounts(house.kernel)).rejects.toThrow('ahead of the database');
    } finally {
      clock.mockRestore();
    }
    expect(await house.kernel.db.$count(accounts, eq(accounts.id, patient.accountId))).toBe(1);
  });

  test('that fell due while no server ran is done at the next start', async () => {
    const story = await anOngoingCase(house);
    await request(story.patient);
    house.clock.advance(31 * dayMs);
    await house.secondProcess();
    await waitUntil(
      async () => (await house.kernel.db.$count(accounts, eq(accounts.id, story.patient.accountId))) === 0,
    );
  });

  test("of a doctor empties the account; answers stay in patients' records", async () => {
    const story = await anOngoingCase(house);
    await request(story.doctor);
    house.clock.advance(31 * dayMs);
    expect(await eraseDueAccounts(house.kernel)).toBe(1);
    const patient = await signIn(house.app, story.patient.email);
    const page = (await requestsAs(house.app, patient).get(`/api/processoverview/${story.caseId}`)).json<{
      doctor: { name: string };
    }>();
    expect(page.doctor.name).toBe('Dr. med. Jonas Weber');
    expect(
      (await requestsAs(house.app).post('/account/api/login', { email: story.doctor.email, password })).statusCode,
    ).toBe(401);
    expect(await applyTombstones(house.kernel)).toBe(0);
  });
});
