import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { aLetter, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerLetter, bodyOf, newCase, pageOf, send } from '../support/cases.ts';
import { details, uploadOne } from '../support/upload.ts';
import { requestsAs, inviteDoctor, type Person } from '../support/people.ts';
import { wordsOfPdf } from '../support/read-pdf.ts';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
});

describe('A pin', () => {
  const region = { left: 0.1, top: 0.4, width: 0.8, height: 0.05 };
  const aPinnedCase = async () => {
    const conversation = await newCase(house, { doctor });
    const { documentId } = await uploadOne(
      house.app,
      conversation.patient,
      conversation.caseId,
      'labor.pdf',
      await aLetter(['Cortisol']),
    );
    const photo = await uploadOne(
      house.app,
      conversation.patient,
      conversation.caseId,
      'seite.jpg',
      await aPhotoWithPosition(60, 80),
    );
    for (const [id, known] of [
      [documentId, {}],
      [photo.documentId, { date_unknown: true }],
    ] as const)
      bodyOf(await requestsAs(house.app, conversation.patient).post(`/api/metadata/${id}`, details(known)));
    bodyOf(await send(house, conversation), 201);
    const pin = (place: object = {}) => ({
      number: 1,
      words: 'Der Wert nach der Tablette',
      place: { kind: 'page' as const, document_id: documentId, page: 1, region, ...place },
    });
    return { conversation, documentId, photoId: photo.documentId, pin };
  };

  test('is frozen with the answer and its letter, and marked if its document is gone', async () => {
    const { conversation, documentId, photoId, pin } = await aPinnedCase();
    const text = 'Ihr Cortisol sinkt nicht weit genug ab [1].';
    const given = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', {
        answer: text,
        pins: [pin(), { ...pin({ document_id: photoId }), number: 2 }],
      }),
      201,
    );
    const sent = {
      number: 1,
      words: 'Der Wert nach der Tablette',
      place: {
        kind: 'page',
        document_id: documentId,
        page: 1,
        region,
        document: { medical_kind_code: 'letter', issue_date: '2026-09-14', source_name: 'Klinikum Rosenberg' },
        there: true,
      },
    };
    const undated = { ...sent.place.document, issue_date: null };
    const onPhoto = { ...sent, number: 2, place: { ...sent.place, document_id: photoId, document: undated } };
    expect(given.pins).toEqual([sent, onPhoto]);
    expect((await pageOf(house, conversation, conversation.patient)).answers[0]?.pins).toEqual([sent, onPhoto]);
    const kept = await requestsAs(house.app, doctor).get(`/api/letters/${given.id}/letter.pdf?language=de`);
    for (const { rawPayload } of [await answerLetter(house, conversation.patient, given.id, '?language=de'), kept]) {
      const words = await wordsOfPdf(rawPayload);
      expect(words).toContain(
        '[1] Der Wert nach der Tablette Arztbrief, 14. September 2026, Klinikum Rosenberg, Seite 1',
      );
      expect(words).toContain('[2] Der Wert nach der Tablette Arztbrief, Datum unbekannt, Klinikum Rosenberg, Seite 1');
    }
    bodyOf(await requestsAs(house.app, conversation.patient).delete(`/api/individualdocument/get/${documentId}`));
    expect((await pageOf(house, conversation, conversation.patient)).answers[0]?.pins).toEqual([
      { ...sent, place: { ...sent.place, there: false } },
      onPhoto,
    ]);
  });

  test("is refused on a missing page, outside its page, and in another case's document", async () => {
    const { conversation, photoId, pin } = await aPinnedCase();
    const foreign = await aPinnedCase();
    const refusalOf = async (place: object) => {
      const refused = await answer(house, conversation, 'question_to_patient', { pins: [pin(place)] });
      return [refused.statusCode, refused.json<ProblemBody>().errors?.[0]?.code];
    };
    expect(await refusalOf({ page: 2 })).toEqual([422, 'pinGone']);
    expect(await refusalOf({ document_id: photoId, page: 2 })).toEqual([422, 'pinGone']);
    expect(await refusalOf({ document_id: foreign.documentId })).toEqual([422, 'pinGone']);
    expect((await refusalOf({ region: { ...region, left: 0.9 } }))[0]).toBe(422);
  });
});
