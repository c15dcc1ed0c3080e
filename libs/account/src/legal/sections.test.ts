import { sectionsOf } from './sections.ts';

test('a line starting with # is a heading; an empty line ends a paragraph', () => {
  expect(sectionsOf('Vorab.\n\n# Kontakt\nStraße 1\n50667 Köln\n\nMo bis Fr\n\n# Kammer\r\n\r\nNordrhein\n')).toEqual([
    { paragraphs: ['Vorab.'] },
    { title: 'Kontakt', paragraphs: ['Straße 1\n50667 Köln', 'Mo bis Fr'] },
    { title: 'Kammer', paragraphs: ['Nordrhein'] },
  ]);
});

test('a text without headings is one section, and an empty text has no section', () => {
  expect(sectionsOf('Name: # 12\n\nOrt')).toEqual([{ paragraphs: ['Name: # 12', 'Ort'] }]);
  expect(sectionsOf(' \n\n ')).toEqual([]);
});
