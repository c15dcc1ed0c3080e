import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import type { RequestPreview } from '@konsil/contracts/requests';
import { unzipSync } from 'fflate';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { writeZip } from '@konsil/server-dicom/testing/write-zip';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, newCase, send, type Conversation } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { sendCase } from '../support/a-case.ts';
import { details, uploadOne } from '../support/upload.ts';

interface Page {
  items: Document[];
  next_cursor: string | null;
  total: number;
}
let house: TestApp;
let theCase: Conversation & { id: string };
const ids: Record<string, string> = {};
const add = async (name: string, bytes: Buffer): Promise<void> => {
  ids[name] = (await uploadOne(house.app, theCase.patient, theCase.id, name, bytes)).documentId;
};
const ct = Object.values(unzipSync(fixture('ct-series-7.zip'))).map((bytes) => Buffer.from(bytes));

beforeAll(async () => {
  house = await testApp();
  const conversation = await newCase(house);
  theCase = { ...conversation, id: conversation.caseId };
  await add('CT 1.dcm', ct[0] as Buffer);
  await add('MR.dcm', fixture('MR_small_implicit.dcm'));
  await add('Nacken.dcm', ct[1] as Buffer);
  // A disc with two examinations becomes two documents, one of them of the examination above.
  await add(
    'beide.zip',
    await writeZip({
      'ct.dcm': ct[2] as Buffer,
      'mr.dcm': writeDicom(imageElements(['00080060', 'CS', 'MR'], ['00100010', 'PN', 'Doe^Peter'])),
    }),
  );
  await add('CT 3.dcm', ct[3] as Buffer);
});

const list = async (query: string, person = theCase.patient): Promise<Page> =>
  (await requestsAs(house.app, person).get(`/api/documentsoverview/${theCase.id}?group=image${query}`)).json<Page>();
const names = ({ items }: Page): string[] => items.map(({ file_name: name }) => name);
const pages = async (query: string): Promise<string[][]> => {
  const found: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await list(`${query}&limit=1${cursor && `&cursor=${cursor}`}`);
    found.push(names(page));
    cursor = page.next_cursor;
  }
  return found;
};

const partOfDisc = 'beide – CT 2001-01-01.dcm';
test.each([
  ['', [['CT 3.dcm', 'CT 1.dcm', 'Nacken.dcm', partOfDisc], ['beide – MR.dcm'], ['MR.dcm']]],
  ['&sort=name', [[partOfDisc, 'CT 1.dcm', 'Nacken.dcm', 'CT 3.dcm'], ['beide – MR.dcm'], ['MR.dcm']]],
])('no page%s separates the files of one examination', async (query, expected) => {
  expect(await pages(query)).toEqual(expected);
});

const caseFor = async (person = theCase.patient) =>
  (await requestsAs(house.app, person).get(`/api/processoverview/${theCase.id}`)).json<ProcessOverview>();
const toldCounts = ({ timeline }: ProcessOverview, kind: string) =>
  timeline.filter((entry) => entry.kind === kind).map(({ count }) => count);

test('unsent and added documents are counted by examination', async () => {
  const shown = await caseFor();
  expect(shown.new_documents).toBe(3);
  expect(toldCounts(shown, 'documents_added')).toEqual([3]);
});

test.each(['', '&sort=name', '&sort=kind'])('the list%s counts examinations, and so does the case', async (query) => {
  expect((await list(query)).total).toBe(3);
  expect((await caseFor()).counts).toMatchObject({ documents: 0, images: 3 });
});

test('a match in one file of an examination returns all its files', async () => {
  const found = await list('&search=nacken');
  expect(found.total).toBe(1);
  expect(names(found)).toEqual(['Nacken.dcm', 'CT 1.dcm', partOfDisc, 'CT 3.dcm']);
});

test('archived and unsent files are not part of the examination', async () => {
  const patient = requestsAs(house.app, theCase.patient);
  await patient.delete(`/api/individualdocument/get/${ids['Nacken.dcm']}`);
  expect(names(await list('')).slice(0, 2)).toEqual(['CT 3.dcm', 'CT 1.dcm']);
  expect(names(await list('&archived=true'))).toEqual(['Nacken.dcm']);

  await sendCase(house, theCase);
  await patient.post(`/api/individualdocument/restore/${ids['Nacken.dcm']}`);
  await add('CT 4.dcm', ct[4] as Buffer);
  const seen = await list('', theCase.doctor);
  expect(names(seen).slice(0, 3)).toEqual(['CT 3.dcm', 'CT 1.dcm', 'Nacken.dcm']);
  expect(seen.total).toBe(3);
});

test('sent, new and added documents are counted by examination', async () => {
  const other = await newCase(house);
  const [patient, doctor] = [requestsAs(house.app, other.patient), requestsAs(house.app, other.doctor)];
  const path = `/api/process/${other.caseId}/preview`;
  const pageFor = async (person: typeof patient) =>
    (await person.get(`/api/processoverview/${other.caseId}`)).json<ProcessOverview>();
  for (const [index, bytes] of ct.slice(0, 2).entries()) {
    const { documentId } = await uploadOne(house.app, other.patient, other.caseId, `CT ${index}.dcm`, bytes);
    await patient.post(`/api/metadata/${documentId}`, details());
  }
  bodyOf(await send(house, other), 201);
  expect((await patient.get(path)).json<RequestPreview>().already_sent).toBe(1);
  const seen = await pageFor(doctor);
  expect(seen.new_documents).toBe(1);
  expect(toldCounts(seen, 'request_sent')).toEqual([1]);

  for (const [index, bytes] of ct.slice(2, 4).entries())
    await uploadOne(house.app, other.doctor, other.caseId, `Kontrolle ${index}.dcm`, bytes);
  const told = await pageFor(patient);
  const newest = told.documents.find(({ file_name: name }) => name === 'Kontrolle 1.dcm');
  expect(told.unread_documents).toEqual([newest?.id]);
  expect(toldCounts(told, 'documents_added')).toEqual([1, 1]);
});

test('images labelled as a letter remain viewable, alone and on their case', async () => {
  const { patient, caseId } = await newCase(house);
  const call = requestsAs(house.app, patient);
  const { documentId } = await uploadOne(house.app, patient, caseId, 'CT.dcm', fixture('CT_small.dcm'));
  expect((await call.post(`/api/metadata/${documentId}`, details())).json<Document>().group).toBe('document');
  const alone = (await call.get(`/api/documents/${documentId}`)).json<Document>();
  const [inCase] = (await call.get(`/api/processoverview/${caseId}`)).json<ProcessOverview>().documents;
  expect([alone.dicom?.modality, inCase?.dicom?.modality]).toEqual(['CT', 'CT']);
});
