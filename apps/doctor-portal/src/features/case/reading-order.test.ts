import { aDocument, aRequest } from '@konsil/testing';
import { inReadingOrder } from './reading-order';

const documents = [
  aDocument({ file_name: 'ct', group: 'image', medical_kind_code: 'ct', issue_date: '2026-11-12' }),
  aDocument({ file_name: 'old letter', medical_kind_code: 'letter', issue_date: '2026-10-21' }),
  aDocument({ file_name: 'blood', medical_kind_code: 'laboratory', issue_date: '2026-11-16', is_new: true }),
  aDocument({ file_name: 'no date', medical_kind_code: 'letter', issue_date: null }),
  aDocument({ file_name: 'letter', medical_kind_code: 'letter', issue_date: '2026-11-13', is_new: true }),
  aDocument({ file_name: 'archived', archived_at: '2026-11-02T08:00:00Z' }),
];
const order = (requests: number) =>
  inReadingOrder(documents, { last_answer: null, requests: Array.from({ length: requests }, () => aRequest()) }).map(
    ({ file_name }) => file_name,
  );

test('letters come before laboratory and imaging, the newest date of issue first', () => {
  expect(order(1)).toEqual(['letter', 'old letter', 'no date', 'blood', 'ct']);
});

test('from the second request on, new documents come first', () => {
  expect(order(2)).toEqual(['blood', 'letter', 'old letter', 'no date', 'ct']);
});
