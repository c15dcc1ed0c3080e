import type { PortalConfig } from '@konsil/contracts/portal-config';

export type { PortalConfig };

/** Reads the portal's `config.json`; what it leaves out is this page's own origin. */
export async function loadConfig(): Promise<PortalConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  const given = (response.ok ? await response.json() : {}) as Partial<PortalConfig>;
  const here = window.location.origin;
  return { apiOrigin: given.apiOrigin ?? '', portals: { patient: here, doctor: here, ...given.portals } };
}
