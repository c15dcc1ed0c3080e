import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aConsent, anAccount, aPage, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { PrivacyPage } from './PrivacyPage.tsx';

let api: FakeApi;
beforeEach(() => (Element.prototype.scrollIntoView = jest.fn()));
afterEach(() => api.restore());

test('lists its sections first, and asks for a password only where needed', async () => {
  api = fakeApi({ getAccount: anAccount(), listPatients: aPage([]), listConsents: [aConsent()], listApps: [] });
  await renderWithProviders(<PrivacyPage />);
  const contents = within(await screen.findByRole('navigation', { name: 'Auf dieser Seite' }));
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(parts);
  await userEvent.click(contents.getByRole('link', { name: 'Alle Daten herunterladen' }));
  expect(screen.getByRole('heading', { name: 'Alle Daten herunterladen' })).toHaveFocus();

  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Daten herunterladen …' }));
  expect(await screen.findByLabelText('Ihr Passwort')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
  expect(screen.getByRole('button', { name: 'Daten herunterladen …' })).toBeVisible();
});

test('account, settings and data are one area, with the words of the menu', async () => {
  api = fakeApi({ getAccount: anAccount(), listPatients: aPage([]), listConsents: [], listApps: [] });
  await renderWithProviders(<PrivacyPage />, { route: '/patient/privacy' });
  const area = within(await screen.findByRole('navigation', { name: 'Konto, Einstellungen und Daten' }));
  expect(area.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Konto', '/patient/account'],
    ['Einstellungen', '/patient/settings'],
    ['Meine Daten', '/patient/privacy'],
  ]);
  expect(area.getByRole('link', { current: 'page' })).toHaveTextContent('Meine Daten');
});

test('the page still renders if consents fail to load, with a retry', async () => {
  api = fakeApi({
    getAccount: anAccount(),
    listPatients: aPage([]),
    listConsents: refusalWith('unavailable', 503),
    listApps: [],
  });
  await renderWithProviders(<PrivacyPage />);
  const consents = within(await screen.findByRole('region', { name: 'Wer darf meine Daten sehen?' }));
  expect(await consents.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});
