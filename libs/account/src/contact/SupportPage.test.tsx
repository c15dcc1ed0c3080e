import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SupportPage } from './SupportPage.tsx';

const login = aLogin();
let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, getSettings: someSettings() });
});
afterEach(() => api.restore());

test('table of contents links move the focus; typing filters the questions', async () => {
  Element.prototype.scrollIntoView = jest.fn();
  await renderInPortal(<SupportPage />, { login });
  await userEvent.click(await screen.findByRole('link', { name: 'Wer sieht meine Daten?' }));
  expect(screen.getByRole('heading', { name: 'Wer sieht meine Daten?' })).toHaveFocus();
  const field = screen.getByRole('searchbox', { name: 'In der Hilfe suchen' });
  await userEvent.type(field, 'daten gesehen');
  expect(screen.getByText('1 Antwort gefunden')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Wer sieht meine Daten?',
    'Ist Ihre Frage nicht dabei?',
  ]);
  await userEvent.clear(field);
  await userEvent.type(field, 'xylophon');
  expect(screen.getByText('Nichts gefunden. Schreiben Sie uns, wir helfen weiter.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Schreiben Sie uns' })).toBeVisible();
});

test.each([
  ['SMS', /^Die SMS mit dem Code/],
  ['Krankenkasse', /^Was kostet/],
  ['CD', /^Wie lade ich Aufnahmen/],
  ['Telefon verloren', /^Ich habe mein Telefon/],
  ['Tag vorbei', /^Der zugesagte Tag/],
])('the help answers what people look for under %s', async (typed, question) => {
  await renderInPortal(<SupportPage />, { login });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'In der Hilfe suchen' }), typed);
  expect(screen.getByRole('heading', { level: 2, name: question })).toBeVisible();
});
