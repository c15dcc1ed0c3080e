import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDoctor, aLogin, anId, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { Absence } from '@konsil/contracts/absences';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { AbsenceSection } from './AbsenceSection';

let api: FakeApi;
afterEach(() => api.restore());

const current = { id: anId(), from: '2026-01-02', to: '2099-01-09' };
const open = async (absences: readonly Absence[], answers: FakeAnswers = {}) => {
  api = fakeApi({
    getSettings: someSettings(),
    listAbsences: [...absences],
    planAbsence: current,
    endAbsence: { ok: true },
    listDoctors: [],
    ...answers,
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

test('a doctor names a colleague as deputy', async () => {
  const colleague = aDoctor({ name: 'Dr. Jonas Weber' });
  await open([{ ...current, deputy: { id: anId(), name: 'Dr. med. Ruth Ohlsen' } }], {
    listDoctors: [{ ...colleague, measured_reply: null, away: null }],
  });
  expect(await screen.findByText('Vertretung: Dr. med. Ruth Ohlsen')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Erster Tag der Abwesenheit' }), '24.12.2098');
  await userEvent.type(screen.getByRole('textbox', { name: 'Letzter Tag der Abwesenheit' }), '31.12.2098');
  await userEvent.type(screen.getByRole('combobox', { name: /^Vertretung/ }), 'Weber');
  await userEvent.click(await screen.findByRole('option', { name: /Weber/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Abwesenheit eintragen' }));
  await waitFor(() => expect(api.callsOf('planAbsence')[0]?.body).toMatchObject({ deputy: colleague.id }));
});

test('a current absence is ended after a confirmation', async () => {
  await open([current]);
  await userEvent.click(await screen.findByRole('button', { name: /^Abwesenheit vom .* beenden$/ }));
  const asked = await screen.findByRole('alertdialog', { name: 'Sind Sie zurück?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Ich bin zurück' }));
  expect(await screen.findByText('Abwesenheit beendet')).toBeVisible();
  expect(api.callsOf('endAbsence')).toHaveLength(1);
});

test('a planned absence is cancelled after a confirmation', async () => {
  await open([{ ...current, from: '2099-01-02' }]);
  await userEvent.click(await screen.findByRole('button', { name: /^Abwesenheit vom .* streichen$/ }));
  const asked = await screen.findByRole('alertdialog', { name: /^Abwesenheit vom .* streichen\?$/ });
  await userEvent.click(within(asked).getByRole('button', { name: 'Abwesenheit streichen' }));
  await waitFor(() => expect(api.callsOf('endAbsence')).toHaveLength(1));
});
