// Bundles the server's own code; packages stay in node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folders = ['apps/server/src', 'libs/server'].filter((folder) => existsSync(folder));
const found = () =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));

/**
 * Options for esbuild. main.mjs is the server, konsil.mjs the operator's commands, *.worker.mjs the threads that read hostile files.
 * @param {string} output the folder that the bundle is for
 * @returns {import('esbuild').BuildOptions & { write: false }}
 */
export const serverBundle = (output) => ({
  write: false,
  entryPoints: Object.fromEntries([
    ['main', 'apps/server/src/main.ts'],
    ['konsil', 'apps/server/src/cli/konsil.ts'],
    ...found()
      .filter(({ path }) => path.endsWith('.worker.ts'))
      .map(({ path }) => [basename(path, '.ts'), path]),
  ]),
  outdir: output,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  tsconfig: 'apps/server/tsconfig.json',
  logLevel: 'warning',
});

/** The release: version, and commit if known (KONSIL_COMMIT without a repository, as in an image). */
const release = () => {
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { version, commit: process.env.KONSIL_COMMIT || (head.status === 0 ? head.stdout.trim() : '') };
};

/**
 * Replaces a folder by a bundle, and the files that are read at run time beside it, as they lie beside their source.
 * @param {string} output
 * @param {import('esbuild').OutputFile[]} files
 */
export const writeBundle = (output, files) => {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  for (const { path, contents } of files) writeFileSync(path, contents);
  writeFileSync(join(output, 'release.json'), `${JSON.stringify(release())}\n`);
  for (const { entry, path } of found().filter(
    ({ entry: each }) => each.isDirectory() && ['migrations', 'assets'].includes(each.name),
  )) {
    // Only npm run db:migration reads the snapshots.
    const filter = (from) => !/_snapshot\.json$/.test(from);
    cpSync(path, join(output, entry.name), { recursive: true, filter });
  }
};
