import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { CompactSign, exportJWK } from 'jose';
import { checkLog, codeOf, headOfCode, type AuditChain, type ChainHead } from '@konsil/contracts/audit-chain';
import { checkSignature, readSignedHead, type ReadHead, type SignedHead } from '@konsil/contracts/signed-head';
import type { RecordKey } from '@konsil/contracts/take-away';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, sentCase, type Conversation } from '../support/cases.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { statementsOf } from '../support/statements.ts';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
});

interface Log {
  patient: Person;
  patientId: string;
  conversation: Conversation;
}
/** A patient whose case the doctor has read several times. */
const aLog = async (): Promise<Log> => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor });
  for (let times = 0; times < 3; times += 1)
    await requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`);
  const { rows } = await house.owner.db.execute<{ patient_id: string }>(
    sql`select patient_id from cases where id = ${conversation.caseId}`,
  );
  return { patient, conversation, patientId: rows[0]?.patient_id ?? '' };
};
const check = ({ patient, patientId }: Log, kept?: ChainHead) =>
  checkLog(
    async (after) =>
      bodyOf<AuditChain>(await requestsAs(house.app, patient).get(`/api/audit/${patientId}/chain?after=${after}`)),
    kept,
  );
/** As an attacker with all database privileges could do. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await house.owner.db.execute(sql`alter table audit_records disable trigger all`);
  await house.owner.db.execute(statement);
  await house.owner.db.execute(sql`alter table audit_records enable trigger all`);
};

test('an unchanged log is verified on each visit, and by a printed check code', async () => {
  const log = await aLog();
  const first = await check(log);
  expect(first).toMatchObject({ verdict: 'first' });
  expect(first.head.seq).toBeGreaterThan(4);
  await requestsAs(house.app, doctor).get(`/api/processoverview/${log.conversation.caseId}`);
  const second = await check(log, first.head);
  expect(second.verdict).toBe('intact');
  expect(second.head.seq).toBeGreaterThan(first.head.seq);
  const typed = headOfCode(` ${codeOf(first.head).toUpperCase()} `);
  expect((await check(log, typed)).verdict).toBe('intact');
  expect(headOfCode('12 abcd')).toBeUndefined();
});

test.each<[string, string, (patientId: string) => ReturnType<typeof sql>]>([
  [
    'an edited entry',
    'changed',
    (id) => sql`update audit_records set action = 'case.write' where chain = ${id} and seq = 2`,
  ],
  [
    'another person',
    'changed',
    (id) => sql`update audit_records set actor_id = gen_random_uuid() where chain = ${id} and seq = 2`,
  ],
  [
    'a moved moment',
    'changed',
    (id) => sql`update audit_records set at = at - interval '1 hour' where chain = ${id} and seq = 2`,
  ],
  ['a deleted entry', 'missing', (id) => sql`delete from audit_records where chain = ${id} and seq = 3`],
  ['a cut beginning', 'missing', (id) => sql`delete from audit_records where chain = ${id} and seq < 3`],
  [
    'a deleted and closed gap',
    'changed',
    (id) =>
      sql`with gone as (delete from audit_records where chain = ${id} and seq = 1 returning hash) update audit_records set seq = seq - 1 + 0 * (select count(*) from gone) where chain = ${id} and seq > 1`,
  ],
  [
    'two swapped entries',
    'changed',
    (id) =>
      sql`update audit_records a set at = b.at, actor_id = b.actor_id, actor_role = b.actor_role, action = b.action, result = b.result, case_id = b.case_id, document_id = b.document_id, hash = b.hash
        from audit_records b where a.chain = ${id} and b.chain = ${id} and a.seq + b.seq = 5 and a.seq in (2, 3)`,
  ],
])('%s is detected on the next visit: %s', async (_name, verdict, statement) => {
  const log = await aLog();
  const { head } = await check(log);
  await tamper(statement(log.patientId));
  // The check itself is recorded, so a closed gap has the old length again.
  await check(log);
  expect((await check(log, head)).verdict).toBe(verdict);
});

test('truncation is detected on the next visit', async () => {
  const log = await aLog();
  await check(log);
  const { head } = await check(log);
  await tamper(sql`delete from audit_records where chain = ${log.patientId} and seq > ${head.seq - 3}`);
  expect((await check(log, head)).verdict).toBe('missing');
});

test('the first visit detects a gap, and an entry that does not match its hash', async () => {
  const [edited, cut] = [await aLog(), await aLog()];
  await tamper(sql`update audit_records set action = 'case.write' where chain = ${edited.patientId} and seq = 2`);
  expect((await check(edited)).verdict).toBe('broken');
  await tamper(sql`delete from audit_records where chain = ${cut.patientId} and seq = 2`);
  expect((await check(cut)).verdict).toBe('gap');
});

test('only the patient can fetch the chain, which contains no accounts', async () => {
  const { patient, patientId } = await aLog();
  const other = await signUpPatient(house);
  for (const person of [doctor, other])
    expect((await requestsAs(house.app, person).get(`/api/audit/${patientId}/chain`)).statusCode).toBe(404);
  const { body } = await requestsAs(house.app, patient).get(`/api/audit/${patientId}/chain`);
  const { rows } = await house.owner.db.execute<{ actor_id: string }>(
    sql`select distinct actor_id from audit_records where chain = ${patientId} and actor_id is not null`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { actor_id: id } of rows) expect(body).not.toContain(id);
});

describe('The signed state', () => {
  const read = async (token: string | undefined): Promise<ReadHead> => {
    const found = await readSignedHead(token ?? '');
    if (typeof found === 'string') throw new Error(found);
    return found;
  };
  const ourKey = async () => bodyOf<RecordKey>(await requestsAs(house.app).get('/api/record-key')).x;
  const signedBy = async (statement: SignedHead, named: KeyObject, key: KeyObject) =>
    new CompactSign(Buffer.from(JSON.stringify(statement)))
      .setProtectedHeader({ alg: 'EdDSA', typ: statement.format, jwk: await exportJWK(named) })
      .sign(key);

  test("is signed with the installation's key, for this person and log state", async () => {
    const log = await aLog();
    const { head, signed } = await check(log);
    const { statement, key, checked } = await read(signed);
    expect(statement).toMatchObject({ person: log.patientId, log: head, host: 'localhost:4200' });
    expect([key, checked]).toEqual([await ourKey(), true]);
    expect(await checkSignature(signed, { person: log.patientId, head, key })).toMatchObject({ signature: 'signed' });
  });

  test.each<[string, string, (id: string, seq: number) => ReturnType<typeof sql>]>([
    ['an edit', 'changed', (id) => sql`update audit_records set action = 'case.write' where chain = ${id} and seq = 2`],
    ['a deletion', 'missing', (id) => sql`delete from audit_records where chain = ${id} and seq = 3`],
    [
      'a swap',
      'changed',
      (id) => sql`update audit_records a set at = b.at, actor_id = b.actor_id, action = b.action, hash = b.hash
        from audit_records b where a.chain = ${id} and b.chain = ${id} and a.seq + b.seq = 5 and a.seq in (2, 3)`,
    ],
    ['a cut', 'missing', (id, seq) => sql`delete from audit_records where chain = ${id} and seq > ${seq - 3}`],
  ])('proves %s later, whatever the server signs then', async (_name, verdict, statement) => {
    const log = await aLog();
    const { head, signed } = await check(log);
    await tamper(statement(log.patientId, head.seq));
    const proof = await read(signed);
    const later = await check(log, proof.statement.log);
    expect(later.verdict).toBe(verdict);
    expect(proof.key).toBe(await ourKey());
  });

  test('with a changed field, or signed by a key it does not name, is rejected as forged', async () => {
    const log = await aLog();
    const { head, signed = '' } = await check(log);
    const { statement, key } = await read(signed);
    const [first = '', body = '', last = ''] = signed.split('.');
    const other = { ...statement, log: { ...head, seq: head.seq - 1 } };
    const forged = [first, Buffer.from(JSON.stringify(other)).toString('base64url'), last].join('.');
    expect(await readSignedHead(forged)).toBe('forged');
    const [named, secret] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    expect(await readSignedHead(await signedBy(statement, named.publicKey, secret.privateKey))).toBe('forged');
    for (const token of ['', body, `${first}.${body}`, `${first}.e30.${last}`])
      expect(await readSignedHead(token)).toBe('malformed');
    const fitting = { person: log.patientId, head, key };
    expect(await checkSignature(signed, { ...fitting, person: log.conversation.caseId })).toEqual({
      signature: 'forged',
    });
    expect(await checkSignature(signed, { ...fitting, head: other.log })).toEqual({ signature: 'forged' });
    expect(await checkSignature(undefined, fitting)).toEqual({ signature: 'none' });
  });

  test('of another installation is recognised by its key', async () => {
    const log = await aLog();
    const { head, signed } = await check(log);
    const { statement, key } = await read(signed);
    const foreign = generateKeyPairSync('ed25519');
    const token = await signedBy(statement, foreign.publicKey, foreign.privateKey);
    expect(await checkSignature(token, { person: log.patientId, head, key })).toMatchObject({ signature: 'otherKey' });
  });

  test('on a later page covers all records, also earlier ones', async () => {
    const log = await aLog();
    const { head } = await check(log);
    const rest = bodyOf<AuditChain>(
      await requestsAs(house.app, log.patient).get(`/api/audit/${log.patientId}/chain?after=${head.seq - 1}`),
    );
    const { statement } = await read(rest.signed);
    expect((await check(log, statement.log)).verdict).toBe('intact');
    expect(statement.log.seq).toBe(head.seq + rest.items.length - 1);
  });

  test('of a log of several pages is computed once, then incrementally', async () => {
    const log = await aLog();
    const { kernel } = house;
    const nobody = { accountId: null, role: 'admin' } as const;
    const entries = Array.from({ length: 1100 }, () => ({
      action: 'case.read' as const,
      result: 'allowed' as const,
      patientId: log.patientId,
    }));
    await kernel.db.transaction((tx) => appendAudit(tx, kernel.vault, nobody, kernel.clock.now(), entries));
    const fitting = async () => {
      const { head, signed } = await check(log);
      return checkSignature(signed, { person: log.patientId, head, key: undefined });
    };
    for (let times = 0; times < 2; times += 1) expect(await fitting()).toMatchObject({ signature: 'signed' });
    const statements = await statementsOf(() => check(log));
    // Only the two pages that the browser asks for.
    expect(statements.filter((text) => /from "audit_records".*"seq" >=/s.test(text))).toHaveLength(2);
  });

  test('no longer fits a log whose records were changed after it was calculated', async () => {
    const log = await aLog();
    await check(log);
    await tamper(sql`update audit_records set action = 'case.write' where chain = ${log.patientId} and seq = 2`);
    const { head, signed } = await check(log);
    expect(await checkSignature(signed, { person: log.patientId, head, key: undefined })).toEqual({
      signature: 'forged',
    });
  });
});
