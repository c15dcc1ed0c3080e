// How many photographs of a plan the portal's own code reads: `node tools/plans/measure.mjs small` or `full`
// (docs/decisions/medication-plan.md).
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { latin1, pageOf, photograph } from './plan-pictures.mjs';
import { fullPlan, smallPlans } from './plans.mjs';

const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } });

/** The portal's own attempts. */
const scan = join(import.meta.dirname, '../../apps/patient-portal/src/features/medication/scan/find-codes.ts');
const { outputFiles } = await build({ entryPoints: [scan], bundle: true, format: 'esm', write: false });
const { findCodes } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

/** A file as the portal draws it: 4,000 pixels across at most. */
const pixelsOf = async (bytes) => {
  const { data, info } = await sharp(bytes)
    .resize({ width: 4000, height: 4000, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
};

const shots = {
  'scan, 300 dpi': null,
  'scan, 150 dpi': { dpi: 150 },
  '12 MP, straight': {},
  '12 MP, turned 7°': { turn: 0.12 },
  '12 MP, upside down': { turn: Math.PI },
  '12 MP, far edge 10 % shorter': { tilt: 0.1 },
  '12 MP, far edge 20 % shorter, turned': { tilt: 0.2, turn: 0.1 },
  '12 MP, far edge 30 % shorter': { tilt: 0.3 },
  '12 MP, low light': { light: 0.25, noise: 12 },
  '12 MP, low light, shadow': { light: 0.4, noise: 10, shadow: 0.7 },
  '12 MP, noisy': { noise: 40 },
  '12 MP, soft (sigma 1.2)': { blur: 1.2 },
  '12 MP, blurred (sigma 2.2)': { blur: 2.2 },
  '8 MP, straight': { width: 3264 },
  '8 MP, tilted, shadow': { width: 3264, tilt: 0.15, shadow: 0.5, noise: 8 },
  '5 MP, straight': { width: 2592 },
  '2 MP, straight': { width: 1600 },
};
const plans = { small: smallPlans['026'], full: fullPlan };
const [, , which = 'small'] = process.argv;
const xml = plans[which];
const page = await pageOf(latin1(xml));
let read = 0;
for (const [name, options] of Object.entries(shots)) {
  const photo =
    options === null ? page : options.dpi ? await pageOf(latin1(xml), options) : await photograph(page, options);
  const pixels = await pixelsOf(photo);
  let tries = 0;
  /** @type {typeof readBarcodes} */
  const counted = (...given) => {
    tries += 1;
    return readBarcodes(...given);
  };
  const started = performance.now();
  const codes = await findCodes(counted, pixels);
  const isRead = codes.some((bytes) => Buffer.from(bytes).equals(latin1(xml)));
  if (isRead) read += 1;
  console.log(
    `| ${name} | ${isRead ? `read by attempt ${tries}` : 'not read'} | ${Math.round(performance.now() - started)} ms |`,
  );
}
console.log(`${which} (${xml.length} bytes): ${read} of ${Object.keys(shots).length}`);
