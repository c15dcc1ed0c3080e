import type { TestApp } from './app.ts';

/** Does something while the clock is `ms` ahead, and sets it back. */
export const ahead = async <T>({ clock }: Pick<TestApp, 'clock'>, ms: number, work: () => Promise<T>): Promise<T> => {
  clock.advance(ms);
  try {
    return await work();
  } finally {
    clock.advance(-ms);
  }
};
