// Shows every generated picture with and without a graphics card, of which `npm test` takes a part.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.mjs';

const chromium = await ensureChromium();
if (!chromium) throw new Error('There is no Chromium here; install one or set CHROMIUM_PATH.');

const { status } = spawnSync(
  process.execPath,
  ['node_modules/nx/dist/bin/nx.js', 'run', 'portals-e2e:e2e', '--skip-nx-cache', 'viewer-pictures'],
  {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, EVERY_PICTURE: '1' },
  },
);
process.exit(status ?? 1);
