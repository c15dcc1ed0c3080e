import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignupPage } from './SignupPage.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ signup: { ok: true }, authSession: {} });
});
afterEach(() => api.restore());

const open = () => renderInPortal(<SignupPage />, { route: '/register', path: '/register', login: null });
const fill = async (password = 'Sommerwind-42', again = password) => {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-Mail-Adresse'), 'neu@konsil.example');
  await user.type(screen.getByLabelText('Passwort'), password);
  await user.type(screen.getByLabelText('Passwort wiederholen'), again);
  return user;
};

test('ticks off the password rules while typing', async () => {
  await open();
  const rules = () =>
    screen
      .getAllByRole('listitem')
      .filter((item) => /erfüllt/.test(item.textContent ?? ''))
      .map((item) => item.textContent);
  expect(rules()).toEqual([
    'Mindestens 8 Zeichen (noch nicht erfüllt)',
    'Groß- und Kleinbuchstaben (noch nicht erfüllt)',
    'Eine Zahl (noch nicht erfüllt)',
  ]);
  await userEvent.type(screen.getByLabelText('Passwort'), 'Sommer1');
  expect(rules()).toEqual([
    'Mindestens 8 Zeichen (noch nicht erfüllt)',
    'Groß- und Kleinbuchstaben (erfüllt)',
    'Eine Zahl (erfüllt)',
  ]);
});

test('a missing consent and different passwords are reported together, nothing is sent', async () => {
  await open();
  const user = await fill('Sommerwind-42', 'Sommerwind-43');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('link', { name: 'Bitte bestätigen Sie Ihre Einwilligung' })).toBeVisible();
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveAccessibleDescription(
    /Die Passwörter stimmen nicht überein/,
  );
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('link', { name: 'Die Passwörter stimmen nicht überein' })).toBeVisible();
  await user.type(screen.getByLabelText('Passwort wiederholen'), '{Backspace}2');
  expect(screen.getByLabelText('Passwort wiederholen')).not.toHaveAccessibleDescription(/stimmen nicht/);
  expect(api.callsOf('signup')).toHaveLength(0);
});

test('asks to check the inbox after registering', async () => {
  const { currentPath } = await open();
  const user = await fill();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(currentPath()).toBe('/register/confirm'));
  expect(api.callsOf('signup')[0]?.body).toEqual({
    email: 'neu@konsil.example',
    password: 'Sommerwind-42',
    confirm_password: 'Sommerwind-42',
    consent: true,
    locale: 'de',
  });
});

test('reports a taken address at its field', async () => {
  api.change({ signup: refusalWith('email_taken', 409) });
  await open();
  const user = await fill();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() =>
    expect(screen.getByLabelText('E-Mail-Adresse')).toHaveAccessibleDescription(
      /Es gibt bereits ein Konto mit dieser E-Mail-Adresse/,
    ),
  );
});
