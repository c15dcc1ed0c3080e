import type { ReactElement, ReactNode } from 'react';
import type { Role } from '@konsil/contracts/codes';
import { renderWithProviders } from '@konsil/testing';
import type { Rendered, RenderOptions } from '@konsil/testing';
import { PortalContext } from './portal.ts';

const config = {
  apiOrigin: '',
  timeZone: 'Europe/Berlin',
  portals: { patient: 'https://patient.example', doctor: 'https://doctor.example' },
};

/** Renders an account page in one of the portals. */
export const renderInPortal = (
  page: ReactElement,
  { portal = 'patient', ...options }: RenderOptions & { portal?: Role } = {},
): Promise<Rendered> =>
  renderWithProviders(page, {
    ...options,
    wrapper: ({ children }: { children: ReactNode }) => (
      <PortalContext value={{ role: portal, config }}>{children}</PortalContext>
    ),
  });
