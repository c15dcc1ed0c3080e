import type { AnsweredMeasurements, MarkedForAnswer, Measurement } from '@konsil/contracts/measurements';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerLetter, bodyOf, newCase, pageOf, send } from '../support/cases.ts';
import { readPdf } from '../support/read-pdf.ts';
import { details, uploadOne } from '../support/upload.ts';
import { requestsAs, inviteDoctor, type Person } from '../support/people.ts';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
});

describe('Measurements that the doctor marked', () => {
  const study = '1.2.9.77';
  const length: Measurement = {
    id: '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11',
    kind: 'length',
    study,
    series: '1.2.3.4',
    instance: '1.2.3.4.5',
    frame: 1,
    points: [
      [0, 0],
      [1, 1],
    ],
    name: 'Tumor Nebenniere links',
    window: { center: 40, width: 400 },
    for_answer: { numbers: [{ of: 'length', value: 34.24, unit: 'mm' }] },
  };
  const unmarked: Measurement = { ...length, id: '1d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f12', for_answer: undefined };

  /** A case with a CT, and the viewer of one of its readers. */
  const aCaseWithImages = async (name = 'Möller^Petra') => {
    const conversation = await newCase(house, { doctor });
    const { patient } = conversation;
    const bytes = writeDicom(
      imageElements(
        ['0020000d', 'UI', study],
        ['00080060', 'CS', 'CT'],
        ['00080020', 'DA', '20261112'],
        ['00200011', 'IS', '3'],
        ['00200013', 'IS', '62'],
        ['00100010', 'PN', name],
        ['00100030', 'DA', '19680421'],
      ),
    );
    const { documentId } = await uploadOne(house.app, patient, conversation.caseId, 'ct.dcm', bytes);
    bodyOf(await requestsAs(house.app, patient).post(`/api/metadata/${documentId}`, details()));
    bodyOf(await send(house, conversation), 201);
    const viewerOf = async (person: Person) => {
      const { url } = bodyOf<{ url: string }>(
        await requestsAs(house.app, person).post(`/api/documents/${documentId}/viewer`),
      );
      const link = new URL(url);
      const { headers } = await house.app.inject({ url: link.pathname + link.search });
      const opening = new URL(String(headers.location), link).searchParams.get('opening');
      const root = `/dicom-web/openings/${opening}/studies/${study}`;
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      return {
        keep: async (items: Measurement[], over: string | null) =>
          bodyOf<{ revision: string }>(
            await house.app.inject({
              method: 'PUT',
              url: `${root}/measurements`,
              headers: { cookie },
              payload: { content: { version: 1, items }, over },
            }),
          ).revision,
        answered: async () =>
          bodyOf<AnsweredMeasurements[]>(await house.app.inject({ url: `${root}/answered`, headers: { cookie } })),
      };
    };
    const marked = async () =>
      bodyOf<MarkedForAnswer>(
        await requestsAs(house.app, doctor).get(`/api/process/${conversation.caseId}/measurements`),
      );
    return { conversation, documentId, viewerOf, marked };
  };

  test('are frozen with the answer, its letter and the viewer until it is withdrawn', async () => {
    const { conversation, documentId, viewerOf, marked } = await aCaseWithImages();
    const { patient } = conversation;
    const [desk, theirs] = [await viewerOf(doctor), await viewerOf(patient)];
    expect(await marked()).toEqual({ revision: null, items: [], left_out: 0 });
    const seen = await desk.keep([length, unmarked], null);
    const { for_answer: _marked, ...measured } = length;
    const expected = {
      ...measured,
      numbers: [{ of: 'length', value: 34.24, unit: 'mm' }],
      image: {
        document_id: documentId,
        modality: 'CT',
        study_date: '2026-11-12',
        series_number: 3,
        number: 62,
        frames: 1,
      },
    };
    expect(await marked()).toEqual({ revision: seen, items: [expected], left_out: 0 });

    // Changed since the doctor saw the list: nothing is sent that was not seen.
    const longer = { ...length, for_answer: { numbers: [{ of: 'length' as const, value: 35, unit: 'mm' as const }] } };
    const now = await desk.keep([longer, unmarked], seen);
    for (const measurements of [
      { revision: seen, ids: [length.id] },
      { revision: now, ids: [unmarked.id] },
    ]) {
      const refused = await answer(house, conversation, 'question_to_patient', { measurements });
      expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([
        422,
        [{ path: 'measurements', code: 'measurementsChanged' }],
      ]);
    }
    const given = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', { measurements: { revision: now, ids: [length.id] } }),
      201,
    );
    const sent = [{ ...expected, numbers: [{ of: 'length', value: 35, unit: 'mm' }] }];
    expect(given.measurements).toEqual(sent);
    expect(await marked()).toMatchObject({ items: [] });
    // Later drawings of the doctor change nothing.
    await desk.keep([], now);
    const group = { answer_id: given.id, doctor: 'Dr. med. Jonas Weber', answered_at: given.answered_at, items: sent };
    expect(await desk.answered()).toEqual([group]);
    // The patient learns of it with the answer, which could be withdrawn until then.
    expect(await theirs.answered()).toEqual([]);

    expect((await requestsAs(house.app, doctor).post(`/api/sendings/${given.id}/withdraw`, {})).statusCode).toBe(200);
    expect([await desk.answered(), await theirs.answered()]).toEqual([[], []]);

    const again = await desk.keep([longer], (await marked()).revision);
    const second = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', {
        answer: 'Der Tumor ist gewachsen [1].',
        measurements: { revision: again, ids: [length.id] },
        pins: [{ number: 1, words: 'Die Größe', place: { kind: 'measurement', id: length.id } }],
      }),
      201,
    );
    expect((await pageOf(house, conversation, patient)).answers.at(-1)?.measurements).toEqual(sent);
    expect(await theirs.answered()).toEqual([{ ...group, answer_id: second.id, answered_at: second.answered_at }]);
    const { rawPayload } = await answerLetter(house, patient, second.id, '?language=de');
    const letter = await readPdf(rawPayload);
    const words = letter.texts.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('Messungen in den Aufnahmen');
    expect(words).toContain('1 Tumor Nebenniere links 35,0 mm CT 12.11.2026, Serie 3,');
    expect(words).toContain('Fenster: Mitte 40, Breite 400');
    expect(letter).toMatchObject({ pictures: 1, alts: [expect.stringContaining('Die Größe')] });
  });

  test('are refused if the images name another person or are missing', async () => {
    const { viewerOf, marked } = await aCaseWithImages('Fremd^Paul');
    const seen = await (await viewerOf(doctor)).keep([length, { ...length, id: unmarked.id, frame: 2 }], null);
    expect(await marked()).toEqual({ revision: seen, items: [], left_out: 2 });
  });

  test('are listed only for the doctor who answers', async () => {
    const { conversation } = await aCaseWithImages();
    for (const person of [conversation.patient, await inviteDoctor(house)])
      expect(
        (await requestsAs(house.app, person).get(`/api/process/${conversation.caseId}/measurements`)).statusCode,
      ).toBe(404);
  });
});
