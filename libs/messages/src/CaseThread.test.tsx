import { screen } from '@testing-library/react';
import { aMessage, anId, aPage, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseThread } from './CaseThread';

let api: FakeApi;
afterEach(() => api.restore());

const caseId = anId();
const report = { id: anId(), name: 'Laborbefund, 12.10.2026', file: 'Labor_1.pdf', to: '/documents/labor' };
const letter = { id: anId(), name: 'Arztbrief, 02.10.2026', file: 'Brief.pdf', to: '/documents/letter' };

test('the documents that came along are named and lead to themselves', async () => {
  api = fakeApi({ listCaseMessages: aPage([aMessage({ case_id: caseId, direction: 'sent', document_ids: [report.id] })]) });
  await renderWithProviders(<CaseThread caseId={caseId} documents={[letter, report]} />);
  expect(await screen.findByRole('link', { name: 'Laborbefund, 12.10.2026, Labor_1.pdf' })).toHaveAttribute('href', report.to);
  expect(screen.queryByRole('link', { name: /^Arztbrief/ })).toBeNull();
});

test('a message without documents has no list of them; a thread without messages says what it is for', async () => {
  api = fakeApi({ listCaseMessages: aPage([aMessage({ case_id: caseId, direction: 'sent' })]) });
  const { unmount } = await renderWithProviders(<CaseThread caseId={caseId} documents={[report]} />);
  await screen.findByRole('heading', { level: 3 });
  expect(screen.queryByRole('list', { name: 'Beigelegte Unterlagen' })).toBeNull();
  unmount();
  api.change({ listCaseMessages: aPage([]) });
  await renderWithProviders(<CaseThread caseId={caseId} documents={[report]} />);
  expect(await screen.findByText(/^Keine Nachrichten gefunden\. Was Sie hier schreiben/)).toBeVisible();
});
