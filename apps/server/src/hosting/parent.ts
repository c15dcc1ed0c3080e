/** Calls `stop` when the process that started this one is gone, however it went: a server of nobody would keep the ports. */
export const onOrphaned = (stop: () => void): void => {
  // Only a starter that opened a channel, as tools/start.mjs does, wants its server to go with it.
  if (process.connected) process.once('disconnect', stop);
};
