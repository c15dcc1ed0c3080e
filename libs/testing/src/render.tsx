import { act, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import type { Locale } from '@konsil/contracts/codes';
import { storeTokens } from '@konsil/api';
import { createPortalStore, setUser } from '@konsil/api/store';
import type { PortalStore } from '@konsil/api/store';
import { createSessionClient, SessionProvider } from '@konsil/auth';
import { changeLocale, initI18n } from '@konsil/i18n';
import { fieldErrorTexts } from '@konsil/i18n/field-errors';
import { ToastProvider } from '@konsil/ui';
import { aLogin } from './builders.ts';

export interface RenderOptions {
  /** The page's path: `/patient/process/…`. */
  route?: string;
  /** `location.state`. */
  state?: unknown;
  /** The page's route pattern, if it reads parameters: `/patient/process/:caseId`. */
  path?: string;
  locale?: Locale;
  store?: PortalStore;
  /** The signed-in user; null if signed out. */
  login?: ReturnType<typeof aLogin> | null;
  /** Wraps the page, inside everything else. */
  wrapper?: (props: { children: ReactNode }) => ReactElement;
}

export interface Rendered extends RenderResult {
  store: PortalStore;
  /** The current path with its query. */
  currentPath: () => string;
}

let started: Promise<void> | undefined;

function Watch({ onMove }: { onMove: (path: string) => void }) {
  const { pathname, search, hash } = useLocation();
  useEffect(() => onMove(pathname + search + hash));
  return null;
}

const Plain = ({ children }: { children: ReactNode }) => <>{children}</>;

/** Renders a page with its providers: texts, store, session, router, toasts. Set responses with `fakeApi`. */
export async function renderWithProviders(
  page: ReactElement,
  {
    route = '/',
    state,
    path = '*',
    locale = 'de',
    store = createPortalStore(),
    login = aLogin(),
    wrapper: Wrapper = Plain,
  }: RenderOptions = {},
): Promise<Rendered> {
  // In a portal, they load with the code of the first form.
  started ??= initI18n({ locale, first: [fieldErrorTexts] });
  await started;
  await changeLocale(locale);
  if (login) {
    storeTokens({ CSRF_Token: 'csrf', Authorization: 'token' });
    store.dispatch(setUser({ userId: login.user_patient_id, role: login.role, name: login.user_fullname }));
  }
  let at = route;
  const rendered = await act(async () =>
    render(
      <Provider store={store}>
        <SessionProvider
          client={createSessionClient({
            leave: (address) => {
              at = address;
            },
          })}
        >
          <MemoryRouter initialEntries={[{ ...parsePath(route), state }]}>
            <Watch
              onMove={(path) => {
                at = path;
              }}
            />
            <ToastProvider words={{ region: 'toasts', close: 'close' }}>
              <Suspense>
                <Wrapper>
                  <Routes>
                    <Route path={path} element={page} />
                    <Route path="*" element={null} />
                  </Routes>
                </Wrapper>
              </Suspense>
            </ToastProvider>
          </MemoryRouter>
        </SessionProvider>
      </Provider>,
    ),
  );
  return { ...rendered, store, currentPath: () => at };
}
