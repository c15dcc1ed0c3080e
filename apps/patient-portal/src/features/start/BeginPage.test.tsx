import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { BeginPage } from './BeginPage.tsx';
import { begunCase } from './begun-case.ts';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi();
});
afterEach(() => {
  api.restore();
  begunCase.drop();
  jest.useRealTimers();
});
const open = () => renderWithProviders(<BeginPage />, { route: '/begin', path: '/begin' });
const begun = { diagnosis: 'Knoten', medical_history: 'Seit August', questions: [{ text: 'Was tun?' }] };

test('a concern is kept on this device without an account, and leads to the registration', async () => {
  const { currentPath, unmount } = await open();
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: /^Diagnose oder Beschwerde/ }), 'Knoten');
  await user.type(screen.getByRole('textbox', { name: /^Vorgeschichte/ }), 'Seit August');
  await user.type(screen.getByRole('textbox', { name: 'Frage 1' }), 'Was tun?');
  await waitFor(() => expect(begunCase.read()).toEqual(begun));
  expect(screen.getByRole('link', { name: 'Ich habe schon ein Konto' })).toHaveAttribute(
    'href',
    '/login?callbackUrl=%2Fpatient%2Fprocess%2Fnew',
  );
  await user.click(screen.getByRole('button', { name: 'Weiter: Konto anlegen' }));
  await waitFor(() => expect(currentPath()).toBe('/register'));
  unmount();
  expect(begunCase.read()).toEqual(begun);
  expect(api.calls.map(({ name }) => name)).toEqual(['authSession']);
});

test('a kept concern is there again, and is deleted with a way back', async () => {
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
