import { createContext, useContext } from 'react';
import type { Role } from '@konsil/contracts/codes';
import type { PortalConfig } from '@konsil/api';

export interface Portal {
  /** The role that this portal serves. */
  role: Role;
  config: PortalConfig;
}

export const PortalContext = createContext<Portal | null>(null);

/** The portal in which a shared page is shown. */
export const usePortal = (): Portal => {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('There is no PortalRoot around this');
  return portal;
};
