// Measures long tasks in a page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeFor, smoke } from './budget.mjs';

/** The maximum task duration (issues 4 and 6): one or two frames late, which users notice. */
export const mostTaskMs = 50;

/** All tasks of the page's main thread. */
const tasksOf = (events) => {
  const drawing = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && drawing.has(`${pid}/${tid}`));
};
/** In milliseconds: `dur` is wall clock, `tdur` CPU time. */
const longest = (tasks, time) => tasks.reduce((most, task) => Math.max(most, (task[time] ?? 0) / 1000), 0);

/**
 * Records a trace while `act` runs.
 * @returns the longest task in milliseconds by wall clock (`ms`) and CPU (`cpu`), which differ on a busy machine.
 * `folder` keeps the trace for Chromium's performance panel.
 */
export const traced = async (browser, page, what, act, folder) => {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  const recorded = await browser.stopTracing();
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${what.replaceAll(/\W+/g, '-')}.json`), recorded);
  }
  const tasks = tasksOf(JSON.parse(String(recorded)).traceEvents);
  return { what: `longest task: ${what}`, ms: longest(tasks, 'dur'), cpu: longest(tasks, 'tdur'), budget: mostTaskMs };
};

const asLine = ({ what, ms, budget, cpu }) =>
  `${ms <= budget ? '✓' : '✖'} ${what.padEnd(70)} ${ms.toFixed(1).padStart(6)} ms   (at most ${budget}${cpu === undefined ? '' : `; ${cpu.toFixed(1)} of the processor`})`;
/** Prints each result with its budget; exit code 1 if one is exceeded. */
export const report = (results) => {
  for (const result of results) console.log(asLine(result));
  process.exitCode = exitCodeFor(results.length > 0 && results.every(({ ms, budget }) => ms <= budget));
};

/** Scrolls by wheel some times, with a frame between; twice in a smoke run. */
export const scroll = async (page, way, times) => {
  for (let n = 0; n < (smoke ? 2 : times); n += 1) {
    await page.mouse.wheel(0, way * 900);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
};
