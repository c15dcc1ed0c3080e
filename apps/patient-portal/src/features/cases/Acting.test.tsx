import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fullName } from '@konsil/contracts/full-name';
import { aDocument, anId, aProcessOverview, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { CaseFormsPage } from './CaseFormsPage.tsx';
import { openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const acting = { reader_id: anId(), owner: 'Mehmet Demir' };

test('shows a helper whom they act for, without the owner-only actions', async () => {
  const theCase = aProcessOverview({ status: 'closed', turn: 'none', acting });
  ({ api } = await openCasePage(theCase));
  const person = fullName(theCase.patient);
  expect(await screen.findByText(`Sie handeln für ${person}`)).toBeVisible();
  expect(screen.getByRole('link', { name: person })).toHaveAttribute('href', `/patient/shared/${acting.reader_id}`);
  expect(screen.queryByRole('button', { name: 'Wieder öffnen' })).toBeNull();
  expect(screen.getByText('Wieder öffnen kann ihn Mehmet Demir.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fall verwalten' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toHaveLength(2);
  await waitFor(() => expect(api.callsOf('getCase')).not.toHaveLength(0));
  expect(api.callsOf('listShareLinks')).toEqual([]);
});

test('a closed case has no field for a new question while acting for its owner', async () => {
  const answered = aProcessOverview({
    status: 'closed',
    turn: 'none',
    acting,
    questions: [{ id: anId(), text: 'Ist das gefährlich?', answer: 'Nein.' }],
  });
  const open = async (theCase: typeof answered) => {
    api = fakeApi({ getCase: theCase, getDraft: null });
    return renderWithProviders(<CaseFormsPage />, {
      route: `/patient/process/${theCase.id}/forms`,
      path: '/patient/process/:caseId/forms',
    });
  };
  const { unmount } = await open(answered);
  expect(await screen.findByText(/würde ihn wieder öffnen. Das kann nur Mehmet Demir/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Weitere Frage' })).toBeNull();
  unmount();
  api.restore();
  await open({ ...answered, status: 'answered' });
  expect(await screen.findByRole('button', { name: 'Weitere Frage' })).toBeVisible();
});

test('names the owner, who alone may send new documents', async () => {
  const document = aDocument({ sent_at: null, details_missing: false, is_new: true });
  const theCase = aProcessOverview({
    status: 'with_doctor',
    shared: true,
    acting,
    new_documents: 1,
    undescribed_documents: 0,
    documents: [document],
  });
  ({ api } = await openCasePage(theCase));
  expect(await screen.findByRole('heading', { name: 'Mehmet Demir ist dran' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /senden/ })).toBeNull();
});

test('tells a helper that only the owner can send the case and share it again', async () => {
  const theCase = aProcessOverview({ status: 'answered', turn: 'none', shared: false, acting });
  ({ api } = await openCasePage(theCase));
  const unshared = /kann diesen Fall zurzeit nicht sehen. Wieder teilen kann ihn nur Mehmet Demir/;
  expect(await screen.findByText(unshared)).toBeVisible();
  expect(screen.getByText(/Senden kann sie nur Mehmet Demir\./)).toBeVisible();
  expect(screen.queryByText(/senden Sie den Fall noch einmal/)).toBeNull();
});
