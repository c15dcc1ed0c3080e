const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

// Worker threads are not transformed by Jest: they are bundled once before the tests, like in the server's build.
module.exports = async () => {
  const outdir = join(__dirname, '../../node_modules/.cache/konsil/workers');
  const sources = readdirSync(__dirname, { recursive: true }).filter((name) => name.endsWith('.worker.ts'));
  await build({
    entryPoints: sources.map((name) => join(__dirname, name)),
    entryNames: '[name]',
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'error',
  });
  process.env.KONSIL_WORKER_DIR = outdir;
};
