import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { freePorts, originsAt, portsAt, root, settings } from './installation.ts';

const component = join(root, 'libs/ui/src/layout/PageTitle.tsx');
const serverEntry = join(root, 'apps/server/src/main.ts');

/** Counts how often a started `npm run dev` has reported to be ready. */
const countReady = (dev: ChildProcess): (() => number) => {
  let output = '';
  dev.stdout?.on('data', (text) => void (output += String(text)));
  return () => output.split('Konsil is ready.').length - 1;
};

test('npm run dev shows an edited component without a reload and restarts the API', async ({ browser, patient }) => {
  const port = await freePorts(30_000 + (process.pid % 400) * 10);
  const origins = originsAt(port);
  const dev = spawn(process.execPath, ['tools/dev.mjs'], {
    cwd: root,
    env: { ...process.env, ...settings, ...portsAt(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timesReady = countReady(dev);
  const source = readFileSync(component, 'utf8');
  // Vite serves modules from other URLs than a built portal, so the checks of the default context do not apply.
  const context = await browser.newContext();
  const page = await context.newPage();
  const title = page.getByRole('heading', { level: 1 });
  try {
    await expect.poll(timesReady, { timeout: 180_000 }).toBe(1);

    await test.step("sign-in works on the portal's origin", async () => {
      await page.goto(`${origins.patient}/login`);
      await page.getByLabel('E-Mail-Adresse').fill(patient.email, { timeout: 120_000 });
      await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await expect(page).toHaveURL(/\/patient$/, { timeout: 120_000 });
      await expect(title).toBeVisible({ timeout: 120_000 });
    });

    await test.step('an edited component is updated, and the page keeps its state', async () => {
      await page.evaluate(() => void Object.assign(window, { notReloaded: true }));
      writeFileSync(
        component,
        source.replace('<h1 tabIndex={-1}>{children}</h1>', '<h1 tabIndex={-1}>{children} (edited)</h1>'),
      );
      await expect(title).toContainText('(edited)', { timeout: 120_000 });
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    });

    await test.step('the API restarts on a change of the server', async () => {
      utimesSync(serverEntry, new Date(), new Date());
      await expect.poll(timesReady, { timeout: 180_000 }).toBe(2);
    });
  } finally {
    writeFileSync(component, source);
    await context.close();
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
  }
});
