import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aConsoleClinic,
  fakeApi,
  refusalWith,
  renderWithProviders,
  type FakeAnswers,
  type FakeApi,
} from '@konsil/testing';
import ClinicPage from './ClinicPage';

let api: FakeApi;
afterEach(() => api.restore());

const clinic = aConsoleClinic();
const url = 'https://archiv.klinik.example/dicom-web';
const archive = { url, sign_in: 'basic' as const, connected_at: '2026-11-26T09:30:00.000Z' };
const answers = { failure: null, reason: '', tried_at: '2026-11-26T09:31:00.000Z' };
const open = async (given: FakeAnswers = {}) => {
  api = fakeApi({
    consoleClinic: clinic,
    consoleArchive: { archive },
    tryConsoleArchive: answers,
    connectConsoleArchive: { archive },
    disconnectConsoleArchive: { archive: null },
    ...given,
  });
  await renderWithProviders(<ClinicPage />, { route: `/clinics/${clinic.id}`, path: '/clinics/:clinicId' });
};
const section = async () => within(await screen.findByRole('region', { name: 'Bildarchiv' }));
const openDialog = async (name: string) => {
  await userEvent.click(await (await section()).findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

test('connects an image archive with a masked password field', async () => {
  await open({ consoleArchive: { archive: null } });
  expect(await (await section()).findByText('Es ist kein Bildarchiv verbunden.')).toBeVisible();
  const dialog = await openDialog('Bildarchiv verbinden');
  await userEvent.type(dialog.getByLabelText('DICOMweb-Adresse'), url);
  await userEvent.type(dialog.getByLabelText('Benutzername im Archiv'), 'konsil');
  const password = dialog.getByLabelText('Passwort im Archiv');
  expect(password).toHaveAttribute('type', 'password');
  await userEvent.type(password, 'geheim&');
  api.change({ consoleArchive: { archive } });
  await userEvent.click(dialog.getByRole('button', { name: 'Verbinden' }));
  expect(await screen.findByText('Das Bildarchiv ist verbunden.')).toBeVisible();
  const body = { url, sign_in: 'basic', name: 'konsil', password: 'geheim&', token: '' };
  expect(api.callsOf('connectConsoleArchive').map((call) => call.body)).toEqual([body]);
  expect(await screen.findByText('Das Archiv antwortet.')).toBeVisible();
  expect(screen.queryByText(/geheim/)).not.toBeInTheDocument();
});

test('shows an error at each invalid field, and sends nothing', async () => {
  await open({ consoleArchive: { archive: null } });
  const dialog = await openDialog('Bildarchiv verbinden');
  await userEvent.type(dialog.getByLabelText('DICOMweb-Adresse'), 'https://konsil:geheim@archiv.example/');
  await userEvent.click(dialog.getByRole('button', { name: 'Verbinden' }));
  for (const [field, words] of [
    ['DICOMweb-Adresse', /ohne Benutzername, Passwort/],
    ['Benutzername im Archiv', /ohne Doppelpunkt/],
    ['Passwort im Archiv', /Passwort/],
  ] as const) {
    expect(dialog.getByLabelText(field)).toBeInvalid();
    expect(dialog.getByLabelText(field)).toHaveAccessibleDescription(words);
  }
  await userEvent.click(dialog.getByRole('radio', { name: 'Mit einem Token' }));
  expect(dialog.queryByLabelText('Passwort im Archiv')).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Token'), 'Bearer x');
  await userEvent.click(dialog.getByRole('button', { name: 'Verbinden' }));
  expect(dialog.getByLabelText('Token')).toBeInvalid();
  expect(api.callsOf('connectConsoleArchive')).toEqual([]);
});

test('shows a refusal by the server at its field', async () => {
  const errors = [{ path: 'url', code: 'archiveAddress', message: '' }];
  await open({ connectConsoleArchive: refusalWith('invalid', 422, { errors }) });
  const dialog = await openDialog('Verbindung ändern');
  expect(dialog.getByLabelText('DICOMweb-Adresse')).toHaveValue(url);
  expect(dialog.getByText(/Zugangsdaten werden nicht gezeigt/)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'Ohne Anmeldung' }));
  expect(dialog.queryByText(/Zugangsdaten werden nicht gezeigt/)).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Verbinden' }));
  await waitFor(() => expect(dialog.getByLabelText('DICOMweb-Adresse')).toBeInvalid());
  expect(screen.getByRole('dialog')).toBeVisible();
});

test.each([
  ['bearer', 'Mit einem Token'],
  ['none', 'Ohne Anmeldung'],
] as const)('a change starts with the sign-in of the archive: %s', async (sign_in, name) => {
  await open({ consoleArchive: { archive: { ...archive, sign_in } } });
  const dialog = await openDialog('Verbindung ändern');
  expect(dialog.getByRole('radio', { name })).toBeChecked();
});

test('a failing archive shows the reason and the remedy, and can be tested again', async () => {
  await open({ tryConsoleArchive: { ...answers, failure: 'refused', reason: 'HTTP 401' } });
  const shown = await section();
  expect(await shown.findByText('Aus dem Archiv kann nichts geholt werden.')).toBeVisible();
  expect(shown.getByText(/nimmt die Anmeldung nicht an/)).toBeVisible();
  expect(shown.getByText(/HTTP 401/)).toBeVisible();
  expect(shown.getByText(url)).toBeVisible();
  api.change({ tryConsoleArchive: answers });
  await userEvent.click(shown.getByRole('button', { name: 'Verbindung prüfen' }));
  expect(await shown.findByText('Das Archiv antwortet.')).toBeVisible();
  expect(shown.queryByText(/HTTP 401/)).not.toBeInTheDocument();
});

test('an archive is disconnected after a confirmation', async () => {
  await open();
  await userEvent.click(await (await section()).findByRole('button', { name: 'Trennen' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Was schon in Fällen ist, bleibt dort/)).toBeVisible();
  expect(api.callsOf('disconnectConsoleArchive')).toHaveLength(0);
  api.change({ consoleArchive: { archive: null } });
  await userEvent.click(question.getByRole('button', { name: 'Trennen' }));
  expect(await screen.findByText('Es ist kein Bildarchiv verbunden.')).toBeVisible();
});

test('an archived clinic does not offer to change its image archive', async () => {
  await open({ consoleClinic: { ...clinic, archived_at: '2026-11-26T09:30:00.000Z' } });
  expect(await screen.findByText(/Diese Klinik ist archiviert/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Bildarchiv' })).not.toBeInTheDocument();
});
