import type { ReactElement, ReactNode } from 'react';
import { renderWithProviders } from '@konsil/testing';
import type { Rendered, RenderOptions } from '@konsil/testing';
import { FakePortal, type FakePortalProps } from './fake-portal.tsx';

/** Renders an account page in one of the portals. */
export const renderInPortal = (
  page: ReactElement,
  { portal = 'patient', config, ...options }: RenderOptions & Omit<FakePortalProps, 'children'> = {},
): Promise<Rendered> =>
  renderWithProviders(page, {
    ...options,
    wrapper: ({ children }: { children: ReactNode }) => (
      <FakePortal portal={portal} config={config}>
        {children}
      </FakePortal>
    ),
  });
