import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { HelpPage } from './HelpPage.tsx';
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

test('the help explains in steps how to upload a CD', async () => {
  await renderInPortal(<SupportPage />, { login });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'In der Hilfe suchen' }), 'CD-Laufwerk');
  const steps = within(screen.getByRole('region', { name: /Aufnahmen von einer CD/ })).getAllByRole('listitem');
  expect(steps).toHaveLength(4);
  expect(steps[0]).toHaveTextContent(/^Legen Sie die CD/);
});

describe('the phone of the operator', () => {
  const hours = { de: 'Mo.–Fr. 9–16 Uhr', en: 'Mon to Fri, 9–16' };
  const operator = { phone: '+49 (341) 123-456', hours };
  const help: [string, ReactElement][] = [
    ['help', <SupportPage key="support" />],
    ['help for signing in', <HelpPage key="help" />],
  ];

  test.each(help)('is in the %s, with its hours', async (_where, page) => {
    await renderInPortal(page, { login, config: { operator } });
    const link = await screen.findByRole('link', { name: operator.phone });
    expect(link).toHaveAttribute('href', 'tel:+49341123456');
    expect(screen.getByText(`Erreichbar: ${hours.de}`)).toBeVisible();
  });

  test.each(help)('is not mentioned in the %s if there is none', async (_where, page) => {
    await renderInPortal(page, { login });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/Rufen Sie uns an|Erreichbar/)).toBeNull();
  });
});

test.each([
  [30, 12, 'nach 30 Minuten abgemeldet, spätestens aber 12 Stunden nach'],
  [1, 1, 'nach 1 Minute abgemeldet, spätestens aber 1 Stunde nach'],
])(
  'the help shows the configured session lifetime: %s minutes, %s hours',
  async (sessionIdle, sessionAbsolute, words) => {
    await renderInPortal(<SupportPage />, { login, config: { sessionIdle, sessionAbsolute } });
    expect(await screen.findByRole('region', { name: 'Wie lange bleibe ich angemeldet?' })).toHaveTextContent(words);
  },
);

test('the help omits the session lifetime if it is not configured', async () => {
  await renderInPortal(<SupportPage />, { login });
  expect(await screen.findByRole('heading', { name: 'Wer sieht meine Daten?' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Wie lange bleibe ich angemeldet?' })).toBeNull();
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
