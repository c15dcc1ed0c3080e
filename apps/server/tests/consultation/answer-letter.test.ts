import type { Account } from '@konsil/contracts/accounts';
import { answerLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { testApp, type TestApp } from '../support/app.ts';
import type { Answer } from '@konsil/contracts/requests';
import { addLetter, answer, answerFinally, answerLetter, bodyOf, pageOf, send, sentCase } from '../support/cases.ts';
import { readPdf } from '../support/read-pdf.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const aCase = (changes: Record<string, unknown> = {}) => sentCase(house, { patient, doctor }, changes);

test('patient and doctor get the letter of an answer, others do not', async () => {
  const conversation = await aCase();
  const given = await answerFinally(house, conversation);
  for (const reader of [patient, doctor]) {
    const { statusCode, headers, rawPayload } = await answerLetter(house, reader, given.id);
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/pdf' });
    expect(headers['content-disposition']).toBe(
      `inline; filename="arztbrief-${dayOf(new Date(given.answered_at))}.pdf"`,
    );
    expect(rawPayload.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
  }
  expect((await answerLetter(house, await inviteDoctor(house), given.id)).statusCode).toBe(404);
  expect((await answerLetter(house, await signUpPatient(house), given.id)).statusCode).toBe(404);
  expect((await answerLetter(house, patient, given.id, '?language=fr')).statusCode).toBe(422);
});

test('the title that a doctor wrote for a ToDo is in the letter, in both languages', async () => {
  const task = { aufgabeTitel: 'Blutdruck aufschreiben', answer: 'Bitte täglich messen.', deadline: '2099-01-31' };
  const given = bodyOf<Answer>(await answer(house, await aCase(), 'further_documents_needed', task, 'other'), 201);
  for (const language of ['de', 'en']) {
    const { rawPayload } = await answerLetter(house, patient, given.id, `?language=${language}`);
    expect((await readPdf(rawPayload)).texts.join(' ')).toContain('Blutdruck aufschreiben');
  }
});

test.each([
  ['de', 'In einfachen Worten: Ja, die Hälfte. In Fachsprache: Hemithyreoidektomie.'],
  ['en', 'In plain words: Ja, die Hälfte. In medical terms: Hemithyreoidektomie.'],
])('the plain-language text of a question precedes its answer (%s)', async (language, words) => {
  const conversation = await aCase();
  const { questions } = await pageOf(house, conversation);
  const given = await answerFinally(house, conversation, {
    question_answers: questions.map(({ id }) => ({
      question_id: id,
      text: 'Hemithyreoidektomie.',
      plain_words: 'Ja, die Hälfte.',
    })),
  });
  const { rawPayload } = await answerLetter(house, patient, given.id, `?language=${language}`);
  expect((await readPdf(rawPayload)).texts.join(' ').replace(/\s+/g, ' ')).toContain(words);
});

test('a letter stays the same when the doctor, the patient and the case change', async () => {
  const author = await inviteDoctor(house);
  const me = requestsAs(house.app, author);
  const { doctor: entry } = bodyOf<Account>(await me.get('/account/me'));
  const practice = { practice_name: 'Praxis am Dom', practice_address: 'Domstraße 1, 50667 Köln', lanr: '999999900' };
  bodyOf(await me.put('/account/doctor', { ...entry, ...practice }));
  const conversation = await sentCase(house, { patient, doctor: author });
  const given = await answerFinally(house, conversation);
  const before = {
    de: (await answerLetter(house, patient, given.id, '?language=de')).rawPayload,
    en: (await answerLetter(house, author, given.id, '?language=en')).rawPayload,
  };
  expect(before.de.equals(before.en)).toBe(false);
  bodyOf(await me.put('/account/doctor', { ...entry, last_name: 'Neu', practice_name: 'Andere Praxis', lanr: '' }));
  await addLetter(house, conversation);
  await send(house, conversation);
  for (const [language, bytes] of Object.entries(before))
    for (const reader of [patient, author])
      expect((await answerLetter(house, reader, given.id, `?language=${language}`)).rawPayload.equals(bytes)).toBe(
        true,
      );
});

test('opening letters is rate-limited per account', async () => {
  const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const [reader, author] = [await signUpPatient(strict), await inviteDoctor(strict)];
  const given = await answerFinally(strict, await sentCase(strict, { patient: reader, doctor: author }));
  const opens = async (who: Person) =>
    (await requestsAs(strict.app, who).get(`/api/answers/${given.id}/letter.pdf`)).statusCode;
  const hits = answerLetterHits(reader.accountId);
  await Promise.all(Array.from({ length: 60 }, () => strict.kernel.limits.count(...hits)));
  expect([await opens(reader), await opens(author)]).toEqual([429, 200]);
});
