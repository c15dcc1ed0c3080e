// A case with 2,000 documents (issue 4): the server's response time for a page and for the whole case (under 50 ms
// median), and whether opening, scrolling and filtering cause tasks of more than 50 ms.
// node tools/bench/documents.mjs [--documents 2000] [--traces FOLDER] requires built portals
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureChromium } from '../chromium.mjs';
import { pagePriorityNote, prioritizePages, quiet } from './browser.mjs';
import { smoke } from './budget.mjs';
import { median, startServer } from './server.mjs';
import { report, scroll, traced } from './trace.mjs';

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '2000' }, traces: { type: 'string' } },
});
const mostAnswerMs = 50;
const kinds = ["Doctor's letter", 'Laboratory report', 'MRI scan', 'X-ray', 'Operation report'];
// The name of doctor@konsil.example.
const doctorsName = 'Dr. Elif Sandberg';
// As over https; on plain http browsers do not offer br.
const asBrowsersAsk = 'gzip, deflate, br, zstd';
const results = [];

const aPdf = async () => Buffer.from(`%PDF-1.4\n${randomBytes(500).toString('hex')}`);
const aPicture = () =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
const fill = async (server, caseId) => {
  const add = async (n) => {
    const form = new FormData();
    form.append('File', new Blob([await (n % 10 === 3 ? aPicture() : aPdf())]), `Befund ${n}`);
    const [{ documentId }] = await (
      await fetch(`${server.origin}/api/individualdocument/post/${caseId}`, {
        method: 'POST',
        headers: server.headers,
        body: form,
      })
    ).json();
    const issued = new Date(Date.now() - n * 3_600_000 * 7).toISOString().slice(0, 10);
    await server.post(`/api/metadata/${documentId}`, {
      document_medical_kind: kinds[n % kinds.length],
      source_kind: 'Hospital',
      source_name: 'Klinikum Rosenberg',
      issue_date: issued,
    });
  };
  for (let n = 0; n < Number(values.documents); n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(add));
};

const agent = new Agent({ keepAlive: true });
/** Milliseconds to the last byte of a response. Parsing is left out, because this process is slower than a browser. */
const answerMs = async (server, path) => {
  const begun = performance.now();
  const [answer] = await once(
    get(`${server.origin}/api/${path}`, { agent, headers: { ...server.headers, 'accept-encoding': asBrowsersAsk } }),
    'response',
  );
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}.`);
  await once(answer.resume(), 'end');
  return performance.now() - begun;
};

const measureAnswers = async (server, caseId) => {
  const lists = [
    '',
    '?sort=issue_date',
    '?sort=kind&group=image',
    '?search=befund',
    '?source=hospital&from=2026-01-01',
    '?sort=name',
    '?archived=true',
  ];
  for (const path of [...lists.map((query) => `documentsoverview/${caseId}${query}`), `processoverview/${caseId}`]) {
    const times = [];
    // Warm-up requests.
    for (let n = smoke ? 0 : -10; n < (smoke ? 1 : 25); n += 1) {
      const ms = await answerMs(server, path);
      if (n >= 0) times.push(ms);
    }
    results.push({ what: `answer: ${path.replace(caseId, '…')}`, ms: median(times), budget: mostAnswerMs });
  }
};

const tracer = (browser, page) => async (what, act) =>
  results.push(await traced(browser, page, what, act, values.traces));

/** Signs a demo account in, in its own browser context. */
const visit = async (browser, origin, email) => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'de-DE',
  });
  const login = await context.request.post('/account/api/login', {
    data: { email, password: 'Konsil-Demo-1' },
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  });
  if (!login.ok()) throw new Error(`Signing in was answered with ${login.status()}.`);
  return context.newPage();
};
// The polling is cheap, because it is part of the trace.
const whenCounted = (page, has) =>
  page.waitForFunction(
    (pattern) =>
      [...document.querySelectorAll('main [role=status]')].some(({ textContent }) =>
        new RegExp(pattern).test(textContent),
      ),
    has,
  );
/** Presses "Mehr laden" until all are loaded. */
const loadAll = async (page) => {
  const more = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button')].some(
        ({ textContent, ariaDisabled }) => textContent === 'Mehr laden' && ariaDisabled !== 'true',
      ),
    );
  const press = () =>
    page.evaluate(() =>
      [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('main button'))]
        .find(({ textContent }) => textContent === 'Mehr laden')
        .click(),
    );
  while (await more()) {
    await Promise.all([page.waitForResponse(/documentsoverview/), press()]);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main button')].every(
        ({ textContent, ariaDisabled }) => textContent !== 'Mehr laden' || ariaDisabled !== 'true',
      ),
    );
  }
};

/** The pattern of a list's count. */
const counted = { documents: 'Eintr', images: 'Untersuchung' };
const measureList = async (trace, page, caseId, { group, count, search }) => {
  const all = `^${count} ${counted[group]}`;
  const tab = page.locator(`a[href="/patient/process/${caseId}/${group}"]`).first();
  await trace(`${group} open`, async () => {
    await tab.click();
    await whenCounted(page, all);
  });
  await trace(`${group} are all loaded`, () => loadAll(page));
  await trace(`${group} are scrolled`, async () => {
    await page.mouse.move(720, 600);
    await scroll(page, -1, 120);
    await scroll(page, 1, 120);
    await scroll(page, -1, 200);
  });
  await trace(`${group} are searched and filtered`, async () => {
    await page.locator('main input[type=search]').pressSequentially(search, { delay: smoke ? 0 : 80 });
    await whenCounted(page, `^(?!${count} ).* ${counted[group]}`);
    await page.locator('main input[type=search]').fill('');
    await whenCounted(page, all);
  });
};
const measurePatient = async (browser, server, caseId) => {
  const page = await visit(browser, server.portals.patient, 'patient@konsil.example');
  const trace = tracer(browser, page);
  const { counts } = await server.get(`/api/processoverview/${caseId}`);
  const row = page.locator(`main a[href="/patient/process/${caseId}"]`).first();
  await page.goto('/patient/process');
  await row.waitFor();
  await trace('patient: the case opens', async () => {
    await row.click();
    await page.locator(`a[href="/patient/process/${caseId}/documents"]`).first().waitFor();
  });
  await measureList(trace, page, caseId, { group: 'documents', count: counts.documents, search: 'Befund 19' });
  await measureList(trace, page, caseId, { group: 'images', count: counts.images, search: 'Befund 13' });
};
const measureDoctor = async (browser, server, caseId) => {
  const page = await visit(browser, server.portals.doctor, 'doctor@konsil.example');
  const trace = tracer(browser, page);
  const { patient } = await server.get(`/api/processoverview/${caseId}`);
  const path = `/doctor/patient/${patient.id}/process/${caseId}`;
  await page.goto(`/doctor/patient/${patient.id}`);
  await page.locator(`a[href^="${path}"]`).first().waitFor();
  await trace('doctor: the case opens', async () => {
    await page.locator(`a[href^="${path}"]`).first().click();
    await page.locator('nav a[href*="document="]').nth(20).waitFor();
  });
  await trace('doctor: its documents are scrolled', async () => {
    await page.locator('nav a[href*="document="]').first().hover();
    await scroll(page, 1, 120);
    await scroll(page, -1, 120);
  });
};

const server = await startServer();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...prioritizePages, ...quiet],
});
try {
  const { items } = await server.get('/api/process');
  const { id } = items.find(({ doctor }) => doctor.name === doctorsName);
  await fill(server, id);
  // Waits for previews, so that the machine is idle.
  if (!smoke) await wait(20_000);
  console.log(`${values.documents} documents are there. ${pagePriorityNote(prioritizePages)}`);
  await measureAnswers(server, id);
  await measurePatient(browser, server, id);
  const sent = await server.post(`/api/buttonaufgabe/patient/${id}`, { consent: true });
  if (!sent.ok) throw new Error(`Sending was answered with ${sent.status}.`);
  await measureDoctor(browser, server, id);
} finally {
  await browser.close();
  await server.stop();
  report(results);
}
