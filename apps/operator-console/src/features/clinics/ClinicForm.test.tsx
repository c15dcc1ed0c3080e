import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aConsoleClinic, anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ClinicForm } from './ClinicForm';

let api: FakeApi;
afterEach(() => api.restore());

const clinic = aConsoleClinic();

test('a form that stays open saves the next change on top of the saved version', async () => {
  api = fakeApi({
    updateClinic: ({ body }) => ({ ...clinic, ...(body as object), version: 2 }),
  });
  const user = userEvent.setup();
  await renderWithProviders(<ClinicForm clinic={clinic} />);
  const sent = () => api.callsOf('updateClinic').map(({ body }) => (body as { version: number }).version);
  const save = await screen.findByRole('button', { name: 'Speichern' });
  await user.type(screen.getByLabelText('Name der Klinik'), ' 2');
  await user.click(save);
  await waitFor(() => expect(sent()).toEqual([1]));
  expect(await screen.findByText('Gespeichert.')).toBeVisible();
  await user.type(screen.getByLabelText('Name der Klinik'), ' 3');
  await user.click(save);
  await waitFor(() => expect(sent()).toEqual([1, 2]));
});

test('a site keeps its id and its doctors when another site is removed', async () => {
  const [first, second] = ['Bonn', 'Köln'].map((city) => ({
    id: anId(),
    name: '',
    street: '',
    zipcode: '',
    city,
    phone: '',
  }));
  if (!first || !second) throw new Error('There are two sites.');
  api = fakeApi({ updateClinic: clinic });
  await renderWithProviders(<ClinicForm clinic={{ ...clinic, sites: [first, second] }} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /Standort 1/ }));
  await user.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(api.callsOf('updateClinic')).toMatchObject([{ body: { sites: [second] } }]));
});
