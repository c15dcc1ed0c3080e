import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anId, fakeApi, refusalWith, someLegalTexts } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignupPage } from './SignupPage.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ signup: { ok: true }, authSession: {}, legalTexts: someLegalTexts() });
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

test.each([
  ['de', 'Passwort', 'Es schützt die Gesundheitsdaten in Ihrem Konto.'],
  ['en', 'Password', 'It protects the health data in your account.'],
] as const)('the password says why it is asked for (%s)', async (locale, label, why) => {
  await renderInPortal(<SignupPage />, { route: '/register', path: '/register', login: null, locale });
  expect(await screen.findByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(why));
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

test('a visible password need not be repeated, even if it is changed later', async () => {
  await open();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Passwort'), 'Sommerwind-4');
  await user.click(screen.getByRole('button', { name: 'Zeigen', description: 'Passwort' }));
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveValue('Sommerwind-4');
  await user.type(screen.getByLabelText('Passwort'), '2');
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveValue('Sommerwind-42');
  await user.click(screen.getByRole('button', { name: 'Verbergen', description: 'Passwort' }));
  await user.type(screen.getByLabelText('Passwort'), '3');
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveValue('Sommerwind-42');
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

test('a sign-up accepts the terms in force, and is refused without', async () => {
  const terms = { kind: 'terms', version: 2, holds_from: '2026-11-01', state: 'current' } as const;
  const id = anId();
  api.change({ legalTexts: someLegalTexts({ versions: [{ id, ...terms }] }) });
  await open();
  const user = await fill();
  const box = await screen.findByRole('checkbox', { name: 'Ich stimme den Nutzungsbedingungen zu.' });
  expect(screen.getByRole('link', { name: 'Nutzungsbedingungen lesen' })).toHaveAttribute(
    'href',
    '/nutzungsbedingungen',
  );
  await user.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('link', { name: 'Bitte stimmen Sie den Nutzungsbedingungen zu' })).toBeVisible();
  expect(api.callsOf('signup')).toHaveLength(0);
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(api.callsOf('signup')).toMatchObject([{ body: { consent: true, terms: id } }]));
});

test('asks to accept terms that took effect during sign-up, after the refusal', async () => {
  const id = anId();
  const current = { id, kind: 'terms', version: 1, holds_from: '2026-11-01', state: 'current' } as const;
  await open();
  const user = await fill();
  await user.click(await screen.findByRole('checkbox'));
  api.change({
    signup: refusalWith('invalid', 422, { errors: [{ path: 'terms', code: 'termsMissing', message: '' }] }),
    legalTexts: someLegalTexts({ versions: [current] }),
  });
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('checkbox', { name: /Nutzungsbedingungen/ })).not.toBeChecked();
  expect(screen.getByRole('link', { name: 'Bitte stimmen Sie den Nutzungsbedingungen zu' })).toBeVisible();
});

test('terms that were replaced after acceptance must be accepted again', async () => {
  const [first, second] = [anId(), anId()];
  const terms = { kind: 'terms', holds_from: '2026-11-01', state: 'current' } as const;
  api.change({ legalTexts: someLegalTexts({ versions: [{ id: first, version: 1, ...terms }] }) });
  await open();
  const user = await fill();
  for (const name of [/^Ich willige ein/, /Nutzungsbedingungen/])
    await user.click(await screen.findByRole('checkbox', { name }));
  api.change({
    signup: refusalWith('invalid', 422, { errors: [{ path: 'terms', code: 'termsMissing', message: '' }] }),
    legalTexts: someLegalTexts({ versions: [{ id: second, version: 2, ...terms }] }),
  });
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /Nutzungsbedingungen/ })).not.toBeChecked());
  api.change({ signup: { ok: true } });
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(api.callsOf('signup')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: /Nutzungsbedingungen/ }));
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(api.callsOf('signup')[1]).toMatchObject({ body: { terms: second } }));
});
