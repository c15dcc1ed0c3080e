import type { Role } from './codes.ts';

/** What a portal is told at start, by the `config.json` at its own address: one build runs anywhere. */
export interface PortalConfig {
  /** Empty: the portal's own address answers the API too. */
  apiOrigin: string;
  /** Where each role's portal is. */
  portals: Record<Role, string>;
}
