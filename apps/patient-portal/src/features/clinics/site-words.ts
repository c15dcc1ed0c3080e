import type { NamedClinic } from '@konsil/contracts/clinics';

/** `Haus B, Bonn`; empty without a site. */
export const siteWords = (site: NamedClinic['site']): string =>
  site ? [site.name, site.city].filter(Boolean).join(', ') : '';
