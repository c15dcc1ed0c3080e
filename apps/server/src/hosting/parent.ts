/** What `npm start` is told once everything answers. */
export interface Readiness { ready: true }

/** Tells the process that started this one, if it listens, that everything answers. */
export const reportReady = (): void => {
  process.send?.({ ready: true } satisfies Readiness);
};

/** Calls `stop` when the process that started this one is gone, however it went; a server of nobody would keep the ports. */
export const onOrphaned = (stop: () => void): void => {
  if (process.connected) process.once('disconnect', stop);
};
