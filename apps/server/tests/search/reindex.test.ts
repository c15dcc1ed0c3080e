import { and, arrayContains, eq, isNotNull, ne, not } from 'drizzle-orm';
import { cases, documents, messages, patients, searchTexts, todos } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, ownPatientId, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { indexTexts } from '@konsil/server-search/index-texts';
import { reindexOldRows } from '@konsil/server-search/reindex';
import { indexVersion } from '@konsil/server-domain/search/search-words';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});
afterAll(() => house.close());

const tables = [patients, cases, documents, messages, todos];
/** The hashes that version 1 made of a word. */
const ofVersion1 = (word: string): string[] =>
  Array.from({ length: Math.min(12, word.length) - 1 }, (_, index) =>
    house.kernel.vault.blindHash(word.slice(0, index + 2)),
  );
const found = async (who: Person, path: string, typed: string): Promise<number> =>
  bodyOf<{ total: number }>(
    await requestsAs(house.app, who).get(`${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(typed)}`),
  ).total;

test('old rows are found before and after reindexing; erased people are skipped', async () => {
  const doctor = await inviteDoctor(house);
  const patient = await signUpPatient(house, { first_name: 'Jörg', last_name: 'Mueller' });
  const conversation = await sentCase(house, { patient, doctor }, { case_name: 'Schilddrüsenknoten' });
  await addLetter(house, conversation);
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Nebenschilddrüsenadenom',
      message: 'Guten Tag',
    }),
    201,
  );
  const erased = await signUpPatient(house);
  const gone = await newCase(house, { patient: erased });
  const erasedId = await ownPatientId(house, erased);
  await house.kernel.db.transaction((tx) => house.kernel.vault.destroy(tx, erasedId));
  const old = [
    ...ofVersion1('mueller'),
    ...ofVersion1('schilddrusenknoten'),
    ...ofVersion1('jorg'),
    ...ofVersion1('joerg'),
  ];
  for (const table of tables) await house.kernel.db.update(table).set({ search: old });

  for (const typed of ['Mueller', 'Jörg', 'Joerg Mueller', 'Schilddrüsenknoten'])
    expect([typed, await found(doctor, '/api/process?view=all', typed)]).toEqual([typed, 1]);
  expect(await found(doctor, '/api/patientsoverview', 'Mueller')).toBe(1);

  expect(await reindexOldRows(house.kernel)).toBe(false);
  for (const table of tables)
    expect(
      await house.kernel.db
        .select()
        .from(table)
        .where(not(arrayContains(table.search, [indexVersion]))),
    ).toEqual([]);
  expect((await house.kernel.db.select().from(cases).where(eq(cases.id, gone.caseId)))[0]?.search).toEqual([
    indexVersion,
  ]);
  for (const typed of ['Müller', 'Mueller', 'Muller', 'Schilddrüsenknoten', 'Schilddruesenkno'])
    expect([typed, await found(doctor, '/api/process?view=all', typed)]).toEqual([typed, 1]);
  expect(await found(doctor, '/api/process?view=all', 'Schilddrüsenkrebs')).toBe(0);
  expect(await found(doctor, '/api/messagesoverview', 'Nebenschilddrüsenadenom')).toBe(1);
  expect(await found(doctor, '/api/messagesoverview', 'Mueller')).toBe(1);
});

test('a damaged text does not block indexing others', async () => {
  const [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  const { caseId } = await sentCase(house, { patient, doctor }, { case_name: 'Hallux' });
  const write = async (subject: string) =>
    bodyOf<{ id: string }>(
      await requestsAs(house.app, doctor).post(`/api/messages/${caseId}`, { subject, message: 'Guten Tag' }),
      201,
    ).id;
  const damaged = await write('Kahnbein');
  await house.kernel.db
    .update(messages)
    .set({ sealed: Buffer.from('damaged'), search: [] })
    .where(eq(messages.id, damaged));
  await write('Sprungbein');
  await house.kernel.db.update(messages).set({ search: [] });
  expect(await reindexOldRows(house.kernel)).toBe(false);
  await indexTexts(house.kernel);
  expect(
    await house.kernel.db.$count(searchTexts, and(isNotNull(searchTexts.staleSince), ne(searchTexts.kind, 'pdf'))),
  ).toBe(0);
});

test('finds people by plain spelling, transliteration and a typed birth date', async () => {
  const doctor = await inviteDoctor(house);
  const people: [string, string, string[]][] = [
    ['Elif', 'Yıldız', ['Yildiz', 'YILDIZ']],
    ['Lars', 'Sørensen', ['Sorensen', 'Soerensen']],
    ['Łukasz', 'Wałęsa', ['Walesa', 'Lukasz']],
    ['Guðrún', 'Þórsdóttir', ['Gudrun', 'Thorsdottir']],
    ['Mai', 'Đức', ['Duc']],
    ['Sean', 'O’Connor', ['Connor', "O'Connor", 'OConnor']],
  ];
  for (const [first_name, last_name, spellings] of people) {
    const patient = await signUpPatient(house, { first_name, last_name, date_of_birth: '1980-01-01' });
    await sentCase(house, { patient, doctor });
    for (const typed of [...spellings, `${spellings[0] ?? ''} 1.1.1980`])
      expect([typed, await found(doctor, '/api/patientsoverview', typed)]).toEqual([typed, 1]);
  }
  for (const typed of ['1.1.1980', '01.01.1980', '1980-01-01', '1.1.', '1980'])
    expect([typed, await found(doctor, '/api/patientsoverview', typed)]).toEqual([typed, people.length]);
});
