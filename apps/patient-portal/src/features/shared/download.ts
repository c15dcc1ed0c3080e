// @bundle route
import { addressOf } from '@konsil/api/origin';

/** Downloads the file of a ticket's URL. */
export const downloadFrom = (location: string): void => {
  const link = document.createElement('a');
  link.href = new URL(addressOf(location as `/${string}`), window.location.href).href;
  link.download = '';
  link.click();
};
