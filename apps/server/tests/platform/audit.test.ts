import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { anchorAudit, verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { appendAudit, verifyChains, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { installationId } from '@konsil/server-platform/keys/vault';

let house: TestApp;
const doctor = { accountId: randomUUID(), role: 'doctor' as const };
beforeAll(async () => {
  house = await testApp();
});
beforeEach(async () => {
  await house.owner.db.execute(
    sql`alter table audit_records disable trigger all; truncate audit_records restart identity; alter table audit_records enable trigger all`,
  );
  await rm(anchors(), { force: true });
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
const anchors = () => join(house.env.KONSIL_DATA_DIR, 'audit-anchors.jsonl');
const anchor = () => anchorAudit(house.kernel.db, house.kernel.vault, anchors(), house.clock.now());
const verifyWithAnchors = () => verifyAnchors(house.kernel.db, house.kernel.vault, anchors());
/** As an attacker with all database privileges could do. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await house.owner.db.execute(sql`alter table audit_records disable trigger all`);
  await house.owner.db.execute(statement);
};
const someRecords = async () => {
  const patient = randomUUID();
  for (let at = 0; at < 5; at += 1) await append(read(patient), { action: 'account.sign_in', result: 'allowed' });
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

  test('truncated chain, by the anchors outside the database', async () => {
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

  test('removed chain', async () => {
    await someRecords();
    await anchor();
    await tamper(sql`delete from audit_records where chain = ${installationId}`);
    expect((await verifyWithAnchors()).faults).toEqual([{ chain: installationId, seq: 5, fault: 'missing' }]);
  });

  test('anchors edited or cut in the middle', async () => {
    const patient = await someRecords();
    await anchor();
    await append(read(patient));
    await anchor();
    expect(await verifyWithAnchors()).toMatchObject({ anchors: 2, anchorsIntact: true, faults: [] });
    const lines = await readFile(anchors(), 'utf8');
    await writeFile(anchors(), lines.replace(/"upTo":\d+/, '"upTo":1'));
    expect((await verifyWithAnchors()).anchorsIntact).toBe(false);
    await writeFile(anchors(), `${lines.trim().split('\n')[1]}\n`);
    expect((await verifyWithAnchors()).anchorsIntact).toBe(false);
  });
});

test('a torn anchor neither breaks the others nor the next one', async () => {
  const patient = await someRecords();
  await anchor();
  await append(read(patient));
  await anchor();
  const [first = '', second = ''] = (await readFile(anchors(), 'utf8')).split('\n');
  await writeFile(anchors(), `${first}\n${second.slice(0, 40)}`);
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 1, anchorsIntact: true, faults: [] });
  await anchor();
  await append(read(patient));
  await anchor();
  expect(await verifyWithAnchors()).toMatchObject({ anchors: 3, anchorsIntact: true, faults: [] });
  await tamper(sql`delete from audit_records where chain = ${patient} and seq = 7`);
  expect((await verifyWithAnchors()).faults).toEqual([{ chain: patient, seq: 7, fault: 'missing' }]);
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
    anchorAudit(house.kernel.db, house.kernel.vault, anchors(), house.clock.now(), async (_tx, mark) => {
      marks.push(mark);
    });
  const patient = await someRecords();
  await anchorAndTell();
  await append(read(patient));
  await anchorAndTell();
  const before = await readFile(anchors(), 'utf8');
  house.clock.advance(24 * 60 * 60 * 1000);
  await append(read(patient));
  await anchorAndTell();
  expect(marks).toHaveLength(2);
  const holds = async (mark: string | undefined) => verifyAnchors(house.kernel.db, house.kernel.vault, anchors(), mark);
  expect(await holds(marks[1])).toMatchObject({ markFound: true, faults: [] });

  await tamper(sql`delete from audit_records where chain = ${patient} and seq >= 7`);
  await writeFile(anchors(), before);
  expect(await holds(marks[0])).toMatchObject({ markFound: true, faults: [], anchorsIntact: true });
  expect(await holds(marks[1])).toMatchObject({ markFound: false, faults: [], anchorsIntact: true });
});

test('servers that anchor concurrently write one line after another', async () => {
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
