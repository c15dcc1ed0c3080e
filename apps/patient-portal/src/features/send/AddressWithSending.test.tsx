import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  anAccount,
  aPatient,
  aProcessOverview,
  aRequest,
  aRequestPreview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { SendPage } from './SendPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({ status: 'draft', turn: 'patient', last_request_at: null });
const patient = aPatient({
  id: theCase.patient.id,
  relationship: 'self',
  version: 2,
  street: '',
  house_number: '',
  zipcode: '',
  city: '',
  country: '',
});

/** The page of a case whose patient has no address until one is saved; then `sendToDoctor` answers. */
const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  let known = false;
  api = fakeApi({
    getSettings: someSettings(),
    getCase: theCase,
    previewRequest: () => aRequestPreview({ missing: known ? [] : ['address_missing'] }),
    getAccount: anAccount({ own_patient: patient }),
    getPatient: patient,
    updatePatient: () => {
      known = true;
      return patient;
    },
    sendToDoctor: aRequest(),
    getDraft: null,
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
    deleteDraft: { ok: true },
    ...answers,
  });
  await renderWithProviders(<SendPage />, {
    route: `/patient/process/${theCase.id}/send`,
    path: '/patient/process/:caseId/send',
  });
  return userEvent.setup();
};
const enterAddress = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByRole('textbox', { name: 'Straße' }), 'Lindenweg');
  await user.type(screen.getByRole('textbox', { name: 'Hausnummer' }), '4a');
  await user.type(screen.getByRole('textbox', { name: 'Postleitzahl' }), '50667');
  await user.type(screen.getByRole('textbox', { name: 'Ort' }), 'Köln');
};
const consent = () => screen.findByRole('checkbox', { name: /Ich willige ein/ });
const send = () => screen.getByRole('button', { name: /senden$/ });

test('asks for a missing address beside the consent, and saves it before sending', async () => {
  const user = await open();
  expect(await screen.findByText(/Es fehlt noch die Anschrift/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Vorname' })).toBeNull();
  await enterAddress(user);
  await user.click(await consent());
  expect(api.callsOf('updatePatient')).toEqual([]);
  await user.click(send());
  expect(await screen.findByRole('heading', { name: 'Gesendet' })).toBeVisible();
  expect(api.callsOf('updatePatient').map(({ body }) => body)).toMatchObject([
    { first_name: patient.first_name, street: 'Lindenweg', zipcode: '50667', country: 'Deutschland', version: 2 },
  ]);
  expect(api.callsOf('sendToDoctor').map(({ body }) => body)).toEqual([
    { consent: true, note: '', draft: { note: '' } },
  ]);
  const order = api.calls.map(({ name }) => name).filter((name) => /^(updatePatient|sendToDoctor)$/.test(name));
  expect(order).toEqual(['updatePatient', 'sendToDoctor']);
});

test('without consent nothing is sent, and all errors show at once', async () => {
  const user = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Straße' }), 'Lindenweg');
  await user.click(send());
  expect(await consent()).toBeInvalid();
  for (const name of ['Hausnummer', 'Postleitzahl', 'Ort']) expect(screen.getByRole('textbox', { name })).toBeInvalid();
  expect(api.callsOf('updatePatient')).toEqual([]);
  expect(api.callsOf('sendToDoctor')).toEqual([]);
});

test('a refused address stays in its fields with the reason; nothing is sent', async () => {
  const user = await open({
    updatePatient: refusalWith('invalid', 422, { errors: [{ path: 'zipcode', code: 'zipcodeRule', message: '' }] }),
  });
  await enterAddress(user);
  await user.click(await consent());
  await user.click(send());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Postleitzahl' })).toBeInvalid());
  expect(screen.getByRole('textbox', { name: 'Straße' })).toHaveValue('Lindenweg');
  expect(api.callsOf('sendToDoctor')).toEqual([]);
});

test('does not save the address twice after a failed submission', async () => {
  const user = await open({ sendToDoctor: refusalWith('unavailable', 503) });
  await enterAddress(user);
  await user.click(await consent());
  await user.click(send());
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Straße' })).toBeNull());
  expect(await consent()).toBeChecked();
  api.change({ sendToDoctor: aRequest() });
  await user.click(send());
  expect(await screen.findByRole('heading', { name: 'Gesendet' })).toBeVisible();
  expect(api.callsOf('updatePatient')).toHaveLength(1);
});

/** `updatePatient` as long as the record has another version than the form. */
const changedElsewhere = (newer: typeof patient): Parameters<typeof fakeApi>[0] => ({
  updatePatient: ({ body }) =>
    (body as { version: number }).version === newer.version
      ? newer
      : refusalWith('version_conflict', 409, { current: newer }),
});
const versionsSaved = () => api.callsOf('updatePatient').map(({ body }) => (body as { version: number }).version);

test('the typed address is merged with other changes to the record', async () => {
  const user = await open(changedElsewhere({ ...patient, version: 3, phone: '030 1234' }));
  await enterAddress(user);
  await user.click(await consent());
  await user.click(send());
  await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
  expect(versionsSaved()).toEqual([2, 3]);
  expect(api.callsOf('updatePatient').at(-1)?.body).toMatchObject({ phone: '030 1234', street: 'Lindenweg' });
});

test('shows an address entered elsewhere; keeping the own one sends the case', async () => {
  const user = await open(
    changedElsewhere({ ...patient, version: 3, street: 'Am Markt', house_number: '1', zipcode: '50667', city: 'Köln' }),
  );
  await enterAddress(user);
  await user.click(await consent());
  await user.click(send());
  expect(await screen.findByText(/inzwischen an anderer Stelle geändert/)).toBeVisible();
  expect(screen.getByText('Am Markt')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Straße' })).toHaveValue('Lindenweg');
  expect(api.callsOf('sendToDoctor')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Meine Angaben behalten' }));
  await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
  expect(api.callsOf('updatePatient').at(-1)?.body).toMatchObject({ street: 'Lindenweg', version: 3 });
});

test('taking over an address entered elsewhere keeps consent and note', async () => {
  const user = await open(
    changedElsewhere({ ...patient, version: 3, street: 'Am Markt', house_number: '1', zipcode: '50667', city: 'Köln' }),
  );
  await enterAddress(user);
  await user.click(await consent());
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Neuen Stand übernehmen' }));
  expect(screen.getByRole('textbox', { name: 'Straße' })).toHaveValue('Am Markt');
  expect(await consent()).toBeChecked();
  await user.click(send());
  await waitFor(() => expect(api.callsOf('sendToDoctor')).toHaveLength(1));
  expect(api.callsOf('updatePatient').at(-1)?.body).toMatchObject({ street: 'Am Markt', version: 3 });
});

test('a typed address survives a reload, a given consent does not', async () => {
  const typed = { content: { note: '', consent: true, street: 'Lindenweg' }, updated_at: '2026-11-04T09:00:00Z' };
  await open({ getDraft: typed });
  expect(await screen.findByRole('textbox', { name: 'Straße' })).toHaveValue('Lindenweg');
  expect(await consent()).not.toBeChecked();
});

test('a record that fails to load is reported inside the page', async () => {
  await open({ getPatient: refusalWith('internal', 500) });
  expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
