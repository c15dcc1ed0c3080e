import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auditActions } from '@konsil/contracts/privacy';
import type { OwnAction } from '@konsil/contracts/privacy';
import { aLogin, anOwnAction, aPage, aPatientName, fakeApi, refuse, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import ActionsPage from './ActionsPage';

let api: FakeApi;
afterEach(() => api.restore());

const draw = (locale: 'de' | 'en' = 'de') => renderWithProviders(<ActionsPage />, { route: '/doctor/actions', path: '/doctor/actions', locale, login: aLogin({ role: 'doctor' }) });
const open = (actions: OwnAction[], locale: 'de' | 'en' = 'de') => {
  api = fakeApi({ getSettings: someSettings({ locale }), listOwnActions: aPage(actions) });
  return draw(locale);
};
const patient = aPatientName({ first_name: 'Miriam', last_name: 'Adler' });
const unnamed = { patient: null, case_id: null, case_name: null, document_id: null, document_name: null };

test('what was done stands under its day and leads to what it was about', async () => {
  const seen = anOwnAction({ at: '2026-11-04T15:31:00.000Z', patient });
  const released = anOwnAction({ ...unnamed, at: '2026-11-02T08:15:00.000Z', action: 'epicrisis.release', patient });
  await open([seen, released]);
  const [first, second] = await screen.findAllByRole('region', { name: /November/ });
  const link = within(first as HTMLElement).getByRole('link', { name: /^Dokument angesehen/ });
  expect(link).toHaveTextContent('Adler, Miriam · Knoten in der Schilddrüse · befund.pdf');
  expect(link).toHaveAttribute('href', `/doctor/patient/${patient.id}/process/${seen.case_id}/documents/${seen.document_id}`);
  expect(within(second as HTMLElement).getByRole('link', { name: /^Beurteilung freigegeben/ })).toHaveAttribute('href', `/doctor/patient/${patient.id}`);
  expect(screen.getByRole('status')).toHaveTextContent('2 Einträge');
});

test('a list that was looked at is one line, whoever stood in it', async () => {
  const at = '2026-11-04T15:31:00.000Z';
  await open(['Adler', 'Berger', 'Novak', 'Rossi', 'Seidel'].map((last_name) => anOwnAction({ ...unnamed, at, action: 'case.list', patient: aPatientName({ first_name: 'Kim', last_name }) })));
  expect(await screen.findByRole('listitem')).toHaveTextContent(/· Adler, Kim; Berger, Kim; Novak, Kim · und 2 weitere Personen$/);
});

test('what was refused and what is no longer shared is said to be so and leads nowhere', async () => {
  await open([anOwnAction({ ...unnamed, result: 'denied' }), anOwnAction(unnamed)]);
  const [refused, ended] = await screen.findAllByRole('listitem');
  expect(refused).toHaveTextContent(/^Zugriff abgelehnt.*Nicht mit Ihnen geteilt oder nicht vorhanden\. Nichts wurde gezeigt\./);
  expect(ended).toHaveTextContent(/^Dokument angesehen.*Nicht mehr mit Ihnen geteilt/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('search, kind and days go to the server; in vain, all can be taken back', async () => {
  api = fakeApi({ getSettings: someSettings(), listOwnActions: ({ query }) => aPage(query['search'] ? [] : [anOwnAction()]) });
  await draw();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur angesehen');
  await user.type(screen.getByRole('textbox', { name: 'Von' }), '01.11.2026');
  await waitFor(() => expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({ kind: 'seen', from: '2026-11-01' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur abgelehnt');
  await user.type(screen.getByRole('searchbox'), 'adler');
  await waitFor(() => expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({ result: 'denied', from: '2026-11-01', search: 'adler' }));
  await user.click(await screen.findByRole('button', { name: 'Suche und Filter zurücksetzen' }));
  await waitFor(() => expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({}));
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('without any, the page says what will stand there', async () => {
  await open([]);
  expect(await screen.findByText('Keine Einträge gefunden. Hier steht jeder Zugriff, sobald Sie einen Fall öffnen, ein Dokument ansehen oder antworten.')).toBeVisible();
});

test('a log that does not come can be asked for again', async () => {
  api = fakeApi({ getSettings: someSettings(), listOwnActions: refuse('internal', 500) });
  await draw();
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  api.change({ listOwnActions: aPage([anOwnAction({ patient })]) });
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: /Adler, Miriam/ })).toBeVisible();
});

test.each(['de', 'en'] as const)('every recorded action has its words in %s', async (locale) => {
  await open(auditActions.map((action, index) => anOwnAction({ action, at: new Date(Date.UTC(2026, 10, 4, 10, index)).toISOString() })), locale);
  const rows = (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '');
  expect(rows).toHaveLength(auditActions.length);
  for (const row of rows) expect(row).not.toMatch(/actions\.|undefined/);
});
