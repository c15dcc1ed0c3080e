import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aConsent,
  anAccount,
  anId,
  aPage,
  aPatientSummary,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi, FakeCall } from '@konsil/testing';
import { Consents } from './Consents.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const letters = [...'ABCDEFGHIJKL'];
const named = (people: string[], more = {}) =>
  people.map((first_name) => aPatientSummary({ id: anId(), first_name, last_name: 'Adler', ...more }));
/** Two people per page. */
const inPages = (people: ReturnType<typeof named>, { query: { archived, cursor = '0' } }: FakeCall) => {
  const start = Number(cursor);
  const end = start + 2;
  return archived
    ? aPage([])
    : { items: people.slice(start, end), next_cursor: end < people.length ? String(end) : null, total: people.length };
};
const openPage = async (people: string[], archived: string[] = []) => {
  const [active, away] = [aPage(named(people)), aPage(named(archived, { archived_at: '2026-11-22T10:00:00.000Z' }))];
  return openWith(({ query }) => (query.archived ? away : active));
};
const openWith = async (listPatients: FakeAnswers['listPatients'] & object) => {
  api = fakeApi({ getAccount: anAccount(), listPatients, listConsents: [] });
  await renderWithProviders(<PrivacyPage />);
  return within(
    (await screen.findByRole('heading', { name: 'Wer hat meine Daten gesehen?' })).closest('section') as HTMLElement,
  );
};

test('a long list starts with a few; one button shows all and focuses the first new', async () => {
  const part = await openPage(letters);
  expect(part.getAllByRole('listitem')).toHaveLength(5);
  expect(part.getByText('5 von 12 Personen')).toBeVisible();
  await userEvent.click(part.getByRole('button', { name: 'Alle 12 Personen zeigen' }));
  expect(part.getAllByRole('listitem')).toHaveLength(12);
  expect(part.getByRole('link', { name: /^F Adler/ })).toHaveFocus();
  expect(part.queryByRole('button', { name: /zeigen/ })).toBeNull();
});

test('finds people by any part of the name; no match offers to clear the search', async () => {
  const part = await openPage([...letters, 'Lina-Marie']);
  await userEvent.type(part.getByRole('searchbox', { name: 'Person suchen' }), 'adler MARIE');
  expect(part.getAllByRole('listitem')).toHaveLength(1);
  expect(part.getByRole('link', { name: /^Lina-Marie Adler/ })).toBeVisible();
  await userEvent.type(part.getByRole('searchbox'), 'x');
  expect(part.getByText('Niemand gefunden zu „adler MARIEx“.')).toBeVisible();
  await userEvent.click(part.getByRole('button', { name: 'Suche leeren' }));
  expect(part.getByRole('searchbox')).toHaveFocus();
  expect(part.getAllByRole('listitem')).toHaveLength(5);
});

test('shows a few people at once and without a search', async () => {
  const part = await openPage(letters.slice(0, 8));
  expect(part.getAllByRole('listitem')).toHaveLength(8);
  expect(part.queryByRole('searchbox')).toBeNull();
});

test('finds archived people, too, and marks them', async () => {
  const part = await openPage(letters, ['Oskar']);
  expect(part.getByText('5 von 13 Personen')).toBeVisible();
  await userEvent.type(part.getByRole('searchbox'), 'oskar');
  expect(part.getByRole('link', { name: /Oskar Adler.*im Archiv/ })).toBeVisible();
});

test('ignores accents', async () => {
  const part = await openPage([...letters, 'Zoë']);
  await userEvent.type(part.getByRole('searchbox'), 'zoe');
  expect(part.getByRole('link', { name: /^Zoë Adler/ })).toBeVisible();
});

test('finds people beyond the first page, too', async () => {
  const people = named([...letters, 'Zita']);
  const part = await openWith((call) => inPages(people, call));
  expect(await part.findByText('5 von 13 Personen')).toBeVisible();
  await userEvent.type(part.getByRole('searchbox'), 'zita');
  expect(await part.findByRole('link', { name: /^Zita Adler/ })).toBeVisible();
});

test('while some pages failed it never says "nobody", and offers a retry', async () => {
  const people = named([...letters, 'Zita']);
  let broken = true;
  const part = await openWith((call) =>
    broken && call.query['cursor'] === '12' ? refusalWith('internal', 500) : inPages(people, call),
  );
  await userEvent.type(await part.findByRole('searchbox'), 'zita');
  const again = await part.findByRole('button', { name: 'Noch einmal versuchen' });
  expect(part.queryByText(/Niemand gefunden/)).toBeNull();
  broken = false;
  await userEvent.click(again);
  expect(await part.findByRole('link', { name: /^Zita Adler/ })).toBeVisible();
});

test('an empty list explains why', async () => {
  const part = await openPage([]);
  expect(part.getByText(/Hier gibt es noch keine Patientenakte/)).toBeVisible();
});

test('lists many consents with current ones first; finds doctors and cases', async () => {
  const given = letters.map((letter) => aConsent({ doctor_name: `Dr. ${letter}`, case_name: `Knie ${letter}` }));
  const gone = aConsent({ doctor_name: 'Dr. Zoe', case_name: 'Ohr', withdrawn_at: '2026-11-22T10:00:00.000Z' });
  api = fakeApi({
    listConsents: [
      gone,
      aConsent({ kind: 'health_data', case_id: null, case_name: null, doctor_name: null }),
      ...given,
      aConsent({ doctor_name: 'Dr. L', case_name: 'Hüfte' }),
    ],
  });
  await renderWithProviders(<Consents />);
  expect(await screen.findByText('Dr. E')).toBeVisible();
  expect(screen.queryByText('Dr. F')).toBeNull();
  expect(screen.queryByText('Dr. Zoe')).toBeNull();
  expect(screen.getByText('5 von 13 Ärztinnen und Ärzten')).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Ärztin, Arzt oder Fall suchen' });
  await userEvent.type(search, 'hüfte');
  expect(screen.getByText('Dr. L').closest('li')).toHaveTextContent(/^Dr\. LDarf 2 Fälle sehenHüfte/);
  expect(screen.queryByText('Knie L')).toBeNull();
  expect(screen.getByText('Konsil')).toBeVisible();
  await userEvent.clear(search);
  await userEvent.type(search, 'dr. l');
  expect(screen.getByText('Knie L')).toBeVisible();
  await userEvent.clear(search);
  await userEvent.click(screen.getByRole('button', { name: 'Alle 13 zeigen' }));
  expect(screen.getAllByText(/^Dr\. /).at(-1)).toHaveTextContent('Dr. Zoe');
  expect(screen.getByRole('button', { name: /Dr\. F.*Knie F/ })).toHaveFocus();
});
