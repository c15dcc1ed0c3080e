import { screen } from '@testing-library/react';
import { callRoute, ProblemError } from '@konsil/api';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { listOf } from '@konsil/lists/lists';
import { messageRoutes } from '@konsil/contracts/messages';
import { patientRoutes } from '@konsil/contracts/patients';
import {
  aLogin,
  aMessage,
  anAuthSession,
  anId,
  aPage,
  aPatientSummary,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from './index.ts';

const problemOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ProblemError)) throw error;
  return error.problem;
};

test('responds by contract and records its requests', async () => {
  const api = fakeApi({ sendMessage: ({ params }) => aMessage({ case_id: params.id ?? '' }) });
  const id = anId();
  const sent = await callRoute(messageRoutes.sendMessage, {
    params: { id },
    body: { subject: 'Frage', message: 'Text' },
    key: 'k1',
  });
  expect(sent.case_id).toBe(id);
  expect(api.callsOf('sendMessage')).toEqual([
    expect.objectContaining({ params: { id }, body: { subject: 'Frage', message: 'Text' } }),
  ]);
  expect(api.calls[0]?.headers.get('idempotency-key')).toBe('k1');
  api.restore();
});

test('refuses an invalid body field by field, like the server', async () => {
  const api = fakeApi({ sendMessage: aMessage() });
  const problem = await problemOf(
    callRoute(messageRoutes.sendMessage, { params: { id: anId() }, body: { subject: '', message: 'x' } }),
  );
  expect(problem).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: [{ path: 'subject', code: 'subjectMissing' }],
  });
  api.restore();
});

test('a route without a response is 404, and a refusal carries its code', async () => {
  const api = fakeApi({ getPatient: refusalWith('too_many', 429) });
  expect(await problemOf(callRoute(patientRoutes.listPatients, {}))).toMatchObject({ status: 404, code: 'not_found' });
  expect(await problemOf(callRoute(patientRoutes.getPatient, { params: { id: anId() } }))).toMatchObject({
    code: 'too_many',
  });
  api.restore();
});

test('a response that breaks its contract is an error of the test', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation();
  const api = fakeApi({ getPatient: { id: 'no-uuid' } as never });
  await expect(callRoute(patientRoutes.getPatient, { params: { id: anId() } })).rejects.toThrow();
  expect(said).toHaveBeenCalledWith(expect.stringContaining('getPatient'), expect.anything());
  api.restore();
});

function Names() {
  const { items } = listOf(useListPatientsInfiniteQuery({}));
  return (
    <ul>
      {items.map((patient) => (
        <li key={patient.id}>{patient.last_name}</li>
      ))}
    </ul>
  );
}

test('renders a page with texts, store, session and router', async () => {
  const login = aLogin();
  const api = fakeApi({
    authSession: anAuthSession(login),
    isLoggedIn: login,
    listPatients: aPage([aPatientSummary({ last_name: 'Adler' }), aPatientSummary({ last_name: 'Novak' })]),
  });
  const { store } = await renderWithProviders(<Names />, { route: '/patient/patients', login });
  expect(await screen.findByText('Novak')).toBeVisible();
  expect(store.getState().user).toEqual({ userId: login.user_patient_id, role: 'patient', name: 'Miriam Adler' });
  api.restore();
});
