import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CasePool } from '@konsil/contracts/pool-states';
import type { Pool, PooledCase, PooledCasePage as Shown } from '@konsil/contracts/pools';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import {
  aCase,
  aLogin,
  anId,
  aPage,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
  type FakeAnswers,
  type FakeApi,
} from '@konsil/testing';
import { CasePools } from './CasePools';
import PooledCasePage from './PooledCasePage';
import PoolPage from './PoolPage';

let api: FakeApi;
afterEach(() => api.restore());
const login = aLogin({ role: 'doctor' });

const colleague = { id: anId(), name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin' };
const pool: Pool = { id: anId(), name: 'Klinik am See', cases: 1, colleagues: [colleague] };
const pooled = (changes: Partial<PooledCase> = {}): PooledCase => ({
  id: anId(),
  case: aCase({ case_name: 'Knoten links', status: 'with_doctor' }),
  put_by: 'Dr. Elif Sandberg',
  put_at: '2026-11-03T11:05:00.000Z',
  mine: false,
  ...changes,
});

const openPool = async (items: PooledCase[], answers: FakeAnswers = {}, pools: Pool[] = [pool]) => {
  api = fakeApi({ getSettings: someSettings(), listPools: pools, listPooledCases: aPage(items), ...answers });
  await renderWithProviders(<PoolPage />, { login, route: `/doctor/pool?clinic=${pool.id}` });
};
const takeButton = () => screen.findByRole('button', { name: /^Fall übernehmen: .*Knoten links/ });

test('a doctor takes a case with one click, and can return it from the toast', async () => {
  const item = pooled();
  const mine: CasePool = { clinics: [], now: null, taken: null };
  await openPool([item], { takePooledCase: item.case, putIntoPool: mine });
  expect(await screen.findByRole('heading', { name: 'Pool von Klinik am See' })).toBeVisible();
  await userEvent.click(await takeButton());
  await waitFor(() => expect(api.callsOf('takePooledCase')).toMatchObject([{ params: { id: item.id } }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Zurückgeben' }));
  await waitFor(() =>
    expect(api.callsOf('putIntoPool')).toMatchObject([{ params: { id: item.case.id }, body: { clinic: pool.id } }]),
  );
});

test.each(['t', 'g'])('a doctor takes the selected case with the default or a customised key: %s', async (take) => {
  const item = pooled();
  const keys = { ...usualKeys, pool: { take } };
  await openPool([item], { takePooledCase: item.case, getSettings: someSettings({ keys }) });
  await takeButton();
  const link = within(screen.getByRole('table')).getAllByRole('link')[0] as HTMLElement;
  link.focus();
  await userEvent.keyboard(take);
  await waitFor(() => expect(api.callsOf('takePooledCase')).toHaveLength(1));
});

test('a key held down takes one case only', async () => {
  await openPool([pooled()], { takePooledCase: refusalWith('unavailable', 503) });
  const button = await takeButton();
  const link = within(screen.getByRole('table')).getAllByRole('link')[0] as HTMLElement;
  for (const other of [{ key: 't', repeat: true }, { key: 'x' }]) {
    fireEvent.keyDown(link, other);
    expect(button).not.toHaveAttribute('aria-disabled');
  }
  fireEvent.keyDown(link, { key: 'T' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(api.callsOf('takePooledCase')).toHaveLength(1));
});

test('a doctor who takes a case too late sees which colleague has it', async () => {
  await openPool([pooled()], {
    takePooledCase: refusalWith('pool_taken', 409, { current: { taken_by: colleague.name } }),
  });
  await userEvent.click(await takeButton());
  expect(await screen.findByText(/Dr\.\sOhlsen hat diesen Fall schon übernommen\./, { selector: 'p' })).toBeVisible();
});

test('the doctor who put a case into the pool can keep it, not take it', async () => {
  const item = pooled({ mine: true });
  await openPool([item], { takeOutOfPool: { clinics: [], now: null, taken: null } });
  await userEvent.click(await screen.findByRole('button', { name: /^Fall selbst behalten/ }));
  await waitFor(() => expect(api.callsOf('takeOutOfPool')).toMatchObject([{ params: { id: item.case.id } }]));
  expect(api.callsOf('takePooledCase')).toHaveLength(0);
});

test.each([
  ['is empty', [pool], /Im Pool ist kein Fall/],
  ['is none of theirs', [], /Keine Ihrer Kliniken/],
])('a pool that %s says so', async (_name, pools, words) => {
  await openPool([], {}, pools);
  expect(await screen.findByText(words)).toBeVisible();
});

test('a pool that fails to load can be loaded again', async () => {
  await openPool([], { listPooledCases: refusalWith('unavailable', 503) });
  await screen.findByText('Die Fälle konnten nicht geladen werden');
  const before = api.callsOf('listPooledCases').length;
  await userEvent.click(screen.getByRole('button', { name: /noch einmal|erneut/i }));
  await waitFor(() => expect(api.callsOf('listPooledCases').length).toBeGreaterThan(before));
});

const { case_name, patient, diagnosis, medical_history, anamnesis, questions } = aProcessOverview();
const page: Shown = {
  id: anId(),
  ...{ case_name, patient, diagnosis, medical_history, anamnesis, questions },
  clinic: { id: pool.id, name: pool.name },
  put_by: 'Dr. Elif Sandberg',
  put_at: '2026-11-03T11:05:00.000Z',
  answer_due_on: '2026-11-10',
  notes: [],
  answers: [],
  documents: [],
};
const openCase = async (answers: FakeAnswers) => {
  api = fakeApi({ getSettings: someSettings(), listPools: [pool], getPooledCase: page, ...answers });
  await renderWithProviders(<PooledCasePage />, {
    login,
    route: `/doctor/pool/${page.id}`,
    path: '/doctor/pool/:stayId',
  });
};

test('a doctor reads a case in the pool and gives it to a colleague', async () => {
  await openCase({ assignPooledCase: { doctor: colleague.name } });
  expect(await screen.findByText(diagnosis)).toBeVisible();
  expect(screen.getByText(/Zugesagt ist eine Antwort bis/)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Fall geben' }));
  expect(api.callsOf('assignPooledCase')).toHaveLength(0);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Kollegin oder Kollege/ }), colleague.id);
  await userEvent.click(screen.getByRole('button', { name: 'Fall geben' }));
  await waitFor(() => expect(api.callsOf('assignPooledCase')).toMatchObject([{ body: { colleague: colleague.id } }]));
});

test('taking a case does not refetch its pool page', async () => {
  const taken = aCase();
  await openCase({ takePooledCase: taken });
  await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen' }));
  expect(await screen.findByText(/^Sie haben den Fall .* übernommen/, { selector: 'p' })).toBeVisible();
  expect(api.callsOf('takePooledCase')).toHaveLength(1);
  expect(api.callsOf('getPooledCase')).toHaveLength(1);
});

test('the page of a case that is already taken names its doctor, and reloads', async () => {
  const quicker = refusalWith('pool_taken', 409, { current: { taken_by: colleague.name } });
  await openCase({ takePooledCase: quicker });
  await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen' }));
  expect(await screen.findByText(/hat diesen Fall schon übernommen/, { selector: 'p' })).toBeVisible();
  await waitFor(() => expect(api.callsOf('getPooledCase').length).toBeGreaterThan(1));
});

test('the open page of a case names the colleague who has just taken it', async () => {
  await openCase({ getPooledCase: refusalWith('pool_taken', 409, { current: { taken_by: colleague.name } }) });
  expect(await screen.findByText(/^Dr\.\sOhlsen hat diesen Fall schon übernommen\./)).toBeVisible();
  expect(screen.queryByText(diagnosis)).toBeNull();
});

test('a case that is no longer in the pool says so', async () => {
  await openCase({ getPooledCase: refusalWith('not_found', 404) });
  expect(await screen.findByText('Dieser Fall ist nicht mehr im Pool')).toBeVisible();
});

const clinic = { id: pool.id, name: pool.name, doctors: [colleague.name], doctors_in_all: 1 };
test('a case offers only the pools to which its patient agreed', async () => {
  const closed = { ...clinic, id: anId(), name: 'Klinik am Berg', allowed: false };
  const theCase = aProcessOverview({
    status: 'with_doctor',
    pool: { clinics: [{ ...clinic, allowed: true }, closed], now: null, taken: null },
  });
  api = fakeApi({ getSettings: someSettings(), putIntoPool: { clinics: [], now: null, taken: null } });
  await renderWithProviders(<CasePools theCase={theCase} />, { login });
  expect(await screen.findByText(/hat nicht zugestimmt, dass andere antworten: Klinik am Berg/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'In den Pool von Klinik am See legen' }));
  await waitFor(() => expect(api.callsOf('putIntoPool')).toMatchObject([{ body: { clinic: pool.id } }]));
});

test('the doctor of a case in a pool can keep it with one click', async () => {
  const now = { id: anId(), clinic: pool.name, clinic_id: pool.id, since: '2026-11-03T11:05:00.000Z', put_by: 'Dr. A' };
  const theCase = aProcessOverview({ status: 'with_doctor', pool: { clinics: [], now, taken: null } });
  api = fakeApi({ getSettings: someSettings(), takeOutOfPool: { clinics: [], now: null, taken: null } });
  await renderWithProviders(<CasePools theCase={theCase} />, { login });
  expect(await screen.findByText(/Seit 03\.11\.2026 im Pool von Klinik am See/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Selbst behalten' }));
  await waitFor(() => expect(api.callsOf('takeOutOfPool')).toHaveLength(1));
});
