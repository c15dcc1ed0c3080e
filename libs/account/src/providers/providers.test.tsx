import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startAuthentication } from '@simplewebauthn/browser';
import { clearTokens, storeTokens } from '@konsil/api';
import type { Identities } from '@konsil/contracts/identities';
import { aLogin, anAuthSession, anId, fakeApi, refusalWith } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { IdentitiesSection } from './IdentitiesSection.tsx';

// The device's part: jsdom has no authenticator.
jest.mock('@simplewebauthn/browser', () => ({
  ...jest.requireActual<object>('@simplewebauthn/browser'),
  startAuthentication: jest.fn(),
}));

const providers = [
  { id: 'north', name: 'Klinik Nord' },
  { id: 'south', name: 'Klinik Süd' },
];
const login = aLogin({ role: 'doctor' });
const north = { id: '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10', name: 'Klinik Nord', removable: true };
const linked = { ...north, created_at: '2026-10-01T08:00:00Z', last_used_at: null };
let api: FakeApi;
let signedIn = false;

beforeEach(() => {
  signedIn = false;
  clearTokens();
  jest.spyOn(console, 'warn').mockImplementation();
});
afterEach(() => api.restore());

const openSignIn = (answers: FakeAnswers, query = '', config = { providers }) => {
  api = fakeApi({
    authProviders: {
      credentials: { id: 'credentials', name: 'Konsil', type: 'credentials', signinUrl: '', callbackUrl: '' },
    },
    authCsrf: { csrfToken: 'csrf' },
    authSession: () => (signedIn ? anAuthSession(login) : {}),
    isLoggedIn: () => {
      if (!signedIn) throw new Error('nobody');
      return login;
    },
    ...answers,
  });
  const route = `/login${query}`;
  return renderInPortal(<SignInPage lead="Willkommen" />, {
    route,
    path: '/login',
    login: null,
    portal: 'doctor',
    config,
  });
};
const button = (name: string) => screen.findByRole('button', { name: `Anmelden mit ${name}` });

describe('the sign-in page', () => {
  test('redirects to a provider and back to the requested page', async () => {
    const page = 'https://login.north.example/auth?state=s';
    const { currentPath } = await openSignIn({ authSignin: { url: page } }, '?callbackUrl=%2Fdoctor%2Fcases');
    await userEvent.click(await button('Klinik Nord'));
    await waitFor(() => expect(currentPath()).toBe(page));
    const [call] = api.callsOf('authSignin');
    expect(call?.params).toEqual({ provider: 'north' });
    expect(call?.body).toMatchObject({ csrfToken: 'csrf', callbackUrl: 'http://localhost/doctor/cases' });
  });

  test('redirects to the start page if no other page was requested', async () => {
    await openSignIn({ authSignin: { url: 'https://login.south.example/auth' } });
    await userEvent.click(await button('Klinik Süd'));
    await waitFor(() =>
      expect(api.callsOf('authSignin')[0]?.body).toMatchObject({ callbackUrl: 'http://localhost/doctor' }),
    );
  });

  test('says that a provider cannot be reached', async () => {
    const url = 'http://localhost/api/auth/error?error=OAuthSignin&provider=north';
    const { currentPath } = await openSignIn({ authSignin: refusalWith('unavailable', 503, { url }) });
    await userEvent.click(await button('Klinik Nord'));
    expect(await screen.findByText(/andere Dienst ist gerade nicht erreichbar/)).toBeVisible();
    expect(currentPath()).toBe('/login');
    await userEvent.click(await button('Klinik Nord'));
    await waitFor(() => expect(api.callsOf('authSignin')).toHaveLength(2));
  });

  test('offers the required provider after a password sign-in was refused', async () => {
    await openSignIn({
      authCallback: { url: 'http://localhost/api/auth/error?error=ProviderRequired&provider=south' },
    });
    const south = await button('Klinik Süd');
    await userEvent.type(screen.getByLabelText('E-Mail-Adresse'), 'ohlsen@south.example');
    await userEvent.type(screen.getByLabelText('Passwort'), 'Geheim-1');
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(await screen.findByText(/lässt nur die Anmeldung über ihren eigenen Dienst zu/)).toBeVisible();
    await waitFor(() => expect(south).toHaveFocus());
  });

  test('has no provider button without providers', async () => {
    await openSignIn({}, '', {} as never);
    await screen.findByRole('button', { name: 'Passkey benutzen' });
    expect(screen.queryByRole('button', { name: /Anmelden mit/ })).toBeNull();
  });
});

describe('the code after a provider', () => {
  const query = '?error=SecondFactorRequired&provider=north&callbackUrl=http%3A%2F%2Flocalhost%2Fdoctor%2Fcases';
  const enter = async (code: string) => {
    await userEvent.type(await screen.findByLabelText('Code aus der App'), code);
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
  };

  test('completes the sign-in and redirects to the requested page', async () => {
    const { currentPath } = await openSignIn(
      {
        finishProviderSignIn: ({ body }) => {
          if ((body as { code: string }).code !== '123456') return refusalWith('wrong_code', 422);
          signedIn = true;
          storeTokens({ CSRF_Token: 'c', Authorization: 't' });
          return { CSRF_Token: 'c', Authorization: 't' };
        },
      },
      query,
    );
    await enter('000000');
    expect(await screen.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Code aus der App'));
    await enter('123456');
    await waitFor(() => expect(currentPath()).toBe('/doctor/cases'));
  });

  test('restarts the sign-in after a timeout, and keeps the requested page', async () => {
    const { currentPath } = await openSignIn({ finishProviderSignIn: refusalWith('link_expired', 410) }, query);
    await enter('123456');
    await waitFor(() => expect(currentPath()).toBe('/login?error=Verification&callbackUrl=%2Fdoctor%2Fcases'));
    expect(await screen.findByText(/schon benutzt oder ist abgelaufen/)).toBeVisible();
    expect(await button('Klinik Nord')).toBeVisible();
  });
});

describe('the account page', () => {
  const open = (identities: Identities, answers: FakeAnswers = {}, query = '') => {
    api = fakeApi({ listIdentities: () => identities, listPasskeys: [], ...answers });
    const route = `/doctor/account${query}`;
    return renderInPortal(<IdentitiesSection />, { route, path: '/doctor/account', login, portal: 'doctor' });
  };
  const section = async () => within(await screen.findByRole('region', { name: 'Anmeldung über andere Dienste' }));

  test('links a provider on a separate page, after the password', async () => {
    const url = 'https://login.south.example/auth?state=s';
    const { currentPath } = await open(
      { linked: [linked], available: [{ id: 'south', name: 'Klinik Süd' }] },
      { linkIdentity: { url } },
    );
    const part = await section();
    expect(part.getByText(/^Verbunden: .*1\. Oktober/)).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: 'Mit Klinik Süd verbinden' }));
    await userEvent.type(await part.findByLabelText('Aktuelles Passwort'), 'Geheim-1');
    await userEvent.click(part.getByRole('button', { name: 'Weiter zu Klinik Süd' }));
    await waitFor(() => expect(currentPath()).toBe(url));
    expect(api.callsOf('linkIdentity')[0]?.body).toEqual({ current_password: 'Geheim-1' });
  });

  test('links a provider after a passkey in place of the password', async () => {
    jest.mocked(startAuthentication).mockResolvedValue({
      id: 'key',
      rawId: 'key',
      type: 'public-key',
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    } as never);
    const passkey = { id: anId(), name: 'Telefon', created_at: '2026-11-01T10:00:00.000Z', last_used_at: null };
    const url = 'https://login.south.example/auth?state=s';
    const { currentPath } = await open(
      { linked: [], available: [{ id: 'south', name: 'Klinik Süd' }] },
      {
        linkIdentity: { url },
        listPasskeys: [{ ...passkey, synced: true }],
        startPasskeySignIn: { options: { challenge: 'x' } },
        proveIdentity: { ok: true },
      },
    );
    const part = await section();
    await userEvent.click(part.getByRole('button', { name: 'Mit Klinik Süd verbinden' }));
    await userEvent.click(await part.findByRole('button', { name: 'Stattdessen Passkey benutzen' }));
    expect((await part.findAllByText('Mit Ihrem Passkey bestätigt')).length).toBeGreaterThan(0);
    expect(part.queryByLabelText('Aktuelles Passwort')).toBeNull();
    await userEvent.click(part.getByRole('button', { name: 'Weiter zu Klinik Süd' }));
    await waitFor(() => expect(currentPath()).toBe(url));
    expect(api.callsOf('linkIdentity')[0]?.body).toEqual({});
  });

  test('removes a provider after a confirmation', async () => {
    const identities: Identities = { linked: [linked], available: [] };
    await open(identities, {
      removeIdentity: () => {
        identities.linked = [];
        return { ok: true };
      },
    });
    const part = await section();
    await userEvent.click(part.getByRole('button', { name: 'Klinik Nord entfernen' }));
    expect(await part.findByText(/Möchten Sie Klinik Nord entfernen/)).toBeVisible();
    expect(api.callsOf('removeIdentity')).toHaveLength(0);
    await userEvent.type(await part.findByLabelText('Aktuelles Passwort'), 'Geheim-1');
    await userEvent.click(part.getByRole('button', { name: 'Entfernen' }));
    expect(await part.findByText(/Der Dienst ist entfernt/)).toBeVisible();
  });

  test('says that the last sign-in method cannot be removed', async () => {
    await open(
      {
        linked: [linked, { ...linked, id: '1b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10', name: 'Kasse', removable: false }],
        available: [],
      },
      { removeIdentity: refusalWith('not_allowed_now', 409) },
    );
    const part = await section();
    expect(part.getByText(/Kann nicht entfernt werden/)).toBeVisible();
    expect(part.queryByRole('button', { name: 'Kasse entfernen' })).toBeNull();
    await userEvent.click(part.getByRole('button', { name: 'Klinik Nord entfernen' }));
    await userEvent.type(await part.findByLabelText('Aktuelles Passwort'), 'Geheim-1');
    await userEvent.click(part.getByRole('button', { name: 'Entfernen' }));
    expect(await part.findByText('Das ist im Moment nicht möglich.')).toBeVisible();
  });

  test.each([
    ['?linked=north', /ist mit Ihrem Konto verbunden/],
    ['?error=OAuthAccountNotLinked&provider=north', /schon ein anderes Konto verbunden/],
    ['?error=AccessDenied&provider=north', /abgelehnt oder abgebrochen/],
    ['?error=Callback&provider=north', /Bitte versuchen Sie es noch einmal/],
  ])('says how linking ended: %s', async (query, text) => {
    await open({ linked: [linked], available: [] }, {}, query);
    expect(await (await section()).findByText(text)).toBeVisible();
  });

  test('shows nothing where there are no providers', async () => {
    await open({ linked: [], available: [] });
    await waitFor(() => expect(api.callsOf('listIdentities')).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });
});
