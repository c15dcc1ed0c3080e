import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anId, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AbsenceSection } from './AbsenceSection';

let api: FakeApi;
afterEach(() => api.restore());

const current = { id: anId(), from: '2026-01-02', to: '2099-01-09' };
const open = async (absences: readonly (typeof current)[]) => {
  api = fakeApi({
    getSettings: someSettings(),
    listAbsences: [...absences],
    planAbsence: current,
    endAbsence: { ok: true },
  });
  await renderWithProviders(<AbsenceSection id="absence" />, { login: aLogin({ role: 'doctor' }) });
};

test('a doctor enters the first and the last day', async () => {
  await open([]);
  expect(await screen.findByText('Keine Abwesenheit geplant.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Erster Tag der Abwesenheit' }), '24.12.2098');
  await userEvent.type(screen.getByRole('textbox', { name: 'Letzter Tag der Abwesenheit' }), '23.12.2098');
  await userEvent.click(screen.getByRole('button', { name: 'Abwesenheit eintragen' }));
  const last = screen.getByRole('textbox', { name: 'Letzter Tag der Abwesenheit' });
  expect(last).toBeInvalid();
  await userEvent.clear(last);
  await userEvent.type(last, '31.12.2098');
  await userEvent.click(screen.getByRole('button', { name: 'Abwesenheit eintragen' }));
  expect(await screen.findByText('Abwesenheit eingetragen')).toBeVisible();
  expect(api.callsOf('planAbsence').map(({ body }) => body)).toEqual([{ from: '2098-12-24', to: '2098-12-31' }]);
});

test('a current absence ends after a question', async () => {
  await open([current]);
  await userEvent.click(await screen.findByRole('button', { name: /^Abwesenheit vom .* beenden$/ }));
  const asked = await screen.findByRole('alertdialog');
  await userEvent.click(within(asked).getByRole('button', { name: 'Ich bin zurück' }));
  expect(await screen.findByText('Abwesenheit beendet')).toBeVisible();
  expect(api.callsOf('endAbsence')).toHaveLength(1);
});
