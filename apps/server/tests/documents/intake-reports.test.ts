import type { ElementSpec } from '@konsil/server-dicom/testing/write-dicom';
import { writeZip } from '@konsil/server-dicom/testing/write-zip';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { aReport, anImage, otto, uploads } from '../support/intake.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const { send, sent } = uploads(() => house);

describe('Reports among the images', () => {
  const encapsulated = async (...more: ElementSpec[]) =>
    aReport(
      [
        ['00420010', 'ST', 'Befundbericht'],
        ['00420011', 'OB', await aLetter(['Radiologie am Markt', 'Befundbericht vom 02.03.2026'])],
        ['00420012', 'LO', 'application/pdf'],
      ],
      ...more,
    );
  const structured = (...more: ElementSpec[]) =>
    aReport(
      [
        ['0040a040', 'CS', 'CONTAINER'],
        [
          '0040a730',
          'SQ',
          [
            [
              ['0040a040', 'CS', 'TEXT'],
              ['0040a160', 'UT', 'Kein Nachweis einer Fraktur.'],
            ],
          ],
        ],
      ],
      ...more,
    );

  test('become documents: a PDF as PDF, a structured report as text', async () => {
    const own = await aCase(house);
    const items = await sent(
      own,
      'cd.zip',
      await writeZip({ a: anImage(), pdf: await encapsulated(), sr: structured(...otto) }),
    );
    expect(items.map(({ document }) => [document.file_name, document.content_type, document.group])).toEqual([
      ['cd.zip', 'application/zip', 'image'],
      ['Befundbericht.pdf', 'application/pdf', 'document'],
      ['cd.dcm', 'application/dicom', 'document'],
    ]);
    expect(items[1]?.document).toMatchObject({ pages: 1, guess: { medical_kind_code: 'letter' } });
    expect(items[2]?.document).toMatchObject({
      dicom: null,
      report: {
        lines: [{ level: 0, name: '', text: 'Kein Nachweis einer Fraktur.' }],
        cut: false,
        complete: true,
        verified: null,
      },
      stranger: { named: { name: 'Otto Brandt' } },
    });
  });
  test('are accepted without images, too', async () => {
    const own = await aCase(house);
    const file = await encapsulated();
    const [pdf] = await sent(own, 'encap.dcm', file);
    const [text] = await sent(own, 'sr.dcm', structured());
    expect([
      pdf?.document.content_type,
      pdf?.document.file_name,
      text?.document.file_name,
      text?.document.report?.lines.length,
    ]).toEqual(['application/pdf', 'Befundbericht.pdf', 'sr.dcm', 1]);
    expect((await send(own, 'again.dcm', file)).statusCode).toBe(409);
  });
});

describe('A measurement report', () => {
  const number = (image: string): ElementSpec[] => [
    ['0040a040', 'CS', 'NUM'],
    ['0040a300', 'SQ', [[['0040a30a', 'DS', '14.2']]]],
    [
      '0040a730',
      'SQ',
      [
        [
          ['0040a040', 'CS', 'IMAGE'],
          ['00081199', 'SQ', [[['00081155', 'UI', image]]]],
        ],
      ],
    ],
  ];
  const measuring = (...images: string[]) =>
    aReport([
      ['0040a040', 'CS', 'CONTAINER'],
      ['0040a730', 'SQ', images.map(number)],
    ]);
  const found = async (theCase: TestCase, id: string, person = theCase.patient) => {
    const answer = await requestsAs(house.app, person).get(`/api/documents/${id}/report-images`);
    return answer.statusCode === 200 ? answer.json<{ instance: string; document_id: string }[]>() : answer.statusCode;
  };

  test('has its values in rows, and finds its images in the case, for both sides', async () => {
    const own = await aCase(house);
    const [images] = await sent(
      own,
      'cd.zip',
      await writeZip({
        a: anImage(['00080018', 'UI', '1.2.9.1'], ['00200011', 'IS', '4'], ['00200013', 'IS', '12']),
        b: anImage(['00080018', 'UI', '1.2.9.2']),
      }),
    );
    const [report] = await sent(own, 'sr.dcm', measuring('1.2.9.1', '1.2.9.7'));
    expect(report?.document.report?.lines[0]).toEqual({
      level: 0,
      name: '',
      text: '14.2',
      measured: { value: '14.2', unit: '', site: '', tracking: '' },
      images: [{ instance: '1.2.9.1', frame: 1 }],
    });
    const there = [
      {
        instance: '1.2.9.1',
        document_id: images?.documentId,
        study_uid: '1.2.3',
        series_number: 4,
        instance_number: 12,
        frames: 1,
      },
    ];
    expect(await found(own, report?.documentId ?? '')).toEqual(there);
    // The doctor sees neither before they are sent.
    expect(await found(own, report?.documentId ?? '', own.doctor)).toBe(404);
    await sendCase(house, own);
    expect(await found(own, report?.documentId ?? '', own.doctor)).toEqual(there);
    await sent(own, 'later.dcm', anImage(['00080018', 'UI', '1.2.9.7']));
    expect(await found(own, report?.documentId ?? '')).toHaveLength(2);
    expect(await found(own, report?.documentId ?? '', own.doctor)).toEqual(there);
  });
  test('finds no image of another case, an archived one, or an ambiguous one', async () => {
    const own = await aCase(house);
    const [report] = await sent(own, 'sr.dcm', measuring('1.2.9.11', '1.2.9.12', '1.2.9.13'));
    const elsewhere = await aCase(house, own);
    await sent(elsewhere, 'a.dcm', anImage(['00080018', 'UI', '1.2.9.11']));
    const [archived] = await sent(own, 'b.dcm', anImage(['00080018', 'UI', '1.2.9.12']));
    await requestsAs(house.app, own.patient).delete(`/api/individualdocument/get/${archived?.documentId}`);
    await sent(own, 'c.dcm', anImage(['00080018', 'UI', '1.2.9.13']));
    expect(await found(own, report?.documentId ?? '')).toMatchObject([{ instance: '1.2.9.13' }]);
    await sent(own, 'd.dcm', anImage(['00080018', 'UI', '1.2.9.13'], ['00200013', 'IS', '2']));
    expect(await found(own, report?.documentId ?? '')).toEqual([]);
  });
});
