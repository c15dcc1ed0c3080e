import type { PortalConfig } from '@konsil/contracts/portal-config';
import { usualZone } from '@konsil/contracts/practice-zone';

export type { PortalConfig };

const fetchConfig = async (): Promise<Partial<PortalConfig>> => {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  return (response.ok ? await response.json() : {}) as Partial<PortalConfig>;
};

/** The portal's settings, if the server wrote them into the page. */
export const embeddedConfig = (): Partial<PortalConfig> | undefined => {
  const written = document.querySelector<HTMLMetaElement>('meta[name="konsil-config"]')?.content ?? '';
  return written.startsWith('{') ? (JSON.parse(written) as Partial<PortalConfig>) : undefined;
};

/** Loads the portal's settings from the page or from `config.json`. Missing ones default to the page's own origin. */
export async function loadConfig(): Promise<PortalConfig> {
  const given = embeddedConfig() ?? (await fetchConfig());
  const here = window.location.origin;
  return {
    apiOrigin: '',
    timeZone: usualZone,
    ...given,
    portals: { patient: here, doctor: here, ...given.portals },
  };
}
