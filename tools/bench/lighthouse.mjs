// Lighthouse's phone profile on the start page, the sign-in, both first pages and a patient's case, with an empty cache
// each (issues 6 and 36).
// It extrapolates from this machine's timing, so other load matters: bytes and requests are the same everywhere,
// blocking time is not. Therefore pages get priority (browser.mjs), unless --in-turn. Its CPU factor of 4 assumes a
// desktop with a benchmark index of 1500 to 2000 (its docs/throttling.md); the index measures loops, not page starts.
// node tools/bench/lighthouse.mjs [--runs 5] [--in-turn] [--only inbox] [--reports folder] Requires built portals; npx
// fetches Lighthouse.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { chromium, request } from '@playwright/test';
import { ensureChromium } from '../chromium.mjs';
import { pagePriorityNote, prioritizePages, quiet } from './browser.mjs';
import { exitCodeFor } from './budget.mjs';
import { median, startServer, untilIdle } from './server.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    'in-turn': { type: 'boolean' },
    only: { type: 'string', default: '' },
    reports: { type: 'string' },
  },
});
const lighthouse = 'lighthouse@12.8.2';
const budgets = { performance: 95, accessibility: 100, 'best-practices': 100, shift: 0.02 };
const first = values['in-turn'] ? [] : prioritizePages;
/** A visit takes about 20 seconds; Lighthouse itself has no limit for the whole. */
const limit = { timeout: 180_000, killSignal: /** @type {const} */ ('SIGKILL') };
const flags = [...first, ...quiet, '--headless=new', '--lang=de', '--accept-lang=de-DE,de', 'about:blank'];

const server = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'konsil-lighthouse-'));
if (values.reports) await mkdir(values.reports, { recursive: true });

const signIn = async (origin, role) => {
  const caller = await request.newContext({ extraHTTPHeaders: { origin } });
  await caller.post(`${origin}/account/api/login`, {
    data: { email: `${role}@konsil.example`, password: 'Konsil-Demo-1' },
  });
  const { cookies } = await caller.storageState();
  await caller.dispose();
  return cookies;
};

/** The patient's case with the most to show: an answered one. */
const caseOf = async (origin, cookies) => {
  const token = cookies.find(({ name }) => name === 'authorization').value;
  const caller = await request.newContext({
    storageState: { cookies, origins: [] },
    extraHTTPHeaders: { authorization: `Token ${token}` },
  });
  const { items } = await (await caller.get(`${origin}/api/process`)).json();
  await caller.dispose();
  return items.find(({ last_answer }) => last_answer).id;
};

/**
 * Repeats the calls of a page until the database has its plans, as in operation: a new server's first calls take ten
 * times as long (docs/decisions/prepared-statements.md), and Lighthouse would extrapolate from them.
 */
const warm = async (address, cookies) => {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: quiet });
  try {
    const context = await browser.newContext({ storageState: { cookies, origins: [] } });
    const page = await context.newPage();
    /** @type {Map<string, Record<string, string>>} */
    const calls = new Map();
    page.on('request', (call) => {
      const isCall = call.resourceType() === 'fetch' && call.method() === 'GET' && !call.url().includes('/events');
      if (isCall) calls.set(call.url(), call.headers());
    });
    await page.goto(address);
    await page.locator('main h1:not([data-waiting])').waitFor();
    await page.waitForFunction(() => !document.querySelector('main [data-waiting]'));
    for (let round = 0; round < 30; round += 1)
      await Promise.all([...calls].map(([url, headers]) => context.request.get(url, { headers })));
  } finally {
    await browser.close();
  }
};

/** Starts a clean browser with these cookies, passes its DevTools port to `work`, and ends it. */
const withBrowser = async (cookies, work) => {
  const profile = await mkdtemp(join(folder, 'profile-'));
  const browser = spawn(await ensureChromium(), [...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  try {
    const port = await new Promise((ready, failed) => {
      createInterface(browser.stderr).on('line', (line) => {
        const [, found] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
        if (found) ready(found);
      });
      browser.on('error', failed).on('exit', () => failed(new Error('The browser ended.')));
    });
    const tools = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    await tools.contexts()[0].addCookies(cookies);
    await tools.close();
    return await work(port);
  } finally {
    // Chromium may be a wrapper script: kill both.
    process.kill(-browser.removeAllListeners('exit').pid);
    await once(browser, 'exit');
  }
};

const visit = (address, cookies, report) =>
  withBrowser(cookies, async (port) => {
    const options = [
      `--port=${port}`,
      '--disable-storage-reset',
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      '--only-categories=performance,accessibility,best-practices',
    ];
    await promisify(execFile)('npx', ['--yes', lighthouse, address, ...options], limit);
    const { categories, audits, environment, finalDisplayedUrl, runWarnings } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}`);
    // E.g. a page that never becomes quiet: Lighthouse then measures whatever there is after 45 seconds.
    for (const warning of runWarnings) console.warn(`  Lighthouse on ${address}: ${warning}`);
    const ms = (audit) => audits[audit].numericValue;
    return {
      ...Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)])),
      index: environment.benchmarkIndex,
      first: ms('first-contentful-paint'),
      largest: ms('largest-contentful-paint'),
      blocked: ms('total-blocking-time'),
      shift: ms('cumulative-layout-shift'),
    };
  });

let missed = false;
try {
  console.log(pagePriorityNote(first));
  // A new demo is still processing its documents.
  await untilIdle(server.pid);
  const { patient, doctor } = server.portals;
  const ofPatient = await signIn(patient, 'patient');
  /** @type {[name: string, address: string, cookies?: object[]][]} */
  const pages = [
    ['patient portal, start', `${patient}/`],
    ['patient portal, sign-in', `${patient}/login`],
    ['doctor portal, sign-in', `${doctor}/login`],
    ['patient portal, first page', `${patient}/patient`, ofPatient],
    ['patient portal, case', `${patient}/patient/process/${await caseOf(patient, ofPatient)}`, ofPatient],
    ['doctor portal, inbox', `${doctor}/doctor`, await signIn(doctor, 'doctor')],
  ];
  for (const [name, address, cookies = []] of pages.filter(([each]) => each.includes(values.only))) {
    const visits = [];
    await warm(address, cookies);
    for (let run = 0; run < Number(values.runs); run += 1) {
      const begun = Date.now();
      visits.push(await visit(address, cookies, join(values.reports ?? folder, `${name}, ${run + 1}.json`)));
      console.log(`  ${name}, visit ${run + 1} took ${((Date.now() - begun) / 1000).toFixed(0)} s`);
    }
    const all = (what) => visits.map((each) => each[what]);
    const kept = Object.entries(budgets).every(([what, limit]) =>
      what === 'shift' ? Math.max(...all(what)) <= limit : median(all(what)) >= limit,
    );
    missed ||= !kept;
    const scores = `performance ${median(all('performance'))} (${all('performance').join(' ')}), accessibility ${median(all('accessibility'))}, best practices ${median(all('best-practices'))}`;
    const times = ['first', 'largest', 'blocked']
      .map((what) => `${what} ${median(all(what)).toFixed(0)} ms`)
      .join(', ');
    console.log(
      `${kept ? '✓' : '✖'} ${name}: ${scores}; ${times}, shift ${Math.max(...all('shift')).toFixed(3)}; this machine's index ${median(all('index')).toFixed(0)}`,
    );
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(exitCodeFor(!missed));
