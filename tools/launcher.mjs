// Who started this command: a kill of npm is not passed on to what npm started.
import { readFileSync } from 'node:fs';

/** npm starts scripts through a shell, which may or may not have made way for us. */
const launcher = () => {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'));
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? Number(parent) : process.ppid;
  } catch {
    return process.ppid;
  }
};

/** Calls `stop` once when the npm that runs this command is gone: its children are somebody else's then. */
export const onOrphaned = (stop) => {
  if (!process.env.npm_lifecycle_event) return;
  const first = launcher();
  const watch = setInterval(() => {
    if (launcher() === first) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
};
