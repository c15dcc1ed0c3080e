// What the seconds of the header and a slow line explain is no difference of clocks.
const noticed = 30_000;
// Nor is it a change of one: whoever waits for a moment would begin anew with every answer.
const jitter = 5_000;

/** Milliseconds by which this device's clock is ahead of the server's. */
let ahead = 0;

/** Takes the server's time from an answer's `date` (RFC 9110 6.6.1): clocks of devices go wrong, and zones are set wrong. */
export const noteServerTime = ({ headers }: Response): void => {
  const difference = Date.now() - Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(difference)) return;
  const told = Math.abs(difference) < noticed ? 0 : difference;
  if (Math.abs(told - ahead) > jitter) ahead = told;
};

/** When a moment of the server's comes, by this device's clock, in milliseconds. */
export const onThisDevice = (moment: string): number => Date.parse(moment) + ahead;

/** The moment that it is for the server. */
export const serverNow = (): string => new Date(Date.now() - ahead).toISOString();
