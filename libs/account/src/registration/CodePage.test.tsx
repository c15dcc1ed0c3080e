import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { CodePage } from './CodePage.tsx';

const login = aLogin({ registration: 'code' });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const sent = () => ({ resend_at: inSeconds(60), expires_at: inSeconds(600) });
let api: FakeApi;

beforeEach(() => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, sendCode: sent });
});
afterEach(() => api.restore());

const open = () => renderInPortal(<CodePage />, { route: '/register/code', path: '/register/code', login });
const askForCode = async () => {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mobilnummer'), '0151 234 56789');
  await user.click(screen.getByRole('button', { name: 'Code senden' }));
  await screen.findByLabelText('Code aus der SMS');
  return user;
};

test('asks for the number first if unknown, in German notation', async () => {
  await open();
  await askForCode();
  expect(api.callsOf('sendCode')[0]?.body).toEqual({ Handynummer: '+4915123456789' });
  expect(screen.getByText('+49 151 ••••• 789')).toBeVisible();
});

test('the last digit submits the code; after a wrong code only the button does', async () => {
  api.change({ checkCode: refusalWith('wrong_code', 422) });
  const { currentPath } = await open();
  const user = await askForCode();
  await user.type(screen.getByLabelText('Code aus der SMS'), '000 000');
  expect(await screen.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();

  api.change({ checkCode: { CSRF_Token: 'c2', Authorization: 't2' }, isLoggedIn: { ...login, registration: 'done' } });
  await user.clear(screen.getByLabelText('Code aus der SMS'));
  await user.type(screen.getByLabelText('Code aus der SMS'), '123 456');
  expect(api.callsOf('checkCode')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Registrierung abschließen' }));
  await waitFor(() => expect(currentPath()).toBe('/patient'));
  expect(api.callsOf('checkCode').at(-1)?.body).toEqual({ code: '123456' });
});

test('a code edited while it is being verified is not submitted automatically', async () => {
  const wrong = refusalWith('wrong_code', 422);
  let answer: () => void = () => undefined;
  api.change({ checkCode: () => new Promise<typeof wrong>((resolve) => (answer = () => resolve(wrong))) });
  await open();
  const user = await askForCode();
  const code = screen.getByLabelText('Code aus der SMS');
  await user.type(code, '123456');
  await waitFor(() => expect(api.callsOf('checkCode')).toHaveLength(1));
  await user.type(code, '{Backspace}7{Enter}');
  answer();
  expect(await screen.findByRole('link', { name: 'Der Bestätigungscode ist nicht richtig' })).toBeVisible();
  expect(code).toHaveValue('123457');
  expect(api.callsOf('checkCode').map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

test('an SMS code autofilled by the browser completes the registration', async () => {
  let deliver: (found: { code: string }) => void = () => undefined;
  const get = jest.fn(() => new Promise<{ code: string }>((resolve) => (deliver = resolve)));
  Object.assign(window, { OTPCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  const { currentPath } = await open();
  await askForCode();
  expect(get).toHaveBeenCalledWith(expect.objectContaining({ otp: { transport: ['sms'] } }));
  api.change({ checkCode: { CSRF_Token: 'c2', Authorization: 't2' }, isLoggedIn: { ...login, registration: 'done' } });
  deliver({ code: '246810' });
  await waitFor(() => expect(currentPath()).toBe('/patient'));
  expect(api.callsOf('checkCode')[0]?.body).toEqual({ code: '246810' });
  Reflect.deleteProperty(window, 'OTPCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

test('another code can be requested after a minute, not before', async () => {
  await open();
  const user = await askForCode();
  expect(screen.getByText(/Neuer Code möglich in \d\d Sekunden/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Neuen Code senden' })).toBeNull();

  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await user.click(await screen.findByRole('button', { name: 'Neuen Code senden' }));
  await waitFor(() => expect(api.callsOf('sendCode')).toHaveLength(2));
  expect(await screen.findByText(/Ein neuer Code ist unterwegs/)).toBeVisible();
  expect(screen.getByLabelText('Code aus der SMS')).toHaveFocus();
  jest.restoreAllMocks();
});

test('after five wrong codes only a new one helps; other errors do not count', async () => {
  await open();
  const user = await askForCode();
  const button = screen.getByRole('button', { name: 'Registrierung abschließen' });
  /** A click while the last code is still being verified does nothing. */
  const enter = async () => {
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
  };
  api.change({ checkCode: refusalWith('unavailable', 503) });
  await user.type(screen.getByLabelText('Code aus der SMS'), '000000');
  await waitFor(() => expect(api.callsOf('checkCode')).toHaveLength(1));
  api.change({ checkCode: refusalWith('wrong_code', 422) });
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(screen.queryByText(/Nach fünf falschen Eingaben/)).toBeNull();
    await enter();
    await waitFor(() => expect(api.callsOf('checkCode')).toHaveLength(1 + tries));
  }
  expect(await screen.findByText(/Nach fünf falschen Eingaben gilt dieser Code nicht mehr/)).toBeVisible();
});

test('cancelling a change of number keeps the code that was sent', async () => {
  await open();
  const user = await askForCode();
  await user.click(screen.getByRole('button', { name: 'Nummer ändern' }));
  const field = await screen.findByLabelText('Mobilnummer');
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Zurück zum Code' }));
  expect(await screen.findByLabelText('Code aus der SMS')).toHaveFocus();
  expect(screen.getByText('+49 151 ••••• 789')).toBeVisible();
  expect(api.callsOf('sendCode')).toHaveLength(1);
});

test('a number that is too short is invalid, not missing', async () => {
  await open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mobilnummer'), '0171');
  await user.click(screen.getByRole('button', { name: 'Code senden' }));
  expect(await screen.findByRole('link', { name: 'Bitte geben Sie eine gültige Mobilnummer ein' })).toBeVisible();
  await user.clear(screen.getByLabelText('Mobilnummer'));
  expect(await screen.findByRole('link', { name: 'Bitte geben Sie Ihre Mobilnummer ein' })).toBeVisible();
});

test('too many codes show when the next is possible, for the first and later ones', async () => {
  api.change({ sendCode: refusalWith('too_many', 429, {}, { 'retry-after': '840' }) });
  await open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mobilnummer'), '0151 234 56789');
  await user.click(screen.getByRole('button', { name: 'Code senden' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Das waren zu viele Versuche\. In 14\sMinuten geht es wieder\./,
  );

  api.change({ sendCode: () => ({ resend_at: inSeconds(0), expires_at: inSeconds(600) }) });
  await user.click(screen.getByRole('button', { name: 'Code senden' }));
  await screen.findByLabelText('Code aus der SMS');
  api.change({ sendCode: refusalWith('too_many', 429, {}, { 'retry-after': '86000' }) });
  await user.click(screen.getByRole('button', { name: 'Neuen Code senden' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/In 24\sStunden geht es wieder\./);
});

test('a registration step shows a retry when the user cannot be determined', async () => {
  jest.spyOn(console, 'warn').mockImplementation();
  api.change({ isLoggedIn: refusalWith('unavailable', 503) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Wir erreichen den Dienst gerade nicht' })).toBeVisible();
  api.change({ isLoggedIn: login });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByLabelText('Mobilnummer')).toBeVisible();
});
