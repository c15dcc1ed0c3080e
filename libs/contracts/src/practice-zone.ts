// Separate from the calculations, because every first page sets it and few calculate.

/** The default time zone of the practices. */
export const usualZone = 'Europe/Berlin';

/** A German Land with its own public holidays, or `BUND` for those of all of Germany only. */
export const holidayRegions = [
  'BUND',
  'BW',
  'BY',
  'BE',
  'BB',
  'HB',
  'HE',
  'HH',
  'MV',
  'NI',
  'NW',
  'RP',
  'SL',
  'SN',
  'ST',
  'SH',
  'TH',
] as const;
export type HolidayRegion = (typeof holidayRegions)[number];

let zone = usualZone;
let region: HolidayRegion = 'BUND';

/** The zone of this installation's appointments, promised days and due dates. */
export const practiceZone = (): string => zone;
/**
 * Set once at start, by the server, whose settings refuse an unknown zone, and by each portal, which gets it from there:
 * a check here would make a phone load its tables of dates before the first page is usable.
 */
export const setPracticeZone = (name: string): void => {
  zone = name;
};

/** The practices' Land, for public holidays. */
export const holidayRegion = (): HolidayRegion => region;
/** Called once at start, by the server and by each portal. */
export const setHolidayRegion = (name: HolidayRegion): void => {
  region = name;
};
