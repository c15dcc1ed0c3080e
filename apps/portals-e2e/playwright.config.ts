import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { executable } from './src/chromium.ts';
import { origins, root, settings } from './src/installation.ts';

export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // One more than cores of a small machine: tests often wait, for a slow line or for the seconds to undo.
  workers: 3,
  retries: 0,
  // Long timeout for slow machines.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: join(root, 'dist/test-results/browser.json') }]],
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // Service workers would cache a hundred files per context and bypass network faults; offline.spec.ts allows them.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing takes longer than the tests on two cores; use `--trace retain-on-failure` where needed.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...executable,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node ${join(import.meta.dirname, 'serve.mjs')}`,
    env: settings,
    url: `${origins.api}/healthz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
