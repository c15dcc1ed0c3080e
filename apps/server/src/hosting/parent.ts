/** Calls `stop` when the parent process is gone for any reason, because an orphaned server would keep the ports. */
export const onParentExit = (stop: () => void): void => {
  // Only a parent with an IPC channel, like tools/start.mjs, wants its server to stop with it.
  if (process.connected) process.once('disconnect', stop);
};
