// How soon the first pages are visible on a slow phone: 1.6 Mbit/s, 150 ms, a CPU 4 times slower (issue 6). After the
// sign-in: the time to the frame and to the content, and the blocking time (in CPU time).
// node tools/bench/first-page.mjs [--runs 5] requires built portals
import { parseArgs } from 'node:util';
import { chromium, request } from '@playwright/test';
import { ensureChromium } from '../chromium.mjs';
import { quiet } from './browser.mjs';
import { exitCodeFor, smoke } from './budget.mjs';
import { median, startServer } from './server.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const budgets = { visible: 1300, script: 120_000, requests: 10 };
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const slower = 4;

/** Runs in the page: the first frame with the wanted element visible. */
const watchFor = (wanted) => {
  const look = () => {
    const found = document.querySelector(wanted);
    if (found && found.getBoundingClientRect().height > 0) requestAnimationFrame((now) => (globalThis.visibleAt = now));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
const form = '#field-email, main a[href="/login"]';
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'de-DE',
};

const openSlowly = async (browser, wanted, cookies = []) => {
  const context = await browser.newContext(phone);
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watchFor, wanted);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  // A smoke run would only wait.
  if (!smoke) {
    await devtools.send('Network.emulateNetworkConditions', line);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  }
  return { context, page, devtools };
};

/** One visit with an empty cache: milliseconds until the form is visible, and until it is hydrated. */
const visit = async (browser, address) => {
  const { context, page, devtools } = await openSlowly(browser, form);
  const urls = new Map();
  let [script, requests] = [0, 0];
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests += 1;
    urls.set(requestId, request.url);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urls.get(requestId)?.endsWith('.js')) script += encodedDataLength;
  });
  const answered = page.waitForRequest(/\/api\/auth\/session/, { timeout: 60_000 });
  await page.goto(address, { waitUntil: 'commit' });
  await answered;
  const { visible, usable } = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const asked = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/api/auth/session'))?.startTime;
    return { visible: Math.max(paint, globalThis.visibleAt), usable: asked ?? performance.now() };
  });
  await page.waitForLoadState('networkidle');
  await context.close();
  return { visible, usable, script, requests };
};

/** CPU milliseconds over 50 in each task of the page; the slower CPU takes four times as long. */
const blockingTime = (events) => {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`))
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - 50), 0);
};

/** One signed-in visit with an empty cache: milliseconds to the frame and to the content, and blocking time. */
const visitHome = async (browser, { address, wanted, cookies }) => {
  const { context, page } = await openSlowly(browser, wanted, cookies);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.visibleAt, undefined, { timeout: 60_000 });
  const seen = await page.evaluate(() => ({
    frame: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    filled: globalThis.visibleAt,
  }));
  const trace = JSON.parse(String(await browser.stopTracing()));
  await context.close();
  return { ...seen, blocked: blockingTime(trace.traceEvents) };
};

const signIn = async (origin, who) => {
  const browser = await request.newContext({ extraHTTPHeaders: { origin } });
  await browser.post(`${origin}/account/api/login`, {
    data: { email: `${who}@konsil.example`, password: 'Konsil-Demo-1' },
  });
  const { cookies } = await browser.storageState();
  await browser.dispose();
  return cookies;
};

const server = await startServer();
const port = Number(new URL(server.origin).port);
const pages = {
  'patient portal, start': `http://localhost:${port + 1}/`,
  'patient portal, sign-in': `http://localhost:${port + 1}/login`,
  'doctor portal, sign-in': `http://localhost:${port + 2}/login`,
};
const homes = {
  'patient portal, first page': {
    who: 'patient',
    address: `http://localhost:${port + 1}/patient`,
    wanted: 'main section',
  },
  'doctor portal, inbox': { who: 'doctor', address: `http://localhost:${port + 2}/doctor`, wanted: 'main tbody a' },
};
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: quiet });
const missed = [];
for (const [name, address] of Object.entries(pages)) {
  const visits = [];
  for (let run = 0; run < Number(values.runs); run += 1) visits.push(await visit(browser, address));
  const of = (what) => median(visits.map((each) => each[what]));
  const found = { visible: of('visible'), script: of('script'), requests: of('requests') };
  const kept = Object.entries(budgets).every(([what, most]) => found[what] <= most);
  if (!kept) missed.push(name);
  console.log(
    `${kept ? '✓' : '✖'} ${name}: visible after ${found.visible.toFixed(0)} ms, usable after ${of('usable').toFixed(0)} ms; ${(found.script / 1000).toFixed(1)} kB of script, ${found.requests} requests`,
  );
}
for (const [name, { who, ...home }] of Object.entries(homes)) {
  const visits = [];
  const cookies = await signIn(new URL(home.address).origin, who);
  for (let run = 0; run < Number(values.runs); run += 1) visits.push(await visitHome(browser, { ...home, cookies }));
  const of = (what) => median(visits.map((each) => each[what])).toFixed(0);
  console.log(
    `  ${name}: frame after ${of('frame')} ms, filled after ${of('filled')} ms, blocked for ${of('blocked')} ms`,
  );
}
await browser.close();
await server.stop();
process.exit(exitCodeFor(missed.length === 0));
