import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { defineSimpleTexts } from '@konsil/i18n';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SettingsPage } from './SettingsPage.tsx';

const login = aLogin();
let api: FakeApi;
beforeEach(() => {
  api = fakeApi({
    authSession: anAuthSession(login),
    isLoggedIn: login,
    getSettings: someSettings({ filters: { documents: 'kind=ct' } }),
    saveSettings: ({ body }) => someSettings(body as object),
  });
});
afterEach(() => api.restore());

test('saves changed settings together, and no others, and applies the language at once', async () => {
  await renderInPortal(<SettingsPage />, { login });
  await userEvent.click(await screen.findByRole('radio', { name: 'English' }));
  await userEvent.click(screen.getByRole('radio', { name: /Einmal am Tag/ }));
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Auch eine SMS senden, wenn es etwas Neues gibt, höchstens zehn am Tag' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(api.callsOf('saveSettings')[0]?.body).toEqual({
    locale: 'en',
    notify_email: 'daily',
    notify_sms: true,
  });
  expect(document.cookie).toContain('konsil_locale=en');
});

test('the colour scheme is stored on this device, and applies at once', async () => {
  const { dataset } = document.documentElement;
  const { unmount } = await renderInPortal(<SettingsPage />, { login });
  await userEvent.click(await screen.findByRole('radio', { name: 'Dunkel' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Noch größer' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Stärker' }));
  expect(dataset).toMatchObject({ scheme: 'dark', text: 'larger', contrast: 'more' });
  expect(api.callsOf('saveSettings')).toEqual([]);
  unmount();
  await renderInPortal(<SettingsPage />, { login });
  expect(await screen.findByRole('radio', { name: 'Dunkel' })).toBeChecked();
  for (const own of screen.getAllByRole('radio', { name: 'Wie das Gerät' })) await userEvent.click(own);
  expect(dataset).toMatchObject({ scheme: '', text: '', contrast: '' });
});

test('simple language is offered where texts exist, and applies at once', async () => {
  const simple = () => Promise.resolve({ default: { account: { settings: { title: 'Das stellen Sie hier ein' } } } });
  defineSimpleTexts(simple);
  await renderInPortal(<SettingsPage />, { login });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Einfache Sprache' }));
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByRole('heading', { name: 'Das stellen Sie hier ein' })).toBeVisible();
  expect(api.callsOf('saveSettings')[0]?.body).toEqual({ simple_texts: true });
  expect(document.cookie).toContain('konsil_locale=de-simple');
});

test('only the doctor portal has keyboard shortcuts', async () => {
  const { unmount } = await renderInPortal(<SettingsPage />, { login });
  await screen.findByRole('radio', { name: 'English' });
  expect(screen.queryByRole('checkbox', { name: /^Tastenkürzel benutzen/ })).toBeNull();
  unmount();
  await renderInPortal(<SettingsPage />, { login, portal: 'doctor' });
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Tastenkürzel benutzen/ })).toBeChecked());
});
