// The Chromium of the benchmarks.
import { spawnSync } from 'node:child_process';

/** Disables the browser's background activity. */
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const first = 'chrt --reset-on-fork --fifo 10';
/**
 * A flag that raises the priority of every page's main thread, where permitted (root on Linux). With few CPUs it would
 * otherwise wait for the server, the measurement and other threads, which would count as the page's work; real devices
 * have a CPU for it.
 */
export const prioritizePages =
  spawnSync('sh', ['-c', `${first} true`]).status === 0 ? [`--renderer-cmd-prefix=${first}`] : [];

/** A note for the results. */
/** @param {string[]} flags */
export const pagePriorityNote = ([flag]) =>
  `The main thread of a page ${flag ? 'goes before everything else' : 'takes its turn with everything else'} on this machine.`;
