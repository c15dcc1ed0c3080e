import { randomUUID } from 'node:crypto';
import type { OwnAction } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, inviteDoctor, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { uploadOne } from '../support/upload.ts';
import { anOngoingCase } from '../support/story.ts';

interface Log {
  items: OwnAction[];
  total: number;
  next_cursor: string | null;
}
let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const actionsOf = async (person: Person, query = ''): Promise<Log> =>
  (await requestsAs(house.app, person).get(`/api/audit?${query}`)).json<Log>();
const allOf = async (person: Person, query: string): Promise<OwnAction[]> => {
  const seen: OwnAction[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Log = await actionsOf(person, `${query}${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items);
    cursor = page.next_cursor;
  }
  return seen;
};
const withdraw = async ({ patient }: { patient: Person }) => {
  const consents = (await requestsAs(house.app, patient).get('/account/consents')).json<
    { id: string; kind: string }[]
  >();
  expect(
    (
      await requestsAs(house.app, patient).post(
        `/account/consents/${consents.find(({ kind }) => kind === 'send_to_doctor')?.id}/withdraw`,
      )
    ).statusCode,
  ).toBe(200);
};

test('a doctor reads their own actions with patient, case and document, newest first', async () => {
  const story = await anOngoingCase(house);
  const { items, total } = await actionsOf(story.doctor);
  expect(items.map(({ action }) => action)).toEqual(['message.write', 'document.read', 'case.read']);
  expect(total).toBe(3);
  expect(items[1]).toMatchObject({
    result: 'allowed',
    patient: { id: story.patientId, first_name: 'Petra', last_name: 'Möller' },
    case_id: story.caseId,
    case_name: 'Knoten am Hals',
    document_id: story.letterId,
    document_name: 'arztbrief.pdf',
  });
});

test('viewing it is audited once per quarter of an hour for each named patient', async () => {
  const story = await anOngoingCase(house);
  await actionsOf(story.doctor);
  await actionsOf(story.doctor);
  expect((await actionsOf(story.doctor)).items.filter(({ action }) => action === 'case.list')).toMatchObject([
    { patient: { id: story.patientId } },
  ]);
  const own = (await requestsAs(house.app, story.patient).get(`/api/audit/${story.patientId}?action=case.list`)).json<{
    total: number;
  }>();
  expect(own.total).toBe(1);
});

test('can be searched by patient, case and document, and filtered by kind and date', async () => {
  const story = await anOngoingCase(house);
  const theirs = await anOngoingCase(house, {
    doctor: story.doctor,
    patient: await signUpPatient(house, { first_name: 'Ottilie', last_name: 'Grünwald' }),
  });
  const found = async (query: string) => (await actionsOf(story.doctor, query)).items;
  expect(new Set((await found('search=grünw')).map(({ patient }) => patient?.id))).toEqual(new Set([theirs.patientId]));
  expect(await found('search=hals')).toHaveLength((await found('')).filter(({ case_id }) => case_id).length);
  expect((await found('search=arztbrief')).map(({ document_id }) => document_id)).toEqual([
    theirs.letterId,
    story.letterId,
  ]);
  expect(await found('search=Wirbel')).toEqual([]);
  expect(new Set((await found('kind=seen')).map(({ action }) => action))).toEqual(
    new Set(['case.read', 'document.read', 'case.list']),
  );
  expect((await found('kind=changed')).map(({ action }) => action)).toEqual(['message.write', 'message.write']);
  expect(await found('to=2020-01-01')).toEqual([]);
  house.clock.advance(3 * dayMs);
  const doctor = await signInAgain(house.app, story.doctor);
  await requestsAs(house.app, doctor).get(`/api/processoverview/${story.caseId}`);
  const today = house.clock.now().toISOString().slice(0, 10);
  expect((await actionsOf(doctor, `from=${today}&kind=seen&search=hals`)).items.map(({ action }) => action)).toEqual([
    'case.read',
  ]);
});

test('a refused action names nothing, so that ids cannot be probed', async () => {
  const story = await anOngoingCase(house);
  const stranger = await inviteDoctor(house);
  for (const id of [story.letterId, randomUUID()]) await requestsAs(house.app, stranger).get(`/api/documents/${id}`);
  // Unsent: even its existence is hidden.
  const { documentId: unsent } = await uploadOne(
    house.app,
    story.patient,
    story.caseId,
    'spaeter.pdf',
    await aLetter(['Später']),
  );
  for (const id of [unsent, randomUUID()]) await requestsAs(house.app, story.doctor).get(`/api/documents/${id}`);
  const told = {
    action: 'document.read',
    result: 'denied',
    patient: null,
    case_id: null,
    case_name: null,
    document_id: null,
    document_name: null,
  };
  for (const person of [stranger, story.doctor])
    expect((await actionsOf(person, 'result=denied')).items.map(({ id: _, at: __, ...rest }) => rest)).toEqual([
      told,
      told,
    ]);
  for (const word of ['spaeter', 'hals'])
    expect([word, (await actionsOf(story.doctor, `result=denied&search=${word}`)).total]).toEqual([word, 0]);
  for (const word of ['Möller', 'hals', 'arztbrief'])
    expect([word, (await actionsOf(stranger, `search=${word}`)).total]).toEqual([word, 0]);
});

test('patients with a withdrawn consent are neither named nor found', async () => {
  const story = await anOngoingCase(house);
  await withdraw(story);
  const { items } = await actionsOf(story.doctor);
  expect(items).toHaveLength(3);
  for (const item of items)
    expect(item).toMatchObject({
      result: 'allowed',
      patient: null,
      case_id: null,
      case_name: null,
      document_id: null,
      document_name: null,
    });
  for (const word of ['Möller', 'hals', 'arztbrief'])
    expect([word, (await actionsOf(story.doctor, `search=${word}`)).total]).toEqual([word, 0]);
});

test("contains the caller's actions only", async () => {
  const [story, other] = [await anOngoingCase(house), await anOngoingCase(house)];
  const { db } = house.kernel;
  const ownIds = async ({ accountId }: Person) =>
    (await db.select({ id: auditRecords.id }).from(auditRecords).where(eq(auditRecords.actorId, accountId))).map(
      ({ id }) => String(id),
    );
  const mine = await allOf(story.doctor, 'limit=200');
  expect(mine.length).toBeGreaterThan(0);
  expect(await ownIds(story.doctor)).toEqual(expect.arrayContaining(mine.map(({ id }) => id)));
  expect(JSON.stringify(mine)).not.toContain(other.patientId);
});

test('pages contain each record once, also with equal times', async () => {
  const story = await anOngoingCase(house);
  const { db } = house.kernel;
  const at = house.clock.now();
  const record = (seq: number) => ({
    chain: randomUUID(),
    seq,
    at,
    actorId: story.doctor.accountId,
    actorRole: 'doctor' as const,
    action: 'document.read',
    result: 'allowed' as const,
    hash: Buffer.alloc(32),
  });
  await db.insert(auditRecords).values(Array.from({ length: 10 }, (_, n) => record(n + 1)));
  const ids = (await allOf(story.doctor, 'limit=3&to=2999-01-01&action=document.read')).map(({ id }) => id);
  expect(ids).toHaveLength(11);
  expect(ids).toEqual([...ids].sort((a, b) => Number(b) - Number(a)));
});

test('is a 404 for patients and without a session', async () => {
  const story = await anOngoingCase(house);
  expect((await requestsAs(house.app, story.patient).get('/api/audit')).statusCode).toBe(404);
  expect((await requestsAs(house.app).get('/api/audit')).statusCode).toBe(401);
});
