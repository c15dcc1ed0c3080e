import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { PdfPages } from './pdf-pages.ts';
import { seePdf, textOf, type SeenPdf } from './testing/see-pdf.ts';

const pagesOf = () =>
  new PdfPages({
    title: 'Meine Daten',
    locale: 'de',
    created: new Date(0),
    foot: (page, pages) => `${page} / ${pages}`,
  });
const read = async (pages: PdfPages): Promise<SeenPdf> => seePdf(await pages.finish());

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

test('a space between Korean words uses a fallback font, as fontkit cannot measure it', async () => {
  const pages = pagesOf();
  pages.fact('Name', '김 민준');
  pages.paragraph('수술이 필요합니까?');
  const { items, boxes } = await read(pages);
  expect(pages.lettersMissing).toBe(false);
  expect(boxes).toBe(0);
  const text = textOf(items);
  for (const word of ['김', '민준', '수술이', '필요합니까?']) expect(text).toContain(word);
});

test('reports a character without a font, and draws a known one instead', async () => {
  const pages = pagesOf();
  pages.paragraph('Gute Besserung 🙂');
  expect(pages.lettersMissing).toBe(true);
  const { items, boxes } = await read(pages);
  expect(textOf(items)).toContain('Gute Besserung \uFFFD');
  expect(boxes).toBe(0);
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

test('nothing overflows the page, however long a word or text is', async () => {
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

test('the table of contents has all page numbers; a missing target is an error', async () => {
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

test('second-level bookmarks are nested below the preceding first-level one', async () => {
  const pages = pagesOf();
  for (const [text, level] of [
    ['Fall', 1],
    ['Fragen', 2],
    ['Antwort', 2],
    ['Dokumente', 1],
    ['Labor', 2],
  ] as const)
    pages.place({ name: text, text, level });
  const leaf = (title: string) => ({ title, items: [] });
  expect((await read(pages)).outline).toEqual([
    { title: 'Fall', items: [leaf('Fragen'), leaf('Antwort')] },
    { title: 'Dokumente', items: [leaf('Labor')] },
  ]);
});
