// The Chromium of the benchmarks.
import { spawnSync } from 'node:child_process';

/** What keeps a browser from doing things of its own. */
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
 * A flag by which the main thread of every page goes before all else on this machine, as far as that may be asked for (by root, on
 * Linux). On few processors it would wait for the server, the measuring and the browser's own other threads, and that would count as
 * work of the page; on a phone or a desk it has a processor of its own.
 */
export const pagesGoFirst =
  spawnSync('sh', ['-c', `${first} true`]).status === 0 ? [`--renderer-cmd-prefix=${first}`] : [];

/** What was done about it, to stand above the figures. */
/** @param {string[]} flags */
export const howPagesGo = ([flag]) =>
  `The main thread of a page ${flag ? 'goes before everything else' : 'takes its turn with everything else'} on this machine.`;
