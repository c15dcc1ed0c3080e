import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { PdfPages } from './pdf-pages.ts';

interface Item {
  text: string;
  left: number;
  right: number;
  bottom: number;
  page: number;
}
/** Reads a PDF's text with pdfjs: every run with its position, and whether a glyph is missing (glyph 0). */
const reader = `
import { readFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
const pdf = await getDocument({ data: new Uint8Array(await readFile(process.argv.at(-1))), verbosity: 0, disableFontFace: true }).promise;
const items = [];
const tags = [];
const walk = (node) => {
  if (node.role && node.role !== 'Root') tags.push(node.role);
  node.children?.forEach(walk);
};
let [boxes, untagged] = [0, 0];
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  for (const item of (await page.getTextContent({ disableNormalization: true })).items) items.push({ text: item.str, left: item.transform[4], right: item.transform[4] + item.width, bottom: item.transform[5], page: number });
  walk((await page.getStructTree()) ?? {});
  const { fnArray, argsArray } = await page.getOperatorList();
  let marked = 0;
  for (const fn of fnArray) {
    if (fn === OPS.beginMarkedContent || fn === OPS.beginMarkedContentProps) marked += 1;
    if (fn === OPS.endMarkedContent) marked -= 1;
    if ((fn === OPS.showText || fn === OPS.constructPath) && marked === 0) untagged += 1;
  }
  fnArray.forEach((fn, index) => { if (fn === OPS.showText) boxes += argsArray[index][0].filter((glyph) => glyph && glyph.originalCharCode === 0).length; });
}
console.log(JSON.stringify({ items, boxes, tags, untagged, pages: pdf.numPages }));
`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-pages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pagesOf = () =>
  new PdfPages({
    title: 'Meine Daten',
    locale: 'de',
    created: new Date(0),
    foot: (page, pages) => `${page} / ${pages}`,
  });
interface Read {
  items: Item[];
  boxes: number;
  /** The roles of the structure, in reading order. */
  tags: string[];
  /** Text and lines outside of any marked content. */
  untagged: number;
  pages: number;
}
const read = async (pages: PdfPages): Promise<Read> => {
  const file = join(folder, 'pages.pdf');
  await writeFile(file, await pages.finish());
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', reader, file], {
    cwd: __dirname,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Read;
};
const textOf = (items: readonly Item[]): string =>
  items
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ');

const samples = [
  'Nguyễn Thị Hồng',
  'Yıldız Wałęsa Þórsdóttir Đức Sørensen',
  'Шевченко Їжак',
  'Παπαδόπουλος',
  '山田太郎 やまだ',
  '陳大文 龍',
  '김민준',
  'สมชาย',
  'გიორგი',
  'Արամ',
  'ሰላም',
  'தமிழ்',
  'বাংলা',
  'राम',
  '≥ 3 µg → 5',
];
test('renders characters of every script', async () => {
  const pages = pagesOf();
  for (const sample of samples) pages.paragraph(sample);
  pages.fact('Name', 'محمد');
  pages.paragraph('שלום');
  const { items, boxes } = await read(pages);
  expect(pages.lettersMissing).toBe(false);
  expect(boxes).toBe(0);
  const text = textOf(items);
  for (const word of [
    'Nguyễn',
    'Wałęsa',
    'Đức',
    'Шевченко',
    'Παπαδόπουλος',
    '山田太郎',
    'やまだ',
    '陳大文',
    '김민준',
    'สมชาย',
    'გიორგი',
    'Արամ',
    'ሰላም',
    '≥ 3',
  ])
    expect(text).toContain(word);
  expect(text.normalize('NFKC')).toMatch(/محمد|دمحم/);
  expect(text).toMatch(/שלום|םולש/);
});

test('reports a character without a font, and draws a known one instead', async () => {
  const pages = pagesOf();
  pages.paragraph('Gute Besserung 🙂');
  expect(pages.lettersMissing).toBe(true);
  const { items, boxes } = await read(pages);
  expect(textOf(items)).toContain('Gute Besserung \uFFFD');
  expect(boxes).toBe(0);
});

const aLetter = () => {
  const pages = pagesOf();
  pages.letterhead('Praxis am Dom', 'Dr. Elif Sandberg', ['Domstraße 1, 50667 Köln']);
  pages.addressed('Dr. Elif Sandberg', ['Miriam Adler'], [['Datum', '23. November 2026']]);
  pages.subject('Arztbrief: Knoten');
  pages.table(
    [{ share: 0.5 }, { share: 0.5 }],
    [
      ['Patient', 'Geboren'],
      ['Adler', '1984'],
    ],
  );
  pages.part('Antwort');
  pages.paragraph('Ich rate zur Kontrolle. '.repeat(20));
  pages.question('1. Muss der Knoten heraus?');
  pages.paragraph('Nein.');
  pages.signature('Mit freundlichen Grüßen', 'Dr. Elif Sandberg', 'Chirurgie', 'Freigegeben');
  return pages;
};

test('everything in a letter is tagged, or left out by screen readers', async () => {
  const { tags, untagged, items } = await read(aLetter());
  expect(untagged).toBe(0);
  expect(tags.filter((tag) => /^(H\d|Table|TR|TH|TD)$/.test(tag)).join(' ')).toBe(
    'Table TR TH TD H1 Table TR TH TH TR TD TD H2 H3',
  );
  expect(tags.filter((tag) => tag === 'P').length).toBeGreaterThan(8);
  // Without the space, the last word of a line and the first of the next were one.
  expect(textOf(items)).not.toContain('.Ich');
});

test('a letter is PDF/A-3a and PDF/UA: language, title, colours, embedded fonts, no dates of today', async () => {
  const [bytes, again] = [await aLetter().finish(), await aLetter().finish()];
  expect(bytes.equals(again)).toBe(true);
  const text = bytes.toString('latin1');
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>A</pdfaid:conformance>',
    '<pdfuaid:part>1</pdfuaid:part>',
    '/S /GTS_PDFA1',
    '/Lang (de-DE)',
    '/Marked true',
    '/DisplayDocTitle true',
    '/ID [',
  ])
    expect(text).toContain(part);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  expect(count(/\/Type \/FontDescriptor/g)).toBeGreaterThan(0);
  expect(count(/\/FontFile[23] /g)).toBe(count(/\/Type \/FontDescriptor/g));
  expect(count(/\/ToUnicode /g)).toBe(count(/\/Subtype \/Type0/g));
  expect(text).not.toMatch(/\/(?:JavaScript|JS|Encrypt|AA|OpenAction)\b/);
});

test('renders right-to-left words in order, with numbers and brackets', async () => {
  const pages = pagesOf();
  pages.paragraph('שלום עולם 123 (אבג)');
  const { items } = await read(pages);
  const line = items.filter(({ text }) => text.trim() && !text.includes('/'));
  // pdfjs joins runs and reorders right-to-left text: positions give the order.
  const drawn = line
    .sort((a, b) => a.left - b.left)
    .map(({ text }) => text)
    .join('');
  expect(drawn.replace(/\s/g, '')).toMatch(/^\(?(אבג|גבא)\)?.*123.*/);
  expect(drawn).toMatch(/שלום עולם|םלוע םולש/);
  // The text starts at the right margin.
  expect(
    Math.max(...items.filter(({ text }) => text.trim() && !text.includes('/')).map(({ right }) => right)),
  ).toBeGreaterThan(530);
});

test('nothing is outside the page, however long a word or a text is', async () => {
  const pages = pagesOf();
  const long = 'Schilddrüse'.repeat(40);
  pages.fact('Adresse', `https://example.org/${'a'.repeat(300)}`);
  pages.heading(long);
  pages.paragraph(`${long} ${'漢'.repeat(200)} ${'wort '.repeat(2000)}\nletzte Zeile`);
  const { items, pages: count } = await read(pages);
  expect(count).toBeGreaterThan(2);
  for (const { left, right, bottom } of items.filter(({ text }) => text.trim())) {
    expect(left).toBeGreaterThanOrEqual(55.9);
    expect(right).toBeLessThanOrEqual(595.28 - 55.9);
    expect(bottom).toBeGreaterThan(30);
    expect(bottom).toBeLessThan(842 - 50);
  }
  const text = items
    .map((item) => item.text)
    .join('')
    .replace(/\s/g, '');
  expect(text).toContain(long);
  expect(text.match(/漢/g)).toHaveLength(200);
  expect(text.match(/wort/g)).toHaveLength(2000);
  expect(text).toContain('letzteZeile');
});

test('a long document waits for its reader, and fails without one', async () => {
  const jpeg = await sharp(randomBytes(300 * 400 * 3), { raw: { width: 300, height: 400, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const pages = pagesOf();
  let [written, read] = [0, 0];
  let mostUnread = 0;
  const writing = (async () => {
    for (let page = 0; page < 60; page += 1) {
      pages.newPage();
      pages.picture({ jpeg, width: 300, height: 400, alt: `Seite ${page}` });
      written += jpeg.length;
      mostUnread = Math.max(mostUnread, written - read);
      await pages.relieved();
    }
    pages.end();
  })();
  for await (const piece of pages.bytes()) {
    read += piece.length;
    await new Promise(setImmediate);
  }
  await writing;
  expect(written).toBeGreaterThan(5_000_000);
  expect(mostUnread).toBeLessThan(2_000_000);

  const unread = pagesOf();
  const reader = unread.bytes();
  unread.picture({ jpeg, width: 300, height: 400, alt: 'Seite' });
  await reader.next();
  await reader.return(undefined);
  await expect(unread.relieved()).rejects.toThrow('Nobody reads this PDF');
});

test('contents have the page of every place, and a place that is missing is an error', async () => {
  const pages = pagesOf();
  const places = Array.from({ length: 60 }, (_, index) => ({
    name: `place-${index}`,
    text: `Kapitel ${index}`,
    level: index % 3 === 0 ? (1 as const) : (2 as const),
  }));
  pages.contents('Inhalt', places);
  for (const place of places) {
    pages.newPage();
    pages.place(place);
  }
  const { items, untagged, tags } = await read(pages);
  expect(untagged).toBe(0);
  expect(tags.filter((tag) => tag === 'TOCI')).toHaveLength(60);
  for (const { text } of places) {
    const page = items.filter((item) => item.text === text).at(-1)?.page;
    const row = items.find((item) => item.text === text);
    const number = items.find(
      (item) => item.page === row?.page && item.bottom === row.bottom && item.left > 500 && item.text.trim(),
    );
    expect([text, number?.text]).toEqual([text, String(page)]);
  }
  const missing = pagesOf();
  missing.contents('Inhalt', [{ name: 'nowhere', text: 'Nirgends', level: 1 }]);
  expect(() => missing.end()).toThrow('nowhere');
});
