import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TakeAway as Made } from '@konsil/contracts/take-away';
import { anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { TakeAway } from './TakeAway.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const made = (changes: Partial<Made> = {}): Made => ({
  id: anId(),
  kind: 'dossier',
  state: 'making',
  done: 0,
  total: 4,
  Filelocation: null,
  size: null,
  ...changes,
});
const begin = async () => {
  await userEvent.type(await screen.findByLabelText('Ihr Passwort'), 'Konsil-Demo-1');
  await userEvent.click(screen.getByRole('button', { name: 'Akte zusammenstellen' }));
};

test('shows how many pages are done, then offers the file, also after coming back', async () => {
  const caseId = anId();
  let now = made({ done: 1 });
  api = fakeApi({ takeCaseAway: made(), getTakeAway: () => now, listPasskeys: [] });
  const { unmount } = await renderWithProviders(<TakeAway of="case" id={caseId} />);
  await begin();
  expect(api.callsOf('takeCaseAway')[0]?.body).toEqual({
    kind: 'dossier',
    language: 'de',
    current_password: 'Konsil-Demo-1',
  });
  expect(await screen.findByText(/1 von 4 Seiten sind fertig/)).toBeVisible();
  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  unmount();
  now = made({ state: 'ready', done: 4, Filelocation: '/api/files/ticket/dossier', size: 2_400_000 });
  await renderWithProviders(<TakeAway of="case" id={caseId} />);
  const link = await screen.findByRole('link', { name: 'PDF herunterladen' });
  expect(link).toHaveAttribute('download');
  expect(screen.getByText(/Akte als PDF, 2,3 MB/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal zusammenstellen' }));
  expect(screen.getByLabelText('Ihr Passwort')).toBeVisible();
});

test('exports the archive with all original files if chosen', async () => {
  const ready = made({ kind: 'archive', state: 'ready', Filelocation: '/api/files/ticket/archive', size: 5_000_000 });
  api = fakeApi({ takePatientAway: made({ kind: 'archive' }), getTakeAway: ready, listPasskeys: [] });
  await renderWithProviders(<TakeAway of="person" id={anId()} />);
  await userEvent.click(await screen.findByRole('radio', { name: /Akte mit allen Originalen/ }));
  await begin();
  expect(api.callsOf('takePatientAway')[0]?.body).toMatchObject({ kind: 'archive' });
  expect(await screen.findByRole('link', { name: 'ZIP-Datei herunterladen' })).toBeVisible();
});

test('says that the export failed, and that another one is being created', async () => {
  api = fakeApi({ takePatientAway: made(), getTakeAway: made({ state: 'failed' }), listPasskeys: [] });
  const { unmount } = await renderWithProviders(<TakeAway of="person" id={anId()} />);
  await begin();
  expect(await screen.findByText('Die Akte konnte nicht zusammengestellt werden.')).toBeVisible();
  unmount();
  api.restore();
  api = fakeApi({ takePatientAway: refusalWith('not_allowed_now', 409), listPasskeys: [] });
  await renderWithProviders(<TakeAway of="person" id={anId()} />);
  await begin();
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
});
