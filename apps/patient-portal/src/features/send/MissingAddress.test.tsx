import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestPreview } from '@konsil/contracts/requests';
import {
  anAccount,
  aPatient,
  aProcessOverview,
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

/** The page of a case whose patient has no address until one is saved. */
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
  await user.click(screen.getByRole('button', { name: 'Anschrift speichern' }));
};

test('the send page asks only for the missing address before anything can be sent', async () => {
  await open();
  expect(await screen.findByText(/Es fehlt noch die Anschrift/)).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Straße' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Vorname' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /senden/ })).toBeNull();
});

test('the saved address makes room for the consent, which has the focus next', async () => {
  await enterAddress(await open());
  const consent = await screen.findByRole('checkbox', { name: /Ich willige ein/ });
  expect(api.callsOf('updatePatient').map(({ body }) => body)).toMatchObject([
    { first_name: patient.first_name, street: 'Lindenweg', zipcode: '50667', country: 'Deutschland', version: 2 },
  ]);
  expect(document.activeElement).toContainElement(consent);
  expect(screen.queryByRole('textbox', { name: 'Straße' })).toBeNull();
});

test('unsaved changes of the whole record are not saved with the address, and stay a draft', async () => {
  const change = { content: { ...patient, first_name: 'Mirjam' }, updated_at: '2026-11-04T09:00:00Z' };
  const user = await open({
    getDraft: ({ params }) => (decodeURIComponent(params.key ?? '') === `patient:${patient.id}` ? change : null),
  });
  await enterAddress(user);
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(api.callsOf('updatePatient')[0]?.body).toMatchObject({ first_name: patient.first_name, street: 'Lindenweg' });
  expect(decodeURIComponent(api.callsOf('deleteDraft')[0]?.params.key ?? '')).toBe(`address:${patient.id}`);
});

test('a refused address stays in its fields, with the reason', async () => {
  await enterAddress(
    await open({
      updatePatient: refusalWith('invalid', 422, { errors: [{ path: 'zipcode', code: 'zipcodeRule', message: '' }] }),
    }),
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Postleitzahl' })).toBeInvalid());
  expect(screen.getByRole('textbox', { name: 'Straße' })).toHaveValue('Lindenweg');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a second press during the refetch saves nothing, and a later one is no conflict', async () => {
  const stillMissing = aRequestPreview({ missing: ['address_missing'] });
  let arrive: (preview: RequestPreview) => void = () => undefined;
  const previews = [stillMissing, new Promise<RequestPreview>((arrives) => (arrive = arrives))];
  let version = 2;
  const user = await open({
    previewRequest: () => previews.shift() ?? aRequestPreview({ missing: [] }),
    updatePatient: () => ({ ...patient, version: (version += 1) }),
  });
  await enterAddress(user);
  const save = () => user.click(screen.getByRole('button', { name: 'Anschrift speichern' }));
  await waitFor(() => expect(previews).toHaveLength(0));
  await save();
  expect(api.callsOf('updatePatient')).toHaveLength(1);
  arrive(stillMissing);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Anschrift speichern' })).not.toHaveAttribute('aria-disabled'),
  );
  await save();
  await waitFor(() =>
    expect(api.callsOf('updatePatient').map(({ body }) => body)).toMatchObject([{ version: 2 }, { version: 3 }]),
  );
});

test('the record that does not load is reported inside the page, which keeps its one heading', async () => {
  await open({ getPatient: refusalWith('internal', 500) });
  expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
