import { randomUUID } from 'node:crypto';
import { routes } from '@konsil/contracts/routes';
import { isFhirPath } from '@konsil/contracts/fhir-paths';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { and, eq } from 'drizzle-orm';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { InjectOptions } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { startClientToken } from '@konsil/server-domain/backend-clients/client-tokens';
import { addClient } from '@konsil/server-fhir/auth/clients';
import { auditRecords, cases, consents, sessions } from '@konsil/server-domain/schema';
import { fhirSearchTypes } from '@konsil/contracts/fhir';
import { searches } from '@konsil/server-fhir/searches';
import { testApp, type TestApp } from './support/app.ts';
import { bodyOf, withoutPreviews } from './support/cases.ts';
import { aConversation, type FullConversation } from './support/conversation.ts';
import { Subscription } from './support/push-service.ts';
import { inviteAssistant, requestsAs, newEmail, password, signIn, signInAgain, type Person } from './support/people.ts';

let house: TestApp;
let ours: FullConversation;
let theirs: FullConversation;
/** The assistants of both doctors; the patients have let only the other one see their case. */
let staff: { ours: Person; theirs: Person };
let half: Pick<Person, 'token' | 'csrf'>;
let foreignIds: Record<string, string>;
let before: unknown[];
beforeAll(async () => {
  house = await testApp();
  [ours, theirs] = [await aConversation(house), await aConversation(house)];
  staff = { ours: await inviteAssistant(house, ours.doctor), theirs: await inviteAssistant(house, theirs.doctor) };
  await requestsAs(house.app, theirs.patient).put(`/api/process/${theirs.ids.case}/assistants`, { allows: true });
  const { db } = house.kernel;
  const [session] = await db.select().from(sessions).where(eq(sessions.accountId, ours.patient.accountId));
  const [consent] = await db.select().from(consents).where(eq(consents.accountId, ours.patient.accountId));
  const device = bodyOf<{ id: string }>(
    await requestsAs(house.app, ours.patient).post('/account/push', new Subscription('https://push.example/x').keys()),
    201,
  );
  foreignIds = {
    ...ours.ids,
    session: session?.id ?? '',
    consent: consent?.id ?? '',
    account: ours.patient.accountId,
    pushDevice: device.id,
  };
  const email = newEmail();
  await requestsAs(house.app).post('/account/api/signup', {
    email,
    password,
    confirm_password: password,
    consent: true,
  });
  half = await signIn(house.app, email);
  for (const person of [ours.patient, ours.doctor, theirs.patient, theirs.doctor, staff.ours, staff.theirs])
    Object.assign(person, await signInAgain(house.app, person));
  const { publicKey } = await generateKeyPair('ES384');
  clientId = await addClient(house.kernel, {
    name: 'Praxissystem',
    scopes: 'system/*.cruds',
    doctorIds: [theirs.doctor.accountId],
    jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
  });
  before = await whatIsThere();
});

/**
 * Every route with an id in its path: new routes are included automatically, except for published legal texts, which everybody reads.
 * The console's are in operators/console.test.ts, with every other route for an operator.
 */
const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  ([name, { path, console }]) => /:(id|documentId)\b/.test(path) && console !== 'only' && name !== 'legalVersion',
);
/** A person with a session, or the token of another system. */
type Caller = Pick<Person, 'token' | 'csrf'> | { bearer: string };
const headersOf = (caller?: Caller): Record<string, string> => {
  if (!caller) return {};
  return 'bearer' in caller
    ? { authorization: `Bearer ${caller.bearer}` }
    : { authorization: `Token ${caller.token}`, 'x-csrftoken': caller.csrf };
};
let clientId: string;
/** A token of another system that may do everything for the other doctor. */
const theirSystem = async (): Promise<Caller> => ({
  bearer: await house.kernel.db.transaction((tx) =>
    startClientToken(tx, {
      clientId,
      accountId: theirs.doctor.accountId,
      scopes: ['system/*.cruds'],
      now: house.clock.now(),
    }),
  ),
});

/** The refusal of a missing resource, for our portals and for FHIR clients. */
const notFound = ({ path }: RouteContract): string =>
  isFhirPath(path)
    ? '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found","details":{"text":"This does not exist here."}}]}'
    : '{"type":"/api/problems#not_found","title":"This does not exist here.","status":404,"code":"not_found"}';
const malformed = ['x', '0', '-1', '..', '%00', "'%20or%201=1", '5f0c1d5e-8a0b-4c53-9f4e', `${'a'.repeat(250)}`];

/** True if the address with `..` for the id is another route's: HTTP clients resolve it before they send it. */
const isAnother = ({ path }: RouteContract, id: string): boolean => {
  const { pathname } = new URL(path.replace(/:\w+/, id), 'http://localhost');
  return id === '..' && Object.values(routes).some((route) => route.path === pathname);
};

const call = async ({ method, path }: RouteContract, id: string, person?: Caller) => {
  const url = pathOf({ path }, { id: '\0', documentId: '\0', answerValue: 'final_answer', titleValue: 'none' }).replace(
    '%00',
    id,
  );
  const answer = await house.app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    ...(method === 'GET' ? {} : { payload: {} }),
    headers: headersOf(person),
  });
  const { date: _date, ...headers } = answer.headers;
  return { status: answer.statusCode, body: answer.body, headers };
};
/** Everything visible to users with access, except the access log, reading times and previews, which are made meanwhile. */
const whatIsThere = async () =>
  Promise.all(
    (['case', 'draftCase'] as const).map(async (name) =>
      withoutPreviews(
        bodyOf<ProcessOverview>(
          await requestsAs(house.app, ours.patient).get(`/api/processoverview/${ours.ids[name]}`),
        ),
      ),
    ),
  );

test('there are many such routes', () => expect(addressed.length).toBeGreaterThan(25));

describe.each(addressed)('%s', (_name, contract) => {
  test('no route responds without a session', async () => {
    for (const id of [ours.ids.case, randomUUID()]) expect((await call(contract, id)).status).toBe(401);
  });

  test.each(['patient', 'doctor', 'assistant'] as const)(
    'for another %s, a foreign resource looks like a missing one',
    async (role) => {
      const stranger = role === 'assistant' ? staff.theirs : theirs[role];
      const missing = await call(contract, randomUUID(), stranger);
      expect([missing.status, missing.body]).toEqual([404, notFound(contract)]);
      for (const id of [...Object.values(foreignIds), ...malformed.filter((one) => !isAnother(contract, one))])
        expect({ id, ...(await call(contract, id, stranger)) }).toEqual({ id, ...missing });
    },
  );

  test("the doctor's own assistant gets nothing of a case whose patient has not agreed", async () => {
    const missing = await call(contract, randomUUID(), staff.ours);
    for (const id of Object.values(foreignIds))
      expect({ id, ...(await call(contract, id, staff.ours)) }).toEqual({ id, ...missing });
  });

  test("another doctor's system gets what that doctor gets, and nothing outside of FHIR", async () => {
    const system = await theirSystem();
    const missing = await call(contract, randomUUID(), system);
    expect([missing.status, missing.body === notFound(contract)]).toEqual(
      isFhirPath(contract.path) ? [404, true] : [401, false],
    );
    for (const id of Object.values(foreignIds))
      expect({ id, ...(await call(contract, id, system)) }).toEqual({ id, ...missing });
  });

  test('the doctor sees nothing unsent and no foreign case', async () => {
    for (const id of [ours.ids.draftCase, ours.ids.draftDocument, theirs.ids.case, theirs.ids.document, randomUUID()])
      expect((await call(contract, id, ours.doctor)).status).toBe(404);
  });

  test('an incompletely registered account sees nothing', async () => {
    for (const id of [ours.ids.case, randomUUID()]) expect((await call(contract, id, half)).status).toBe(403);
  });
});

test('unauthorized requests have changed nothing', async () => {
  expect(await whatIsThere()).toEqual(before);
});

test("doctors' routes are missing for patients on their own data, and vice versa", async () => {
  const asPatient: [string, string, object][] = [
    ['POST', `/api/buttonaufgabe/doctor/${ours.ids.case}/final_answer/none`, { aufgabeTitel: '', answer: 'x' }],
    ['POST', `/api/epikrise/${ours.ids.patient}`, { version: 1, release: false, content: {} }],
    ['PUT', `/api/process/${ours.ids.case}/priority`, { priority: 'high' }],
  ];
  const asDoctor: [string, string, object][] = [
    ['POST', `/api/buttonaufgabe/patient/${ours.ids.case}`, { consent: true }],
    ['POST', `/api/process/${ours.ids.case}/share`, { consent: true }],
    ['POST', `/api/generalprocessforms/${ours.ids.case}`, { diagnosis: 'x', medical_history: 'x', questions: [] }],
    ['PUT', `/api/patients/${ours.ids.patient}`, {}],
    ['POST', `/api/metadata/${ours.ids.document}`, {}],
    ['DELETE', `/api/individualdocument/get/${ours.ids.document}`, {}],
    ['GET', `/api/audit/${ours.ids.patient}`, {}],
  ];
  const send = async (person: Person, [method, url, payload]: [string, string, object]) =>
    (
      await house.app.inject({
        method: method as 'POST',
        url,
        ...(method === 'GET' ? {} : { payload }),
        headers: { authorization: `Token ${person.token}`, 'x-csrftoken': person.csrf },
      })
    ).statusCode;
  for (const one of asPatient) expect([one[1], await send(ours.patient, one)]).toEqual([one[1], 404]);
  for (const one of asDoctor) expect([one[1], await send(ours.doctor, one)]).toEqual([one[1], 404]);
});

/** Every search, for everything and for the patient of somebody else. */
const fhirSearches = fhirSearchTypes.flatMap((type) =>
  searches[type].needsPatient ? [] : [`/fhir/${type}?_count=100`],
);
test.each(fhirSearchTypes)('FHIR searches for %s find nothing of foreign patients', async (type) => {
  for (const caller of [theirs.patient, theirs.doctor, staff.ours, staff.theirs, await theirSystem()]) {
    for (const query of [
      `patient=${ours.ids.patient}`,
      `subject=Patient/${ours.ids.patient}`,
      ...(searches[type].needsPatient ? [] : ['']),
      `_id=${Object.values(ours.ids)}&patient=${theirs.ids.patient}`,
    ]) {
      const { body, statusCode } = await house.app.inject({
        url: `/fhir/${type}?${query}`,
        headers: headersOf(caller),
      });
      expect([query, statusCode]).toEqual([query, 200]);
      const { entry = [] } = JSON.parse(body) as { entry?: unknown[] };
      for (const id of Object.values(foreignIds)) expect(JSON.stringify(entry)).not.toContain(id);
    }
  }
});

test('lists contain only own data', async () => {
  for (const person of [theirs.patient, theirs.doctor, staff.ours, staff.theirs]) {
    for (const url of [
      '/api/patientsoverview',
      '/api/process',
      '/api/aufgaben',
      '/api/messagesoverview',
      '/account/dashboarddata',
      '/api/search',
      '/api/search?q=Petra',
      '/account/sessions',
      '/account/push',
      ...fhirSearches,
    ]) {
      const { body, statusCode } = await requestsAs(house.app, person).get(url);
      expect([url, statusCode]).toEqual([url, 200]);
      for (const id of Object.values(foreignIds)) expect(body).not.toContain(id);
    }
  }
  expect((await requestsAs(house.app, ours.doctor).get('/api/process')).body).not.toContain(ours.ids.draftCase);
});

test("every attempt is recorded as denied in the patient's access log", async () => {
  const { db } = house.kernel;
  const denied = async (accountId: string) =>
    db.$count(
      auditRecords,
      and(
        eq(auditRecords.chain, ours.ids.patient),
        eq(auditRecords.actorId, accountId),
        eq(auditRecords.result, 'denied'),
      ),
    );
  const before = await denied(theirs.doctor.accountId);
  await requestsAs(house.app, theirs.doctor).get(`/api/processoverview/${ours.ids.case}`);
  expect(await denied(theirs.doctor.accountId)).toBe(before + 1);
});

test('a withdrawn consent ends all access of the doctor except to their own letter', async () => {
  const { db } = house.kernel;
  expect((await requestsAs(house.app, ours.doctor).get(`/api/processoverview/${ours.ids.case}`)).statusCode).toBe(200);
  await db.update(cases).set({ sharedAt: null }).where(eq(cases.id, ours.ids.case));
  for (const [name, contract] of addressed) {
    for (const id of Object.values(ours.ids))
      expect([name, id, (await call(contract, id, ours.doctor)).status]).toEqual([
        name,
        id,
        name === 'getLetter' && id === ours.ids.answer ? 200 : 404,
      ]);
  }
});
