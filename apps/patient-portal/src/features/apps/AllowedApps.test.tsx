import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { aPatientSummary, anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AllowedApps } from './AllowedApps.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const anApp = (changes: Partial<AllowedApp> = {}): AllowedApp => ({
  id: anId(),
  name: 'Gesundheitsbuch',
  operator: 'Beispiel GmbH',
  website: null,
  contact: null,
  patient: aPatientSummary({ first_name: 'Jakob', last_name: 'Möller' }),
  can_open: false,
  reads: ['answers', 'documents'],
  since: '2026-11-20T09:00:00.000Z',
  until: '2027-02-18T09:00:00.000Z',
  last_used_at: null,
  ...changes,
});

test('lists each app with person, time, use and what it may read', async () => {
  api = fakeApi({ listApps: [anApp(), anApp({ name: 'Pass', last_used_at: '2026-11-26T09:30:00.000Z' })] });
  await renderWithProviders(<AllowedApps />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    'Von Beispiel GmbH · Für Jakob Möller · Seit 20.11.2026, bis 18.02.2027 · Noch nicht benutzt',
  );
  expect(first).toHaveTextContent('Darf lesen: Antworten der Ärztinnen und Ärzte; Dokumente und Bilder');
  expect(second).toHaveTextContent(/Zuletzt benutzt: /);
});

test('ends an access only after a confirmation', async () => {
  const app = anApp();
  api = fakeApi({ listApps: [app], endApp: { ok: true } });
  await renderWithProviders(<AllowedApps />);
  await userEvent.click(await screen.findByRole('button', { name: 'Zugriff beenden: Gesundheitsbuch, Jakob Möller' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Zugriff von „Gesundheitsbuch“ beenden?');
  expect(dialog).toHaveTextContent('nichts mehr über Jakob Möller lesen, auch auf anderen Geräten');
  expect(api.callsOf('endApp')).toEqual([]);
  api.change({ listApps: [] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Zugriff beenden' }));
  expect(await screen.findByText('Keine App hat Zugriff.')).toBeVisible();
  expect(api.callsOf('endApp').map(({ params }) => params)).toEqual([{ id: app.id }]);
});

test('offers to open only apps with a launch URL, and reports a failure', async () => {
  const app = anApp({ can_open: true });
  api = fakeApi({ listApps: [app, anApp({ name: 'Pass' })], launchApp: { url: 'https://app.example/?launch=x' } });
  const leave = jest.fn();
  await renderWithProviders(<AllowedApps leave={leave} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Öffnen: Gesundheitsbuch, Jakob Möller' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://app.example/?launch=x'));
  expect(api.callsOf('launchApp').map(({ params }) => params)).toEqual([{ id: app.id }]);
  expect(screen.getAllByRole('button', { name: /^Öffnen/ })).toHaveLength(1);
  api.change({ launchApp: refusalWith('internal', 500) });
  await userEvent.click(screen.getByRole('button', { name: 'Öffnen: Gesundheitsbuch, Jakob Möller' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(leave).toHaveBeenCalledTimes(1);
});

test('a failed list can be tried again', async () => {
  api = fakeApi({ listApps: refusalWith('internal', 500) });
  await renderWithProviders(<AllowedApps />);
  expect(await screen.findByText('Die Apps konnten nicht geladen werden.')).toBeVisible();
  api.change({ listApps: [anApp()] });
  await userEvent.click(screen.getByRole('button', { name: /Noch einmal|Erneut/ }));
  expect(await screen.findByText('Gesundheitsbuch')).toBeVisible();
});
