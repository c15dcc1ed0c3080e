import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Link, Route, Routes } from 'react-router-dom';
import { page } from './page.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const Note = () => (
  <>
    <label htmlFor="note">Notiz</label>
    <input id="note" />
    <Link to="/process/a/documents/2">Nächstes Dokument</Link>
    <Link to="/process/b/documents/3">Anderer Fall</Link>
  </>
);
const element = page(() => Promise.resolve(Note));

test('a page keeps its input for the same case and resets for another', async () => {
  api = fakeApi();
  await renderWithProviders(
    <Routes>
      <Route path="process/:caseId/documents/:documentId" element={element} />
    </Routes>,
    { route: '/process/a/documents/1' },
  );
  await userEvent.type(await screen.findByLabelText('Notiz'), 'für Fall a');
  await userEvent.click(screen.getByRole('link', { name: 'Nächstes Dokument' }));
  expect(screen.getByLabelText('Notiz')).toHaveValue('für Fall a');
  await userEvent.click(screen.getByRole('link', { name: 'Anderer Fall' }));
  expect(screen.getByLabelText('Notiz')).toHaveValue('');
});
