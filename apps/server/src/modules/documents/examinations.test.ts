import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { unzipSync } from 'fflate';
import { fixture } from '../../imaging/testing/fixtures.ts';
import { writeZip } from '../../imaging/testing/write-zip.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { newCase, type Conversation } from '../../testing/cases.ts';
import { as } from '../../testing/people.ts';
import { sendCase } from './testing/a-case.ts';
import { uploadOne } from './testing/upload.ts';

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
  // A disc with somebody's whole history is no part of one examination.
  await add('beide.zip', await writeZip({ 'ct.dcm': ct[2] as Buffer, 'mr.dcm': fixture('MR_small_implicit.dcm') }));
  await add('CT 3.dcm', ct[3] as Buffer);
});

const list = async (query: string, person = theCase.patient): Promise<Page> => (await as(house.app, person).get(`/api/documentsoverview/${theCase.id}?group=image${query}`)).json<Page>();
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

test.each([
  ['', [['CT 3.dcm', 'CT 1.dcm', 'Nacken.dcm'], ['beide.zip'], ['MR.dcm']]],
  ['&sort=name', [['beide.zip'], ['CT 1.dcm', 'Nacken.dcm', 'CT 3.dcm'], ['MR.dcm']]],
])('no page%s parts the files of one examination', async (query, expected) => {
  expect(await pages(query)).toEqual(expected);
});

test.each(['', '&sort=name', '&sort=kind'])('the list%s counts examinations, and so does the case', async (query) => {
  expect((await list(query)).total).toBe(3);
  const { counts } = (await as(house.app, theCase.patient).get(`/api/processoverview/${theCase.id}`)).json<ProcessOverview>();
  expect(counts).toMatchObject({ documents: 0, images: 3 });
});

test('whoever finds one file of an examination gets the whole of it', async () => {
  const found = await list('&search=nacken');
  expect(found.total).toBe(1);
  expect(names(found)).toEqual(['Nacken.dcm', 'CT 1.dcm', 'CT 3.dcm']);
});

test('what is in the archive, or not sent, stays out of the examination', async () => {
  const patient = as(house.app, theCase.patient);
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
