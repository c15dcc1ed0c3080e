// Uploads the small inputs that once failed, and others of their kinds, and compares with the right value what API,
// preview and viewer (with and without a GPU) show of them.
// node tools/campaign/cases.mjs [--cases FOLDER] [--only TEXT]… [--pictures FOLDER] [--renderers processor,graphics|none]
// FOLDER has one folder per case; without it, only the inputs made here are uploaded.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { startServer } from '../bench/server.mjs';
import { walker } from './walk.mjs';
import { rightValues } from './right-values.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    cases: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    pictures: { type: 'string', default: mkdtempSync(join(tmpdir(), 'konsil-cases-')) },
    renderers: { type: 'string', default: 'processor,graphics' },
  },
});

const loadParts = async () => {
  const outfile = join(root, 'node_modules/.cache/konsil/campaign/parts.mjs');
  const contents =
    "export { ownInputs } from './own-inputs.ts'; export { browserWith, pageWith } from '../../apps/portals-e2e/src/viewer-renderers.ts';";
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: join(root, 'apps/server/tsconfig.json'),
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
};

const handedOver = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(dcm|zip|pdf)$/.test(entry.name))
    .map(({ parentPath, name }) => ({
      name: `${basename(parentPath).slice(0, 2)} ${name}`,
      fileName: name,
      bytes: readFileSync(join(parentPath, name)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const { ownInputs, browserWith, pageWith } = await loadParts();
const inputs = [...(values.cases ? handedOver(values.cases) : []), ...(await ownInputs())].filter(({ name }) =>
  values.only.some((text) => name.includes(text)),
);
const server = await startServer();
const { walk, close } = await walker(server, {
  browserWith,
  pageWith,
  renderers: values.renderers === 'none' ? [] : values.renderers.split(','),
  folder: values.pictures,
});
let wrong = 0;
const seen = {};
const faultsOf = async (input) => {
  const check = rightValues[input.name];
  if (!check) return ['no right value is known'];
  try {
    return check((seen[input.name] = await walk(input)));
  } catch (failure) {
    return [String(failure)];
  }
};
for (const input of inputs) {
  const faults = await faultsOf(input);
  wrong += faults.length;
  console.log(`${faults.length === 0 ? '✓' : '✖'} ${input.name}${faults.map((fault) => `\n    ${fault}`).join('')}`);
}
writeFileSync(join(values.pictures, 'seen.json'), JSON.stringify(seen, null, 1));
console.log(`The pictures and seen.json are in ${values.pictures}.`);
await close();
await server.stop();
process.exit(wrong === 0 ? 0 : 1);
