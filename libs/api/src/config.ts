import type { Role } from '@konsil/contracts/codes';

/** What a deployed portal is told at start, by the `config.json` beside its `index.html`. */
export interface PortalConfig {
  /** Empty: the portal's own address answers the API too. */
  apiOrigin: string;
  /** Where each role's portal is. */
  portals: Record<Role, string>;
}

/** Reads the portal's `config.json`; what it leaves out is this page's own origin. */
export async function loadConfig(): Promise<PortalConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  const given = (response.ok ? await response.json() : {}) as Partial<PortalConfig>;
  const here = window.location.origin;
  return { apiOrigin: given.apiOrigin ?? '', portals: { patient: here, doctor: here, ...given.portals } };
}
