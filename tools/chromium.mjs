// Finds a Chromium for the browser tests: the configured one, the system's, Playwright's, else Debian's package.
// Prefers headless builds, which start faster with the same engine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installPackages } from './debian.mjs';
import { env, step } from './setup.mjs';

const ofSystem = () =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path));

const ofPlaywright = () => {
  const path = createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  return existsSync(path) ? path : undefined;
};

/** @returns its path, or undefined if there is none and none could be installed */
export const ensureChromium = async () => {
  const found = ofSystem() ?? ofPlaywright();
  if (found) return found;
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!ofSystem()) await installPackages('Chromium', [name]);
  if (!ofSystem())
    await step('Downloading Chromium (Playwright)', () =>
      spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
        stdio: 'inherit',
        env,
      }),
    );
  return ofSystem() ?? ofPlaywright();
};
