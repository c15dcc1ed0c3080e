import { workerData } from 'node:worker_threads';

const lookMs = 5;

// Kills the process above its memory limit. In a worker thread, because a decoder may block the main thread for
// seconds.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(workerData)) process.kill(process.pid, 'SIGKILL');
}, lookMs);
