// Bundles a load (a TypeScript file beside this one) and runs it on a database of its own, in a folder that is removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/**
 * @param {string} file such as `audit-load.ts`
 * @param {string[]} options
 * @param {Record<string, string>} [settings]
 */
export const runLoad = async (file, options, settings = {}) => {
  const name = basename(file, '.ts');
  // Inside node_modules, so that the bundle finds its packages.
  const folder = join(root, `node_modules/.cache/konsil/bench-${name}`);
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: [join(import.meta.dirname, file)],
    outfile: join(folder, `${name}.mjs`),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: join(root, 'apps/server/tsconfig.json'),
    logLevel: 'error',
  });
  cpSync(join(root, 'libs/server/domain/src/database/migrations'), join(folder, 'migrations'), { recursive: true });
  const data = mkdtempSync(join(tmpdir(), `konsil-${name}-`));
  try {
    const load = spawn(process.execPath, [join(folder, `${name}.mjs`), ...options], {
      stdio: 'inherit',
      env: { ...process.env, KONSIL_DATA_DIR: data, KONSIL_DEMO: '0', ...settings },
    });
    const [code] = await once(load, 'exit');
    if (code !== 0) process.exitCode = 1;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};
