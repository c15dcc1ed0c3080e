import type { PortalConfig } from '@konsil/contracts/portal-config';

export type { PortalConfig };

const fetchConfig = async (): Promise<Partial<PortalConfig>> => {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  return (response.ok ? await response.json() : {}) as Partial<PortalConfig>;
};

/** Reads the portal's settings: from the page itself where the server wrote them into it, else from `config.json`. What they leave out is this page's own origin. */
export async function loadConfig(): Promise<PortalConfig> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="konsil-config"]')?.content ?? '';
  const given = written.startsWith('{') ? (JSON.parse(written) as Partial<PortalConfig>) : await fetchConfig();
  const here = window.location.origin;
  return { apiOrigin: given.apiOrigin ?? '', portals: { patient: here, doctor: here, ...given.portals } };
}
