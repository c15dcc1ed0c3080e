import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPatient, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { EditPatientPage, NewPatientPage } from './PatientFormPages.tsx';
import { partsOf, stateOptions } from './states.ts';

let api: FakeApi;
afterEach(() => api.restore());

const drafts = {
  getDraft: null,
  deleteDraft: { ok: true as const },
  saveDraft: ({ body }: { body: unknown }) => ({
    ...(body as { content: Record<string, unknown> }),
    updated_at: '2026-11-04T09:00:00Z',
  }),
};

test.each([
  [
    'de',
    ['Vorname', /Wie auf der Versichertenkarte/],
    ['Geburtsdatum', /Das Alter zählt/],
    ['Geschlecht', /Viele Laborwerte/],
  ],
  ['en', ['First name', /As on the insurance card/], ['Date of birth', /Age matters/], ['Gender', /laboratory values/]],
] as const)('name, birth date and gender say why they are asked for (%s)', async (locale, name, day, gender) => {
  api = fakeApi(drafts);
  await renderWithProviders(<NewPatientPage />, { route: '/patient/patients/new', locale });
  expect(await screen.findByRole('textbox', { name: name[0] })).toHaveAccessibleDescription(name[1]);
  expect(screen.getByRole('textbox', { name: day[0] })).toHaveAccessibleDescription(day[1]);
  expect(screen.getByRole('group', { name: new RegExp(gender[0]) })).toHaveAccessibleDescription(gender[1]);
});

test('adds a person with the fields of the specification', async () => {
  const added = aPatient({ first_name: 'Jakob', relationship: 'child' });
  api = fakeApi({ ...drafts, addPatient: added });
  const { currentPath } = await renderWithProviders(<NewPatientPage />, {
    route: '/patient/patients/new',
    path: '/patient/patients/new',
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Person hinzufügen' }));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  for (const words of [
    'Wer ist das für Sie? Bitte wählen Sie eine Möglichkeit',
    'Bitte geben Sie den Vornamen ein',
    'Bitte wählen Sie das Geschlecht',
    'Bitte geben Sie das Geburtsdatum ein',
    'Postleitzahl: Bis zu 5 Ziffern',
    'Bitte geben Sie den Ort ein',
  ])
    expect(summary).toHaveTextContent(words);

  await user.click(screen.getByRole('radio', { name: 'mein Kind' }));
  await user.type(screen.getByRole('textbox', { name: 'Vorname' }), 'Jakob');
  await user.type(screen.getByRole('textbox', { name: 'Nachname' }), 'Adler');
  await user.click(screen.getByRole('radio', { name: 'männlich' }));
  await user.type(screen.getByRole('textbox', { name: 'Geburtsdatum' }), '2.6.2014');
  await user.type(screen.getByRole('textbox', { name: 'Straße' }), 'Lindenweg');
  await user.type(screen.getByRole('textbox', { name: 'Hausnummer' }), '4a');
  await user.type(screen.getByRole('textbox', { name: 'Postleitzahl' }), '50667');
  await user.type(screen.getByRole('textbox', { name: 'Ort' }), 'Köln');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Person hinzufügen' }));
  await waitFor(() =>
    expect(api.callsOf('addPatient').at(-1)?.body).toMatchObject({
      relationship: 'child',
      first_name: 'Jakob',
      gender: 'M',
      date_of_birth: '2014-06-02',
      zipcode: '50667',
    }),
  );
  expect(await screen.findByText('Patientenakte angelegt')).toBeVisible();
  await waitFor(() => expect(currentPath()).toBe(`/patient/patients/${added.id}`));
});

test('a country is not guessed for an address that has none', async () => {
  const patient = aPatient({ version: 2, zipcode: '1010', city: 'Wien', country: '' });
  api = fakeApi({ ...drafts, getPatient: patient, updatePatient: patient });
  await renderWithProviders(<EditPatientPage />, {
    route: `/patient/patients/${patient.id}/edit`,
    path: '/patient/patients/:patientId/edit',
  });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Vorname' }), 'a');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(api.callsOf('updatePatient')).toHaveLength(1));
  expect(api.callsOf('updatePatient')[0]?.body).toMatchObject({ city: 'Wien', country: '' });
});

test('shows a server error at its field and keeps the input', async () => {
  const patient = aPatient({ version: 2 });
  api = fakeApi({
    ...drafts,
    getPatient: patient,
    updatePatient: refusalWith('invalid', 422, { errors: [{ path: 'zipcode', code: 'zipcodeRule', message: '' }] }),
  });
  await renderWithProviders(<EditPatientPage />, {
    route: `/patient/patients/${patient.id}/edit`,
    path: '/patient/patients/:patientId/edit',
  });
  const user = userEvent.setup();
  const city = await screen.findByRole('textbox', { name: 'Ort' });
  await user.clear(city);
  await user.type(city, 'Bonn');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Postleitzahl' })).toHaveAccessibleDescription('Bis zu 5 Ziffern'),
  );
  expect(city).toHaveValue('Bonn');
  expect(api.callsOf('updatePatient')[0]?.body).toMatchObject({ version: 2, city: 'Bonn', relationship: 'self' });
});

describe('the state of an address', () => {
  const open = async (fields: Parameters<typeof aPatient>[0]) => {
    const patient = aPatient({ version: 2, ...fields });
    api = fakeApi({ ...drafts, getPatient: patient, updatePatient: patient });
    await renderWithProviders(<EditPatientPage />, {
      route: `/patient/patients/${patient.id}/edit`,
      path: '/patient/patients/:patientId/edit',
    });
    await screen.findByRole('textbox', { name: 'Vorname' });
    return userEvent.setup();
  };
  const namesIn = (field: HTMLElement) =>
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  const saved = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('updatePatient')).toHaveLength(1));
    return api.callsOf('updatePatient')[0]?.body;
  };

  test('is chosen from a list in Germany, Austria and Switzerland', async () => {
    const user = await open({ country: 'Deutschland', state: '' });
    const state = screen.getByRole('combobox', { name: /^Bundesland/ });
    expect(namesIn(state)).toHaveLength(17);
    await user.selectOptions(state, 'Sachsen');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Land/ }), 'Österreich');
    const austrian = screen.getByRole('combobox', { name: /^Bundesland/ });
    expect(namesIn(austrian)).toHaveLength(10);
    // Saxony is not in Austria.
    expect(austrian).toHaveValue('');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Land/ }), 'Schweiz');
    const canton = screen.getByRole('combobox', { name: /^Kanton/ });
    expect(namesIn(canton)).toHaveLength(27);
    await user.selectOptions(canton, 'Genf');
    expect(await saved(user)).toMatchObject({ state: 'Genf', country: 'Schweiz' });
  });

  test('keeps a stored state that the list does not have', async () => {
    const user = await open({ country: 'Germany', state: 'Freistaat Bayern' });
    expect(screen.getByRole('combobox', { name: /^Bundesland/ })).toHaveValue('Freistaat Bayern');
    await user.type(screen.getByRole('textbox', { name: 'Vorname' }), 'a');
    expect(await saved(user)).toMatchObject({ state: 'Freistaat Bayern', country: 'Germany' });
  });

  test('is typed for any other country', async () => {
    const user = await open({ country: 'Deutschland', state: '' });
    await user.selectOptions(screen.getByRole('combobox', { name: /^Land/ }), 'Belgien');
    await user.type(screen.getByRole('textbox', { name: /^Bundesland oder Region/ }), 'Flandern');
    expect(await saved(user)).toMatchObject({ state: 'Flandern', country: 'Belgien' });
  });
});

test('English readers see the stored name of a state beside theirs', () => {
  const states = partsOf('Germany')?.states ?? [];
  const options = stateOptions(states, { state: 'Bavaria', locale: 'en' });
  expect(options).toContainEqual({ value: 'Bavaria', label: 'Bavaria (Bayern)' });
  expect(options).toContainEqual({ value: 'Sachsen', label: 'Saxony (Sachsen)' });
  expect(options).toHaveLength(16);
});
