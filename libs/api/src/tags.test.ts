import { changeTypes } from '@konsil/contracts/codes';
import { allCasesTagId, tagsChangedBy, tagTypes } from './tags.ts';

test.each(changeTypes)('%s invalidates only known tags', (type) => {
  const tags = tagsChangedBy(type, { case_id: 'c', patient_id: 'p', ref_id: 'r' });
  expect(tags.length).toBeGreaterThan(0);
  expect(tags.every((tag) => tagTypes.includes(tag.type))).toBe(true);
});

test('a change in one case leaves the pages of other cases alone', () => {
  const cases = tagsChangedBy('answer', { case_id: 'c' }).filter(({ type }) => type === 'Case');
  expect(cases).toEqual([{ type: 'Case', id: 'c' }]);
});

test("a document's preview invalidates its lists, neither the dashboard nor case lists", () => {
  const change = { case_id: 'c', ref_id: 'r' };
  expect(tagsChangedBy('document', change)).toContainEqual({ type: 'Cases' });
  expect(tagsChangedBy('document_prepared', change)).toEqual([
    { type: 'Case', id: 'c' },
    { type: 'Documents', id: 'c' },
    { type: 'Documents', id: allCasesTagId },
    { type: 'Document', id: 'r' },
  ]);
});

test('a message invalidates the lists of messages, cases and patients', () => {
  const stale = tagsChangedBy('message', { case_id: 'c' });
  for (const tag of [
    { type: 'Messages', id: 'c' },
    { type: 'Messages', id: allCasesTagId },
    { type: 'Cases' },
    { type: 'Patients' },
  ])
    expect(stale).toContainEqual(tag);
});

test('an unknown case invalidates every case', () => {
  expect(tagsChangedBy('answer')).toContainEqual({ type: 'Case' });
});
