import { act, screen } from '@testing-library/react';
import { authErrors } from '@konsil/contracts/auth';
import { changeLocale } from '@konsil/i18n';
import { fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { AuthErrorPage } from './AuthErrorPage.tsx';
import de from './locales/de.json';
import en from './locales/en.json';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ authSession: {} });
});
afterEach(() => api.restore());

const words = { de, en };
const sessionRequired = { de: 'Bitte melden Sie sich an', en: 'Please sign in' };

describe.each(['de', 'en'] as const)('in %s', (locale) => {
  const open = async (page: 'error' | 'login', name: string) => {
    const path = `/${page}`;
    await renderInPortal(page === 'error' ? <AuthErrorPage /> : <SignInPage lead="" />, {
      route: `${path}?error=${encodeURIComponent(name)}`,
      path,
      login: null,
    });
    await act(() => changeLocale(locale));
  };

  test('every named error has its own text', () => {
    expect(new Set(authErrors.map((name) => words[locale][name])).size).toBe(authErrors.length);
  });

  test.each(authErrors)('/error shows the text of %s, with next steps', async (name) => {
    await open('error', name);
    expect(await screen.findByText(words[locale][name])).toBeVisible();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/login', '/']),
    );
  });

  test.each(authErrors)('/login shows the text of %s above its form', async (name) => {
    await open('login', name);
    expect(
      await screen.findByText(name === 'SessionRequired' ? new RegExp(sessionRequired[locale]) : words[locale][name]),
    ).toBeVisible();
    expect(screen.getByRole('textbox')).toBeVisible();
    expect(document.body).not.toHaveTextContent(name);
  });

  test.each(['constructor', '<script>', ''])('"%s" is the unknown error', async (name) => {
    await open('error', name);
    expect(await screen.findByText(words[locale].UnknownError)).toBeVisible();
  });
});
