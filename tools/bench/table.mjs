// A table of 5,000 rows (issue 6): whether scrolling and sorting cause tasks of more than 50 ms. Rows are local and
// sorted in the page, unlike in the portals, where the server sorts. Built like the portals.
// node tools/bench/table.mjs [--rounds 3] [--traces FOLDER]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { ensureChromium } from '../chromium.mjs';
import { pagePriorityNote, prioritizePages, quiet } from './browser.mjs';
import { smoke } from './budget.mjs';
import { report, scroll, traced } from './trace.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, traces: { type: 'string' } } });
// Long enough to render the new order on a slow machine.
const drawnMs = smoke ? 50 : 400;
const root = join(import.meta.dirname, 'table');
const outDir = mkdtempSync(join(tmpdir(), 'konsil-table-'));
/** @type {import('vite').InlineConfig} */
const config = {
  configFile: join(root, 'vite.config.mts'),
  root,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
};
await build(config);
const site = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...prioritizePages, ...quiet] });
const results = [];
try {
  console.log(pagePriorityNote(prioritizePages));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const trace = async (what, act) => results.push(await traced(browser, page, what, act, values.traces));
    await page.goto(site.resolvedUrls.local[0]);
    const heads = page.locator('th button');
    await heads.first().waitFor();
    await page.mouse.move(500, 400);
    const names = (await heads.allInnerTexts()).slice(0, smoke ? 1 : undefined);
    const sortByEach = async (where) => {
      for (const [index, name] of names.entries())
        await trace(`sorted by ${name} ${where}`, async () => {
          await heads.nth(index).click();
          await wait(drawnMs);
        });
    };
    await sortByEach('at the top');
    await sortByEach('at the top again');
    await trace('scrolled down', () => scroll(page, 1, 60));
    await sortByEach('in the middle');
    await trace('scrolled up', () => scroll(page, -1, 60));
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
  rmSync(outDir, { recursive: true });
  report(results);
}
