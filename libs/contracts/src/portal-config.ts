import type { Role } from './codes.ts';
import type { ClockChanges, HolidayRegion } from './practice-zone.ts';
import type { Written } from './written.ts';

/** A portal's settings at start, in its page or from the `config.json` at its origin: one build runs anywhere. */
export interface PortalConfig {
  /** Empty: the API has the portal's own origin. */
  apiOrigin: string;
  /** The origin of each role's portal. */
  portals: Record<Role, string>;
  /** The practices' time zone, such as `Europe/Berlin`. */
  timeZone: string;
  /** The changes of that zone's clock in the years around the server's start; missing if the browser has to know them. */
  clockChanges?: ClockChanges;
  /** The practices' Land, for public holidays; by default all of Germany. */
  holidays?: HolidayRegion;
  /** Seconds between fetches of the session while a page is open; 0 for none, 60 if missing. */
  sessionPolling?: number;
  /** True if the session is also fetched without a connection. */
  pollOffline?: boolean;
  /** Seconds before the end of a session at which the page announces it; 120 if missing. */
  sessionWarning?: number;
  /** Minutes without use after which a session ends. Pages name it; the session itself says when it really ends. */
  sessionIdle?: number;
  /** Hours after the sign-in at which a session ends in any case. */
  sessionAbsolute?: number;
  /** The identity providers that sign in at this portal; missing if there are none. */
  providers?: { id: string; name: string }[];
  /** How the operator is reached by phone, in the help; missing if nobody answers one. */
  operator?: { phone: string; hours?: Written };
  /** The installation is a restored copy that sends nothing: every page says so. */
  quiet?: true;
}

/** Placeholders for the portals' origins in prerendered pages, which only the running server knows. */
export const portalPlaceholders: Record<Role, string> = {
  patient: 'https://patient.konsil.invalid',
  doctor: 'https://doctor.konsil.invalid',
};

/** Placeholder for a portal's settings in its page, replaced by the server. */
export const configPlaceholder = '__KONSIL_CONFIG__';
