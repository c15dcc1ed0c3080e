import type { ReactElement, ReactNode } from 'react';
import type { Role } from '@konsil/contracts/codes';
import type { PortalConfig } from '@konsil/api';
import { renderWithProviders } from '@konsil/testing';
import type { Rendered, RenderOptions } from '@konsil/testing';
import { PortalContext } from './portal.ts';

const usual: PortalConfig = {
  apiOrigin: '',
  timeZone: 'Europe/Berlin',
  portals: { patient: 'https://patient.example', doctor: 'https://doctor.example' },
};

/** Renders an account page in one of the portals. */
export const renderInPortal = (
  page: ReactElement,
  { portal = 'patient', config, ...options }: RenderOptions & { portal?: Role; config?: Partial<PortalConfig> } = {},
): Promise<Rendered> =>
  renderWithProviders(page, {
    ...options,
    wrapper: ({ children }: { children: ReactNode }) => (
      <PortalContext value={{ role: portal, config: { ...usual, ...config } }}>{children}</PortalContext>
    ),
  });
