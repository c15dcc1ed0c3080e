import { act, screen, waitFor } from '@testing-library/react';
import { useAuthState, useLoginState } from '@konsil/auth';
import { useGetCaseQuery } from '@konsil/api/cases';
import { aLogin, anAuthSession, anId, aProcessOverview, fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import type { LiveEvent } from '@konsil/contracts/events';
import { renderInPortal } from './testing.tsx';
import { Live } from './Live.tsx';
import type { NewsOf } from './Live.tsx';

const login = aLogin();
const caseId = anId();
let api: FakeApi;
let otherTab: BroadcastChannel;

beforeEach(() => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, getCase: aProcessOverview({ id: caseId }) });
  otherTab = new BroadcastChannel('konsil.live');
});
afterEach(() => {
  otherTab.close();
  api.restore();
});

const newsOf: NewsOf = ({ type, case_id: id }) =>
  type === 'message'
    ? { text: 'Sie haben eine neue Nachricht', link: { label: 'Ansehen', to: `/patient/process/${id}/messages` } }
    : type === 'request'
      ? {
          text: 'Neue Anfrage',
          link: { label: 'Ansehen', to: `/doctor/${id}` },
          several: { kind: 'request', text: (count) => `${count} neue Anfragen`, to: '/doctor' },
        }
      : undefined;

function App() {
  useLoginState();
  useGetCaseQuery(caseId);
  const { session } = useAuthState();
  return (
    <>
      {session && <p>angemeldet</p>}
      <textarea aria-label="Antwort" />
      <Live newsOf={newsOf} />
    </>
  );
}
const open = async (route: string) => {
  await renderInPortal(<App />, { route, login });
  await screen.findByText('angemeldet');
  await waitFor(() => expect(api.callsOf('getCase')).toHaveLength(1));
};
const hear = (event: Partial<LiveEvent>) =>
  act(() =>
    otherTab.postMessage({
      event: { type: 'message', case_id: caseId, mine: false, ...event },
      isNews: true,
      lastId: '1',
    }),
  );
const refetched = (times: number) => waitFor(() => expect(api.callsOf('getCase')).toHaveLength(1 + times));

test('announces a change by somebody else, with a link', async () => {
  await open('/patient');
  hear({});
  expect(await screen.findByText('Sie haben eine neue Nachricht')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ansehen' })).toHaveAttribute('href', `/patient/process/${caseId}/messages`);
});

test.each<[string, string, Partial<LiveEvent>]>([
  ['one’s own doing', '/patient', { mine: true }],
  ['what is not worth a word', '/patient', { type: 'message_read' }],
  ['what can be seen on the page already', `/patient/process/${caseId}/messages`, {}],
])('%s refreshes the page without a toast', async (_, route, event) => {
  await open(route);
  hear(event);
  await refetched(1);
  expect(screen.queryByText('Sie haben eine neue Nachricht')).toBeNull();
});

test('joins news of one kind into one line, announced once the user stops writing', async () => {
  await open('/patient');
  hear({ type: 'request', case_id: anId() });
  expect(await screen.findByText('Neue Anfrage')).toBeVisible();
  act(() => screen.getByRole('textbox', { name: 'Antwort' }).focus());
  hear({ type: 'request', case_id: anId() });
  hear({ type: 'request', case_id: anId() });
  await refetched(0);
  expect(screen.queryByText('3 neue Anfragen')).toBeNull();
  act(() => screen.getByRole('textbox', { name: 'Antwort' }).blur());
  expect(await screen.findByText('3 neue Anfragen')).toBeVisible();
  expect(screen.queryByText('Neue Anfrage')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ansehen' })).toHaveAttribute('href', '/doctor');
});

test("an account change refetches the session, which carries the person's name", async () => {
  await open('/patient');
  const before = api.callsOf('authSession').length;
  hear({ type: 'account', mine: true });
  await waitFor(() => expect(api.callsOf('authSession')).toHaveLength(before + 1));
});
