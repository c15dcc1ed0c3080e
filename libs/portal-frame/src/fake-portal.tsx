import type { PortalConfig } from '@konsil/api';
import type { Role } from '@konsil/contracts/codes';
import type { ReactNode } from 'react';
import { PortalContext } from './portal.ts';

const usual: PortalConfig = {
  apiOrigin: '',
  timeZone: 'Europe/Berlin',
  portals: { patient: 'https://patient.example', doctor: 'https://doctor.example' },
};

export interface FakePortalProps {
  portal?: Role;
  config?: Partial<PortalConfig> | undefined;
  children: ReactNode;
}

/** The portal around an account page, for tests and stories. */
export function FakePortal({ portal = 'patient', config, children }: FakePortalProps) {
  return <PortalContext value={{ role: portal, config: { ...usual, ...config } }}>{children}</PortalContext>;
}
