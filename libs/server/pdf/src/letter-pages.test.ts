import sharp from 'sharp';
import { LetterPages, type EarlierBreak } from './letter-pages.ts';
import { faultsOf } from './testing/conformance.ts';
import { seePdf, textOf } from './testing/see-pdf.ts';

const millimetre = 72 / 25.4;
const pageHeight = 841.89;
const paper = { width: 300, height: 200 };
let picture: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  const blank = sharp({ create: { ...paper, channels: 3, background: '#24488f' } });
  [picture, jpeg] = [await blank.clone().png().toBuffer(), await blank.clone().jpeg().toBuffer()];
});

const long = 'Ich rate zur Kontrolle, weil die Größe zugenommen hat. ';
const pagesOf = (earlier: EarlierBreak | null = null) =>
  new LetterPages(
    {
      title: 'Arztbrief',
      locale: 'de',
      created: new Date(0),
      foot: (page, pages) => `Seite ${page} von ${pages}`,
      footLeft: 'Adler, Miriam, geb. 12. März 1984',
    },
    earlier,
  );
/** A letter with everything that one can have. */
const aLetter = (paragraphs = 1, earlier: EarlierBreak | null = null): LetterPages => {
  const pages = pagesOf(earlier);
  pages.letterhead({
    name: 'Praxis am Dom',
    under: 'Dr. Elif Sandberg, Chirurgie',
    beside: ['Domstraße 1, 50667 Köln'],
    logo: { bytes: picture, ...paper, alt: 'Logo der Praxis am Dom' },
  });
  pages.addressed(
    'Dr. Elif Sandberg, Domstraße 1, 50667 Köln',
    ['Dr. Karin Hollweg', 'Hausärztliche Praxis', 'Lindenallee 7', '50968 Köln'],
    [
      ['Datum', '23. November 2026'],
      ['Kopie an', 'Miriam Adler'],
    ],
  );
  pages.subject('Arztbrief: Knoten');
  pages.sheet(
    [{ share: 0.5 }, { share: 0.5 }],
    [
      ['Patient', 'Geboren'],
      ['Adler, Miriam', '12. März 1984'],
    ],
  );
  pages.part('Antwort');
  for (let index = 0; index < paragraphs; index += 1) pages.paragraph(`${index + 1}. ${long.repeat(6)}`);
  pages.part('Fragen');
  pages.question('1. Muss der Knoten heraus?');
  pages.paragraph('Nein.');
  pages.part('Belege');
  pages.evidence([
    {
      number: '[1]',
      title: 'Der Befund',
      details: ['Arztbrief, Seite 1'],
      picture: { bytes: jpeg, ...paper, alt: 'Bild zu Beleg 1' },
    },
    { number: '[2]', title: 'Ohne Bild', details: ['Die Unterlage ist nicht mehr da.'] },
  ]);
  pages.part('Termine');
  pages.list(['10. Dezember 2026', '11. Dezember 2026']);
  pages.table(
    [{ share: 0.3 }, { share: 0.7 }],
    [
      ['Kode', 'Bezeichnung'],
      ['E04.1', 'Knoten'],
    ],
    { ruled: true },
  );
  pages.signature('Mit freundlichen Grüßen', 'Dr. Elif Sandberg', 'Chirurgie', 'Freigegeben am 23. November 2026');
  return pages;
};
const finished = async (paragraphs: number): Promise<Buffer> => {
  const first = aLetter(paragraphs);
  return (first.needed ? aLetter(paragraphs, first.needed) : first).finish();
};

test('keeps the rules of PDF/A-3a and PDF/UA-1 that can be checked here', async () => {
  const bytes = await finished(12);
  expect(faultsOf(bytes, await seePdf(bytes))).toEqual([]);
});

test('the rule check detects violations', async () => {
  const bytes = await finished(1);
  const broken = Buffer.from(
    bytes
      .toString('latin1')
      .replace('/Marked true', '/Marked null')
      .replace(/\/Lang \(de-DE\)/, '/Lang ()     ')
      .replace(/\/Scope \/Row/, '/Scopf /Row')
      .replace('<pdfuaid:part>1<', '<pdfuaid:part>2<')
      .replace(/\/Alt \(/, '/Alu ('),
    'latin1',
  );
  expect(faultsOf(broken, await seePdf(bytes))).toEqual([
    'A 6.7 and UA 7.1 tagged, and never suspect',
    'UA 5 the file says PDF/UA-1',
    'UA 7.2 a language',
    'UA 7.3 figures have a text and a place',
    'UA 7.5 heads of tables have a scope',
  ]);
});

test('screen readers get the letter in reading order, without page footers', async () => {
  const seen = await seePdf(await finished(1));
  const heard = seen.tree
    .filter(({ role, text, alt }) => text.trim() || alt || /^(?:L|Table|H\d)$/.test(role))
    .map(({ role, text, alt }) => `${role}: ${alt ?? text.replace(/\s+/g, ' ').trim()}`);
  expect(heard).toEqual([
    'Figure: Logo der Praxis am Dom',
    'P: Praxis am Dom',
    'P: Dr. Elif Sandberg, Chirurgie',
    'P: Domstraße 1, 50667 Köln',
    'P: Dr. Elif Sandberg, Domstraße 1, 50667 Köln',
    'P: Dr. Karin Hollweg Hausärztliche Praxis Lindenallee 7 50968 Köln',
    'Table: ',
    'TH: Datum',
    'TD: 23. November 2026',
    'TH: Kopie an',
    'TD: Miriam Adler',
    'H1: Arztbrief: Knoten',
    'Table: ',
    'TH: Patient',
    'TH: Geboren',
    'TD: Adler, Miriam',
    'TD: 12. März 1984',
    'H2: Antwort',
    `P: 1. ${long.repeat(6).trim()}`,
    'H2: Fragen',
    'H3: 1. Muss der Knoten heraus?',
    'P: Nein.',
    'H2: Belege',
    'L: ',
    'Span: [1]',
    'P: Der Befund',
    'P: Arztbrief, Seite 1',
    'Figure: Bild zu Beleg 1',
    'Span: [2]',
    'P: Ohne Bild',
    'P: Die Unterlage ist nicht mehr da.',
    'H2: Termine',
    'L: ',
    'P: 10. Dezember 2026',
    'P: 11. Dezember 2026',
    'Table: ',
    'TH: Kode',
    'TH: Bezeichnung',
    'TD: E04.1',
    'TD: Knoten',
    'P: Mit freundlichen Grüßen',
    'P: Dr. Elif Sandberg',
    'P: Chirurgie',
    'P: Freigegeben am 23. November 2026',
  ]);
  expect(seen.artifacts.join(' ')).toContain('Seite 1 von 2');
});

test('the address is in the window of an envelope by DIN 5008, form B', async () => {
  const { items } = await seePdf(await finished(1));
  const inWindow = items.filter(
    ({ text, left, right, bottom, page }) =>
      text.trim() &&
      page === 1 &&
      left >= 20 * millimetre &&
      right <= 105 * millimetre &&
      pageHeight - bottom >= 45 * millimetre &&
      pageHeight - bottom <= 90 * millimetre,
  );
  expect(textOf(inWindow)).toBe(
    'Dr. Elif Sandberg, Domstraße 1, 50667 KölnDr. Karin HollwegHausärztliche PraxisLindenallee 750968 Köln',
  );
});

test('no page ends with a heading, and no signature is alone on a page', async () => {
  for (const paragraphs of [5, 7, 9, 13]) {
    const seen = await seePdf(await finished(paragraphs));
    const headings = new Set(seen.tree.filter(({ role }) => /^H\d$/.test(role)).map(({ text }) => text.trim()));
    const lines = seen.items.filter(({ text, bottom }) => text.trim() && bottom > 70);
    for (let page = 1; page <= seen.pages; page += 1) {
      const here = lines.filter((line) => line.page === page).sort((a, b) => b.bottom - a.bottom);
      const lowest = here.filter(({ bottom }) => bottom === here.at(-1)?.bottom);
      expect(headings.has(textOf(lowest).trim())).toBe(false);
      const signs = here.findIndex(({ text }) => text.startsWith('Mit freundlichen'));
      if (signs >= 0) expect([paragraphs, signs > 0]).toEqual([paragraphs, true]);
    }
  }
});

test('nothing overflows the text column, however long names and words are', async () => {
  const pages = pagesOf();
  const name = 'Freifrau von und zu Oppersdorff-Wolkenstein-Trostburg '.repeat(2);
  pages.letterhead({ name, under: name, beside: [name] });
  pages.addressed(name, [name, name, 'عبد الرحمن', '陳大文'], [['Kopie an', `${name}; ${'x'.repeat(80)}`]]);
  pages.subject(name.repeat(3));
  pages.sheet(
    [{ share: 0.5 }, { share: 0.5 }],
    [
      ['Patient', 'Anschrift'],
      [name, name],
    ],
  );
  pages.part(name);
  pages.evidence([
    { number: '[99]', title: name.repeat(4), details: [name], picture: { bytes: jpeg, ...paper, alt: 'Bild' } },
  ]);
  pages.signature('Grüße', name, name, name.repeat(3));
  const bytes = await pages.finish();
  const seen = await seePdf(bytes);
  for (const { left, right, bottom } of seen.items.filter(({ text }) => text.trim())) {
    expect(left).toBeGreaterThanOrEqual(25 * millimetre - 0.1);
    expect(right).toBeLessThanOrEqual(595.28 - 20 * millimetre + 0.5);
    expect(bottom).toBeGreaterThan(10 * millimetre);
  }
  expect(faultsOf(bytes, seen)).toEqual([]);
});

test('a table repeats its headers on the next page; screen readers hear them once', async () => {
  const pages = pagesOf();
  pages.table(
    [{ share: 0.3 }, { share: 0.7 }],
    [['Kode', 'Bezeichnung'], ...Array.from({ length: 60 }, (_, index) => [`E${index}`, long])],
  );
  const { items, tree, pages: count } = await seePdf(await pages.finish());
  expect(items.filter(({ text }) => text === 'Bezeichnung').map(({ page }) => page)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  expect(tree.filter(({ role, text }) => role === 'TH' && text)).toHaveLength(2);
});

test('rendering the same letter twice gives identical bytes', async () => {
  expect((await finished(9)).equals(await finished(9))).toBe(true);
});
