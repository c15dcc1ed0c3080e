import { randomUUID } from 'node:crypto';
import type { Snippet } from '@konsil/contracts/search';
import { sql } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, sentCase } from '../support/cases.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

describe("a doctor's page", () => {
  const page = async (id: string) => requestsAs(house.app, patient).get(`/api/doctors/${id}`);
  const entry = {
    title: 'Dr.',
    first_name: 'Ruth',
    last_name: 'Ohlsen',
    specialty: 'Neurologie',
    city: 'Bonn',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
  };

  test("has the doctor's description, which saving from an older client keeps", async () => {
    const doctor = await inviteDoctor(house);
    const own = { about_de: 'Ich antworte in Ruhe.', about_en: 'I take my time.', topics: 'Bandscheibe' };
    expect(
      (await requestsAs(house.app, doctor).put('/account/doctor', { ...entry, ...own })).json().doctor,
    ).toMatchObject(own);
    expect((await requestsAs(house.app, doctor).put('/account/doctor', entry)).statusCode).toBe(200);
    expect((await page(doctor.accountId)).json()).toMatchObject({
      name: 'Dr. Ruth Ohlsen',
      specialty: 'Neurologie',
      measured_reply: null,
      ...own,
    });
  });

  test('is 404 for ids that are not in the directory', async () => {
    expect((await page(patient.accountId)).statusCode).toBe(404);
    expect((await page(randomUUID())).statusCode).toBe(404);
  });

  test('shows the reply time only when measured often enough, over all patients', async () => {
    const conversation = await sentCase(house);
    await answerFinally(house, conversation);
    const { accountId } = conversation.doctor;
    expect((await page(accountId)).json().measured_reply).toBeNull();
    for (let more = 0; more < 9; more += 1)
      await house.kernel.db.execute(sql`
        with asked as (
          insert into requests (id, case_id, doctor_id, sent_by, sent_at, answer_due_on, sealed)
          select gen_random_uuid(), case_id, doctor_id, sent_by, sent_at, answer_due_on, sealed
          from requests where doctor_id = ${accountId} limit 1 returning id
        )
        insert into answers (id, case_id, request_id, doctor_id, option, answered_at, sealed)
        select gen_random_uuid(), answers.case_id, asked.id, doctor_id, option, answered_at, sealed
        from answers, asked where doctor_id = ${accountId} limit 1`);
    expect((await page(accountId)).json()).toMatchObject({
      measured_reply: { requests: 10, days: 1 },
      replies: { by_day: [{ days: 1, count: 10 }], overdue: 0 },
    });
    const listed = bodyOf<{ id: string; measured_reply: unknown }[]>(
      await requestsAs(house.app, patient).get('/api/doctors'),
    );
    expect(listed.find(({ id }) => id === accountId)?.measured_reply).toEqual({ requests: 10, days: 1 });
  });
});

test('snippets belong to one doctor and keep their ids', async () => {
  const save = async (snippets: unknown, who = doctor) =>
    bodyOf<Snippet[]>(await requestsAs(house.app, who).put('/api/snippets', snippets));
  const [first] = await save([{ title: 'Gruß', text: 'Guten Tag, {{patient}},' }]);
  const again = await save([
    { title: 'Schluss', text: 'Alles Gute.' },
    { id: first?.id, title: 'Gruß', text: 'Liebe(r) {{patient}},' },
    { id: first?.id, title: 'Gruß 2', text: '' },
  ]);
  expect(again.map(({ id, title }) => [id === first?.id, title])).toEqual([
    [false, 'Schluss'],
    [true, 'Gruß'],
    [false, 'Gruß 2'],
  ]);
  const other = await inviteDoctor(house);
  expect((await save([{ id: first?.id, title: 'Fremd', text: '' }], other))[0]?.id).not.toBe(first?.id);
  expect(bodyOf<Snippet[]>(await requestsAs(house.app, doctor).get('/api/snippets'))).toEqual(again);
  expect((await requestsAs(house.app, patient).get('/api/snippets')).statusCode).toBe(404);
});

test('the directory is searched by name, specialty and city', async () => {
  await inviteDoctor(house, {
    title: 'Dr.',
    first_name: 'Elif',
    last_name: 'Sandberg-Yıldız',
    specialty: 'Endokrine Chirurgie',
    city: 'Münster',
  });
  const found = async (search: string) =>
    bodyOf<{ name: string }[]>(
      await requestsAs(house.app, patient).get(`/api/doctors?search=${encodeURIComponent(search)}`),
    ).map(({ name }) => name);
  for (const typed of ['sandb', 'endokrine', 'munster', 'elif chir', 'yıld', 'endocrine surgery'])
    expect([typed, await found(typed)]).toEqual([typed, ['Dr. Elif Sandberg-Yıldız']]);
  for (const typed of ['Sandberg-Yildiz', 'Yildiz Muenster', 'Schilddrüse', 'Chirurgin', 'andberg'])
    expect([typed, await found(typed)]).toEqual([typed, ['Dr. Elif Sandberg-Yıldız']]);
  expect(await found('andberg Hamburg')).toEqual([]);
  expect((await found('')).length).toBeGreaterThan(3);
});

test('the directory comes in pages, with and without a search', async () => {
  for (const first_name of ['Ute', 'Anna', 'Mia']) await inviteDoctor(house, { first_name, last_name: 'Blattmann' });
  const pages = async (search: string, limit: number) => {
    const found: { id: string; name: string }[] = [];
    for (let full = true; full; ) {
      const after = found.at(-1)?.id;
      const query = new URLSearchParams({ search, limit: String(limit), ...(after && { after }) });
      const page = bodyOf<typeof found>(await requestsAs(house.app, patient).get(`/api/doctors?${query}`));
      expect(page.length).toBeLessThanOrEqual(limit);
      found.push(...page);
      full = page.length === limit;
    }
    return found.map(({ name }) => name);
  };
  const all = await pages('', 200);
  expect(all.length).toBeGreaterThan(3);
  expect(await pages('', 2)).toEqual(all);
  const found = await pages('Blattman', 2);
  expect(found.map((name) => name.split(' ').at(-2))).toEqual(['Anna', 'Mia', 'Ute']);
  for (const after of [patient.accountId, randomUUID()])
    expect((await requestsAs(house.app, patient).get(`/api/doctors?after=${after}`)).statusCode).toBe(422);
  const elsewhere = `/api/doctors?search=Blattman&after=${doctor.accountId}`;
  expect((await requestsAs(house.app, patient).get(elsewhere)).statusCode).toBe(422);
});
