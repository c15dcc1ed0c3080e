import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearTokens, storeTokens } from '@konsil/api';
import { aLogin, anAuthSession, fakeApi, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignInPage } from './SignInPage.tsx';

const login = aLogin();
let api: FakeApi;
let signedIn = false;

/** Sets the server's response to the credentials form. */
const credentials = (answer: (form: Record<string, string>) => string) =>
  fakeApi({
    authProviders: {
      credentials: { id: 'credentials', name: 'Konsil', type: 'credentials', signinUrl: '', callbackUrl: '' },
    },
    authCsrf: { csrfToken: 'csrf' },
    authSession: () => (signedIn ? anAuthSession(login) : {}),
    isLoggedIn: () => {
      if (!signedIn) throw new Error('nobody');
      return login;
    },
    authCallback: ({ body }) => {
      const error = answer(body as Record<string, string>);
      if (error) return { url: `http://localhost/api/auth/error?error=${error}` };
      signedIn = true;
      storeTokens({ CSRF_Token: 'c', Authorization: 't' });
      return { url: 'http://localhost/patient' };
    },
  });

beforeEach(() => {
  signedIn = false;
  clearTokens();
  jest.spyOn(console, 'warn').mockImplementation();
});
afterEach(() => api.restore());

const open = (route = '/login') =>
  renderInPortal(<SignInPage lead="Willkommen" />, { route, path: '/login', login: null });
const fill = async () => {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-Mail-Adresse'), 'miriam.adler@konsil.example');
  await user.type(screen.getByLabelText('Passwort'), 'Geheim-1');
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  return user;
};

test('an empty form lists missing fields, at the fields and in the summary', async () => {
  api = credentials(() => '');
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByLabelText('E-Mail-Adresse')).toHaveAccessibleDescription(
    'Bitte geben Sie Ihre E-Mail-Adresse ein',
  );
  expect(api.callsOf('authCallback')).toHaveLength(0);
});

test("a wrong password shows the specification's message and keeps the input", async () => {
  api = credentials(() => 'CredentialsSignin');
  await open();
  await fill();
  expect(await screen.findByText('E-Mail-Adresse oder Passwort ist nicht richtig')).toBeVisible();
  expect(screen.getByLabelText('E-Mail-Adresse')).toHaveValue('miriam.adler@konsil.example');
});

test('providers that cannot be fetched lead to the error page', async () => {
  api = fakeApi({ authSession: {}, authCsrf: { csrfToken: 'csrf' }, authProviders: refusalWith('unavailable', 503) });
  const { currentPath } = await open();
  await fill();
  await waitFor(() => expect(currentPath()).toBe('/error?error=Configuration'));
});

test('a connection error is shown until the user types or retries', async () => {
  let off = true;
  api = credentials(() => {
    if (off) throw new TypeError('Failed to fetch');
    return 'CredentialsSignin';
  });
  await open();
  const user = await fill();
  expect(await screen.findByText(/Keine Verbindung/)).toBeVisible();
  await user.type(screen.getByLabelText('Passwort'), '2');
  expect(screen.queryByText(/Keine Verbindung/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByText(/Keine Verbindung/)).toBeVisible();
  off = false;
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByText('E-Mail-Adresse oder Passwort ist nicht richtig')).toBeVisible();
  expect(screen.queryByText(/Keine Verbindung/)).toBeNull();
});

test('a connection error disappears when the connection is back', async () => {
  api = credentials(() => {
    throw new TypeError('Failed to fetch');
  });
  await open();
  await fill();
  expect(await screen.findByText(/Keine Verbindung/)).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/Keine Verbindung/)).toBeNull();
  expect(screen.getByLabelText('Passwort')).toHaveValue('Geheim-1');
});

test('a second factor is a second step; a wrong code stays there', async () => {
  api = credentials(({ code }) => (code === '123456' ? '' : 'SecondFactorRequired'));
  const { currentPath } = await open('/login?callbackUrl=%2Fpatient%2Fprocess%3Fview%3Dall');
  const user = await fill();
  expect(await screen.findByRole('heading', { name: 'Code eingeben' })).toBeVisible();
  expect(screen.getByLabelText('Code aus der App')).toHaveFocus();
  await user.type(screen.getByLabelText('Code aus der App'), '000 000');
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();

  await user.clear(screen.getByLabelText('Code aus der App'));
  await user.type(screen.getByLabelText('Code aus der App'), '123456');
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  await waitFor(() => expect(currentPath()).toBe('/patient/process?view=all'));
  expect(api.callsOf('authCallback').at(-1)?.body).toMatchObject({
    email: 'miriam.adler@konsil.example',
    password: 'Geheim-1',
    code: '123456',
  });
});

test('switching to a recovery code after a wrong code shows no error', async () => {
  api = credentials(() => 'SecondFactorRequired');
  await open();
  const user = await fill();
  await user.type(await screen.findByLabelText('Code aus der App'), '000000');
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Wiederherstellungscode benutzen' }));
  const field = screen.getByLabelText('Wiederherstellungscode');
  expect(field).toHaveFocus();
  expect(field).toBeValid();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Code aus der App benutzen' }));
  expect(screen.getByLabelText('Code aus der App')).toHaveFocus();
});

test('an incomplete registration continues at the missing step', async () => {
  api = credentials(() => '');
  api.change({ isLoggedIn: { ...login, registration: 'code' } });
  const { currentPath } = await open();
  await fill();
  await waitFor(() => expect(currentPath()).toBe('/register/code'));
});

test('redirects a doctor to the doctor portal', async () => {
  api = credentials(() => '');
  api.change({ isLoggedIn: { ...login, role: 'doctor' } });
  const { currentPath } = await open();
  await fill();
  await waitFor(() => expect(currentPath()).toBe('https://doctor.example/doctor'));
});

test('does not follow an external callback URL', async () => {
  api = credentials(() => '');
  const { currentPath } = await open('/login?callbackUrl=https%3A%2F%2Fevil.example');
  await fill();
  await waitFor(() => expect(currentPath()).toBe('/patient'));
  expect(api.callsOf('authCallback')[0]?.body).toMatchObject({ callbackUrl: 'http://localhost/' });
});

test('an unknown error name is neither executed nor shown', async () => {
  api = credentials(() => '');
  await open('/login?error=%3Cscript%3E');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ein unbekannter Fehler ist aufgetreten');
});

test('a signed-in user who cannot be determined gets a retry', async () => {
  api = credentials(() => '');
  api.change({ isLoggedIn: refusalWith('unavailable', 503) });
  const { currentPath } = await open();
  await fill();
  expect(await screen.findByRole('heading', { name: 'Wir erreichen den Dienst gerade nicht' })).toBeVisible();
  api.change({ isLoggedIn: login });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await waitFor(() => expect(currentPath()).toBe('/patient'));
});

describe('the offer of passkeys at the email field', () => {
  const withPasskeys = async (work: () => Promise<void>) => {
    Object.assign(globalThis, { PublicKeyCredential: class {} });
    await work().finally(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  };
  const focusEmail = async () => {
    await open();
    await userEvent.click(screen.getByLabelText('E-Mail-Adresse'));
  };

  test('does not abort a passkey request started by the button', async () => {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => (respond = resolve));
    api = fakeApi({
      authSession: {},
      authProviders: {},
      startPasskeySignIn: () => responded.then(() => ({ options: { challenge: 'eA' } })),
    });
    const requests: (string | undefined)[] = [];
    const get = ({ mediation }: CredentialRequestOptions) => {
      requests.push(mediation ?? 'modal');
      return new Promise(() => {});
    };
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    await withPasskeys(async () => {
      await open();
      await userEvent.click(screen.getByRole('button', { name: 'Passkey benutzen' }));
      await waitFor(() => expect(api.callsOf('startPasskeySignIn')).toHaveLength(1));
      await userEvent.click(screen.getByLabelText('E-Mail-Adresse'));
      respond();
      await waitFor(() => expect(requests).toEqual(['modal']));
    }).finally(() => Reflect.deleteProperty(navigator, 'credentials'));
    expect(api.callsOf('startPasskeySignIn')).toHaveLength(1);
  });

  test('is inactive in a browser without passkeys', async () => {
    api = credentials(() => '');
    await focusEmail();
    await act(() => import('./passkey.ts').then(() => undefined));
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Passkey benutzen' }));
    expect(await screen.findByText(/Das hat mit dem Passkey nicht geklappt/)).toBeVisible();
    expect(api.callsOf('startPasskeySignIn')).toHaveLength(0);
  });

  test.each([
    ['the browser has no suggestions of passkeys', { options: { challenge: 'x' } }],
    ['the server does not respond', refusalWith('unavailable', 503)],
  ])('is inactive when %s', async (_, answer) => {
    api = fakeApi({ authSession: {}, authProviders: {}, startPasskeySignIn: answer });
    await withPasskeys(async () => {
      await focusEmail();
      await waitFor(() => expect(api.callsOf('startPasskeySignIn')).toHaveLength(1));
      // A second focus offers nothing anew.
      await userEvent.click(screen.getByLabelText('Passwort'));
      await userEvent.click(screen.getByLabelText('E-Mail-Adresse'));
    });
    expect(api.callsOf('startPasskeySignIn')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
