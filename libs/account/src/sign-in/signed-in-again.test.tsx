import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { storeTokens, sessionEnded, sessionResumed } from '@konsil/api';
import { useListSessionsQuery, useSaveSettingsMutation } from '@konsil/api/account';
import { useDashboardQuery } from '@konsil/api/cases';
import { useDraft } from '@konsil/drafts/drafts';
import { aDashboard, aLogin, anAccount, anAuthSession, fakeApi, refusalWith, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useLoginState } from '@konsil/auth';
import { SignedIn } from '@konsil/portal-frame';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignInSteps } from './SignInSteps.tsx';

const login = aLogin();
let api: FakeApi;
let signedIn: boolean;

beforeEach(() => {
  signedIn = true;
  api = fakeApi({
    authSession: () => (signedIn ? anAuthSession(login) : {}),
    isLoggedIn: login,
    authProviders: {
      credentials: { id: 'credentials', name: 'Konsil', type: 'credentials', signinUrl: '', callbackUrl: '' },
    },
    authCsrf: { csrfToken: 'csrf' },
    authCallback: () => {
      signedIn = true;
      storeTokens({ CSRF_Token: 'c2', Authorization: 't2' });
      return { url: 'http://localhost/' };
    },
    saveSettings: ({ body }) => someSettings(body as object),
  });
});
afterEach(() => api.restore());

function Page() {
  const [text, setText] = useState('');
  return <input aria-label="Nachricht" value={text} onChange={(event) => setText(event.target.value)} />;
}
function Saving() {
  const [save, { isSuccess, isError }] = useSaveSettingsMutation();
  return (
    <>
      <h1>Einstellungen</h1>
      <button onClick={() => void save({ notify_sms: true })}>Speichern</button>
      {isSuccess && <p>Gespeichert</p>}
      {isError && <p>Gescheitert</p>}
    </>
  );
}
const Sessions = () => useListSessionsQuery().data && <p>Liste</p>;
function App({ page }: { page: ReactNode }) {
  useLoginState();
  return <SignedIn SignInAgain={SignInSteps}>{page}</SignedIn>;
}
const open = (page: ReactNode = <Page />) =>
  renderInPortal(<App page={page} />, { route: '/patient', path: '/patient', login });

test('shows a loading state in the main element until the user is known', async () => {
  api.change({ isLoggedIn: () => new Promise(() => undefined) });
  await renderInPortal(<App page={<Page />} />, { route: '/patient', path: '/patient' });
  expect(
    within(await screen.findByRole('main')).getByRole('heading', { level: 1, name: 'Wird geladen …' }),
  ).toBeInTheDocument();
});

test('offers a retry in the main element when the user cannot be determined', async () => {
  api.change({ isLoggedIn: () => refusalWith('unavailable', 503) });
  await renderInPortal(<App page={<Page />} />, { route: '/patient', path: '/patient' });
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  expect(screen.getByRole('main')).toContainElement(retry);
});

test('prefetches what every page needs before it renders, once', async () => {
  const asked: number[] = [];
  const Dashboard = () => {
    asked.push(api.callsOf('dashboard').length);
    return useDashboardQuery().data && <p>Übersicht</p>;
  };
  api.change({ dashboard: aDashboard(), getAccount: anAccount() });
  await open(<Dashboard />);
  await screen.findByText('Übersicht');
  expect(asked[0]).toBe(1);
  expect(api.callsOf('dashboard')).toHaveLength(1);
});

test('an expired session resumes in place, with page and input unchanged', async () => {
  await open();
  await userEvent.type(await screen.findByLabelText('Nachricht'), 'Halb geschrieben');
  signedIn = false;
  act(() => sessionEnded.emit());
  const dialog = await screen.findByRole('dialog', { name: 'Bitte melden Sie sich wieder an' });
  expect(dialog).toBeVisible();
  // Hidden from other people at the screen.
  expect(screen.getByLabelText('Nachricht')).not.toBeVisible();
  expect(screen.getByLabelText('E-Mail-Adresse')).toHaveValue(login.email);
  await waitFor(() => expect(screen.getByLabelText('Passwort')).toHaveFocus());

  await userEvent.type(screen.getByLabelText('Passwort'), 'Geheim-1');
  await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Nachricht')).toHaveValue('Halb geschrieben');
  expect(screen.getByLabelText('Nachricht')).toBeVisible();
});

test('repeats an action after signing in again if the session had expired', async () => {
  await open(<Saving />);
  api.change({
    saveSettings: () => (signedIn ? someSettings({ notify_sms: true }) : refusalWith('unauthorized', 401)),
  });
  const save = await screen.findByRole('button', { name: 'Speichern' });
  signedIn = false;
  await userEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText('Passwort')).toHaveFocus());
  expect(screen.queryByText('Gescheitert')).toBeNull();

  await userEvent.type(screen.getByLabelText('Passwort'), 'Geheim-1{Enter}');
  await screen.findByText('Gespeichert');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('refetches after signing in again what changed meanwhile', async () => {
  api.change({ listSessions: [] });
  await open(<Sessions />);
  await screen.findByText('Liste');
  expect(api.callsOf('listSessions')).toHaveLength(1);
  act(() => sessionResumed.emit());
  await waitFor(() => expect(api.callsOf('listSessions')).toHaveLength(2));
});

describe('The end of the session', () => {
  const endsIn = (milliseconds: number) => {
    const soon = new Date(Date.now() + milliseconds).toISOString();
    api.change({
      authSession: anAuthSession({ ...login, expires_at: soon }),
      isLoggedIn: { ...login, expires_at: soon },
      extendSession: { expires_at: login.expires_at, absolute_expires_at: login.absolute_expires_at },
    });
  };
  function Drafted() {
    const { restored } = useDraft<{ subject: string; message: string }>('contact');
    return <p>{restored?.message}</p>;
  }

  test('is announced, with a button to extend', async () => {
    endsIn(119_000);
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Sind Sie noch da?' });
    expect(dialog).toHaveAccessibleDescription('Sie werden in 2 Minuten abgemeldet.');
    await userEvent.click(screen.getByRole('button', { name: 'Angemeldet bleiben' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('extendSession')).toHaveLength(1);
  });

  test('mentions a kept draft if there is one, and the actual time left', async () => {
    endsIn(60_000);
    api.change({
      getDraft: { content: { subject: '', message: 'Halb geschrieben' }, updated_at: '2026-11-03T11:00:00.000Z' },
    });
    await open(<Drafted />);
    await screen.findByText(/Ihr Entwurf bleibt gespeichert\./);
    expect(screen.getByRole('timer')).toHaveTextContent(
      /^Sie werden in \d\d Sekunden abgemeldet\. Ihr Entwurf bleibt gespeichert\.$/,
    );
  });
});

test("applies the account's language after signing in", async () => {
  api.change({ isLoggedIn: { ...login, locale: 'en' } });
  await open();
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
});
