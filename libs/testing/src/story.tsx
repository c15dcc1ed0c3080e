import type { Decorator, Meta } from '@storybook/react-vite';
import { storeTokens } from '@konsil/api';
import { createPortalStore, setUser } from '@konsil/api/store';
import { createSessionClient, SessionProvider } from '@konsil/auth';
import { loadStoryTexts } from '@konsil/i18n/story-texts';
import { ToastProvider } from '@konsil/ui';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { aLogin, someSettings } from './builders.ts';
import { fakeApi } from './fake-api.ts';
import type { FakeAnswers, FakeApi } from './fake-api.ts';

/** The surroundings of a story: responses, address and user. */
export interface FeatureStory {
  /** The responses of the fake API; others are "not found". */
  answers?: FakeAnswers;
  /** The page's address, and its pattern if it reads parameters. */
  route?: string;
  path?: string;
  /** The signed-in user; null if signed out. */
  login?: ReturnType<typeof aLogin> | null;
}

let api: FakeApi | undefined;

function FeaturePage({
  children,
  answers,
  route = '/',
  path = '*',
  login = aLogin(),
}: FeatureStory & { children: ReactNode }) {
  const [store] = useState(() => {
    api?.restore();
    api = fakeApi({ getSettings: someSettings(), ...answers });
    const created = createPortalStore();
    if (login) {
      storeTokens({ CSRF_Token: 'csrf', Authorization: 'token' });
      created.dispatch(setUser({ userId: login.user_patient_id, role: login.role, name: login.user_fullname }));
    }
    return created;
  });
  return (
    <Provider store={store}>
      <SessionProvider client={createSessionClient({ leave: () => undefined })}>
        <MemoryRouter initialEntries={[route]}>
          <ToastProvider words={{ region: 'Toasts', close: 'Close' }}>
            <Suspense>
              <Routes>
                <Route path={path} element={children} />
              </Routes>
            </Suspense>
          </ToastProvider>
        </MemoryRouter>
      </SessionProvider>
    </Provider>
  );
}

/** Parameters of a story with everything that a feature needs: texts, store, session, router, toasts and a fake API. */
export const featureStory = (story: FeatureStory = {}): Pick<Meta, 'decorators' | 'loaders'> => {
  const withFeature: Decorator = (Story) => (
    <FeaturePage {...story}>
      <Story />
    </FeaturePage>
  );
  return {
    decorators: [withFeature],
    loaders: [loadStoryTexts],
  };
};
