import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConsoleLimit } from '@konsil/contracts/console-limits';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { fakeApi, refusalWith, renderWithProviders, type FakeApi } from '@konsil/testing';
import LimitsPage from './LimitsPage';

let api: FakeApi;
afterEach(() => api.restore());

const aLimit = (changes: Partial<ConsoleLimit> = {}): ConsoleLimit => ({
  setting: 'LIMIT_SMS_DAY',
  size: 2000,
  configured: 2000,
  source: 'setting',
  per_minutes: 1440,
  used: 1800,
  share: 0.9,
  changed_at: null,
  changed_by: '',
  ...changes,
});
const storage = aLimit({
  setting: 'QUOTA_MEGABYTES',
  size: 20_480,
  configured: 20_480,
  per_minutes: null,
  used: 12.4,
  share: 0.1,
});
const answerOf = (...limits: ConsoleLimit[]) => ({ limits, factor: 1, trusted_networks: [], sms_countries: ['DE'] });
const open = async (permissions: OperatorPermission[], ...limits: ConsoleLimit[]) => {
  api = fakeApi({
    consoleMe: { name: 'Jonas Petri', email: 'jonas@konsil.example', permissions },
    consoleLimits: answerOf(...limits),
    changeLimit: answerOf(...limits),
  });
  await renderWithProviders(<LimitsPage />);
};

test('shows the use of each limit and marks what is nearly reached', async () => {
  await open(
    [],
    aLimit(),
    storage,
    aLimit({ setting: 'QUOTA_CLINIC_MEGABYTES', size: null, configured: null, per_minutes: null, share: null }),
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/SMS am Tag.*2\.000 am Tag · höchster Zählerstand: 1\.800.*fast erreicht/);
  expect(rows[1]).toHaveTextContent(/20\.480 MB je Konto · das vollste Konto: 13 MB/);
  expect(rows[2]).toHaveTextContent(/keine Grenze/);
  expect(screen.queryByRole('button', { name: /ändern/ })).toBeNull();
});

test.each([
  [0.79, null],
  [0.8, 'fast erreicht'],
  [0.99, 'fast erreicht'],
  [1, 'erreicht'],
  [1.2, 'erreicht'],
])('a limit that is used up to %s is marked: %s', async (share, word) => {
  await open([], aLimit({ share }));
  await screen.findByRole('listitem');
  expect(screen.queryByText(/^(fast )?erreicht$/)?.textContent ?? null).toBe(word);
});

test('a limit changed in the console says so, unless it is nearly reached', async () => {
  const changed = { source: 'console' as const, changed_at: '2026-11-26T09:30:00.000Z', changed_by: 'Jonas Petri' };
  await open([], { ...storage, ...changed }, aLimit(changed));
  const [free, near] = await screen.findAllByRole('listitem');
  expect(free).toHaveTextContent(/geändert von Jonas Petri.*hier geändert/);
  expect(near).toHaveTextContent(/geändert von Jonas Petri.*fast erreicht/);
  expect(near).not.toHaveTextContent('hier geändert');
});

test('a limit is changed within its bounds, with the permission for it', async () => {
  await open(['quotas'], aLimit());
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'SMS am Tag ändern' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Neue Grenze' });
  expect(field).toHaveAccessibleDescription('Von 100 bis 100.000.');
  for (const wrong of ['5', '12,5', '1e3', '20.48', '']) {
    await user.clear(field);
    if (wrong) await user.type(field, wrong);
    await user.click(dialog.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Diese Angabe ist nicht gültig/));
  }
  expect(api.callsOf('changeLimit')).toEqual([]);
  await user.clear(field);
  await user.type(field, '3000');
  await user.click(dialog.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('changeLimit').map(({ body }) => body)).toEqual([{ setting: 'LIMIT_SMS_DAY', size: 3000 }]);
});

test('a changed limit can be reset to its configured value', async () => {
  const changed = {
    source: 'console',
    changed_at: '2026-11-02T08:00:00.000Z',
    changed_by: 'Ines Albrecht',
    share: 0.1,
  } as const;
  await open(['quotas'], aLimit({ ...changed, size: 4000 }));
  expect(await screen.findByText(/geändert von Ines Albrecht/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'SMS am Tag ändern' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Auf die Einstellung zurücksetzen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('changeLimit').map(({ body }) => body)).toEqual([{ setting: 'LIMIT_SMS_DAY', size: null }]);
});

test('a failure keeps what was typed', async () => {
  await open(['quotas'], aLimit());
  api.change({ changeLimit: refusalWith('unavailable', 503) });
  await userEvent.click(await screen.findByRole('button', { name: 'SMS am Tag ändern' }));
  const field = await screen.findByRole('textbox', { name: 'Neue Grenze' });
  await userEvent.clear(field);
  await userEvent.type(field, '3000');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await within(screen.getByRole('dialog')).findByText(/nicht erreichbar/)).toBeVisible();
  expect(field).toHaveValue('3000');
});

test('a size may be typed with groups of three digits, as its bounds are written', async () => {
  await open(['quotas'], aLimit());
  await userEvent.click(await screen.findByRole('button', { name: 'SMS am Tag ändern' }));
  const field = await screen.findByRole('textbox', { name: 'Neue Grenze' });
  await userEvent.clear(field);
  await userEvent.type(field, '100.000');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('changeLimit').map(({ body }) => body)).toEqual([{ setting: 'LIMIT_SMS_DAY', size: 100_000 }]);
});

test('refuses an empty field for a limit that is not set', async () => {
  await open(
    ['quotas'],
    aLimit({ setting: 'QUOTA_CLINIC_MEGABYTES', size: null, configured: null, per_minutes: null, share: null }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Speicher einer Klinik ändern' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Speichern' }));
  const field = screen.getByRole('textbox', { name: 'Neue Grenze' });
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Diese Angabe ist nicht gültig/));
  expect(api.callsOf('changeLimit')).toEqual([]);
});
