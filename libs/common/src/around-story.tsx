import { loadStoryTexts } from '@konsil/i18n/story-texts';
import { ToastProvider } from '@konsil/ui';
import type { Meta } from '@storybook/react-vite';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';

/** Parameters of a story of this library, which knows neither API nor session: texts, router and toasts. */
export const commonStory: Pick<Meta, 'decorators' | 'loaders'> = {
  decorators: [
    (Story) => (
      <MemoryRouter>
        <ToastProvider words={{ region: 'Toasts', close: 'Close' }}>
          <Suspense>
            <Story />
          </Suspense>
        </ToastProvider>
      </MemoryRouter>
    ),
  ],
  loaders: [loadStoryTexts],
};
