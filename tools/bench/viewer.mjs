// How soon the imaging viewer shows a picture in a real browser, compared with its budgets (docs/imaging.md).
// node tools/bench/viewer.mjs [--runs 3] [--ohif FOLDER] [--slices 500] FOLDER is the unpacked `dist` of the npm package
// @ohif/app: both viewers then take turns on the same DICOMweb. --slices adds a series of so many slices of 512 x 512,
// which is also scrolled through once it is loaded.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { ensureChromium } from '../chromium.mjs';
import { quiet } from './browser.mjs';
import { exitCodeFor } from './budget.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, ohif: { type: 'string' }, slices: { type: 'string' } },
});
const budgets = { bytes: 1_500_000, requests: 10, coldShare: 0.35, warmShare: 0.4 };

/** The server's own DICOMweb and policy, bundled for this script. */
const loadServer = async () => {
  const outfile = join(root, 'node_modules/.cache/konsil/bench/viewer-server.mjs');
  const contents =
    "export { serveViewer } from './serve-viewer.ts'; export { sampleSeries } from '@konsil/server-dicom/testing/sample-series';";
  await build({
    stdin: { contents, resolveDir: join(root, 'apps/server/tests/support'), loader: 'ts' },
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

/** OHIF reads its settings from a file; it needs inline scripts and supports no nonce. */
const ohifPolicy = () => "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";
const configureOhif = (folder) =>
  writeFileSync(
    join(folder, 'app-config.js'),
    `window.config = {
  routerBasename: '/', extensions: [], modes: [], customizationService: {}, showStudyList: false, maxNumberOfWebWorkers: 3, showLoadingIndicator: true,
  defaultDataSourceName: 'dicomweb', dataSources: [{ namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'dicomweb', configuration: {
    name: 'konsil', wadoUriRoot: '/dicom-web', qidoRoot: '/dicom-web', wadoRoot: '/dicom-web', qidoSupportsIncludeField: false, imageRendering: 'wadors', thumbnailRendering: 'wadors', enableStudyLazyLoad: true, supportsFuzzyMatching: false, supportsWildcard: false,
  } }],
};`,
  );

/** Compressed like ours, so that only the viewers are compared. */
const compressFiles = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|css|wasm|json)$/.test(entry.name) || existsSync(`${file}.br`)) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    );
  }
};

/** Runs in the page: the first time a large canvas shows more than one shade, i.e. not a blank frame. */
const watchForPicture = () => {
  const small = document.createElement('canvas');
  small.width = 16;
  small.height = 16;
  const look = small.getContext('2d', { willReadFrequently: true });
  const isPicture = (canvas) => {
    if (canvas.width < 200 || canvas.height < 200) return false;
    look.clearRect(0, 0, 16, 16);
    look.drawImage(canvas, 0, 0, 16, 16);
    return new Set(look.getImageData(0, 0, 16, 16).data.filter((_, at) => at % 4 !== 3)).size > 8;
  };
  const check = () => {
    if ([...document.querySelectorAll('canvas')].some(isPicture)) globalThis.pictureAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
};

/** Milliseconds to the first picture, and what was fetched until then. */
const firstPicture = async (context, address) => {
  const page = await context.newPage();
  await page.addInitScript(watchForPicture);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let [bytes, requests, done] = [0, 0, false];
  session.on('Network.requestWillBeSent', () => {
    if (!done) requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!done) bytes += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.pictureAt !== undefined, undefined, { timeout: 60_000, polling: 20 });
  done = true;
  const milliseconds = await page.evaluate(() => globalThis.pictureAt);
  await page.close();
  return { milliseconds, bytes, requests };
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Each viewer in turn with a new browser profile: once with an empty cache, once with a filled one. */
const measure = async (browser, viewers, file) => {
  const results = Object.fromEntries(viewers.map(({ name }) => [name, { cold: [], warm: [] }]));
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const { name, server } of viewers) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      results[name].cold.push(await firstPicture(context, await server.open(file)));
      results[name].warm.push(await firstPicture(context, await server.open(file)));
      await context.close();
    }
  }
  return results;
};

const { serveViewer, sampleSeries } = await loadServer();
const viewers = [{ name: 'konsil', server: await serveViewer(join(root, 'dist/apps/imaging-viewer')) }];
if (values.ohif) {
  configureOhif(values.ohif);
  compressFiles(values.ohif);
  viewers.push({
    name: 'ohif',
    server: await serveViewer(resolve(values.ohif), ohifPolicy, '/viewer?StudyInstanceUIDs={study}'),
  });
}
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: quiet,
});

const missed = [];
const hold = (what, value, limit) => {
  const kept = value <= limit;
  console.log(`${kept ? '✓' : '✖'} ${what}: ${Number(value.toFixed(2))} (at most ${limit})`);
  if (!kept) missed.push(what);
};

/** Runs in the page: counts how often the largest canvas shows something else. */
const countPictures = () => {
  const small = document.createElement('canvas');
  small.width = 64;
  small.height = 64;
  const look = small.getContext('2d', { willReadFrequently: true });
  globalThis.pictures = 0;
  let last = '';
  const check = () => {
    const canvases = [...document.querySelectorAll('canvas')].sort((a, b) => b.width * b.height - a.width * a.height);
    look.drawImage(canvases[0], 0, 0, 64, 64);
    const shown = look.getImageData(0, 0, 64, 64).data.join();
    if (shown !== last) globalThis.pictures += 1;
    last = shown;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
};

/** Pictures a second while the wheel asks for 30, once `slices` images have arrived. */
const scrollRate = async (server, file, slices) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let arrived = 0;
  page.on('requestfinished', (request) => {
    arrived += /\/frames\/\d+$/.test(new URL(request.url()).pathname) ? 1 : 0;
  });
  await page.addInitScript(watchForPicture);
  await page.goto(await server.open(file));
  await page.waitForFunction(() => globalThis.pictureAt !== undefined, undefined, { timeout: 60_000, polling: 20 });
  const begun = Date.now();
  for (let idle = 0, before = 0; arrived < slices && idle < 4; before = arrived) {
    await new Promise((done) => setTimeout(done, 5_000));
    idle = arrived === before ? idle + 1 : 0;
  }
  const loaded = (Date.now() - begun) / 1_000;
  const box = await page.evaluate(() => {
    const [largest] = [...document.querySelectorAll('canvas')].sort((a, b) => b.width * b.height - a.width * a.height);
    const { x, y, width, height } = largest.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.move(box.x, box.y);
  await page.evaluate(countPictures);
  const seconds = 5;
  const start = Date.now();
  for (let turn = 0; turn < 30 * seconds; turn += 1) {
    await new Promise((done) => setTimeout(done, Math.max(0, start + (turn * 1_000) / 30 - Date.now())));
    await page.mouse.wheel(0, 100);
  }
  const rate = (await page.evaluate(() => globalThis.pictures)) / ((Date.now() - start) / 1_000);
  const session = await context.newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await context.close();
  return { arrived, loaded, rate, heap: usedSize / 1e6 };
};

const slices = Number(values.slices ?? 0);
const studies = {
  'single CT': async () => readFileSync(join(root, 'libs/server/dicom/fixtures/CT_small.dcm')),
  'MR of 20 slices': () => sampleSeries(20),
  ...(slices > 0 && { [`MR of ${slices} slices`]: () => sampleSeries(slices, 512) }),
};
for (const [study, made] of Object.entries(studies)) {
  const file = await made();
  const results = await measure(browser, viewers, file);
  for (const [name, { cold, warm }] of Object.entries(results)) {
    const of = (runs, key) => median(runs.map((run) => run[key]));
    console.log(
      `${study}, ${name}: cold ${of(cold, 'milliseconds').toFixed(0)} ms, warm ${of(warm, 'milliseconds').toFixed(0)} ms, ${(of(cold, 'bytes') / 1000).toFixed(0)} kB in ${of(cold, 'requests')} requests`,
    );
  }
  const { konsil, ohif } = results;
  if (study === 'single CT') {
    hold('bytes before the first picture', median(konsil.cold.map(({ bytes }) => bytes)), budgets.bytes);
    hold('requests before the first picture', median(konsil.cold.map(({ requests }) => requests)), budgets.requests);
  }
  if (ohif) {
    const share = (runs) =>
      median(konsil[runs].map(({ milliseconds }) => milliseconds)) /
      median(ohif[runs].map(({ milliseconds }) => milliseconds));
    hold(`${study}: share of OHIF's time, cold`, share('cold'), budgets.coldShare);
    hold(`${study}: share of OHIF's time, warm`, share('warm'), budgets.warmShare);
  }
  if (study.includes(` ${slices} `))
    for (const { name, server } of viewers) {
      const { arrived, loaded, rate, heap } = await scrollRate(server, file, slices);
      console.log(
        `${study}, ${name}: ${arrived} slices after ${loaded.toFixed(0)} s, ${rate.toFixed(1)} pictures/s of 30, ${heap.toFixed(0)} MB`,
      );
    }
}
await browser.close();
await Promise.all(viewers.map(({ server }) => server.close()));
process.exit(exitCodeFor(missed.length === 0));
