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

/**
 * The changes of a zone's clock within some years, as `[moment in seconds, minutes ahead of UTC from then on]`, in
 * order. The last one ends what is known.
 */
export type ClockChanges = readonly (readonly [from: number, ahead: number])[];

let zone = usualZone;
let changes: ClockChanges = [];
let region: HolidayRegion = 'BUND';

/** The zone of this installation's appointments, promised days and due dates. */
export const practiceZone = (): string => zone;
/**
 * Set once at start, by the server, whose settings refuse an unknown zone, and by each portal, which gets it from there
 * with the changes of its clock: without them, or with a check here, a phone would load its tables of dates before the
 * first page is usable.
 */
export const setPracticeZone = (name: string, clockChanges: ClockChanges = []): void => {
  zone = name;
  changes = clockChanges;
};

/** The practices' offset from UTC at a time, in milliseconds; undefined where the given changes do not reach. */
export const knownOffset = (moment: number): number | undefined => {
  const next = changes.findIndex(([from]) => from * 1000 > moment);
  const ahead = next > 0 ? changes[next - 1]?.[1] : undefined;
  return ahead === undefined ? undefined : ahead * 60_000;
};

/** The practices' Land, for public holidays. */
export const holidayRegion = (): HolidayRegion => region;
/** Called once at start, by the server and by each portal. */
export const setHolidayRegion = (name: HolidayRegion): void => {
  region = name;
};
