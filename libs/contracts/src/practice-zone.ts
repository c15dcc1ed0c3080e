// Apart from what is reckoned with it, because every first page sets it and few reckon.

/** The time zone of the practices when an installation names no other. */
export const usualZone = 'Europe/Berlin';

let zone = usualZone;

/** The zone in which appointments, promised days and deadlines of this installation are told. */
export const practiceZone = (): string => zone;
/** Set once at start, by the server and by each portal. @throws {RangeError} for a zone that is not known here. */
export const setPracticeZone = (name: string): void => {
  new Intl.DateTimeFormat('en', { timeZone: name });
  zone = name;
};
