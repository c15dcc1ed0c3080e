// Detects the end of the npm process, which does not pass on SIGKILL.
import { readFileSync } from 'node:fs';

/** npm starts scripts through a shell, which may or may not exec this process. */
const launcher = () => {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'));
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? Number(parent) : process.ppid;
  } catch {
    return process.ppid;
  }
};

/**
 * Calls `stop` once when the npm process running this command is gone, because its children get another parent then.
 */
export const onParentExit = (stop) => {
  if (!process.env.npm_lifecycle_event) return;
  const first = launcher();
  const watch = setInterval(() => {
    if (launcher() === first) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
};
