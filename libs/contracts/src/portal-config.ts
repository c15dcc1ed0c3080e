import type { Role } from './codes.ts';

/** What a portal is told at start, in its page or by the `config.json` at its own address: one build runs anywhere. */
export interface PortalConfig {
  /** Empty: the portal's own address answers the API too. */
  apiOrigin: string;
  /** Where each role's portal is. */
  portals: Record<Role, string>;
  /** The practices' time zone, such as `Europe/Berlin`. */
  timeZone: string;
  /** The installation is a copy that sends nothing: every page says so. */
  quiet?: true;
}

/** What stands in prerendered pages for the portals' origins, which only the running server knows. */
export const portalPlaceholders: Record<Role, string> = {
  patient: 'https://patient.konsil.invalid',
  doctor: 'https://doctor.konsil.invalid',
};

/** What stands in a portal's page for its settings, until the server writes them there. */
export const configPlaceholder = '__KONSIL_CONFIG__';
