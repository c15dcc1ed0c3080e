import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { useSessionClient } from '@konsil/auth';
import { changeLocale, currentVariety, defineSimpleTexts } from '@konsil/i18n';
import { aLogin, anAuthSession, fakeApi, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AccountLanguage } from './AccountLanguage.tsx';
import { recordLanguageChoice } from './language.ts';
import { renderInPortal } from './testing.tsx';

function Page() {
  const client = useSessionClient();
  useEffect(() => client.start(), [client]);
  return <AccountLanguage />;
}

/** A visitor chooses simple language, and then signs in. */
function ChoosingPage() {
  const client = useSessionClient();
  useEffect(() => {
    recordLanguageChoice();
    void changeLocale('de-simple').then(() => client.start());
  }, [client]);
  return <AccountLanguage />;
}

let api: FakeApi;
afterEach(() => api.restore());

test.each([
  [{ locale: 'en', simple_texts: true }, 'en-simple'],
  [{ locale: 'en', simple_texts: false }, 'en'],
  [{ locale: 'en' }, 'en'],
] as const)('applies the language of the account at sign-in: %j', async (chosen, variety) => {
  const simple = () => Promise.resolve({ default: {} });
  defineSimpleTexts(simple);
  const login = aLogin(chosen);
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login });
  await renderInPortal(<Page />, { login });
  await waitFor(() => expect(currentVariety()).toBe(variety));
  expect(document.cookie).toContain(`konsil_locale=${variety}`);
  expect(api.callsOf('saveSettings')).toEqual([]);
  await changeLocale('de');
});

test('simple language chosen before the sign-in is saved to an account without one', async () => {
  const simple = () => Promise.resolve({ default: {} });
  defineSimpleTexts(simple);
  const login = aLogin({ locale: 'de' });
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, saveSettings: someSettings() });
  await renderInPortal(<ChoosingPage />, { login });
  await waitFor(() =>
    expect(api.callsOf('saveSettings').map(({ body }) => body)).toEqual([{ locale: 'de', simple_texts: true }]),
  );
  expect(currentVariety()).toBe('de-simple');
  await changeLocale('de');
});
