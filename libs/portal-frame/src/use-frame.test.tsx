import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callRoute } from '@konsil/api/ask';
import { accountRoutes } from '@konsil/contracts/accounts';
import { aDashboard, fakeApi, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { defineSimpleTexts } from '@konsil/i18n';
import { LanguageSwitch } from '@konsil/ui';
import { renderInPortal } from './testing.tsx';
import { useFrame } from './use-frame.ts';

const words = 'Keine Verbindung. Sie können weiterschreiben, gespeichert wird später.';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ dashboard: aDashboard(), getDraft: null });
});
afterEach(() => api.restore());

const Status = () => <p role="status">{useFrame().status}</p>;
const open = () => renderInPortal(<Status />, { route: '/patient' });
const browserIs = (online: boolean) =>
  act(async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
const call = () =>
  act(async () => void (await callRoute(accountRoutes.getDraft, { params: { key: 'any' } }).catch(() => undefined)));

test('the language switch offers simple language, and saves it to the account', async () => {
  const simple = () => Promise.resolve({ default: {} });
  defineSimpleTexts(simple);
  api.restore();
  api = fakeApi({ dashboard: aDashboard(), saveSettings: someSettings() });
  const Switch = () => <LanguageSwitch {...useFrame().languages} />;
  await renderInPortal(<Switch />, { route: '/patient' });
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  const current = () => screen.getByRole('link', { current: true });
  expect([links(), current().textContent]).toEqual([['DE', 'EN', 'Einfach'], 'DE']);
  await userEvent.click(screen.getByRole('link', { name: 'Deutsch, Einfach' }));
  await waitFor(() => expect(current()).toHaveTextContent('Einfach'));
  await waitFor(() => expect(api.callsOf('saveSettings')[0]?.body).toEqual({ locale: 'de', simple_texts: true }));
  await userEvent.click(screen.getByRole('link', { name: 'English, EN' }));
  await waitFor(() => expect(links()).toEqual(['DE', 'EN', 'Simple']));
  expect(current()).toHaveTextContent('EN');
  expect(api.callsOf('saveSettings')[1]?.body).toEqual({ locale: 'en', simple_texts: false });
});

test('says that the connection is lost until it is back', async () => {
  await open();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await browserIs(false);
  expect(screen.getByRole('status')).toHaveTextContent(words);
  await browserIs(true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('says that the connection is lost while requests time out, until one succeeds', async () => {
  await open();
  api.restore();
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await call();
  expect(screen.getByRole('status')).toHaveTextContent(words);
  jest.restoreAllMocks();
  api = fakeApi({ dashboard: aDashboard(), getDraft: null });
  await call();
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
});
