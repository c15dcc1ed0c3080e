import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anId, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import LettersPage from './LettersPage';

let api: FakeApi;
afterEach(() => api.restore());

const letter = {
  id: anId(),
  sent_at: '2026-11-03T11:05:00.000Z',
  option: 'final_answer' as 'final_answer' | null,
  patient: 'Adler, Miriam',
  born: '1984-03-12',
  case_name: 'Knoten in der Schilddrüse',
};
const open = async (items: (typeof letter)[]) => {
  api = fakeApi({ getSettings: someSettings(), listLetters: { items, next_cursor: null, total: items.length } });
  await renderWithProviders(<LettersPage />, { login: aLogin({ role: 'doctor' }) });
};

test('a letter names patient, day, kind and case, and is searched by name', async () => {
  await open([letter]);
  expect(await screen.findByText('Adler, Miriam')).toBeVisible();
  expect(screen.getByText(/^03\.11\.2026 · .* · Knoten in der Schilddrüse · geb\. 12\.03\.1984$/)).toBeVisible();
  expect(screen.getByText('1 Brief')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name oder Fall' }), 'adl');
  await waitFor(() => expect(api.callsOf('listLetters').at(-1)?.query).toMatchObject({ search: 'adl' }));
});

test('a summary without a case has no empty part in its line', async () => {
  await open([{ ...letter, option: null, case_name: '' }]);
  expect(await screen.findByText(/^03\.11\.2026 · [^·]+ · geb\. 12\.03\.1984$/)).toBeVisible();
});

test('the empty list says when letters appear', async () => {
  await open([]);
  expect(await screen.findByText(/Sobald Sie einen Fall beantworten/)).toBeVisible();
});
