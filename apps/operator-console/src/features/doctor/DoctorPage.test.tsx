import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConsoleDoctor } from '@konsil/contracts/console-absences';
import { anId, fakeApi, refusalWith, renderWithProviders, type FakeAnswers, type FakeApi } from '@konsil/testing';
import DoctorPage from './DoctorPage';

let api: FakeApi;
afterEach(() => api.restore());

const aDoctor = (changes: Partial<ConsoleDoctor> = {}): ConsoleDoctor => ({
  id: anId(),
  name: 'Dr. Jan Brandt',
  specialty: 'Radiologie',
  city: 'Ulm',
  closed: false,
  cases: { open: 4, overdue: 1 },
  absences: [],
  ...changes,
});
const anAbsence = (changes: Partial<ConsoleDoctor['absences'][number]> = {}): ConsoleDoctor['absences'][number] => ({
  id: anId(),
  from: '2026-01-02',
  to: '2099-01-09',
  deputy: { id: anId(), name: 'Dr. Ruth Ohlsen' },
  agreed: 1,
  asked: 2,
  ...changes,
});
const found = { id: anId(), name: 'Dr. Ruth Ohlsen', specialty: 'Radiologie', city: 'Ulm' };
const open = async (doctor: ConsoleDoctor, answers: FakeAnswers = {}) => {
  api = fakeApi({
    consoleDoctor: doctor,
    findDoctorsOfConsole: { items: [{ ...found, id: doctor.id, name: 'Dr. Jan Ohlsen' }, found], more: false },
    enterAbsence: { ...doctor, absences: [anAbsence()] },
    endConsoleAbsence: { ...doctor, absences: [] },
    ...answers,
  });
  await renderWithProviders(<DoctorPage />, { route: `/people/${doctor.id}`, path: '/people/:doctorId' });
  await screen.findByRole('heading', { name: doctor.name });
};
const fillIn = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Erster Tag' }), '24.12.2098');
  await userEvent.type(screen.getByRole('textbox', { name: 'Letzter Tag' }), '31.12.2098');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grund' }), 'unreachable');
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Eintragen und benachrichtigen' }));

test('an operator enters an absence with a deputy, and is told of how many cases', async () => {
  await open(aDoctor());
  await fillIn();
  await userEvent.type(screen.getByRole('combobox', { name: /^Vertretung/ }), 'Ohlsen');
  const option = await screen.findByRole('option', { name: /Ruth Ohlsen/ });
  expect(screen.queryByRole('option', { name: /Jan Ohlsen/ })).toBeNull();
  await userEvent.click(option);
  await userEvent.type(screen.getByRole('textbox', { name: /^Vorgangsnummer/ }), 'T-12');
  await submit();
  expect(await screen.findByText(/Zu 4 offenen Fällen wird benachrichtigt/)).toBeVisible();
  expect(api.callsOf('enterAbsence').map(({ body }) => body)).toEqual([
    { from: '2098-12-24', to: '2098-12-31', deputy: found.id, reason: 'unreachable', reference: 'T-12' },
  ]);
});

test('days, a reason and a ticket number without words are needed', async () => {
  await open(aDoctor());
  await userEvent.type(screen.getByRole('textbox', { name: /^Vorgangsnummer/ }), 'Grippe seit Montag');
  await submit();
  expect(await screen.findByRole('combobox', { name: 'Grund' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Erster Tag' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: /^Vorgangsnummer/ })).toHaveAccessibleDescription(/Nur Buchstaben/);
  expect(api.callsOf('enterAbsence')).toHaveLength(0);
});

test('a deputy who is away then is refused at the field', async () => {
  await open(aDoctor(), {
    enterAbsence: refusalWith('invalid', 422, { errors: [{ path: 'deputy', code: 'deputyAway' }] }),
  });
  await fillIn();
  await submit();
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: /^Vertretung/ })).toHaveAccessibleDescription(
      /Die Vertretung ist dann selbst abwesend/,
    ),
  );
});

test('an absence says in how many cases the deputy may help, and what happens to the others', async () => {
  await open(aDoctor({ absences: [anAbsence()] }));
  const row = within(screen.getByRole('list', { name: 'Abwesenheiten' }));
  expect(row.getByText('Vertretung: Dr. Ruth Ohlsen')).toBeVisible();
  expect(row.getByText(/In 1 Fall ist der Patient oder die Patientin einverstanden/)).toBeVisible();
  expect(row.getByText(/In 2 Fällen ist die Frage/)).toBeVisible();
  expect(row.getByText(/1 Fall wartet ohne Vertretung/)).toBeVisible();
  expect(row.getByText(/schließen Sie das Konto/)).toBeVisible();
});

test('an absence without a deputy says that all cases wait', async () => {
  const { deputy: _, ...alone } = anAbsence({ agreed: 0, asked: 0 });
  await open(aDoctor({ absences: [alone] }));
  expect(screen.getByText('Keine Vertretung')).toBeVisible();
  expect(screen.getByText(/4 Fälle warten ohne Vertretung/)).toBeVisible();
  expect(screen.queryByText(/einverstanden; erst dann/)).toBeNull();
});

test('an absence is ended for a reason', async () => {
  const absence = anAbsence();
  await open(aDoctor({ absences: [absence] }));
  await userEvent.click(screen.getByRole('button', { name: /^Abwesenheit vom .* beenden$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Abwesenheit beenden' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Abwesenheit beenden' }));
  expect(await dialog.findByRole('combobox', { name: 'Grund' })).toBeInvalid();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Grund' }), 'is_back');
  await userEvent.click(dialog.getByRole('button', { name: 'Abwesenheit beenden' }));
  expect(await screen.findByText('Die Abwesenheit ist beendet.')).toBeVisible();
  expect(api.callsOf('endConsoleAbsence')).toMatchObject([{ body: { reason: 'is_back', reference: '' } }]);
});

test('a closed account has no form for an absence', async () => {
  await open(aDoctor({ closed: true }));
  expect(screen.getByText(/wurde gebeten, jemand anderen zu wählen/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Eintragen und benachrichtigen' })).toBeNull();
});
