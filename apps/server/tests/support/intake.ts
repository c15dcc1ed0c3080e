import type { Document, UploadedItem } from '@konsil/contracts/documents';
import { imageElements, writeDicom, type ElementSpec } from '@konsil/server-dicom/testing/write-dicom';
import type { TestCase } from './a-case.ts';
import type { TestApp } from './app.ts';
import { requestsAs } from './people.ts';
import { untilServed } from './until-served.ts';
import { upload } from './upload.ts';

export const patient: ElementSpec[] = [
  ['00100010', 'PN', 'Möller^Petra'],
  ['00100030', 'DA', '19680421'],
];
export const otto: ElementSpec[] = [
  ['00100010', 'PN', 'Brandt^Otto'],
  ['00100030', 'DA', '19440101'],
];
let uid = 0;
/** A different image each time. */
export const anImage = (...more: ElementSpec[]) =>
  writeDicom(
    imageElements(['00080018', 'UI', `1.2.3.4.5.${(uid += 1)}`], ['00080060', 'CS', 'CT'], ...patient, ...more),
  );
export const aReport = (content: ElementSpec[], ...more: ElementSpec[]) =>
  writeDicom([
    ...imageElements(['00080018', 'UI', `1.2.3.4.6.${(uid += 1)}`], ...patient, ...more).filter(
      ([tag]) => tag < '0028',
    ),
    ...content,
  ]);

/** Uploads of a case's patient, and what they became. */
export const uploads = (house: () => TestApp) => {
  const send = (theCase: TestCase, name: string, bytes: Buffer) =>
    upload(house().app, theCase.patient, theCase.id, [{ name, bytes }]);
  const sent = async (theCase: TestCase, name: string, bytes: Buffer): Promise<UploadedItem[]> => {
    const answer = await untilServed(() => send(theCase, name, bytes));
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<UploadedItem[]>();
  };
  const listed = async (theCase: TestCase, person = theCase.patient) =>
    (await requestsAs(house().app, person).get(`/api/documentsoverview/${theCase.id}?group=image`)).json<{
      items: Document[];
      total: number;
    }>();
  const reader = async (theCase: TestCase, id: string, person = theCase.patient) => {
    const { url } = (await requestsAs(house().app, person).post(`/api/documents/${id}/viewer`)).json<{ url: string }>();
    const entry = await house().app.inject({ url: new URL(url).pathname + new URL(url).search });
    return [entry.headers['set-cookie']]
      .flat()
      .map((cookie) => cookie?.split(';')[0])
      .join('; ');
  };
  return { send, sent, listed, reader };
};
