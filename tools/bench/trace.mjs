// What keeps a page busy while something is done in it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeFor } from './budget.mjs';

/** No task of a page may take longer (issues 4 and 6): a frame or two is late then, and the hand feels it. */
export const mostTaskMs = 50;

/** Every task of the page's main thread. */
const tasksOf = (events) => {
  const drawing = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && drawing.has(`${pid}/${tid}`));
};
/** In milliseconds: `dur` by the clock, `tdur` of the processor. */
const longest = (tasks, time) => tasks.reduce((most, task) => Math.max(most, (task[time] ?? 0) / 1000), 0);

/**
 * Records what a page does while `act` runs.
 * @returns The longest task in milliseconds by the clock (`ms`) and of the processor (`cpu`): on a busy machine a task waits for the
 * processor, and the two tell it apart. `folder`, where one is given, keeps the trace for Chromium's own performance panel.
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
/** Says each figure in a line, with its budget; the process ends with 1 where one is over. */
export const report = (results) => {
  for (const result of results) console.log(asLine(result));
  process.exitCode = exitCodeFor(results.length > 0 && results.every(({ ms, budget }) => ms <= budget));
};

/** Turns the wheel so many times, a frame drawn between. */
export const scroll = async (page, way, times) => {
  for (let n = 0; n < times; n += 1) {
    await page.mouse.wheel(0, way * 900);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
};
