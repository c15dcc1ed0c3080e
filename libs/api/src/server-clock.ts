// Smaller differences are explained by whole seconds and a slow connection.
const noticed = 30_000;
// Smaller changes are ignored: timers would restart with every response.
const jitter = 5_000;

/** Milliseconds by which this device's clock is ahead of the server's. */
let ahead = 0;

/** Takes the server's time from a response's `date` header (RFC 9110 6.6.1), because device clocks may be wrong. */
export const recordServerTime = ({ headers }: Response): void => {
  const difference = Date.now() - Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(difference)) return;
  const told = Math.abs(difference) < noticed ? 0 : difference;
  if (Math.abs(told - ahead) > jitter) ahead = told;
};

/** A server timestamp in this device's time, in milliseconds. */
export const toDeviceTime = (moment: string): number => Date.parse(moment) + ahead;

/** The current server time. */
export const serverNow = (): string => new Date(Date.now() - ahead).toISOString();
