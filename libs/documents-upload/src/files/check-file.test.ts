/** @jest-environment node */
import { zipSync } from 'fflate';
import { checkFile } from './check-file.ts';

const text = (words: string) => new TextEncoder().encode(words);
const check = (name: string, ...parts: BlobPart[]) => checkFile(new File(parts, name), new Set(), () => undefined);
const packed = (members: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(members).map(([name, words]) => [name, text(words)]))) as BlobPart;
const ole = (stream: string) => {
  const bytes = new Uint8Array(9216);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const view = new DataView(bytes.buffer);
  view.setUint16(30, 9, true);
  view.setUint32(48, 15, true);
  [...stream].forEach((letter, index) => view.setUint16(8192 + index * 2, letter.charCodeAt(0), true));
  return bytes;
};

test.each<[string, string, BlobPart]>([
  ['word', 'Brief.zip', packed({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' })],
  ['excel', 'Werte.xlsx', packed({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' })],
  ['numbers', 'Werte.numbers', packed({ 'Index/Document.iwa': 'x' })],
  ['word', 'Brief.doc', ole('WordDocument')],
  ['powerpoint', 'Brief', ole('PowerPoint Document')],
  ['video', 'film.mov', text('\0\0\0\u0014ftypqt  ')],
  ['rtf', 'Brief.txt', text('{\\rtf1')],
])('refuses a %s file by its content, regardless of its name', async (kind, name, bytes) => {
  expect(await check(name, bytes)).toEqual({ refusal: 'unsupported', kind });
});

test('leaves an archive of files unchanged, with its name', async () => {
  const checked = await check('cd.zip', packed({ 'DICOM/IM1': 'x', DICOMDIR: 'x' }));
  expect('file' in checked && checked.file.name).toBe('cd.zip');
});
