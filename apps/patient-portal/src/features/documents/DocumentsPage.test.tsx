import { screen, within } from '@testing-library/react';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { aDocument, aPage, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DocumentsPage, ImagesPage } from './DocumentsPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const parts = { documents: <DocumentsPage />, images: <ImagesPage /> };
const open = async (theCase: ProcessOverview, part: keyof typeof parts) => {
  api = fakeApi({ getCase: theCase, listDocuments: aPage([]), getSettings: someSettings() });
  await renderWithProviders(parts[part], {
    route: `/patient/process/${theCase.id}/${part}`,
    path: `/patient/process/:caseId/${part}`,
  });
  await screen.findByRole('link', { name: 'Unterlagen hochladen' });
};

test.each(['documents', 'images'] as const)(
  'the %s of a sent case say what the doctor lacks, with one link to send it',
  async (part) => {
    const theCase = aProcessOverview({ status: 'answered', turn: 'none', new_documents: 2 });
    await open(theCase, part);
    expect(screen.getByText('2 Dokumente sind noch nicht gesendet')).toBeVisible();
    expect(screen.getByText(/^Dr\.\sSandberg kann sie erst sehen, wenn Sie sie senden\.$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Weiter zum Senden' })).toHaveAttribute(
      'href',
      `/patient/process/${theCase.id}/send`,
    );
    const head = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
    expect(within(head).queryByRole('link', { name: 'Prüfen und senden' })).toBeNull();
  },
);

test.each([
  [
    'to a doctor who has left',
    {
      status: 'with_doctor',
      turn: 'doctor',
      doctor: { ...aProcessOverview().doctor, accepts_cases: false, left: true },
    },
  ],
  [
    'to a doctor who takes no new cases',
    { status: 'draft', turn: 'patient', doctor: { ...aProcessOverview().doctor, accepts_cases: false } },
  ],
] as const)('does not ask to send anything %s', async (_, changes) => {
  await open(aProcessOverview({ ...changes, new_documents: 2 }), 'documents');
  expect(screen.queryByRole('link', { name: 'Weiter zum Senden' })).toBeNull();
});

test('missing details come first, because sending would be refused', async () => {
  const answer = { id: crypto.randomUUID(), option: 'final_answer' as const, answered_at: '2026-11-03T09:00:00.000Z' };
  // Also where another step comes first, such as reading an answer.
  const theCase = aProcessOverview({
    status: 'answered',
    turn: 'none',
    new_documents: 2,
    undescribed_documents: 1,
    documents: [aDocument({ details_missing: true, sent_at: null })],
    last_answer: { ...answer, read_at: null },
  });
  await open(theCase, 'documents');
  expect(screen.getByText(/^Manche Unterlagen sind noch nicht beschrieben\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Unterlagen beschreiben' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/documents/new`,
  );
  expect(screen.queryByRole('link', { name: 'Weiter zum Senden' })).toBeNull();
});

test("missing details of the doctor's documents do not prevent sending", async () => {
  const ofDoctor = aDocument({
    details_missing: true,
    uploaded_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: false },
  });
  await open(
    aProcessOverview({
      status: 'answered',
      turn: 'none',
      new_documents: 1,
      documents: [ofDoctor, aDocument({ sent_at: null })],
    }),
    'documents',
  );
  expect(screen.getByRole('link', { name: 'Weiter zum Senden' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Unterlagen beschreiben' })).toBeNull();
});

test('says nothing about sending when everything is sent', async () => {
  await open(aProcessOverview(), 'documents');
  expect(screen.queryByText(/noch nicht gesendet/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Weiter zum Senden' })).toBeNull();
});
