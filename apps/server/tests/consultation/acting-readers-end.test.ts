import type { FileLocation } from '@konsil/contracts/documents';
import type { Message } from '@konsil/contracts/messages';
import type { Reader } from '@konsil/contracts/reader-states';
import type { Answer } from '@konsil/contracts/requests';
import { and, eq, isNull } from 'drizzle-orm';
import { dropAfterLastDay } from '@konsil/server-consultation/readers/change-readers';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { accounts, drafts, notices, patientReaders } from '@konsil/server-domain/schema';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { password, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { readPdf } from '../support/read-pdf.ts';
import { unzip } from '../support/unzip.ts';

let house: TestApp;
let theirs: FullConversation;
beforeAll(async () => {
  house = await testApp();
  theirs = await aConversation(house);
});

const as = (person: Person) => requestsAs(house.app, person);
/** A reader who acts for the owner of a conversation. */
const whoActs = async (where: FullConversation, lastName: string): Promise<Person & { reader: string }> => {
  const who = await signUpPatient(house, { first_name: 'Ayşe', last_name: lastName });
  const made = await as(where.patient).post(`/api/patients/${where.ids.patient}/readers`, {
    email: who.email,
    until: null,
    role: 'act',
  });
  const { id } = bodyOf<Reader>(made, 201);
  bodyOf(await as(who).post(`/api/readers/${id}/answer`, { accepts: true }));
  return { ...who, reader: id };
};
const exportOf = async (who: Person): Promise<Map<string, Buffer>> => {
  const { Filelocation } = bodyOf<FileLocation>(await as(who).post('/account/export', { current_password: password }));
  return unzip((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
};
const draftsOf = ({ accountId }: Person) => house.kernel.db.$count(drafts, eq(drafts.accountId, accountId));
const begin = async (who: Person, { ids }: FullConversation) => {
  const content = { medical_history: 'Seit März heiser.' };
  bodyOf(await as(who).put(`/account/drafts/forms:${ids.case}`, { content }));
  expect(await draftsOf(who)).toBe(1);
};

test("a helper's export contains no drafts that they started for others", async () => {
  const who = await whoActs(theirs, 'Demir');
  await begin(who, theirs);
  bodyOf(await as(who).put('/account/drafts/patient:new', { content: { first_name: 'Nur hier' } }));
  const data = String((await exportOf(who)).get('data.json'));
  expect(data).toContain('Nur hier');
  for (const word of ['Seit März heiser', 'Knoten', `forms:${theirs.ids.case}`]) expect(data).not.toContain(word);
});

test('deletes drafts and waiting e-mails after the last day; a legal hold keeps the drafts', async () => {
  const where = await aConversation(house);
  const who = await whoActs(where, 'Kaya');
  bodyOf(await as(who).put('/account/settings', { notify_email: 'daily' }));
  await begin(who, where);
  bodyOf(
    await as(where.doctor).post(`/api/messages/${where.ids.case}`, { subject: 'Danke', message: 'Bis bald.' }),
    201,
  );
  const waiting = () =>
    house.kernel.db.$count(notices, and(eq(notices.accountId, who.accountId), isNull(notices.sentAt)));
  expect(await waiting()).toBe(1);
  const held = async (heldAt: Date | null) => {
    await house.kernel.db.update(accounts).set({ heldAt }).where(eq(accounts.id, where.patient.accountId));
  };
  const lastDay = async (endsOn: string) => {
    await house.kernel.db.update(patientReaders).set({ endsOn }).where(eq(patientReaders.id, who.reader));
    await dropAfterLastDay(house.kernel);
  };
  const now = house.clock.now();
  await lastDay(dayOf(now));
  expect([await draftsOf(who), await waiting()]).toEqual([1, 1]);
  await held(now);
  await lastDay(dayOf(later(now, -dayMs)));
  expect([await draftsOf(who), await waiting()]).toEqual([1, 0]);
  await held(null);
  await lastDay(dayOf(later(now, -dayMs)));
  expect([await draftsOf(who), await waiting()]).toEqual([0, 0]);
});

test('the dossier names a helper, even after their account is erased', async () => {
  const where = await aConversation(house);
  const who = await whoActs(where, 'Fort');
  const at = later(house.clock.now(), 5 * dayMs).toISOString();
  const conversation = { ...where, patientId: where.ids.patient, caseId: where.ids.case };
  bodyOf<Message>(await as(who).post(`/api/messages/${where.ids.case}`, { subject: 'Gut', message: 'Ja.' }), 201);
  const times = { appointments: [at], deadline: at.slice(0, 10), aufgabeTitel: '' };
  const proposed = bodyOf<Answer>(
    await answer(house, conversation, 'schedule_appointment', times, 'book_appointment'),
    201,
  );
  bodyOf(await as(who).post(`/api/answers/${proposed.id}/appointment`, { starts_at: at }));
  bodyOf(await as(who).delete(`/api/answers/${proposed.id}/appointment`));
  const dossier = async () => {
    const { texts } = await readPdf((await exportOf(where.patient)).get('dossier.pdf') as Buffer);
    return texts.join(' ').replace(/\s+/g, ' ');
  };
  const before = await dossier();
  expect(before).toMatch(/Ayşe Fort für \S+ \S+ →/);
  expect(before).toMatch(/abgesagt am .* von Ayşe Fort für/);
  expect(await eraseAccount(house.kernel, who.accountId, () => true)).toBe(true);
  expect(await dossier()).toMatch(/Gelöschtes Konto für \S+ \S+ →/);
  const told = (await house.outbox(who.email)).find(({ subject }) => subject === 'Ihr Konto wurde gelöscht');
  expect(told?.text).toContain('Was Sie für andere geschrieben oder hochgeladen haben');
});
