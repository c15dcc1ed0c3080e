import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LookedAtCase } from '@konsil/contracts/second-looks';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import {
  aDoctor,
  aLogin,
  anId,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
  type FakeApi,
} from '@konsil/testing';
import LookedAtCasePage from './LookedAtCasePage';
import { SecondLooks } from './SecondLooks';
import SecondLooksPage from './SecondLooksPage';

let api: FakeApi;
afterEach(() => api.restore());
const login = aLogin({ role: 'doctor' });

const colleague = aDoctor({ name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin' });
const look: SecondLook = {
  id: anId(),
  state: 'asked',
  reader: { name: colleague.name, specialty: colleague.specialty, city: colleague.city },
  asked_by: 'Dr. Elif Sandberg',
  asked_at: '2026-11-03T11:05:00.000Z',
  until: null,
  answered_at: null,
  question: 'Würden Sie operieren?',
  answer: null,
};
const openCase = async (second_looks: SecondLook[]) => {
  const theCase = aProcessOverview({ second_looks });
  api = fakeApi({
    getSettings: someSettings(),
    listDoctors: [aDoctor({ id: theCase.doctor.id }), colleague],
    askSecondLook: look,
  });
  await renderWithProviders(<SecondLooks theCase={theCase} />, { login });
};

test('the doctor asks a colleague a question', async () => {
  await openCase([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Um zweiten Blick bitten' }));
  await userEvent.click(screen.getByRole('button', { name: 'Frage senden' }));
  expect(api.callsOf('askSecondLook')).toHaveLength(0);
  await userEvent.type(screen.getByRole('combobox', { name: /Kollegin oder Kollege/ }), 'Ohl');
  await userEvent.click(await screen.findByRole('option', { name: /Ohlsen/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /Ihre Frage/ }), 'Würden Sie operieren?');
  await userEvent.click(screen.getByRole('button', { name: 'Frage senden' }));
  await waitFor(() =>
    expect(api.callsOf('askSecondLook')).toMatchObject([
      { body: { colleague: colleague.id, question: 'Würden Sie operieren?' } },
    ]),
  );
});

test('an open second look can be withdrawn, and blocks asking for another one', async () => {
  await openCase([look]);
  expect(await screen.findByRole('button', { name: 'Zurücknehmen' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Um zweiten Blick bitten' })).toBeNull();
});

test('shows the reply together with its question', async () => {
  await openCase([{ ...look, state: 'answered', answered_at: '2026-11-05T09:00:00.000Z', answer: 'Eher nicht.' }]);
  expect(await screen.findByText('Eher nicht.')).toBeVisible();
  expect(screen.getByText('Beantwortet am 05.11.2026')).toBeVisible();
});

const { id, case_name, patient, diagnosis, medical_history, anamnesis, questions } = aProcessOverview();
const asked: LookedAtCase = {
  ...{ id, case_name, patient, diagnosis, medical_history, anamnesis, questions },
  asked_by: 'Dr. Elif Sandberg',
  asked_at: '2026-11-03T11:05:00.000Z',
  until: '2026-11-17',
  question: 'Würden Sie operieren?',
  notes: [],
  answers: [],
  documents: [],
};

test('the colleague reads the question and the case, and replies to the doctor', async () => {
  api = fakeApi({ getSettings: someSettings(), getLookedAtCase: asked, answerSecondLook: { ok: true } });
  await renderWithProviders(<LookedAtCasePage />, {
    login,
    route: `/doctor/second-looks/${id}`,
    path: '/doctor/second-looks/:lookId',
  });
  expect(await screen.findByText('Würden Sie operieren?')).toBeVisible();
  expect(screen.getByText(diagnosis)).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /Ihre Antwort an Dr\.\sSandberg/ }), 'Eher nicht.');
  await userEvent.click(screen.getByRole('button', { name: 'Antwort senden' }));
  await waitFor(() => expect(api.callsOf('answerSecondLook')).toMatchObject([{ body: { answer: 'Eher nicht.' } }]));
});

test('an ended second opinion is shown as ended', async () => {
  api = fakeApi({ getSettings: someSettings(), getLookedAtCase: refusalWith('not_found', 404) });
  await renderWithProviders(<LookedAtCasePage />, {
    login,
    route: `/doctor/second-looks/${id}`,
    path: '/doctor/second-looks/:lookId',
  });
  expect(await screen.findByText('Dieser Fall ist nicht mehr für Sie offen')).toBeVisible();
});

test('the list shows who asks about which patient, or that it is empty', async () => {
  api = fakeApi({ getSettings: someSettings(), listAskedLooks: [asked] });
  await renderWithProviders(<SecondLooksPage />, { login });
  expect(await screen.findByText('Dr. Sandberg fragt · bis 17.11.2026')).toBeVisible();
  api.restore();
  api = fakeApi({ getSettings: someSettings(), listAskedLooks: [] });
  await renderWithProviders(<SecondLooksPage />, { login });
  expect(await screen.findByText(/bittet Sie niemand/)).toBeVisible();
});
