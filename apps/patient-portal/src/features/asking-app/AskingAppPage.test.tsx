import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AskingApp } from '@konsil/contracts/patient-apps';
import { aPage, aPatientSummary, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AskingAppPage } from './AskingAppPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const request = {
  response_type: 'code',
  client_id: 'an-app',
  redirect_uri: 'https://app.example/back',
  scope: 'patient/*.rs',
  state: 'a-state',
  aud: 'https://konsil.example/fhir',
  code_challenge: 'a-challenge',
  code_challenge_method: 'S256',
};
const asking: AskingApp = {
  name: 'Gesundheitsbuch',
  operator: 'Beispiel GmbH',
  website: 'https://app.example',
  contact: null,
  person: null,
  reads: ['person', 'health'],
  lasting: true,
  refuse_url: 'https://app.example/back?error=access_denied&state=a-state',
};
const [mother, child] = [
  aPatientSummary({ first_name: 'Petra', last_name: 'Möller' }),
  aPatientSummary({ first_name: 'Jakob', last_name: 'Möller', relationship: 'child' }),
];
const leave = jest.fn();
beforeEach(() => leave.mockReset());
const open = (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({
    getAskingApp: asking,
    listPatients: ({ query }) => aPage(query['archived'] === 'true' ? [] : [mother, child]),
    listPasskeys: [],
    ...answers,
  });
  return renderWithProviders(<AskingAppPage leave={leave} />, {
    route: `/patient/apps/authorize?${new URLSearchParams(request)}`,
  });
};

test('says which app asks, who is behind it, what it may read and how long', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Darf die App „Gesundheitsbuch“ lesen?' })).toBeVisible();
  for (const text of [
    'Beispiel GmbH',
    'https://app.example',
    'Name, Geschlecht, Geburtsdatum, Anschrift und Telefonnummer',
  ])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Diagnosen, Behandlungen, Medikamente und Allergien')).toBeVisible();
  expect(screen.queryByText('Nachrichten und Aufgaben')).toBeNull();
  expect(screen.getByText(/höchstens 90 Tage/)).toBeVisible();
  expect(api.callsOf('getAskingApp').map(({ body }) => body)).toEqual([request]);
});

test('says that one-time access ends after ten minutes', async () => {
  await open({ getAskingApp: { ...asking, lasting: false } });
  expect(await screen.findByText('Nur jetzt, 10 Minuten lang.')).toBeVisible();
});

test('preselects no person, and redirects to the app with the code after a choice', async () => {
  await open({ allowApp: { url: 'https://app.example/back?code=x' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Erlauben' }));
  expect(api.callsOf('allowApp')).toEqual([]);
  expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /Jakob Möller/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Erlauben' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://app.example/back?code=x'));
  expect(api.callsOf('allowApp')).toMatchObject([{ params: { id: child.id }, body: request }]);
});

test('an app launched from the portal asks only for its preselected person', async () => {
  api = fakeApi({
    getAskingApp: { ...asking, person: child.id },
    listPatients: ({ query }) => aPage(query['archived'] === 'true' ? [] : [mother, child]),
    listPasskeys: [],
    allowApp: { url: 'https://app.example/back?code=x' },
  });
  await renderWithProviders(<AskingAppPage leave={leave} />, {
    route: `/patient/apps/authorize?${new URLSearchParams({ ...request, launch: 'a-launch' })}`,
  });
  expect(await screen.findByText(/Sie haben die App mit dieser Person geöffnet/)).toBeVisible();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Erlauben' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://app.example/back?code=x'));
  expect(api.callsOf('allowApp')).toMatchObject([{ params: { id: child.id }, body: { launch: 'a-launch' } }]);
});

test('asks for the password when the sign-in was long ago, and keeps the choice', async () => {
  let proven = false;
  await open({
    proveIdentity: () => {
      proven = true;
      return { ok: true };
    },
    allowApp: () => (proven ? { url: 'https://app.example/back?code=x' } : refusalWith('proof_needed', 403)),
  });
  await userEvent.click(await screen.findByRole('radio', { name: /Petra Möller/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Erlauben' }));
  await userEvent.type(await screen.findByLabelText(/Passwort/), 'Sechs-Zitronen-7');
  expect(screen.getByRole('radio', { name: /Petra Möller/ })).toBeChecked();
  expect(leave).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Erlauben' }));
  await waitFor(() => expect(leave).toHaveBeenCalled());
});

test('refusing returns to the app without a chosen person or a request', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Ablehnen' }));
  expect(leave).toHaveBeenCalledWith(asking.refuse_url);
  expect(api.callsOf('allowApp')).toEqual([]);
});

test('an invalid authorization request redirects nowhere', async () => {
  await open({ getAskingApp: refusalWith('not_found', 404) });
  expect(await screen.findByRole('heading', { name: 'Diese Anfrage gilt nicht mehr' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erlauben' })).toBeNull();
});
