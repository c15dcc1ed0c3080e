import { createContext, useContext } from 'react';
import type { AccountKind } from '@konsil/contracts/codes';
import type { PortalConfig } from '@konsil/api';

export interface Portal {
  /** The kind of account that this portal serves. */
  role: AccountKind;
  config: PortalConfig;
}

/** The theme of a portal; the operator's console looks like the doctors'. */
export const lookOf = (portal: AccountKind): 'patient' | 'doctor' => (portal === 'patient' ? 'patient' : 'doctor');

export const PortalContext = createContext<Portal | null>(null);

/** The portal in which a shared page is shown. */
export const usePortal = (): Portal => {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('There is no PortalRoot around this');
  return portal;
};
