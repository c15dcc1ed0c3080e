import { MachineBusy } from '../reading/reading-process.ts';

/** Reads again as long as a busy machine gives the reading process no time, as the product does later. */
export const whenNotBusy = async <T>(read: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await read();
    } catch (failure) {
      if (!(failure instanceof MachineBusy)) throw failure;
    }
  }
};
