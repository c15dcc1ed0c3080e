// Runs the browser tests that `npm test` gives a part of a long list, with all of it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'apps/portals-e2e/src');
const specs = readdirSync(folder).filter(
  (name) => name.endsWith('.spec.ts') && readFileSync(join(folder, name), 'utf8').includes('shareOf('),
);
const chromium = await ensureChromium();
if (!chromium) throw new Error('There is no Chromium here; install one or set CHROMIUM_PATH.');

const { status } = spawnSync(
  process.execPath,
  ['node_modules/nx/dist/bin/nx.js', 'run', 'portals-e2e:e2e', '--skip-nx-cache', ...specs],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, EVERY_PART: '1' } },
);
process.exit(status ?? 1);
