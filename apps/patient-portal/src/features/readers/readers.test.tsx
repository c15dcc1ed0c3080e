import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { Reader, SharedPerson } from '@konsil/contracts/reader-states';
import type { SharedCase } from '@konsil/contracts/readers';
import {
  aPatient,
  aProcessOverview,
  anAccount,
  anId,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Readers } from './Readers.tsx';
import { SharedCasePage } from './SharedCasePage.tsx';
import { SharedPage } from './SharedPage.tsx';
import { SharedPersonPage } from './SharedPersonPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const patient = aPatient();
const aReader = (changes: Partial<Reader> = {}): Reader => ({
  id: anId(),
  state: 'open',
  role: 'see',
  name: 'Hedwig Lindner',
  email: null,
  expires_at: '2026-12-11T09:00:00.000Z',
  since: '2026-11-20T09:00:00.000Z',
  until: null,
  ended_at: null,
  ...changes,
});
const invited = aReader({ state: 'invited', name: null, email: 'tim@example.org', since: null });
const past = aReader({ state: 'ended', name: 'Paul Weiß', ended_at: '2026-11-25T09:00:00.000Z' });
const openList = (readers: Reader[], answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({ listReaders: readers, endReader: { ok: true }, ...answers });
  return renderWithProviders(<Readers patientId={patient.id} name="Mia Adler" />);
};

test('the owner sees who reads along, who is invited and who did before', async () => {
  await openList([aReader(), invited, past]);
  expect(await screen.findByText('Hedwig Lindner')).toBeVisible();
  expect(screen.getByText('tim@example.org')).toBeVisible();
  expect(screen.getByText('Früher: 1 Person')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Paul Weiß/ })).toBeNull();
});

test('ends an access after a confirmation, an open invitation at once', async () => {
  await openList([aReader(), invited]);
  await userEvent.click(await screen.findByRole('button', { name: 'Einladung zurücknehmen: tim@example.org' }));
  await waitFor(() => expect(api.callsOf('endReader')).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Zugriff beenden: Hedwig Lindner' }));
  expect(api.callsOf('endReader')).toHaveLength(1);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Zugriff beenden' }));
  await waitFor(() => expect(api.callsOf('endReader')).toHaveLength(2));
});

test('an invitation asks for the password when the sign-in was long ago', async () => {
  let proven = false;
  await openList([], {
    listPasskeys: [],
    proveIdentity: () => {
      proven = true;
      return { ok: true };
    },
    inviteReader: () => (proven ? invited : refusalWith('proof_needed', 403)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Jemanden einladen' }));
  await userEvent.type(await screen.findByLabelText('E-Mail-Adresse'), 'tim@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
  await userEvent.type(await screen.findByLabelText(/Passwort/), 'Sechs-Zitronen-7');
  await userEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('inviteReader').at(-1)).toMatchObject({ body: { email: 'tim@example.org', until: null } });
});

test('an invitation says in plain words what somebody may do, and sends the choice', async () => {
  await openList([], { inviteReader: invited });
  await userEvent.click(await screen.findByRole('button', { name: 'Jemanden einladen' }));
  await userEvent.type(await screen.findByLabelText('E-Mail-Adresse'), 'tim@example.org');
  expect(screen.getByRole('radio', { name: /^Mitlesen(?! und)/ })).toBeChecked();
  await userEvent.click(
    screen.getByRole('radio', { name: /Mitlesen und handeln.*Anfragen senden.*bleiben bei Ihnen/ }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
  await waitFor(() => expect(api.callsOf('inviteReader')).toMatchObject([{ body: { role: 'act' } }]));
});

test('granting the right to act needs recent authentication; revoking does not', async () => {
  let proven = false;
  const [reader, acting] = [aReader(), aReader({ role: 'act', name: 'Ayşe Demir' })];
  await openList([reader, acting], {
    listPasskeys: [],
    proveIdentity: () => {
      proven = true;
      return { ok: true };
    },
    changeReader: ({ body }) =>
      proven || (body as { role: string }).role === 'see' ? acting : refusalWith('proof_needed', 403),
  });
  expect(await screen.findByText('Darf handeln')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Nur mitlesen lassen: Ayşe Demir' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Nur mitlesen lassen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Handeln erlauben: Hedwig Lindner' }));
  expect(await screen.findByRole('heading', { name: 'Darf Hedwig Lindner für Mia Adler handeln?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Handeln erlauben' }));
  await userEvent.type(await screen.findByLabelText(/Passwort/), 'Sechs-Zitronen-7');
  await userEvent.click(screen.getByRole('button', { name: 'Handeln erlauben' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('changeReader').map(({ params, body }) => [params, body])).toEqual([
    [{ id: acting.id }, { role: 'see' }],
    [{ id: reader.id }, { role: 'act' }],
    [{ id: reader.id }, { role: 'act' }],
  ]);
});

const person: SharedPerson = {
  id: anId(),
  state: 'open',
  role: 'see',
  person: 'Mia Adler',
  shared_by: 'Miriam Adler',
  until: '2027-01-31',
  expires_at: '2026-12-11T09:00:00.000Z',
};

test('an invited relative sees who shares what, and accepts or declines', async () => {
  const other = { ...person, id: anId(), state: 'invited' as const, person: 'Noah Adler' };
  api = fakeApi({
    getAccount: anAccount({ email: 'me@example.org' }),
    listSharedPersons: [person, other],
    answerInvitation: person,
  });
  await renderWithProviders(<SharedPage />);
  expect(await screen.findByRole('link', { name: /Mia Adler.*Geteilt von Miriam Adler/ })).toHaveAttribute(
    'href',
    `/patient/shared/${person.id}`,
  );
  expect(screen.getByRole('heading', { name: 'Miriam Adler lädt Sie ein, bei Noah Adler mitzulesen' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annehmen' }));
  await waitFor(() =>
    expect(api.callsOf('answerInvitation')).toMatchObject([{ params: { id: other.id }, body: { accepts: true } }]),
  );
});

test('a relative who may act reads what that means, and which cases wait for them', async () => {
  const acting = { ...person, role: 'act' as const, waiting: 2 };
  const other = { ...acting, id: anId(), state: 'invited' as const, person: 'Noah Adler' };
  api = fakeApi({ getAccount: anAccount(), listSharedPersons: [acting, other] });
  await renderWithProviders(<SharedPage />);
  expect(await screen.findByText(/unter Ihrem Namen schreiben.*Anfragen senden kann nur Miriam Adler/)).toBeVisible();
  expect(screen.getByText('2 Fälle warten auf Sie')).toBeVisible();
});

test('without waiting cases, a relative only sees that they may act', async () => {
  api = fakeApi({ getAccount: anAccount(), listSharedPersons: [{ ...person, role: 'act' }] });
  await renderWithProviders(<SharedPage />);
  expect(await screen.findByText('Sie dürfen handeln')).toBeVisible();
  expect(screen.queryByText(/auf Sie$/)).toBeNull();
});

test('a person whom the user may act for links to their full cases', async () => {
  const row = { id: anId(), case_name: 'Knoten', status: 'with_patient' as const, doctor_name: 'Dr. Elif Sandberg' };
  api = fakeApi({
    getSharedRecord: {
      ...person,
      role: 'act',
      patient,
      cases: [{ ...row, sent_at: '2026-11-03T11:05:00.000Z', unopened: false }],
    },
  });
  await renderWithProviders(<SharedPersonPage />, {
    route: `/patient/shared/${person.id}`,
    path: '/patient/shared/:readerId',
  });
  expect(await screen.findByRole('link', { name: /Knoten/ })).toHaveAttribute('href', `/patient/process/${row.id}`);
});

test('shows the signed-in address to a user without an invitation', async () => {
  api = fakeApi({ getAccount: anAccount({ email: 'me@example.org' }), listSharedPersons: [] });
  await renderWithProviders(<SharedPage />);
  expect(await screen.findByText(/Angemeldet sind Sie mit me@example\.org/)).toBeVisible();
});

const theCase = aProcessOverview();
const sharedCase: SharedCase = {
  id: theCase.id,
  reader_id: person.id,
  case_name: 'Knoten',
  status: 'answered',
  doctor_name: 'Dr. Elif Sandberg',
  sent_at: '2026-11-03T11:05:00.000Z',
  unopened: true,
  shared_by: 'Miriam Adler',
  patient,
  diagnosis: 'Knoten rechts, 23 mm',
  medical_history: theCase.medical_history,
  anamnesis: theCase.anamnesis,
  questions: theCase.questions,
  requests: theCase.requests,
  answers: theCase.answers,
  documents: [],
  timeline: theCase.timeline,
};

test('a shared case is read-only, and says that the owner must open the answer', async () => {
  api = fakeApi({ getSharedCase: sharedCase });
  await renderWithProviders(<SharedCasePage />, {
    route: `/patient/shared/${person.id}/cases/${theCase.id}`,
    path: '/patient/shared/:readerId/cases/:caseId',
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Knoten' })).toBeVisible();
  expect(screen.getByText(/Eine Antwort ist da, die Miriam Adler noch nicht geöffnet hat/)).toBeVisible();
  expect(screen.getByText('Knoten rechts, 23 mm')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('leads users who act for the person from a shared case to the case itself', async () => {
  api = fakeApi({ getSharedCase: { ...sharedCase, role: 'act' } });
  await renderWithProviders(
    <Routes>
      <Route path="/patient/shared/:readerId/cases/:caseId" element={<SharedCasePage />} />
      <Route path="/patient/process/:caseId" element={<p>Der Fall selbst</p>} />
    </Routes>,
    { route: `/patient/shared/${person.id}/cases/${theCase.id}` },
  );
  expect(await screen.findByText('Der Fall selbst')).toBeVisible();
  expect(screen.queryByText(/nur zum Lesen/)).toBeNull();
});

test('a reader ends their own access after a confirmation; past access is marked', async () => {
  api = fakeApi({
    getSharedRecord: { ...person, patient, cases: [] },
    endReader: { ok: true },
  });
  const route = { route: `/patient/shared/${person.id}`, path: '/patient/shared/:readerId' };
  const { unmount } = await renderWithProviders(<SharedPersonPage />, route);
  await userEvent.click(await screen.findByRole('button', { name: 'Nicht mehr mitlesen' }));
  expect(api.callsOf('endReader')).toHaveLength(0);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Nicht mehr mitlesen' }));
  await waitFor(() => expect(api.callsOf('endReader')).toHaveLength(1));
  unmount();
  api.restore();
  api = fakeApi({ getSharedRecord: refusalWith('not_found', 404) });
  await renderWithProviders(<SharedPersonPage />, route);
  expect(await screen.findByRole('heading', { name: 'Das wird nicht mehr mit Ihnen geteilt' })).toBeVisible();
});
