import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { checkLog, codeOf, headOfCode, type AuditChain, type ChainHead } from '@konsil/contracts/audit-chain';
import type { FiledReceipt } from '@konsil/contracts/exchange';
import { importPieceBytes } from '@konsil/contracts/import-limits';
import type { RecordImport } from '@konsil/contracts/imports';
import type { RecordKey, TakeAway } from '@konsil/contracts/take-away';
import { auditRecords } from '@konsil/server-domain/schema';
import { signHandover } from '@konsil/server-take-away/exchange/tokens';
import type { Manifest } from '@konsil/server-take-away/record-archive';
import { signRecord } from '@konsil/server-take-away/record-key';
import { waitUntil } from '@konsil/server-testing/until';
import { and, eq } from 'drizzle-orm';
import { CompactSign, compactVerify, decodeProtectedHeader, EmbeddedJWK, exportJWK } from 'jose';
import { ZipFile } from 'yazl';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, ownPatientId, sentCase, type Conversation } from '../support/cases.ts';
import { password, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';
import { headersOf, multipartOf } from '../support/upload.ts';

/** Two installations: each has a database, a file store and keys of its own. */
let here: TestApp;
let there: TestApp;
let sender: Conversation;
let receiver: { person: Person; patientId: string };
let archive: Buffer;
let taken: RecordImport;
let receipt: string;

const archiveOf = async (house: TestApp, person: Person, url: string): Promise<Buffer> => {
  const mine = requestsAs(house.app, person);
  const order = { kind: 'archive', language: 'de', current_password: password };
  const { id } = bodyOf<TakeAway>(await mine.post(`${url}/take-away`, order), 202);
  let made: TakeAway | undefined;
  await waitUntil(async () => {
    made = bodyOf<TakeAway>(await mine.get(`/account/take-away/${id}`));
    return made.state !== 'making';
  });
  return (await house.app.inject({ url: new URL(made?.Filelocation ?? '').pathname })).rawPayload;
};
const checked = async (house: TestApp, person: Person, patientId: string, bytes: Buffer) => {
  const mine = requestsAs(house.app, person);
  const begun = { file_name: 'akte.zip', size: bytes.length };
  const { id } = bodyOf<RecordImport>(await mine.post(`/api/patients/${patientId}/imports`, begun), 201);
  for (let at = 0; at < bytes.length; at += importPieceBytes) {
    const { payload, contentType } = multipartOf([{ name: 'piece', bytes: bytes.subarray(at, at + importPieceBytes) }]);
    const url = `/api/imports/${id}/pieces?position=${at / importPieceBytes}`;
    const headers = { ...headersOf(person), 'content-type': contentType };
    bodyOf(await house.app.inject({ method: 'POST', url, payload, headers }), 201);
  }
  return mine.post(`/api/imports/${id}/check`, {});
};
const bringIn = async (...args: Parameters<typeof checked>): Promise<RecordImport> => bodyOf(await checked(...args));
const headOf = async (house: TestApp, person: Person, patientId: string, kept?: ChainHead) =>
  checkLog(
    async (after) =>
      bodyOf<AuditChain>(await requestsAs(house.app, person).get(`/api/audit/${patientId}/chain?after=${after}`)),
    kept,
  );
const file = (token: string, person = sender.patient, patientId = sender.patientId) =>
  requestsAs(here.app, person).post(`/api/patients/${patientId}/receipts`, { receipt: token });
const refusedAs = async (token: string): Promise<unknown> =>
  bodyOf<{ current: { refused: string } }>(await file(token), 422).current.refused;
const detailsOf = async (house: TestApp, patientId: string, action: 'record.import' | 'record.receipt') =>
  (
    await house.kernel.db
      .select({ detail: auditRecords.detail })
      .from(auditRecords)
      .where(and(eq(auditRecords.chain, patientId), eq(auditRecords.action, action)))
  ).map(({ detail }) => JSON.parse(detail ?? '{}') as Record<string, string>);
const payloadOf = async (token: string) =>
  JSON.parse(Buffer.from((await compactVerify(token, EmbeddedJWK)).payload).toString()) as Record<string, unknown>;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
/** The thumbprint (RFC 7638) of the key in a token. */
const kidOf = (token: string): string => {
  const { crv, kty, x } = decodeProtectedHeader(token).jwk ?? {};
  return sha256(JSON.stringify({ crv, kty, x })).toString('base64url');
};

beforeAll(async () => {
  [here, there] = [await testApp(), await testApp()];
  sender = await sentCase(here);
  await answerFinally(here, sender);
  archive = await archiveOf(here, sender.patient, `/api/process/${sender.caseId}`);
  const person = await signUpPatient(there);
  receiver = { person, patientId: await ownPatientId(there, person) };
  const found = await bringIn(there, person, receiver.patientId, archive);
  const mine = requestsAs(there.app, person);
  expect((await mine.get(`/api/imports/${found.id}/receipt`)).statusCode).toBe(409);
  taken = bodyOf(await mine.post(`/api/imports/${found.id}/take`, { same_person: true }));
  receipt = bodyOf<{ receipt: string }>(await mine.get(`/api/imports/${taken.id}/receipt`)).receipt;
});

test('the archive states the head of the access log, signed by its installation', async () => {
  const members = await unzip(archive);
  const token = members.get('handover.jws')?.toString() ?? '';
  const { log, host } = (await payloadOf(token)) as { log: ChainHead; host: string };
  expect(host).not.toBe('');
  const { x } = bodyOf<RecordKey>(await requestsAs(here.app).get('/api/record-key'));
  expect(decodeProtectedHeader(token).jwk?.x).toBe(x);
  expect((await headOf(here, sender.patient, sender.patientId, log)).verdict).toBe('intact');
  const chain = bodyOf<AuditChain>(
    await requestsAs(here.app, sender.patient).get(`/api/audit/${sender.patientId}/chain?after=${log.seq - 1}`),
  );
  expect(chain.items[0]?.action).toBe('export');
});

test("after an exchange, each access log holds the other's state; both can be verified", async () => {
  const filed = bodyOf<FiledReceipt>(await file(receipt), 201);
  expect(kidOf(receipt)).not.toBe(kidOf(String((await payloadOf(receipt))['handover'])));
  expect(filed).toMatchObject({ taken_at: taken.taken_at, key_id: kidOf(receipt) });
  const [imported] = await detailsOf(there, receiver.patientId, 'record.import');
  const { log } = (await payloadOf(String((await payloadOf(receipt))['handover']))) as { log: ChainHead };
  expect(imported).toEqual({ key: kidOf(String((await payloadOf(receipt))['handover'])), log: codeOf(log) });
  expect(await detailsOf(here, sender.patientId, 'record.receipt')).toMatchObject([
    { log: filed.log, sent_log: codeOf(log), host: filed.host },
  ]);
  const theirs = await headOf(there, receiver.person, receiver.patientId, headOfCode(filed.log));
  const ours = await headOf(here, sender.patient, sender.patientId, headOfCode(filed.sent_log));
  expect([theirs.verdict, ours.verdict]).toEqual(['intact', 'intact']);
  // Not before: the receipt is later than the entry of the import.
  const importedAt = bodyOf<AuditChain>(
    await requestsAs(there.app, receiver.person).get(`/api/audit/${receiver.patientId}/chain`),
  ).items.find(({ action }) => action === 'record.import');
  expect(headOfCode(filed.log)?.seq).toBeGreaterThanOrEqual(importedAt?.seq ?? Infinity);
  expect(bodyOf(await requestsAs(here.app, sender.patient).get(`/api/patients/${sender.patientId}/receipts`))).toEqual([
    filed,
  ]);
});

test('a receipt is filed once', async () => {
  await file(receipt);
  expect(await refusedAs(receipt)).toBe('known');
  const again = bodyOf<{ receipt: string }>(
    await requestsAs(there.app, receiver.person).get(`/api/imports/${taken.id}/receipt`),
  ).receipt;
  expect(await refusedAs(again)).toBe('known');
});

const signedBy = async (key: KeyObject, pub: KeyObject, payload: unknown): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(pub) })
    .sign(key);

test('refuses receipts that are unsigned, changed or from elsewhere', async () => {
  const stranger = generateKeyPairSync('ed25519');
  const payload = await payloadOf(receipt);
  const handover = await payloadOf(String(payload['handover']));
  const forgedHandover = await signedBy(stranger.privateKey, stranger.publicKey, handover);
  const forged = await signedBy(stranger.privateKey, stranger.publicKey, { ...payload, handover: forgedHandover });
  const [head = '', body = '', mark = ''] = receipt.split('.');
  const changed = Buffer.from(JSON.stringify({ ...payload, host: 'evil.example' })).toString('base64url');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  const html = await signedBy(stranger.privateKey, stranger.publicKey, { ...payload, host: '<b>x</b>' });
  for (const token of [forged, `${head}.${changed}.${mark}`, none, html, 'x', 'a.b.c', String(payload['handover'])])
    expect(await refusedAs(token)).toBe('foreign');
  expect((await file('x'.repeat(9000))).statusCode).toBe(422);
});

test("another person's receipt is refused, and a foreign person is a missing one", async () => {
  const other = await sentCase(here);
  expect(bodyOf<{ current: object }>(await file(receipt, other.patient, other.patientId), 422).current).toEqual({
    refused: 'foreign',
  });
  for (const stranger of [other.patient, sender.doctor]) {
    expect((await file(receipt, stranger)).statusCode).toBe(404);
    expect((await requestsAs(here.app, stranger).get(`/api/patients/${sender.patientId}/receipts`)).statusCode).toBe(
      404,
    );
  }
  expect(
    (await requestsAs(there.app, await signUpPatient(there)).get(`/api/imports/${taken.id}/receipt`)).statusCode,
  ).toBe(404);
});

/** The archive with another hand-over file, or none, re-signed by its installation. */
const rewritten = async (handover: string | null): Promise<Buffer> => {
  const members = await unzip(archive);
  if (handover === null) members.delete('handover.jws');
  else members.set('handover.jws', Buffer.from(handover));
  const manifest = JSON.parse(members.get('manifest.json')?.toString() ?? '') as Manifest;
  manifest.files = manifest.files.flatMap((entry) => {
    const bytes = members.get(entry.path);
    return bytes ? [{ path: entry.path, size: bytes.length, sha256: sha256(bytes).toString('hex') }] : [];
  });
  const bytes = Buffer.from(JSON.stringify(manifest));
  members.set('manifest.json', bytes);
  members.set('signature.json', Buffer.from(JSON.stringify(signRecord(here.kernel.vault, bytes))));
  const zip = new ZipFile();
  for (const [name, content] of members) zip.addBuffer(content, name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

test('refuses an archive signed by another key; an older one gets no receipt', async () => {
  const person = await signUpPatient(there);
  const patientId = await ownPatientId(there, person);
  const foreign = await signHandover(there.kernel.vault, {
    made_at: '2026-11-20T08:00:00.000Z',
    host: 'konsil.example',
    log: { seq: 1, hash: 'a'.repeat(64) },
  });
  for (const token of [foreign, 'x', ''])
    expect(bodyOf(await checked(there, person, patientId, await rewritten(token)), 422)).toMatchObject({
      current: { refused: 'changed' },
    });
  const older = await bringIn(there, person, patientId, await rewritten(null));
  expect([older.state, older.content?.receipt, taken.content?.receipt]).toEqual(['checked', false, true]);
  const mine = requestsAs(there.app, person);
  bodyOf(await mine.post(`/api/imports/${older.id}/take`, { same_person: true }));
  expect((await mine.get(`/api/imports/${older.id}/receipt`)).statusCode).toBe(404);
});
