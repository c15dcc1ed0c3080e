import { workerData } from 'node:worker_threads';

const lookMs = 5;

// Ends the process that takes more than its share. A thread of its own: a decoder may keep the main one for seconds.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(workerData)) process.kill(process.pid, 'SIGKILL');
}, lookMs);
