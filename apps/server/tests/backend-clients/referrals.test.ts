import { randomUUID } from 'node:crypto';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import type { Client as FhirClient } from 'fhir-kit-client';
import type { Bundle, OperationOutcome, Task } from 'fhir/r4';
import { dataKeys, referrals, storedObjects } from '@konsil/server-domain/schema';
import { referencedKeys } from '@konsil/server-documents/stored-references';
import { dropDueReferrals } from '@konsil/server-fhir/referrals/referrals.routes';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { eraseUnconfirmed } from '@konsil/server-privacy/erasure';
import type { AuditActionName } from '@konsil/server-platform/audit/security-events';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { ahead } from '../support/ahead.ts';
import type { TestApp } from '../support/app.ts';
import { recordsOf } from '../support/audit.ts';
import { bodyOf, ownPatientId, pageOf, type Conversation } from '../support/cases.ts';
import { unzip } from '../support/unzip.ts';
import { newEmail, password, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { backendClients } from '../support/backend-clients.ts';
import { waitForPreviews } from '../support/stored-keys.ts';
import { aBundle, preparedCases, scopes, type Wish } from '../support/referrals.ts';
import { faultsOf } from '../support/valid-r4.ts';

const clients = backendClients();
const { register, get } = clients;
const { own, tokenFor, postBundle, sent, taskOf, waitingFor, countOf, storedFiles, letter } = preparedCases(clients);
let house: TestApp;
let ours: Conversation;
let other: Person;
let system: string;
let client: FhirClient;
beforeAll(() => {
  ({ house, ours, other } = clients.state());
  ({ system, client } = own());
});

const recordsOfReferral = async (action: AuditActionName, id = '') =>
  (await recordsOf(house, action)).flatMap(({ result, actorId, actorRole, detail }) => {
    const { referral, ...more } = JSON.parse(detail ?? '{}') as Record<string, string>;
    return referral === id ? [{ result, actorId, actorRole, more }] : [];
  });
const by = ({ accountId }: Person, more = {}) => ({
  result: 'allowed',
  actorId: accountId,
  actorRole: accountId === ours.doctor.accountId ? 'doctor' : 'patient',
  more,
});

describe('a case that a system prepares', () => {
  test('becomes a draft of the chosen person; the system sees only its status', async () => {
    const patient = await signUpPatient(house);
    const answered = (await client.transaction({
      body: aBundle({ email: patient.email.toUpperCase(), files: [{ bytes: await letter() }] }) as never,
    })) as unknown as Bundle;
    expect(faultsOf(answered)).toEqual([]);
    const task = answered.entry?.[1]?.resource as Task;
    expect([answered.type, answered.entry?.map(({ response }) => response?.status)]).toEqual([
      'transaction-response',
      ['202 Accepted', '202 Accepted', '202 Accepted'],
    ]);
    expect(task).toMatchObject({ status: 'requested', businessStatus: { text: 'pending' } });
    expect(await recordsOfReferral('referral.send', task.id)).toEqual([by(ours.doctor, { client: system })]);
    const [mail] = await house.outbox(patient.email);
    expect(mail?.subject).toBe('Für Sie wurde bei Konsil etwas vorbereitet');
    expect(mail?.text).not.toMatch(/Schilddr|Knoten|Weber|Fall|Hausarzt/);

    expect(await countOf(patient)).toBe(1);
    const [waiting] = await waitingFor(patient);
    expect(await recordsOfReferral('referral.read', task.id)).toEqual([by(patient)]);
    const person = await ownPatientId(house, patient);
    expect(waiting).toMatchObject({
      id: task.id,
      from: { system: 'Hausarztsystem' },
      doctor: { id: ours.doctor.accountId },
      person: { first_name: 'Petra', last_name: 'Möller', date_of_birth: '1968-04-21' },
      case_name: 'Zweitmeinung Schilddrüse',
      diagnosis: 'Kalter Knoten (E04.1)',
      medical_history: 'Seit März tastbar.',
      files: [{ name: 'Befund.pdf' }],
      people: [{ id: person, differs: [] }],
    });
    const asPatient = requestsAs(house.app, patient);
    const { Filelocation } = bodyOf<{ Filelocation: string }>(
      await asPatient.get(`/api/referrals/${task.id}/file?place=0`),
    );
    const file = await house.app.inject({ url: new URL(Filelocation).pathname });
    expect([file.statusCode, file.rawPayload.equals(await letter())]).toEqual([200, true]);

    const keys = await storedFiles(task.id ?? '');
    const { case_id } = bodyOf<{ case_id: string }>(
      await asPatient.post(`/api/referrals/${task.id}/accept`, { patient: person }),
      201,
    );
    const page = await pageOf(house, { patient, doctor: ours.doctor, patientId: person, caseId: case_id }, patient);
    expect(page).toMatchObject({
      case_name: 'Zweitmeinung Schilddrüse',
      status: 'draft',
      doctor: { id: ours.doctor.accountId },
    });
    expect(page.documents.map(({ file_name }) => file_name)).toEqual(['Befund.pdf']);

    expect(await taskOf(task.id)).toMatchObject({ status: 'accepted' });
    expect(JSON.stringify(await taskOf(task.id))).not.toContain(case_id);
    expect((await get(await tokenFor(), `/fhir/ServiceRequest/${case_id}`)).statusCode).toBe(404);
    expect([await countOf(patient), await waitingFor(patient)]).toEqual([0, []]);
    expect((await house.app.inject({ url: new URL(Filelocation).pathname })).statusCode).toBe(404);
    expect((await asPatient.post(`/api/referrals/${task.id}/accept`, { patient: person })).statusCode).toBe(404);
    const [row] = await house.kernel.db
      .select()
      .from(referrals)
      .where(eq(referrals.id, task.id ?? ''));
    expect(row).toMatchObject({ state: 'accepted', sealed: null });
    for (const key of keys) expect(await house.kernel.files.has(key)).toBe(false);
    const log = bodyOf<{ items: AuditEntry[] }>(await asPatient.get(`/api/audit/${person}?who=all`)).items;
    expect(log.filter(({ action }) => action === 'referral.accept')).toMatchObject([{ case_id, result: 'allowed' }]);
  });

  test('waits until an address without an account is confirmed, with the same response', async () => {
    const known = await signUpPatient(house);
    const email = newEmail('unknown');
    const told = async (address: string) => {
      const { bundle } = await sent({ email: address });
      return JSON.stringify(bundle)
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replace(/\d{4}-\d\d-\d\dT[^"]+/g, 'time')
        .replace(/"versionId":"\w+"/, '');
    };
    expect(await told(email)).toBe(await told(known.email));
    const stranger = await signUpPatient(house);
    expect([await countOf(stranger), await waitingFor(stranger)]).toEqual([0, []]);
    expect((await house.outbox(email)).map(({ subject }) => subject)).toEqual([
      'Für Sie wurde bei Konsil etwas vorbereitet',
    ]);
    const newcomer = await signUpPatient(house, {}, email);
    expect(await countOf(newcomer)).toBe(1);
    expect(await waitingFor(newcomer)).toHaveLength(1);
    // The doctor whose system it was reads none of it in a portal.
    expect((await requestsAs(house.app, ours.doctor).get('/api/referrals')).statusCode).toBe(404);
  });

  test('is not duplicated by a retry with the same Bundle identifier or ifNoneExist', async () => {
    const patient = await signUpPatient(house);
    const identifier = randomUUID();
    const files = [{ bytes: await letter() }];
    const wishes: Wish[] = [
      { email: patient.email, identifier, files },
      {
        email: patient.email,
        identifier,
        files,
        change: (bundle) => {
          delete bundle.identifier;
          Object.assign(bundle.entry[1]?.request ?? {}, {
            ifNoneExist: `identifier=https://practice.example/orders|${identifier}`,
          });
        },
      },
    ];
    for (const [index, wish] of wishes.entries()) {
      const token = await tokenFor();
      const both = await Promise.all([sent(wish, token), sent(wish, token)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['200 OK', '202 Accepted']);
      const again = await sent(wish);
      expect(new Set([...both, again].map(({ task }) => task.id)).size).toBe(1);
      expect(await waitingFor(patient)).toHaveLength(index + 1);
      expect(await storedFiles(again.task.id ?? '')).toHaveLength(1);
    }
    // The same identifier from another doctor's system is another case.
    expect((await sent({ identifier }, await tokenFor(system, other))).status).toBe('202 Accepted');
  });

  test('compares the person, and accepts another one only after a confirmation', async () => {
    const patient = await signUpPatient(house);
    const { task } = await sent({ email: patient.email, family: 'Petersen' });
    const [waiting] = await waitingFor(patient);
    expect(waiting?.people).toMatchObject([{ differs: ['name'] }]);
    const asPatient = requestsAs(house.app, patient);
    const url = `/api/referrals/${task.id}/accept`;
    const mine = { patient: await ownPatientId(house, patient) };
    expect((await asPatient.post(url, mine)).statusCode).toBe(422);
    expect((await asPatient.post(url, { ...mine, same_person: true })).statusCode).toBe(201);
    const { task: next } = await sent({ email: patient.email });
    await waitingFor(patient);
    const foreign = await asPatient.post(`/api/referrals/${next.id}/accept`, { patient: ours.patientId });
    expect(foreign.json<{ errors: object[] }>().errors).toMatchObject([{ path: 'patient', code: 'patientMissing' }]);
  });

  test('is hidden from other systems, other doctors and other patients', async () => {
    const patient = await signUpPatient(house);
    const stranger = await signUpPatient(house);
    const { task } = await sent({ email: patient.email, files: [{ bytes: await letter() }] });
    await waitingFor(patient);
    const another = await register('Anderes System', [ours.doctor], scopes);
    for (const token of [await tokenFor(another), await tokenFor(system, other), ours.doctor.token])
      expect((await get(token, `/fhir/Task/${task.id}`)).statusCode).toBe(404);
    const asStranger = requestsAs(house.app, stranger);
    const mine = { patient: await ownPatientId(house, stranger) };
    expect((await asStranger.post(`/api/referrals/${task.id}/accept`, mine)).statusCode).toBe(404);
    expect((await asStranger.post(`/api/referrals/${task.id}/refuse`)).statusCode).toBe(404);
    expect((await asStranger.get(`/api/referrals/${task.id}/file?place=0`)).statusCode).toBe(404);
    expect((await postBundle(await tokenFor(system, ours.doctor, 'system/Task.rs'), aBundle())).statusCode).toBe(403);
    expect((await postBundle((await signInAgain(house.app, ours.doctor)).token, aBundle())).statusCode).not.toBe(200);
    expect((await taskOf(task.id)).status).toBe('requested');
  });

  test('is in the export of its person, and is erased with the account', async () => {
    const patient = await signUpPatient(house);
    const { task } = await sent({ email: patient.email, files: [{ bytes: await letter() }] });
    await waitingFor(patient);
    const keys = await storedFiles(task.id ?? '');
    const unseen = await sent({ email: patient.email });
    const { Filelocation } = bodyOf<{ Filelocation: string }>(
      await requestsAs(house.app, patient).post('/account/export', { current_password: password }),
    );
    const members = await unzip((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
    const data = JSON.parse(String(members.get('data.json'))) as { referrals: object[] };
    expect(data.referrals).toMatchObject([
      { case_name: 'Zweitmeinung Schilddrüse', diagnosis: 'Kalter Knoten (E04.1)' },
      { case_name: 'Zweitmeinung Schilddrüse' },
    ]);
    await eraseAccount(house.kernel, patient.accountId, () => true);
    for (const id of [task.id ?? '', unseen.task.id ?? '']) {
      expect(await taskOf(id)).toMatchObject({ status: 'cancelled' });
      const [row] = await house.kernel.db.select().from(referrals).where(eq(referrals.id, id));
      expect(row).toMatchObject({ accountId: null, sealed: null });
      expect(row?.emailHash).toHaveLength(0);
    }
    for (const key of keys) expect(await house.kernel.files.has(key)).toBe(false);
  });

  test('gets its key in the transaction of its row, so a killed server leaves no key', async () => {
    const token = await tokenFor();
    const { db } = house.kernel;
    // A preview is a stored object, too.
    await waitForPreviews(house);
    const before = [await db.$count(dataKeys), await db.$count(storedObjects)];
    const answered = await withOtherTransaction(house, async (other) => {
      // The request waits with its first row, when the file is stored.
      await other.query('lock table referrals in exclusive mode');
      const answer = postBundle(token, aBundle({ files: [{ bytes: await letter() }] }));
      await other.untilSomeoneWaits();
      expect([await db.$count(dataKeys), await db.$count(storedObjects)]).toEqual([before[0], (before[1] ?? 0) + 1]);
      await other.commit();
      return answer;
    });
    expect(answered.statusCode).toBe(200);
    expect(await db.$count(dataKeys)).toBe((before[0] ?? 0) + 1);
  });

  test('waits at most ten times for one address', async () => {
    const email = newEmail();
    const token = await tokenFor();
    for (let nth = 0; nth < 10; nth += 1) expect((await sent({ email }, token)).status).toBe('202 Accepted');
    expect((await postBundle(token, aBundle({ email }))).json<OperationOutcome>().issue).toMatchObject([
      { code: 'too-costly', expression: ['Bundle.entry[0].resource.telecom'] },
    ]);
  });

  test('accepts base64 with line breaks, as R4 allows', async () => {
    const patient = await signUpPatient(house);
    const inLines: Wish['change'] = ({ entry }) => {
      const attachment = entry[2]?.resource.content?.[0]?.attachment as { data: string };
      attachment.data = attachment.data.replace(/.{76}/g, '$&\r\n');
    };
    expect((await sent({ email: patient.email, files: [{ bytes: await letter() }], change: inLines })).status).toBe(
      '202 Accepted',
    );
    expect((await waitingFor(patient))[0]?.files.map(({ size }) => size)).toEqual([(await letter()).length]);
  });

  test('can be refused, not taken over, after the consent to health data was withdrawn', async () => {
    const patient = await signUpPatient(house);
    const { task } = await sent({ email: patient.email });
    await waitingFor(patient);
    const asPatient = requestsAs(house.app, patient);
    const consents = bodyOf<Consent[]>(await asPatient.get('/account/consents'));
    const general = consents.find(({ kind }) => kind === 'health_data');
    bodyOf(await asPatient.post(`/account/consents/${general?.id}/withdraw`));
    const mine = { patient: await ownPatientId(house, patient) };
    expect((await asPatient.post(`/api/referrals/${task.id}/accept`, mine)).json()).toMatchObject({
      code: 'consent_withdrawn',
    });
    bodyOf(await asPatient.post(`/api/referrals/${task.id}/refuse`));
    expect(await taskOf(task.id)).toMatchObject({ status: 'rejected' });
  });

  test('keeps waiting for an address that a stranger registered and never confirmed', async () => {
    const email = newEmail();
    const form = { email, password, confirm_password: password, consent: true };
    await requestsAs(house.app).post('/account/api/signup', form);
    house.clock.advance(20 * dayMs);
    const { task } = await sent({ email, files: [{ bytes: await letter() }] });
    house.clock.advance(11 * dayMs);
    expect(await eraseUnconfirmed(house.kernel)).toBeGreaterThan(0);
    expect(await taskOf(task.id)).toMatchObject({ status: 'requested' });
    expect(await storedFiles(task.id ?? '')).toHaveLength(1);
  });

  test('is destroyed when it is refused, or when nobody decides in 30 days', async () => {
    const patient = await signUpPatient(house);
    const files = [{ bytes: await letter() }];
    const [refused, left] = [await sent({ email: patient.email, files }), await sent({ email: patient.email, files })];
    await waitingFor(patient);
    const keys = [...(await storedFiles(refused.task.id ?? '')), ...(await storedFiles(left.task.id ?? ''))];
    expect(await Promise.all(keys.map((key) => house.kernel.files.has(key)))).toEqual([true, true]);
    // The sweep of files without a row leaves them alone.
    const known = await house.kernel.db.execute<{ key: string }>(referencedKeys);
    expect(known.rows.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    const asPatient = requestsAs(house.app, patient);
    bodyOf(await asPatient.post(`/api/referrals/${refused.task.id}/refuse`));
    expect(await taskOf(refused.task.id)).toMatchObject({ status: 'rejected', businessStatus: { text: 'refused' } });
    expect(await recordsOfReferral('referral.refuse', refused.task.id)).toEqual([by(patient)]);
    expect(await recordsOfReferral('referral.refuse', left.task.id)).toEqual([]);
    house.clock.advance(31 * dayMs);
    const returning = await signInAgain(house.app, patient);
    expect([await countOf(returning), await waitingFor(returning)]).toEqual([0, []]);
    expect(await taskOf(left.task.id)).toMatchObject({ status: 'cancelled', businessStatus: { text: 'expired' } });
    await dropDueReferrals(house.kernel);
    expect(await taskOf(left.task.id)).toMatchObject({ status: 'cancelled', businessStatus: { text: 'expired' } });
    for (const id of [refused.task.id ?? '', left.task.id ?? '']) {
      const [row] = await house.kernel.db.select().from(referrals).where(eq(referrals.id, id));
      expect(row).toMatchObject({ sealed: null });
      expect(await house.kernel.db.$count(dataKeys, eq(dataKeys.ownerId, id))).toBe(0);
    }
    expect(await Promise.all(keys.map((key) => house.kernel.files.has(key)))).toEqual([false, false]);
    house.clock.advance(91 * dayMs);
    await dropDueReferrals(house.kernel);
    expect((await get(await tokenFor(), `/fhir/Task/${left.task.id}`)).statusCode).toBe(404);
  });

  test('created by a fast clock ends once the clock is set back', async () => {
    const patient = await signUpPatient(house);
    const make = () => sent({ email: patient.email });
    const near = await ahead(house, 4 * minuteMs, make);
    const far = await ahead(house, dayMs, make);
    const waiting = async () => (await waitingFor(patient)).map(({ id }) => id);
    expect([await countOf(patient), await waiting()]).toEqual([1, [near.task.id]]);
    const ended = { status: 'cancelled', businessStatus: { text: 'expired' } };
    expect(await taskOf(far.task.id)).toMatchObject(ended);
    await dropDueReferrals(house.kernel);
    expect([await taskOf(far.task.id), await taskOf(near.task.id)]).toMatchObject([ended, { status: 'requested' }]);
    const [row] = await house.kernel.db
      .select()
      .from(referrals)
      .where(eq(referrals.id, far.task.id ?? ''));
    expect(row).toMatchObject({ sealed: null, state: 'expired' });
  });
});
