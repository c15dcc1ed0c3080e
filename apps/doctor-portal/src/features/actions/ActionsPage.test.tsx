import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auditActions } from '@konsil/contracts/privacy';
import type { OwnAction } from '@konsil/contracts/privacy';
import {
  aLogin,
  anId,
  anOwnAction,
  aPage,
  aPatientName,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import ActionsPage from './ActionsPage';

let api: FakeApi;
afterEach(() => api.restore());

const draw = (locale: 'de' | 'en' = 'de') =>
  renderWithProviders(<ActionsPage />, {
    route: '/doctor/actions',
    path: '/doctor/actions',
    locale,
    login: aLogin({ role: 'doctor' }),
  });
const open = (actions: OwnAction[], locale: 'de' | 'en' = 'de') => {
  api = fakeApi({ getSettings: someSettings({ locale }), listOwnActions: aPage(actions) });
  return draw(locale);
};
const patient = aPatientName({ first_name: 'Miriam', last_name: 'Adler' });
const caseId = anId();
const unnamed = { patient: null, case_id: null, case_name: null, document_id: null, document_name: null };

const rows = () => screen.findAllByRole('listitem');

test('lists actions by day and person; a single access links to its subject', async () => {
  const seen = anOwnAction({ at: '2026-11-04T15:31:00.000Z', patient });
  const released = anOwnAction({ ...unnamed, at: '2026-11-02T08:15:00.000Z', action: 'epicrisis.release', patient });
  await open([seen, released]);
  const [first, second] = await screen.findAllByRole('region', { name: /November/ });
  const link = within(first as HTMLElement).getByRole('link', { name: /^Adler, Miriam/ });
  expect(link).toHaveTextContent('Knoten in der SchilddrüseDokument angesehen · befund.pdf');
  expect(link).toHaveAttribute(
    'href',
    `/doctor/patient/${patient.id}/process/${seen.case_id}/documents/${seen.document_id}`,
  );
  expect(
    within(second as HTMLElement).getByRole('link', { name: /^Adler, Miriam ?Beurteilung freigegeben/ }),
  ).toHaveAttribute('href', `/doctor/patient/${patient.id}`);
  expect(screen.getByRole('status')).toHaveTextContent('2 Einträge');
});

test('sums up a day of many accesses per person, expandable to each access', async () => {
  const of = (minute: number, more: Partial<OwnAction>) =>
    anOwnAction({ at: `2026-11-04T15:${minute}:00.000Z`, patient, case_id: caseId, ...more });
  const twice = anId();
  await open([
    of(50, { action: 'case.answer', document_id: null, document_name: null }),
    of(49, { document_id: twice, document_name: 'brief.pdf' }),
    of(40, { document_id: twice, document_name: 'brief.pdf' }),
    of(39, { document_name: 'labor.pdf' }),
    of(38, { ...unnamed, result: 'denied' }),
    of(37, { patient: aPatientName({ first_name: 'Paul', last_name: 'Krüger' }), document_name: 'mrt.pdf' }),
  ]);
  const day = await screen.findByRole('region', { name: /4\.\sNovember/ });
  expect(day).toHaveTextContent('2 Personen · 3 Dokumente angesehen · 1 Änderung · 1 Zugriff abgelehnt');
  const summary = within(day).getByText('Adler, Miriam').closest('summary') as HTMLElement;
  expect(summary).toHaveTextContent('Geantwortet · 2 Dokumente angesehen');
  const inside = () => within(day).queryAllByRole('link', { name: /brief\.pdf/ });
  expect(inside()[0]).not.toBeVisible();
  summary.focus();
  await userEvent.click(summary);
  expect(inside()).toHaveLength(2);
  expect(inside()[0]).toBeVisible();
  expect(inside()[0]).toHaveAttribute('href', `/doctor/patient/${patient.id}/process/${caseId}/documents/${twice}`);
  expect(within(day).getByRole('link', { name: /Geantwortet · Knoten/ })).toHaveAttribute(
    'href',
    `/doctor/patient/${patient.id}/process/${caseId}`,
  );
});

test('an incomplete day says so instead of its totals', async () => {
  const actions = [
    anOwnAction({ at: '2026-11-04T15:31:00.000Z', patient }),
    anOwnAction({ at: '2026-11-02T15:31:00.000Z', patient }),
  ];
  api = fakeApi({ getSettings: someSettings(), listOwnActions: { items: actions, next_cursor: 'more', total: 300 } });
  await draw();
  const [whole, partly] = await screen.findAllByRole('region', { name: /November/ });
  expect(whole).toHaveTextContent('1 Person · 1 Dokument angesehen');
  expect(partly).toHaveTextContent('Weitere Einträge dieses Tages folgen.');
  expect(partly).not.toHaveTextContent('1 Person');
});

test('shows a viewed list as one line, below the actions on single people', async () => {
  const at = '2026-11-04T15:31:00.000Z';
  const inList = (action: 'case.list' | 'todo.read') =>
    ['Adler', 'Berger', 'Novak', 'Rossi', 'Seidel'].map((last_name) =>
      anOwnAction({ ...unnamed, at, action, patient: aPatientName({ first_name: 'Kim', last_name }) }),
    );
  await open([...inList('case.list'), ...inList('todo.read'), anOwnAction({ at, patient })]);
  const [person, lists] = await rows();
  expect(person).toHaveTextContent(/^Adler, Miriam/);
  expect(lists).toHaveTextContent(/^Listen über mehrere Personen2 Listen angesehen/);
  await userEvent.click(screen.getByText('Listen über mehrere Personen'));
  expect(screen.getByText(/^Liste von Fällen angesehen/)).toHaveTextContent(
    / · Adler, Kim; Berger, Kim; Novak, Kim · und 2 weitere Personen$/,
  );
  expect(screen.getByText(/^Aufgaben angesehen/)).toBeVisible();
});

test('marks refused and no longer shared accesses, without a link', async () => {
  await open([anOwnAction({ ...unnamed, result: 'denied' }), anOwnAction(unnamed)]);
  const [refused, ended] = await rows();
  expect(refused).toHaveTextContent(
    /^Zugriff abgelehnt.*Nicht mit Ihnen geteilt oder nicht vorhanden\. Nichts wurde gezeigt\./,
  );
  expect(ended).toHaveTextContent(/^Nicht mehr mit Ihnen geteilt.*Dokument angesehen/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('search, kind and days go to the server; no match offers to clear them', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    listOwnActions: ({ query }) => aPage(query['search'] ? [] : [anOwnAction()]),
  });
  await draw();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur angesehen');
  await user.type(screen.getByRole('textbox', { name: 'Von' }), '01.11.2026');
  await waitFor(() =>
    expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({ limit: '200', kind: 'seen', from: '2026-11-01' }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Art des Zugriffs' }), 'Nur abgelehnt');
  await user.type(screen.getByRole('searchbox'), 'adler');
  await waitFor(() =>
    expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({
      limit: '200',
      result: 'denied',
      from: '2026-11-01',
      search: 'adler',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Suche und Filter zurücksetzen' }));
  await waitFor(() => expect(api.callsOf('listOwnActions').at(-1)?.query).toEqual({ limit: '200' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('an empty log says what it will contain', async () => {
  await open([]);
  expect(
    await screen.findByText(
      'Keine Einträge gefunden. Hier steht jeder Zugriff, sobald Sie einen Fall öffnen, ein Dokument ansehen oder antworten.',
    ),
  ).toBeVisible();
});

test('a log that fails to load can be retried', async () => {
  api = fakeApi({ getSettings: someSettings(), listOwnActions: refusalWith('internal', 500) });
  await draw();
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  api.change({ listOwnActions: aPage([anOwnAction({ patient })]) });
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: /Adler, Miriam/ })).toBeVisible();
});

test.each(['de', 'en'] as const)('every audited action has a text in %s, alone and in a list', async (locale) => {
  const at = (index: number, day: number) => new Date(Date.UTC(2026, 10, day, 10, index)).toISOString();
  const together = auditActions.map((action, index) => anOwnAction({ action, at: at(index, 4), patient }));
  const alone = auditActions.map((action, index) => anOwnAction({ action, at: at(index, 3), patient: aPatientName() }));
  const { container } = await open([...together, ...alone], locale);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2 * auditActions.length + 1);
  expect(container).not.toHaveTextContent(/actions\.|sums\.|undefined|\{\{/);
});
