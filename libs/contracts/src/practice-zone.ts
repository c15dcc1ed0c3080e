// Separate from the calculations, because every first page sets it and few calculate.

/** The default time zone of the practices. */
export const usualZone = 'Europe/Berlin';

let zone = usualZone;

/** The zone of this installation's appointments, promised days and due dates. */
export const practiceZone = (): string => zone;
/** Set once at start, by the server and by each portal. @throws {RangeError} for an unknown zone */
export const setPracticeZone = (name: string): void => {
  new Intl.DateTimeFormat('en', { timeZone: name });
  zone = name;
};
