import { aLetter, aPdfOf, aScan } from '../testing/samples.ts';
import { isPlainScan } from './plain-scan.ts';

const isPlain = (bytes: Buffer) => isPlainScan(bytes.length, async (start, end) => bytes.subarray(start, end));

/** A PDF of these objects, numbered from 1 (the catalog), with a table of contents that fits. */
const pdfOf = (objects: readonly string[], trailer = ''): Buffer => {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer <</Size ${objects.length + 1} /Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
};
const aPage = (page: string, ...more: string[]) => ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R] /Count 1>>', `<</Type /Page /Parent 2 0 R ${page}>>`, ...more];
const stream = (content: string, entries = '') => `<</Length ${content.length}${entries}>> stream\n${content}\nendstream`;
const drawn = (content: string, drawnObject = stream('x', ' /Subtype /Image')) => aPage('/Contents 4 0 R /Resources <</XObject <</I 5 0 R>>>>', stream(content), drawnObject);

test('a scan is told, as a library makes it and by hand', async () => {
  expect(await isPlain(await aScan())).toBe(true);
  expect(await isPlain(await aScan({ compress: false }))).toBe(true);
  expect(await isPlain(await aScan({}, (pdf) => pdf.addPage().text('Rückseite')))).toBe(true);
  expect(await isPlain(pdfOf(aPage('/Resources <<>>')))).toBe(true);
  expect(await isPlain(pdfOf(drawn('q 595 0 0 842 0 0 cm /I Do Q')))).toBe(true);
});

test('words on the first page are not overlooked', async () => {
  expect(await isPlain(await aLetter(['Arztbrief']))).toBe(false);
  expect(await isPlain(await aScan({}, (pdf) => pdf.text('Arztbrief')))).toBe(false);
  expect(await isPlain(pdfOf(drawn('q /I Do Q BT (Arztbrief) Tj ET')))).toBe(false);
});

test.each<[string, Buffer]>([
  ['a drawn form, which may hold words', pdfOf(drawn('/I Do', stream('x', ' /Subtype /Form')))],
  ['a stream whose length stands elsewhere', pdfOf(aPage('/Contents 4 0 R', '<</Length 5 0 R>> stream\nq Q\nendstream', '3'))],
  ['content that is packed otherwise', pdfOf(aPage('/Contents 4 0 R', stream('71205120>', ' /Filter /ASCIIHexDecode')))],
  ['content in several parts', pdfOf(aPage('/Contents [4 0 R 5 0 R]', stream('q'), stream('Q')))],
  ['a password', pdfOf(aPage(''), ' /Encrypt 3 0 R')],
  ['a password whose name is written with a sign for a letter', pdfOf(aPage(''), ' /Encr#79pt 3 0 R')],
  ['an earlier table of contents', pdfOf(aPage(''), ' /Prev 9')],
  ['pages that lead in a circle', pdfOf(['<</Pages 2 0 R>>', '<</Kids [2 0 R]>>'])],
  ['an object outside the table', pdfOf(['<</Pages 7 0 R>>'])],
  ['nothing that can be read', aPdfOf(5000)],
])('%s is left to the library', async (_, bytes) => {
  expect(await isPlain(bytes)).toBe(false);
});

test('a scan with a password is left to the library', async () => {
  expect(await isPlain(await aScan({ userPassword: 'x', pdfVersion: '1.7' }))).toBe(false);
});

test('content that grows without measure when unpacked is left to the library', async () => {
  expect(await isPlain(await aScan({}, (pdf) => pdf.addContent('q Q\n'.repeat(200_000))))).toBe(false);
});
