import { join } from 'node:path';
import type { GivenCode, ListedCode, MedicalCode } from '@konsil/contracts/medical-codes';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { sql } from 'drizzle-orm';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf, pageOf, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { wordsOfPdf } from '../support/read-pdf.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const aCase = (changes: Record<string, unknown> = {}) => sentCase(house, { patient, doctor }, changes);

describe('Codes of an answer', () => {
  const year = dayOf(new Date()).slice(0, 4);
  const importList = (system: 'icd10gm' | 'ops', version = year) =>
    importCodes(
      house.kernel.db,
      join(__dirname, `../../../../libs/server/doctors/fixtures/${system}2026syst_kodes.txt`),
      {
        system,
        version,
        now: house.clock.now(),
      },
    );
  const search = async (text: string) =>
    bodyOf<ListedCode[]>(await requestsAs(house.app, doctor).post('/api/codes/search', { text })).map(
      ({ code }) => code,
    );
  const lists = async (who: Person) => (await requestsAs(house.app, who).get('/api/codes')).json<unknown>();
  const nodule: GivenCode = { system: 'icd10gm', version: year, code: 'E04.1', certainty: 'G', side: 'R' };
  const operation: GivenCode = { system: 'ops', version: year, code: '5-061.0', certainty: null, side: 'R' };
  const title = 'Nichttoxischer solitärer Schilddrüsenknoten';

  test('are found by code and by words, in the list of this year only', async () => {
    expect([await lists(doctor), await search('E04.1')]).toEqual([[], []]);
    await importList('icd10gm', String(Number(year) + 1));
    expect([await lists(doctor), await search('E04.1')]).toEqual([[], []]);
    await importList('icd10gm', String(Number(year) - 1));
    await importList('icd10gm');
    await importList('ops');
    expect(await lists(doctor)).toEqual([
      { system: 'icd10gm', version: year },
      { system: 'ops', version: year },
    ]);
    for (const text of ['E04.1', 'e041', 'Schilddrüsenknoten', 'SCHILDDRUESENKNOTEN solitaer', 'knoten E04.1'])
      expect([text, await search(text)]).toEqual([text, ['E04.1']]);
    expect(await search('E04')).toEqual(['E04.0', 'E04.1', 'E04.2']);
    expect(await search('5-06')).toEqual(['5-061.0', '5-063.0']);
    expect(await search('Schilddrüse')).toEqual(['C73', 'E04.1']);
    // Neither groups nor unassigned codes, and no pattern of the database.
    for (const text of ['E11.9-', 'U07.6', '%', '_04', ''])
      expect([text, await search(text)]).toEqual([text, text === 'E11.9-' ? ['E11.90'] : []]);
    expect((await requestsAs(house.app, patient).post('/api/codes/search', { text: 'E04' })).statusCode).toBe(404);
  });

  test('keep their title in the answer, letter and export after a later import', async () => {
    const conversation = await aCase();
    const codes = [nodule, operation];
    const given = bodyOf<Answer>(await answer(house, conversation, 'question_to_patient', { codes }), 201);
    const kept: MedicalCode[] = [
      { ...nodule, title },
      { ...operation, title: 'Hemithyreoidektomie: Ohne Parathyreoidektomie' },
    ];
    expect(given.codes).toEqual(kept);
    await house.kernel.db.execute(sql`delete from code_lists`);
    const [shown] = (await pageOf(house, conversation, patient)).answers;
    expect(shown?.codes).toEqual(kept);
    const { rawPayload } = await requestsAs(house.app, patient).get(`/api/answers/${given.id}/letter.pdf?language=en`);
    const words = await wordsOfPdf(rawPayload);
    expect(words).toContain('Diagnoses and procedures by ICD-10-GM and OPS');
    expect(words).toMatch(new RegExp(`E04\\.1 ${title} confirmed, right, ICD-10-GM ${year}`));
    await importList('icd10gm');
    await importList('ops');
  });

  test.each<[string, GivenCode[], string, string]>([
    ['a code that no list has', [{ ...nodule, code: 'E04.7' }], 'codes.0', 'codeGone'],
    ['a group', [{ ...nodule, code: 'E04' }], 'codes.0', 'codeGone'],
    ['a version that was never imported', [{ ...nodule, version: '1999' }], 'codes.0', 'codeGone'],
    ['a diagnosis without its certainty', [{ ...nodule, certainty: null }], 'codes.0.certainty', 'certaintyMissing'],
    ['a procedure with a certainty', [{ ...operation, certainty: 'V' }], 'codes.0.certainty', 'invalid'],
    ['the same code twice', [nodule, { ...nodule, side: 'L' }], 'codes', 'codeTwice'],
    ['an additional code alone', [{ ...nodule, code: 'H36.0' }, operation], 'codes', 'codeOnlyAdditional'],
  ])('%s is refused', async (_what, codes, path, code) => {
    const conversation = await aCase();
    const refused = await answer(house, conversation, 'question_to_patient', { codes });
    expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([422, [{ path, code }]]);
  });
});
