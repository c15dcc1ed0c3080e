import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, refusalWith, renderWithProviders, someLegalTexts } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { BeginPage } from './BeginPage.tsx';
import { begunCase, ownerOf } from '../cases/new-case/begun-case.ts';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ authSession: {}, signup: { ok: true }, legalTexts: someLegalTexts() });
});
afterEach(() => {
  api.restore();
  begunCase.drop();
  jest.useRealTimers();
});
const open = () => renderWithProviders(<BeginPage />, { route: '/begin', path: '/begin' });
const begun = { diagnosis: 'Knoten', medical_history: 'Seit August', questions: [{ text: 'Was tun?' }] };

const email = 'neu@konsil.example';
const password = 'Sommerwind-42';
/** Fills in the page: the history by a duration button, the password repetition by showing the password. */
const fill = async () => {
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ }), 'Knoten');
  await user.click(screen.getByRole('button', { name: 'Seit einigen Wochen' }));
  await user.click(screen.getByRole('button', { name: 'Ist eine Operation nötig?' }));
  await user.type(screen.getByLabelText('E-Mail-Adresse'), email);
  await user.type(screen.getByLabelText('Passwort'), password);
  await user.click(screen.getByRole('button', { name: 'Zeigen', description: 'Passwort' }));
  await user.click(screen.getByRole('checkbox', { name: /^Ich willige ein/ }));
  return user;
};
const concern = {
  diagnosis: 'Knoten',
  medical_history: 'Seit einigen Wochen.',
  questions: [{ text: 'Ist eine Operation nötig?' }],
};

test('a concern stays on this device, without the password, until its account is complete', async () => {
  const { currentPath, unmount } = await open();
  const user = await fill();
  await waitFor(() => expect(begunCase.read()).toEqual(concern));
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveValue(password);
  expect(screen.getByRole('link', { name: 'Ich habe schon ein Konto' })).toHaveAttribute(
    'href',
    '/login?callbackUrl=%2Fpatient%2Fprocess%2Fnew',
  );
  await user.click(screen.getByRole('button', { name: 'Konto anlegen und weiter' }));
  await waitFor(() => expect(currentPath()).toBe('/register/confirm'));
  unmount();
  expect(begunCase.find()).toMatchObject({ content: concern, owner: await ownerOf(email) });
  const stored = JSON.stringify({ ...localStorage });
  expect(stored).not.toContain(password);
  expect(stored).not.toContain(email);
  expect(api.callsOf('signup').map(({ body }) => body)).toEqual([
    { email, password, confirm_password: password, consent: true, locale: 'de' },
  ]);
});

test('shows a taken address at its field, and keeps the concern without an owner', async () => {
  api.change({ signup: refusalWith('email_taken', 409) });
  await open();
  const user = await fill();
  await user.click(screen.getByRole('button', { name: 'Konto anlegen und weiter' }));
  await waitFor(() => expect(screen.getByLabelText('E-Mail-Adresse')).toBeInvalid());
  expect(begunCase.find()).toMatchObject({ content: concern, owner: '' });
});

test('choosing another duration replaces the first, and keeps the text after it', async () => {
  await open();
  const user = userEvent.setup();
  const history = await screen.findByRole('textbox', { name: /^Vorgeschichte/ });
  await user.type(history, 'Beim Hausarzt aufgefallen.');
  await user.click(screen.getByRole('button', { name: 'Seit einigen Tagen' }));
  await user.click(screen.getByRole('button', { name: 'Seit Jahren' }));
  expect(history).toHaveValue('Seit Jahren. Beim Hausarzt aufgefallen.');
});

test('the concern and the account are checked together', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Konto anlegen und weiter' }));
  for (const name of [/^Diagnose oder Beschwerde/, /^Vorgeschichte/, 'E-Mail-Adresse'])
    expect(await screen.findByRole('textbox', { name })).toBeInvalid();
  expect(screen.getByRole('checkbox', { name: /^Ich willige ein/ })).toBeInvalid();
  expect(api.callsOf('signup')).toEqual([]);
});

test('a stored concern is restored, and deleting it can be undone', async () => {
  begunCase.keep(begun);
  await open();
  const user = userEvent.setup();
  const diagnosis = await screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ });
  expect(diagnosis).toHaveValue('Knoten');
  await user.click(screen.getByRole('button', { name: 'Alles löschen' }));
  await waitFor(() => expect(diagnosis).toHaveValue(''));
  await user.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(diagnosis).toHaveValue('Knoten'));
  await waitFor(() => expect(begunCase.read()).toEqual(begun));
});

test('clearing the password also clears its repetition', async () => {
  await open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Passwort'), password);
  await user.click(screen.getByRole('button', { name: 'Alles löschen' }));
  await waitFor(() => expect(screen.getByLabelText('Passwort')).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Zeigen', description: 'Passwort' }));
  expect(screen.getByLabelText('Passwort wiederholen')).toHaveValue('');
});

test('a concern is kept for two days at most, and an unreadable one is forgotten', () => {
  begunCase.keep(begun);
  jest.useFakeTimers({ now: Date.now() + 3 * 24 * 60 * 60 * 1000 });
  expect(begunCase.read()).toBeNull();
  localStorage.setItem('konsil-begun-case', '{"at":1');
  expect(begunCase.read()).toBeNull();
  expect(localStorage.getItem('konsil-begun-case')).toBeNull();
});

test('a concern that was emptied again is not kept', () => {
  begunCase.keep(begun);
  begunCase.keep({ diagnosis: ' ', medical_history: '', questions: [{ text: '' }] });
  expect(localStorage.getItem('konsil-begun-case')).toBeNull();
});

test('a signed-in visitor begins a case in their account', async () => {
  api.restore();
  const login = aLogin();
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login });
  const { currentPath } = await open();
  await waitFor(() => expect(currentPath()).toBe('/patient/process/new'));
});
