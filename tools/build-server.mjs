// Bundles our own code of the server into dist/apps/server; packages stay in node_modules.
import { build } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const source = 'apps/server/src';
const output = 'dist/apps/server';
const found = readdirSync(source, { recursive: true, withFileTypes: true }).map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));

// main.mjs is the server, konsil.mjs the operator's commands, *.worker.mjs the threads that read hostile files.
const entryPoints = Object.fromEntries([
  ['main', join(source, 'main.ts')],
  ['konsil', join(source, 'cli/konsil.ts')],
  ...found.filter(({ path }) => path.endsWith('.worker.ts')).map(({ path }) => [basename(path, '.ts'), path]),
].filter(([, path]) => existsSync(path)));

const { outputFiles } = await build({
  write: false,
  entryPoints,
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
}).catch(() => process.exit(1));

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
for (const { path, contents } of outputFiles) writeFileSync(path, contents);

// Files that are read at run time lie beside the bundle as they lie beside their source.
for (const { entry, path } of found.filter(({ entry }) => entry.isDirectory() && ['migrations', 'assets'].includes(entry.name))) {
  cpSync(path, join(output, entry.name), { recursive: true });
}
