import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { auditRecords, installation } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { anchorAudit, verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { sealOfEntry } from '@konsil/server-platform/audit/kept-chain';
import { keptParts, takeOverFiles } from '@konsil/server-privacy/tombstones';
import { appendAudit, verifyChains, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';

let house: TestApp;
const doctor = { accountId: randomUUID(), role: 'doctor' as const };
beforeAll(async () => {
  house = await testApp();
});
beforeEach(async () => {
  await house.owner.db.execute(
    sql`alter table audit_records disable trigger all; truncate audit_records restart identity; alter table audit_records enable trigger all`,
  );
  await tamperAnchors(sql`truncate kept_entries restart identity`);
  await rm(storedAnchors(), { recursive: true, force: true });
});

const append = (...entries: AuditEntry[]) =>
  house.kernel.db.transaction((tx) => appendAudit(tx, house.kernel.vault, doctor, house.clock.now(), entries));
const read = (patientId: string): AuditEntry => ({
  action: 'case.read',
  result: 'allowed',
  patientId,
  caseId: randomUUID(),
});
const verify = () => verifyChains(house.kernel.db, house.kernel.vault, 3);
const parts = () => keptParts(house.kernel);
const anchor = () => anchorAudit(parts(), house.clock.now());
const verifyWithAnchors = () => verifyAnchors(parts());
const storedAnchors = () => join(house.env.KONSIL_DATA_DIR, 'files/kept/anchors');
const storedAnchor = (number: number) =>
  join(storedAnchors(), house.kernel.identity.id, '000000000', `${String(number).padStart(3, '0')}.json`);
/** Replaces an object that is never changed. */
const overwrite = async (path: string, text: string) => {
  await rm(path);
  await writeFile(path, text);
};
/** As an attacker with all rights on the database, but not on the storage. */
const tamperAnchors = (statement: ReturnType<typeof sql>) =>
  house.owner.db.transaction(async (tx) => {
    await tx.execute(sql`alter table kept_entries disable trigger all`);
    await tx.execute(statement);
    await tx.execute(sql`alter table kept_entries enable trigger all`);
  });
/** As an attacker with all database privileges could do. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await house.owner.db.execute(sql`alter table audit_records disable trigger all`);
  await house.owner.db.execute(statement);
};
const signIn: AuditEntry = { action: 'account.sign_in', result: 'allowed' };
const someRecords = async () => {
  const patient = randomUUID();
  for (let at = 0; at < 5; at += 1) await append(read(patient), signIn);
  await append(read(randomUUID()), read(randomUUID()));
  return patient;
};

test('an untouched chain is valid', async () => {
  await someRecords();
  expect(await verify()).toMatchObject({ faults: [], records: 12 });
});

test('an id in upper case is normalised, into its existing chain', async () => {
  const patient = randomUUID();
  await append(read(patient));
  const { caseId, ...entry } = read(patient.toUpperCase());
  await append({ ...entry, caseId: caseId?.toUpperCase(), documentId: randomUUID().toUpperCase() });
  expect(await verify()).toMatchObject({ faults: [], records: 2 });
});

test('concurrent transactions append without a gap', async () => {
  const [petra, tom] = [randomUUID(), randomUUID()];
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => append(...(at % 2 ? [read(petra), read(tom)] : [read(tom), read(petra)]))),
  );
  expect(await verify()).toMatchObject({ faults: [], records: 60 });
});

test('a transaction without a patient waits for one of several chains, not for all', async () => {
  await withOtherTransaction(house, async (other) => {
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 4715))', [installationChains[0]]);
    const calls = installationChains.map(() => append(signIn));
    let left = calls.length - 1;
    await new Promise<void>((resolve) => {
      for (const call of calls) void call.then(() => (left -= 1) === 0 && resolve());
    });
    await other.untilSomeoneWaits();
    await other.commit();
    await Promise.all(calls);
  });
  expect(await verify()).toMatchObject({ faults: [], records: installationChains.length });
});

test('the single chain of older versions is continued beside the others', async () => {
  const { vault } = house.kernel;
  await house.kernel.db.transaction((tx) =>
    appendAudit(tx, vault, doctor, house.clock.now(), [{ ...signIn, patientId: installationChains[0] }]),
  );
  for (let at = 0; at < installationChains.length; at += 1) await append(signIn);
  const { faults, heads } = await verify();
  expect(faults).toEqual([]);
  expect(heads.map(({ chain, seq }) => [chain, seq])).toEqual(
    installationChains.map((chain, at) => [chain, at === 0 ? 2 : 1]),
  );
});

test('a rollback leaves no gap', async () => {
  const patient = randomUUID();
  await append(read(patient));
  await expect(
    house.kernel.db.transaction(async (tx) => {
      await appendAudit(tx, house.kernel.vault, doctor, house.clock.now(), [read(patient)]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await append(read(patient));
  expect(await verify()).toMatchObject({ faults: [], records: 2 });
});

test('the database refuses to update, delete or truncate', async () => {
  await someRecords();
  for (const statement of [
    sql`update audit_records set result = 'denied'`,
    sql`delete from audit_records`,
    sql`truncate audit_records`,
  ]) {
    await expect(house.owner.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'audit records are append-only' },
    });
  }
});

describe('An attacker who disables that is detected:', () => {
  test.each([
    ['an actor changed', sql`actor_id = ${randomUUID()}`],
    ['a time changed', sql`at = at + interval '1 second'`],
    ['a result changed', sql`result = 'denied'`],
    ['an action changed', sql`action = 'patient.read'`],
    ['a case changed', sql`case_id = null`],
  ])('%s', async (_name, change) => {
    const patient = await someRecords();
    await tamper(sql`update audit_records set ${change} where chain = ${patient} and seq = 3`);
    expect((await verify()).faults).toEqual([{ chain: patient, seq: 3, fault: 'changed' }]);
  });

  test('deleted record', async () => {
    const patient = await someRecords();
    await tamper(sql`delete from audit_records where chain = ${patient} and seq = 2`);
    expect((await verify()).faults[0]).toEqual({ chain: patient, seq: 2, fault: 'missing' });
  });

  test('swapped records', async () => {
    const patient = await someRecords();
    await tamper(
      sql`update audit_records set seq = case seq when 2 then 103 else 102 end where chain = ${patient} and seq in (2, 3)`,
    );
    await tamper(sql`update audit_records set seq = seq - 100 where seq > 100`);
    expect((await verify()).faults.map((fault) => fault.chain)).toEqual(expect.arrayContaining([patient]));
  });

  test('truncated chain, with the anchors', async () => {
    const patient = await someRecords();
    await anchor();
    await append(read(patient));
    await anchor();
    await tamper(sql`delete from audit_records where chain = ${patient} and seq >= 5`);
    expect((await verify()).faults).toEqual([]);
    expect(await verifyWithAnchors()).toMatchObject({
      anchorsIntact: true,
      faults: [
        { chain: patient, seq: 5, fault: 'missing' },
        { chain: patient, seq: 6, fault: 'missing' },
      ],
    });
  });

  test('a removed or cut chain of the installation', async () => {
    for (let at = 0; at < 3 * installationChains.length; at += 1) await append(signIn);
    await anchor();
    const [first, second] = installationChains;
    await tamper(sql`delete from audit_records where chain = ${first} or chain = ${second} and seq = 3`);
    expect((await verify()).faults).toEqual([]);
    expect((await verifyWithAnchors()).faults).toEqual(
      expect.arrayContaining([first, second].map((chain) => ({ chain, seq: 3, fault: 'missing' }))),
    );
  });

  test('installation records swapped between chains, edited, or deleted', async () => {
    for (let at = 0; at < 3 * installationChains.length; at += 1) await append(signIn);
    const [one, two, three, four] = installationChains;
    await tamper(sql`update audit_records set chain = ${randomUUID()} where chain = ${one} and seq = 2`);
    await tamper(sql`update audit_records set chain = ${one} where chain = ${two} and seq = 2`);
    await tamper(sql`update audit_records set result = 'denied' where chain = ${three} and seq = 3`);
    await tamper(sql`delete from audit_records where chain = ${four} and seq = 1`);
    expect((await verify()).faults).toEqual(
      expect.arrayContaining([
        { chain: one, seq: 2, fault: 'changed' },
        { chain: two, seq: 2, fault: 'missing' },
        { chain: three, seq: 3, fault: 'changed' },
        { chain: four, seq: 1, fault: 'missing' },
      ]),
    );
  });

  test('anchors edited or cut in the middle', async () => {
    const patient = await someRecords();
    await anchor();
    await append(read(patient));
    await anchor();
    expect(await verifyWithAnchors()).toMatchObject({ anchors: 2, anchorsIntact: true, missing: 0, faults: [] });
    await tamperAnchors(sql`update kept_entries set content = replace(content, ',12,', ',1,') where number = 1`);
    expect((await verifyWithAnchors()).anchorsIntact).toBe(false);
    await tamperAnchors(sql`delete from kept_entries where number = 1`);
    expect((await verifyWithAnchors()).anchorsIntact).toBe(false);
  });

  test('an anchor edited in the storage', async () => {
    await someRecords();
    await anchor();
    const object = await readFile(storedAnchor(1), 'utf8');
    await overwrite(storedAnchor(1), object.replace('"number":1', '"number":2'));
    expect((await verifyWithAnchors()).anchorsIntact).toBe(false);
  });

  test('the log and its anchors truncated together in the database, with the storage', async () => {
    const patient = await someRecords();
    await anchor();
    await append(read(patient));
    await anchor();
    await tamper(sql`delete from audit_records where chain = ${patient} and seq >= 6`);
    await tamperAnchors(sql`delete from kept_entries where number = 2`);
    expect(await verifyWithAnchors()).toMatchObject({
      anchors: 2,
      anchorsIntact: true,
      faults: [{ chain: patient, seq: 6, fault: 'missing' }],
    });
  });
});

test('anchors that the storage has lost are named once and stored again', async () => {
  await someRecords();
  await anchor();
  const object = await readFile(storedAnchor(1), 'utf8');
  await rm(storedAnchor(1));
  expect(await verifyAnchors(parts(), { readOnly: true })).toMatchObject({ missing: 1 });
  expect(await verifyWithAnchors()).toMatchObject({ missing: 1, anchorsIntact: true });
  expect(await readFile(storedAnchor(1), 'utf8')).toBe(object);
  expect(await verifyWithAnchors()).toMatchObject({ missing: 0 });
});

test('an anchor whose process was killed before commit is continued', async () => {
  const patient = await someRecords();
  await anchor();
  await append(read(patient));
  await anchor();
  await tamperAnchors(sql`delete from kept_entries where number = 2`);
  await append(read(patient));
  await anchor();
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 3, anchorsIntact: true, faults: [] });
});

test('a foreign object in place of the next anchor is refused, not overwritten', async () => {
  const patient = await someRecords();
  await anchor();
  await writeFile(storedAnchor(2), '{}');
  await append(read(patient));
  await expect(anchor()).rejects.toThrow('is not what this installation writes');
  expect(await readFile(storedAnchor(2), 'utf8')).toBe('{}');
});

test('the anchors of an earlier version are taken over once, without a torn line', async () => {
  const patient = await someRecords();
  const lines: string[] = [];
  let previous = '';
  for (let line = 0; line < 40; line += 1) {
    await append(read(patient));
    const { rows } = await house.kernel.db.execute<{ id: string; seq: string; hash: Buffer }>(
      sql`select id, seq, hash from audit_records where chain = ${patient} order by seq desc limit 1`,
    );
    const [last] = rows;
    const anchored = { at: house.clock.now().toISOString(), upTo: Number(last?.id), heads: [] as unknown[] };
    anchored.heads.push([patient, Number(last?.seq), last?.hash.toString('base64url')]);
    const sealed = JSON.stringify([anchored.at, anchored.upTo, anchored.heads]);
    previous = sealOfEntry(house.kernel.vault, 'anchors', previous, sealed);
    lines.push(JSON.stringify({ ...anchored, mac: previous }));
  }
  const path = join(house.env.KONSIL_DATA_DIR, 'audit-anchors.jsonl');
  const file = `${lines.slice(0, 20).join('\n')}\n${lines[20]?.slice(0, 40)}\n${lines.slice(20).join('\n')}\n`;
  await writeFile(path, file);
  const { db, identity } = house.kernel;
  await house.owner.db.update(installation).set({ keptSeries: null });
  // Two processes at once.
  await Promise.all([takeOverFiles(house.kernel), takeOverFiles(house.kernel)]);
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 40, anchorsIntact: true, missing: 0, faults: [] });
  expect(await verifyAnchors(parts(), { mark: previous })).toMatchObject({ markFound: true });
  expect(await readFile(path, 'utf8')).toBe(file);
  expect((await db.select().from(installation))[0]?.keptSeries).toBe(identity.id);
  await append(read(patient));
  await anchor();
  await takeOverFiles(house.kernel);
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 41, anchorsIntact: true, faults: [] });
  await tamper(sql`delete from audit_records where chain = ${patient} and seq = 7`);
  expect((await verifyWithAnchors()).faults).toEqual([{ chain: patient, seq: 7, fault: 'missing' }]);
  await rm(path);
});

test('the database refuses to change or delete anchors', async () => {
  await someRecords();
  await anchor();
  for (const statement of [sql`update kept_entries set mac = ''`, sql`delete from kept_entries`])
    await expect(house.owner.db.execute(statement)).rejects.toThrow();
});

test('an anchor is written only after new records', async () => {
  await someRecords();
  await anchor();
  await anchor();
  expect((await verifyWithAnchors()).anchors).toBe(1);
});

test('the daily reported mark reveals a joint truncation of log and anchors', async () => {
  const marks: string[] = [];
  const anchorAndTell = () =>
    anchorAudit(parts(), house.clock.now(), async (_tx, mark) => {
      marks.push(mark);
    });
  const patient = await someRecords();
  await anchorAndTell();
  await append(read(patient));
  await anchorAndTell();
  house.clock.advance(24 * 60 * 60 * 1000);
  await append(read(patient));
  await anchorAndTell();
  expect(marks).toHaveLength(2);
  const holds = async (mark: string | undefined) => verifyAnchors(parts(), { mark });
  expect(await holds(marks[1])).toMatchObject({ markFound: true, faults: [] });

  await tamper(sql`delete from audit_records where chain = ${patient} and seq >= 7`);
  await tamperAnchors(sql`delete from kept_entries where number = 3`);
  await rm(storedAnchor(3));
  expect(await holds(marks[0])).toMatchObject({ markFound: true, faults: [], anchorsIntact: true });
  expect(await holds(marks[1])).toMatchObject({ markFound: false, faults: [], anchorsIntact: true });
});

test('servers that anchor concurrently write one anchor after another', async () => {
  for (let round = 0; round < 4; round += 1) {
    await append(read(randomUUID()));
    await Promise.all([anchor(), anchor(), anchor()]);
  }
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 4, anchorsIntact: true, faults: [] });
});

test('records contain ids and codes, no content', async () => {
  await someRecords();
  const [row] = await house.kernel.db.select().from(auditRecords).where(eq(auditRecords.seq, 1));
  expect(Object.keys(row ?? {})).toEqual([
    'id',
    'chain',
    'seq',
    'at',
    'actorId',
    'actorRole',
    'action',
    'result',
    'caseId',
    'documentId',
    'subjectId',
    'detail',
    'hash',
  ]);
});
