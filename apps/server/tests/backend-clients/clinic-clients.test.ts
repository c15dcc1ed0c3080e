import { randomUUID } from 'node:crypto';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { fhirReadTypes, fhirRoutes, fhirSearchTypes, type FhirReadType } from '@konsil/contracts/fhir';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import type { ActingSystem } from '@konsil/contracts/systems';
import { and, eq, like, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import type { Bundle, OperationOutcome, Subscription } from 'fhir/r4';
import { actingAs } from '@konsil/server-domain/database/roles';
import { auditRecords, clientTokens, clinicDoctors, outbox } from '@konsil/server-domain/schema';
import { listClients } from '@konsil/server-fhir/auth/clients';
import { waitUntil } from '@konsil/server-testing/until';
import type { TestApp } from '../support/app.ts';
import { backendClients } from '../support/backend-clients.ts';
import { addLetter, bodyOf } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, signInAgain, type Person } from '../support/people.ts';
import { aBundle } from '../support/referrals.ts';

const { state, receiver, konsil, keyFile, assert, ask, tokenOf, get, errorOf } = backendClients();
const scope = 'system/*.cruds';
let house: TestApp;
let operator: Person;
let north: { clinic: ConsoleClinic; client: string; case: FullConversation };
let south: typeof north;
/** A client without a clinic, for the doctors of both. */
let everywhere: string;

const console = () => atConsole(house, operator);
const setDoctor = async (clinic: string, doctor: Pick<Person, 'accountId'>, belongs = true) =>
  bodyOf<ConsoleClinic>(
    await console().post(`/api/console/clinics/${clinic}/doctors`, { doctor: doctor.accountId, site: null, belongs }),
  );
const archive = async (clinic: string, archived: boolean) =>
  bodyOf(await console().post(`/api/console/clinics/${clinic}/archive`, { archived }));
const add = async (name: string, ...whose: string[]): Promise<string> => {
  const { code, text } = await konsil(
    ...['client', 'add', name, ...whose, '--scopes', scope, '--jwks', await keyFile(state().key.jwk)],
  );
  expect([code, text]).toEqual([0, expect.stringContaining('is registered')]);
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
};
const claimsOf = (client: string) => ({ claims: { iss: client, sub: client } });
const fhirUser = (doctor: Pick<Person, 'accountId'>) => `Practitioner/${doctor.accountId}`;
const tokenFor = (client: string, doctor: Pick<Person, 'accountId'>) =>
  tokenOf({ scope, fhirUser: fhirUser(doctor) }, claimsOf(client));
const refused = async (client: string, doctor: Pick<Person, 'accountId'>) =>
  errorOf(ask(assert(claimsOf(client)), { scope, fhirUser: fhirUser(doctor) }));
const post = (token: string, url: string, body: object) =>
  house.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
    payload: JSON.stringify(body),
  });
const subscribe = async (token: string) =>
  bodyOf<Subscription>(
    await post(token, '/fhir/Subscription', {
      resourceType: 'Subscription',
      status: 'requested',
      reason: 'Neue Dokumente',
      criteria: 'DocumentReference?',
      channel: { type: 'rest-hook', endpoint: receiver.url('/hook') },
    }),
    201,
  );
const aClinicWith = async (name: string): Promise<typeof north> => {
  const clinic = bodyOf<ConsoleClinic>(await console().post('/api/console/clinics', aClinic({ name })), 201);
  const theirs = await aConversation(house);
  await setDoctor(clinic.id, theirs.doctor);
  return { clinic, case: theirs, client: await add(`System von ${name}`, '--clinic', clinic.id) };
};
beforeAll(async () => {
  ({ house } = state());
  operator = await signedInOperator(house, ['doctors']);
  [north, south] = [await aClinicWith('Klinik Nord'), await aClinicWith('Klinik Süd')];
  everywhere = await add('Für alle', '--doctors', `${north.case.doctor.email},${south.case.doctor.email}`);
});

/** Events about a patient that were queued for other systems; sent ones stay. */
const eventsOf = ({ accountId }: Person) =>
  house.kernel.db.$count(outbox, and(eq(outbox.channel, 'webhook'), eq(outbox.accountId, accountId)));

/** The doctor adds a document, which is an event. */
const addDocument = async ({ patient, doctor, ids }: FullConversation) =>
  addLetter(house, { patient, doctor, patientId: ids.patient, caseId: ids.case }, await signInAgain(house.app, doctor));

const idsOf = ({ ids }: FullConversation): string[] => Object.values(ids);
const idFor = (type: FhirReadType, { doctor, ids }: FullConversation): string => {
  if (type === 'Patient') return ids.patient;
  if (type === 'Practitioner' || type === 'PractitionerRole') return doctor.accountId;
  if (type === 'Task') return ids.todo;
  if (type === 'Communication') return ids.message;
  if (['DocumentReference', 'Provenance'].includes(type)) return ids.document;
  if (['DiagnosticReport', 'Composition'].includes(type)) return ids.answer;
  return ids.case;
};
/** Types that a case of `aConversation` has. */
const readable = fhirReadTypes.filter(
  (type) => !['ImagingStudy', 'Procedure', 'MedicationStatement', 'AllergyIntolerance'].includes(type),
);

test('a client of a clinic, and one of the installation, read the cases of their doctors', async () => {
  for (const [client, one] of [
    [north.client, north],
    [south.client, south],
    [everywhere, north],
    [everywhere, south],
  ] as const) {
    const token = await tokenFor(client, one.case.doctor);
    for (const type of readable) {
      const { statusCode, body } = await get(token, `/fhir/${type}/${idFor(type, one.case)}`);
      expect([type, statusCode]).toEqual([type, 200]);
      expect(body).toContain(idFor(type, one.case));
    }
    const cases = bodyOf<Bundle>(await get(token, '/fhir/ServiceRequest?_include=ServiceRequest:patient'));
    expect(cases.entry?.map(({ resource }) => resource?.id)).toEqual([one.case.ids.case, one.case.ids.patient]);
    expect((await get(token, `/fhir/Binary/${one.case.ids.document}`)).statusCode).toBe(200);
  }
});

describe('a client of a clinic gets nothing of another clinic', () => {
  const addressed = (Object.entries(fhirRoutes) as [string, RouteContract][]).filter(
    ([, { path, scope: needed }]) => needed && path.includes(':id'),
  );
  const call = ([, { method, path }]: (typeof addressed)[number], token: string, id: string) =>
    house.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: pathOf({ path }, { id, study: '1.2.3', series: '1.2.3', instance: '1.2.3', frames: '1', tag: '00100010' }),
      headers: { authorization: `Bearer ${token}`, accept: '*/*' },
      ...(method === 'POST'
        ? {
            payload: '--x--',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'multipart/related; boundary=x; type="application/dicom"',
            },
          }
        : {}),
    });

  test('on any route by id: each responds as to an unknown id, and is recorded', async () => {
    expect(addressed.length).toBeGreaterThan(30);
    const token = await tokenFor(north.client, north.case.doctor);
    const missing = randomUUID();
    for (const route of addressed.filter(([name]) => !name.includes('Practitioner'))) {
      const unknown = await call(route, token, missing);
      for (const id of idsOf(south.case)) {
        const { statusCode, body } = await call(route, token, id);
        expect([route[0], statusCode]).toEqual([route[0], 404]);
        expect([route[0], body]).toEqual([route[0], unknown.body]);
      }
    }
    const [record] = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.caseId, south.case.ids.case), like(auditRecords.detail, `%${north.client}%`)))
      .limit(1);
    expect(record).toMatchObject({ result: 'denied', actorId: north.case.doctor.accountId });
  });

  test('by any search, with any include', async () => {
    const token = await tokenFor(north.client, north.case.doctor);
    const { ids } = south.case;
    const includes = '_include=ServiceRequest:patient&_include=ServiceRequest:performer&_include=Task:patient';
    for (const type of fhirSearchTypes)
      for (const query of [
        `patient=${ids.patient}`,
        `_id=${idsOf(south.case).join(',')}`,
        `patient=${north.case.ids.patient}&_id=${ids.case}`,
        includes,
      ]) {
        const { statusCode, body } = await get(token, `/fhir/${type}?${query}`);
        expect([type, query, [200, 400, 404].includes(statusCode)]).toEqual([type, query, true]);
        const { entry = [] } = JSON.parse(body) as Bundle;
        for (const id of [...idsOf(south.case), south.case.doctor.accountId])
          expect([type, query, JSON.stringify(entry).includes(id) && !type.startsWith('Practitioner')]).toEqual([
            type,
            query,
            false,
          ]);
      }
  });

  test('by a token for a doctor of the other clinic, because none is issued', async () => {
    expect(await refused(north.client, south.case.doctor)).toEqual([400, 'invalid_request']);
    expect(await refused(south.client, north.case.doctor)).toEqual([400, 'invalid_request']);
  });

  test('by subscription: only events of its own doctors arrive', async () => {
    const { id = '' } = await subscribe(await tokenFor(north.client, north.case.doctor));
    receiver.calls = [];
    for (const one of [south.case, north.case]) await addDocument(one);
    await waitUntil(() => receiver.calls.length === 1);
    expect(receiver.calls[0]?.text).toContain(north.case.ids.case);
    const theirs = await tokenFor(south.client, south.case.doctor);
    expect((await get(theirs, `/fhir/Subscription/${id}`)).statusCode).toBe(404);
    expect((await get(theirs, '/fhir/Subscription')).body).not.toContain(id);
  });

  test('in a pool or second look: row security hides the case from the client, not from the doctor', async () => {
    const { doctor, patient, ids } = south.case;
    const as = (person: Person) => requestsAs(house.app, person);
    const look = bodyOf<SecondLook>(
      await as(doctor).post(`/api/process/${ids.case}/second-looks`, {
        colleague: north.case.doctor.accountId,
        question: 'Würden Sie operieren?',
      }),
      201,
    );
    bodyOf(await as(patient).post(`/api/second-looks/${look.id}/consent`, { agrees: true }));
    const seen = (clinicId?: string, who = north.case.doctor) =>
      house.kernel.db.transaction(
        async (tx) => {
          const found: Record<string, boolean> = {};
          for (const table of ['cases', 'documents', 'questions', 'case_people', 'messages', 'patients']) {
            const { rows } = await tx.execute(sql`select * from ${sql.identifier(table)}`);
            found[table] = idsOf(south.case).some((id) => JSON.stringify(rows).includes(id));
          }
          return found;
        },
        actingAs(who.accountId, clinicId),
      );
    expect(await seen()).toMatchObject({ cases: true, documents: true });
    const nothing = { cases: false, documents: false, questions: false, messages: false, patients: false };
    expect(await seen(north.clinic.id)).toMatchObject(nothing);
    expect(await seen(south.clinic.id, doctor)).toMatchObject({ cases: true, documents: true, patients: true });
    // The rows of a doctor who is not of the clinic, even if the server gave a token.
    expect(await seen(north.clinic.id, doctor)).toEqual({ ...nothing, case_people: false });
    const token = await tokenFor(north.client, north.case.doctor);
    expect((await get(token, `/fhir/DocumentReference/${ids.document}`)).statusCode).toBe(404);
    expect((await get(token, `/fhir/Binary/${ids.document}`)).statusCode).toBe(404);
  });
});

test('a referral of a client of a clinic addresses only doctors of that clinic', async () => {
  const colleague = await inviteDoctor(house);
  await setDoctor(north.clinic.id, colleague);
  const token = await tokenFor(north.client, north.case.doctor);
  const to = (reference: string) =>
    aBundle({
      change: ({ entry }) => {
        Object.assign(entry[1]?.resource ?? {}, { performer: [{ reference }] });
      },
    });
  const foreign = await post(token, '/fhir', to(fhirUser(south.case.doctor)));
  const unknown = await post(token, '/fhir', to(`Practitioner/${randomUUID()}`));
  expect([foreign.statusCode, foreign.body]).toEqual([422, unknown.body]);
  expect(foreign.json<OperationOutcome>().issue[0]?.expression).toEqual(['Bundle.entry[1].resource.performer']);
  bodyOf(await post(token, '/fhir', to(fhirUser(colleague))), 200);
  // Without a clinic, any doctor who takes cases can be addressed, as before.
  bodyOf(await post(await tokenFor(everywhere, north.case.doctor), '/fhir', to(fhirUser(colleague))), 200);
});

describe('a doctor', () => {
  test('a doctor who joins a clinic gets an email, and sees the system with its clinic', async () => {
    const doctor = await inviteDoctor(house);
    expect(await refused(north.client, doctor)).toEqual([400, 'invalid_request']);
    const shown = await setDoctor(north.clinic.id, doctor);
    expect(shown.systems).toMatchObject([{ id: north.client, name: 'System von Klinik Nord', scopes: [scope] }]);
    const mails = (await house.outbox(doctor.email)).filter(({ text }) => text.includes('/doctor/settings#systems'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain('Klinik');
    const systems = bodyOf<ActingSystem[]>(await requestsAs(house.app, doctor).get('/api/systems'));
    expect(systems).toMatchObject([{ id: north.client, clinic: 'Klinik Nord' }]);
    expect((await get(await tokenFor(north.client, doctor), '/fhir/Patient')).statusCode).toBe(200);
  });

  test('who removed a system does not regain it by moving to another site of the clinic', async () => {
    const doctor = await inviteDoctor(house);
    await setDoctor(north.clinic.id, doctor);
    bodyOf(await requestsAs(house.app, doctor).post(`/api/systems/${north.client}/end`));
    await setDoctor(north.clinic.id, doctor);
    expect(await refused(north.client, doctor)).toEqual([400, 'invalid_request']);
  });

  test("who leaves a clinic ends its clients' tokens and subscriptions, as audited", async () => {
    const theirs = await aConversation(house);
    const { doctor, patient, ids } = theirs;
    await setDoctor(north.clinic.id, doctor);
    await setDoctor(south.clinic.id, doctor);
    const [token, other] = [await tokenFor(north.client, doctor), await tokenFor(south.client, doctor)];
    await subscribe(token);
    for (const one of [token, other]) expect((await get(one, `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(200);
    await setDoctor(north.clinic.id, doctor, false);
    expect((await get(token, `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(401);
    expect(await refused(north.client, doctor)).toEqual([400, 'invalid_request']);
    // They still belong to the other clinic.
    expect((await get(other, `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(200);
    receiver.calls = [];
    await addDocument(theirs);
    expect(await eventsOf(patient)).toBe(0);
    const [left] = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.action, 'client.leave'), eq(auditRecords.subjectId, doctor.accountId)));
    expect(left?.detail).toBe(JSON.stringify({ client: north.client }));
  });

  test('without a membership row in the clinic gives no access to its clients', async () => {
    const theirs = await aConversation(house);
    const { doctor, patient, ids } = theirs;
    await setDoctor(north.clinic.id, doctor);
    const token = await tokenFor(north.client, doctor);
    await subscribe(token);
    await house.kernel.db.delete(clinicDoctors).where(eq(clinicDoctors.doctorId, doctor.accountId));
    expect(await house.kernel.db.$count(clientTokens, eq(clientTokens.accountId, doctor.accountId))).toBe(1);
    expect((await get(token, `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(401);
    expect(await refused(north.client, doctor)).toEqual([400, 'invalid_request']);
    await addDocument(theirs);
    expect(await eventsOf(patient)).toBe(0);
    expect(bodyOf<ActingSystem[]>(await requestsAs(house.app, doctor).get('/api/systems'))).toEqual([]);
    const listed = (await listClients(house.kernel)).find(({ id }) => id === north.client);
    expect(listed?.doctors.map(({ id }) => id)).not.toContain(doctor.accountId);
  });
});

test('an archived clinic ends the access of its clients until it comes back', async () => {
  const clinic = await aClinicWith('Klinik West');
  const theirs = clinic.case;
  const { doctor, patient, ids } = theirs;
  const token = await tokenFor(clinic.client, doctor);
  await subscribe(token);
  await archive(clinic.clinic.id, true);
  expect((await get(token, `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(401);
  expect(await refused(clinic.client, doctor)).toEqual([400, 'invalid_request']);
  receiver.calls = [];
  await addDocument(theirs);
  expect(await eventsOf(patient)).toBe(0);
  await archive(clinic.clinic.id, false);
  expect((await get(await tokenFor(clinic.client, doctor), `/fhir/ServiceRequest/${ids.case}`)).statusCode).toBe(200);
  await addDocument(theirs);
  expect(await eventsOf(patient)).toBe(1);
  await waitUntil(() => receiver.calls.length === 1);
});

test('registration takes a clinic by id or name, and no doctors beside it', async () => {
  expect(await add('Nach Namen', '--clinic', 'Klinik Nord')).toMatch(/^[0-9a-f-]{36}$/);
  const given = ['--jwks', await keyFile(state().key.jwk)];
  const fails = async (...words: string[]) => {
    const { code, text } = await konsil('client', 'add', 'x', ...words, ...given);
    return [code, text];
  };
  expect(await fails('--clinic', 'Klinik Ost')).toEqual([2, expect.stringContaining('no clinic "Klinik Ost"')]);
  expect(await fails('--clinic', north.clinic.id, '--doctors', north.case.doctor.email)).toEqual([
    2,
    expect.stringContaining('either --doctors or --clinic'),
  ]);
  for (const _ of [1, 2]) await console().post('/api/console/clinics', aClinic({ name: 'Zweimal' }));
  expect(await fails('--clinic', 'Zweimal')).toEqual([2, expect.stringContaining('several clinics')]);
  expect((await konsil('client', 'list')).text).toContain(`clinic: Klinik Nord (${north.clinic.id})`);
});
