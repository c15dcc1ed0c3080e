import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAnswer, anId, aProcessOverview, aRequest } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
afterEach(() => api.restore());

/** The printed content for the newest answer. */
const printed = async () => {
  let sheet = '';
  window.print = jest.fn(() => {
    sheet = document.querySelector('[data-print="alone"]')?.textContent ?? '';
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Antwort drucken' }));
  await waitFor(() => expect(window.print).toHaveBeenCalledTimes(1));
  return sheet;
};

test('prints a single answer with everything that another doctor needs', async () => {
  const [before, newest] = [
    anAnswer({ answer: 'Die erste Antwort.', answered_at: '2026-10-01T09:00:00.000Z' }),
    anAnswer({
      answer: 'Der Knoten ist gutartig.',
      answered_at: '2026-11-04T09:00:00.000Z',
      question_answers: [{ question_id: anId(), question: 'Muss er heraus?', text: 'Nein.' }],
      read_at: '2026-11-04T10:00:00.000Z',
    }),
  ];
  const request = aRequest({ id: newest.request_id, sent_at: '2026-11-02T09:00:00.000Z' });
  ({ api } = await openCasePage(aProcessOverview({ answers: [before, newest], requests: [request] })));
  const sheet = await printed();
  for (const words of [
    'Dr. Elif Sandberg',
    'Endokrinologie',
    'Miriam Adler, geboren am 14.03.1979',
    'Knoten in der Schilddrüse',
    '02.11.2026',
    '04.11.2026',
    'Der Knoten ist gutartig.',
    'Muss er heraus?',
    'Nein.',
  ])
    expect(sheet).toContain(words);
  expect(sheet).not.toContain('Die erste Antwort.');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('[data-print="alone"]')).toBeNull();
});

test('an answer without question answers is printed with the questions asked', async () => {
  const asked = 'Muss er heraus?';
  const answer = anAnswer({
    option: 'further_documents_needed',
    question_answers: [],
    read_at: '2026-11-04T10:00:00.000Z',
  });
  ({ api } = await openCasePage(
    aProcessOverview({ answers: [answer], questions: [{ id: anId(), text: asked, answer: null }] }),
  ));
  expect(await printed()).toContain(`Ihre Fragen${asked}Dr. Elif Sandberg, `);
});
