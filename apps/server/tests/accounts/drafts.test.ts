import { randomUUID } from 'node:crypto';
import type { Consent } from '@konsil/contracts/privacy';
import { and, eq, inArray, like } from 'drizzle-orm';
import { accounts, auditRecords, drafts, idempotencyKeys } from '@konsil/server-domain/schema';
import { dataKeys } from '@konsil/server-platform/database/tables';
import { dayMs } from '@konsil/server-platform/clock';
import { deleteExpired } from '../../src/housekeeping.ts';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  newCase,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import {
  requestsAs,
  inviteDoctor,
  linkToken,
  newEmail,
  newPhone,
  password,
  personalData,
  signIn,
  signInAgain,
  signUpPatient,
  type Person,
} from '../support/people.ts';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const text = 'Was noch nicht gesendet ist';
const url = (key: string): string => `/account/drafts/${key}`;
const keep = (who: Person, key: string, content: Record<string, unknown> = { text }) =>
  requestsAs(house.app, who).put(url(key), { content });
const read = (who: Person, key: string) => requestsAs(house.app, who).get(url(key));
const rowsOf = (who: Person) => house.kernel.db.$count(drafts, eq(drafts.accountId, who.accountId));
const keysOf = ({ caseId, patientId }: Conversation): string[] => [
  `answer:${caseId}`,
  `message:${caseId}`,
  `todo:${caseId}`,
  `documents:${caseId}`,
  `epicrisis:${patientId}`,
];
const keepAll = async (conversation: Conversation): Promise<void> => {
  for (const key of keysOf(conversation))
    expect([key, (await keep(conversation.doctor, key)).statusCode]).toEqual([key, 200]);
};
const statuses = (who: Person, conversation: Conversation): Promise<number[]> =>
  Promise.all(keysOf(conversation).map(async (key) => (await read(who, key)).statusCode));
const withdraw = async ({ patient: owner, caseId }: Conversation) => {
  const given = bodyOf<Consent[]>(await requestsAs(house.app, owner).get('/account/consents'));
  return requestsAs(house.app, owner).post(
    `/account/consents/${given.find(({ case_id }) => case_id === caseId)?.id}/withdraw`,
  );
};

describe('A draft', () => {
  test('is readable and deletable by its author only', async () => {
    const { caseId } = await newCase(house, { patient, doctor });
    const key = `message:${caseId}`;
    expect((await read(patient, key)).json()).toBeNull();
    await keep(patient, key);
    expect((await read(patient, key)).json()).toMatchObject({ content: { text } });
    await addLetter(house, { patient, doctor, patientId: '', caseId });
    bodyOf(await send(house, { patient, doctor, patientId: '', caseId }), 201);
    expect((await read(doctor, key)).json()).toBeNull();
    await requestsAs(house.app, patient).delete(url(key));
    expect((await read(patient, key)).json()).toBeNull();
  });

  test('needs the right to submit it; only attempts of others are audited', async () => {
    const conversation = await sentCase(house, { patient, doctor });
    const stranger = await inviteDoctor(house);
    await keepAll(conversation);
    expect(await statuses(doctor, conversation)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(stranger, conversation)).toEqual([404, 404, 404, 404, 404]);
    expect((await keep(stranger, `answer:${conversation.caseId}`)).statusCode).toBe(404);
    expect((await requestsAs(house.app, stranger).delete(url(`answer:${conversation.caseId}`))).statusCode).toBe(404);
    for (const key of [`answer:${conversation.caseId}`, `epicrisis:${conversation.patientId}`])
      expect((await keep(patient, key)).statusCode).toBe(404);
    for (const key of ['forms', 'case-edit', 'send'])
      expect((await keep(doctor, `${key}:${conversation.caseId}`)).statusCode).toBe(404);
    expect((await keep(doctor, `address:${conversation.patientId}`)).statusCode).toBe(404);
    expect((await keep(patient, `address:${conversation.patientId}`)).statusCode).toBe(200);
    for (const [who, status] of [
      [patient, 200],
      [doctor, 404],
    ] as const)
      expect((await keep(who, `document-edit:${await addLetter(house, conversation)}`)).statusCode).toBe(status);
    const tries = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.chain, conversation.patientId), eq(auditRecords.actorId, stranger.accountId)));
    expect(tries.map(({ result }) => result)).toEqual(Array.from({ length: 7 }, () => 'denied'));
    expect(
      await house.kernel.db.$count(
        auditRecords,
        and(
          eq(auditRecords.chain, conversation.patientId),
          eq(auditRecords.actorId, doctor.accountId),
          eq(auditRecords.result, 'allowed'),
        ),
      ),
    ).toBe(0);
  });

  test.each([
    'anything',
    'answer:1',
    'answer:',
    'todo:new',
    'answer:5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b',
    'constructor:5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b',
    'case:5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b',
  ])('without content (%s) is refused', async (key) => {
    expect((await keep(doctor, key)).statusCode).toBe(404);
  });

  test("of a ToDo for several cases is its author's own", async () => {
    expect((await keep(doctor, 'todo:selected')).statusCode).toBe(200);
    expect((await read(doctor, 'todo:selected')).json()).toMatchObject({ content: { text } });
    expect((await read(patient, 'todo:selected')).json()).toBeNull();
    expect((await requestsAs(house.app, doctor).delete(url('todo:selected'))).statusCode).toBe(200);
  });

  test("about a patient is encrypted with the patient's key", async () => {
    const conversation = await sentCase(house, { patient, doctor });
    await keep(doctor, `answer:${conversation.caseId}`);
    await keep(doctor, 'contact');
    const ownerOf = async (key: string) =>
      (
        await house.kernel.db
          .select()
          .from(drafts)
          .where(and(eq(drafts.accountId, doctor.accountId), eq(drafts.key, key)))
      )[0]?.ownerId;
    expect(await ownerOf(`answer:${conversation.caseId}`)).toBe(conversation.patientId);
    expect(await ownerOf('contact')).toBe(doctor.accountId);
  });

  test('is deleted when the consent to its case, or for summaries to the last case, ends', async () => {
    const writer = await inviteDoctor(house);
    const one = await sentCase(house, { patient, doctor: writer });
    const other = await sentCase(house, { patient, doctor: writer, patientId: one.patientId });
    await keepAll(one);
    await keepAll(other);
    expect(await rowsOf(writer)).toBe(9);
    bodyOf(await withdraw(one));
    expect(await statuses(writer, one)).toEqual([404, 404, 404, 404, 200]);
    expect(await rowsOf(writer)).toBe(5);
    bodyOf(await withdraw(other));
    expect(await statuses(writer, other)).toEqual([404, 404, 404, 404, 404]);
    expect(await rowsOf(writer)).toBe(0);
  });

  test('is deleted on a hand-over to another doctor', async () => {
    const [before, after] = [await inviteDoctor(house), await inviteDoctor(house)];
    const conversation = await sentCase(house, { patient: await signUpPatient(house), doctor: before });
    await keepAll(conversation);
    bodyOf(
      await answer(house, conversation, 'recommendation_different_physician', {
        recommended_doctor_id: after.accountId,
      }),
      201,
    );
    bodyOf(
      await requestsAs(house.app, conversation.patient).post(`/api/process/${conversation.caseId}/handover`, {
        doctor: after.accountId,
        consent: true,
      }),
    );
    expect(await rowsOf(before)).toBe(0);
    expect(await statuses(after, conversation)).toEqual([200, 200, 200, 200, 200]);
  });

  test('from another window is neither overwritten nor deleted unread', async () => {
    const writer = await signUpPatient(house);
    const [mine, theirs, next, unread] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32)) as [
      string,
      string,
      string,
      string,
    ];
    const put = (revision: string, over: string[], words: string) =>
      requestsAs(house.app, writer).put(url('case:new'), { content: { text: words }, revision, over });
    const drop = (over: string) => requestsAs(house.app, writer).delete(`${url('case:new')}?over=${over}`);
    expect((await put(mine, [], 'Knie')).json()).toMatchObject({ revision: mine });
    const refused = await put(theirs, [], 'Schulter');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
    expect((await put(theirs, [mine], 'Knie und Schulter')).statusCode).toBe(200);
    for (const over of [mine, unread]) expect((await drop(over)).statusCode).toBe(200);
    expect((await read(writer, 'case:new')).json()).toMatchObject({
      content: { text: 'Knie und Schulter' },
      revision: theirs,
    });
    expect((await drop(`${mine},${theirs}`)).statusCode).toBe(200);
    expect((await put(next, [theirs], 'Neues')).statusCode).toBe(200);
  });

  describe('that cannot be opened', () => {
    const own = (who: Person, key: string) => and(eq(drafts.accountId, who.accountId), eq(drafts.key, key));
    const revision = 'a'.repeat(32);

    test.each(['a'.repeat(32), undefined])(
      'is damaged, with its revision %s, until it is overwritten',
      async (kept) => {
        const asDoctor = requestsAs(house.app, doctor);
        bodyOf(await asDoctor.put(url('contact'), { content: { text }, revision: kept }));
        await house.kernel.db
          .update(drafts)
          .set({ sealed: Buffer.alloc(60, 1) })
          .where(own(doctor, 'contact'));
        const damaged = await read(doctor, 'contact');
        expect([damaged.statusCode, damaged.json()]).toEqual([
          500,
          expect.objectContaining({ code: 'draft_damaged', current: { revision: kept ?? null } }),
        ]);
        bodyOf(
          await asDoctor.put(url('contact'), { content: { text: 'neu' }, revision, over: kept ? [kept] : [revision] }),
        );
        expect((await read(doctor, 'contact')).json()).toMatchObject({ content: { text: 'neu' } });
      },
    );

    test('because a key of the installation is missing is not damaged', async () => {
      const { caseId, patientId } = await newCase(house, { patient, doctor });
      await keep(patient, `message:${caseId}`);
      house.kernel.vault.forget(patientId);
      const [theKey] = await house.kernel.db.select().from(dataKeys).where(eq(dataKeys.ownerId, patientId));
      const change = (masterVersion: number) =>
        house.kernel.db.update(dataKeys).set({ masterVersion }).where(eq(dataKeys.ownerId, patientId));
      await change(999);
      expect((await read(patient, `message:${caseId}`)).json()).toMatchObject({ code: 'internal' });
      await change(theKey?.masterVersion ?? 1);
      expect((await read(patient, `message:${caseId}`)).json()).toMatchObject({ content: { text } });
    });
  });

  test('of the registration is the only one stored before that is complete', async () => {
    const [email, phone] = [newEmail('patient'), newPhone()];
    await requestsAs(house.app).post('/account/api/signup', {
      email,
      password,
      confirm_password: password,
      consent: true,
    });
    const early = await signIn(house.app, email);
    const put = (key: string) => requestsAs(house.app, early).put(url(key), { content: { first_name: 'Petra' } });
    expect((await put('registration')).json().code).toBe('registration_incomplete');
    await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
    const writer = await signIn(house.app, email);
    expect(
      (await requestsAs(house.app, writer).put(url('registration'), { content: { first_name: 'Petra' } })).statusCode,
    ).toBe(200);
    expect((await requestsAs(house.app, writer).get(url('registration'))).json()).toMatchObject({
      content: { first_name: 'Petra' },
    });
    for (const key of ['contact', 'case:new', `message:${randomUUID()}`]) {
      const refused = await requestsAs(house.app, writer).put(url(key), { content: {} });
      expect([key, refused.json().code]).toEqual([key, 'registration_incomplete']);
    }
    await requestsAs(house.app, writer).post('/account/userdata/post', personalData(phone));
    expect((await requestsAs(house.app, writer).delete(url('registration'))).statusCode).toBe(200);
  });

  test('is limited to 200 drafts and four megabytes; existing ones can be changed', async () => {
    const writer = await signUpPatient(house);
    await keep(writer, 'contact');
    const content = { text: 'x'.repeat(900_000) };
    const keys = ['case:new', 'patient:new', 'profile', 'snippets'];
    for (const key of keys) expect((await keep(writer, key, content)).statusCode).toBe(200);
    const refused = await keep(writer, 'contact', content);
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'quota']);
    expect((await keep(writer, 'snippets', content)).statusCode).toBe(200);
    for (const key of keys) await keep(writer, key);

    const row = { accountId: writer.accountId, ownerId: writer.accountId, sealed: Buffer.alloc(1) };
    await house.kernel.db
      .insert(drafts)
      .values(Array.from({ length: 195 }, (_, index) => ({ ...row, key: `old:${index}` })));
    expect(await rowsOf(writer)).toBe(200);
    expect((await keep(writer, 'contact')).statusCode).toBe(200);
    await requestsAs(house.app, writer).delete(url('contact'));
    expect((await keep(writer, 'contact')).statusCode).toBe(200);
    await house.kernel.db.insert(drafts).values({ ...row, key: 'old:195' });
    await requestsAs(house.app, writer).delete(url('profile'));
    expect((await keep(writer, 'profile')).json().code).toBe('quota');
  });

  test('is deleted after half a year without a change', async () => {
    const writer = await signUpPatient(house);
    await keep(writer, 'case:new');
    house.clock.advance(179 * dayMs);
    await deleteExpired(house.kernel);
    expect(await rowsOf(writer)).toBe(1);
    house.clock.advance(2 * dayMs);
    await deleteExpired(house.kernel);
    expect(await rowsOf(writer)).toBe(0);
    [patient, doctor] = [await signInAgain(house.app, patient), await signInAgain(house.app, doctor)];
  });

  test('stays as long as a legal hold on its writer or its patient', async () => {
    const { db } = house.kernel;
    const conversation = await sentCase(house, { doctor, patient });
    const held = await signUpPatient(house);
    await keep(held, 'case:new');
    await keep(doctor, `answer:${conversation.caseId}`);
    const hold = (heldAt: Date | null) =>
      db
        .update(accounts)
        .set({ heldAt })
        .where(inArray(accounts.id, [held.accountId, patient.accountId]));
    await hold(house.clock.now());
    const row = { accountId: held.accountId, ownerId: held.accountId, sealed: Buffer.alloc(1) };
    const updatedAt = house.clock.now();
    await db
      .insert(drafts)
      .values(Array.from({ length: 199 }, (_, index) => ({ ...row, key: `old:${index}`, updatedAt })));
    house.clock.advance(181 * dayMs);
    await deleteExpired(house.kernel);
    expect([await rowsOf(held), await rowsOf(doctor)]).toEqual([200, 1]);
    const again = await signInAgain(house.app, held);
    expect((await keep(again, 'contact')).statusCode).toBe(200);
    await requestsAs(house.app, again).delete(url('contact'));
    await hold(null);
    await deleteExpired(house.kernel);
    expect([await rowsOf(held), await rowsOf(doctor)]).toEqual([0, 0]);
    [patient, doctor] = [await signInAgain(house.app, patient), await signInAgain(house.app, doctor)];
  });
});

test('about a patient is deleted with the account, like stored responses', async () => {
  const { db } = house.kernel;
  const erased = await sentCase(house, { patient: await signUpPatient(house), doctor });
  const stays = await sentCase(house, { doctor, patient });
  for (const conversation of [erased, stays]) {
    await keepAll(conversation);
    bodyOf(
      await requestsAs(house.app, doctor).post(
        `/api/messages/${conversation.caseId}`,
        { subject: 'Rückfrage', message: text },
        { 'idempotency-key': `once-${conversation.caseId}` },
      ),
      201,
    );
    await answerFinally(house, conversation);
  }
  const kept = () =>
    db.$count(
      idempotencyKeys,
      and(eq(idempotencyKeys.accountId, doctor.accountId), like(idempotencyKeys.key, 'once-%')),
    );
  const again = await requestsAs(house.app, doctor).post(
    `/api/messages/${stays.caseId}`,
    { subject: 'Rückfrage', message: text },
    { 'idempotency-key': `once-${stays.caseId}` },
  );
  expect([again.statusCode, await kept()]).toEqual([201, 2]);
  await db.update(accounts).set({ erasureAt: house.clock.now() }).where(eq(accounts.id, erased.patient.accountId));
  expect(await eraseDueAccounts(house.kernel)).toBe(1);
  expect(await db.$count(drafts, eq(drafts.ownerId, erased.patientId))).toBe(0);
  expect(await statuses(doctor, erased)).toEqual([404, 404, 404, 404, 404]);
  expect(await statuses(doctor, stays)).toEqual([200, 200, 200, 200, 200]);
  expect(await kept()).toBe(1);
});
