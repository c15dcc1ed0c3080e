// Uploads files one by one to new cases of a demo patient, and looks at each result everywhere it is shown: API,
// preview, and viewer with and without a GPU.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureChromium } from '../chromium.mjs';

// Only what never ends takes this long, even on a busy machine: a preview waits for those of the whole demo.
const longestWaitMs = 30 * 60_000;

/** A new case of the account holder; the address of uploads to it. */
const newCase = async (server, name) => {
  const { items } = await server.get('/api/patientsoverview?search=Miriam');
  const [doctor] = await server.get('/api/doctors?search=Ohlsen');
  const response = await server.post('/api/process', {
    case_name: name.slice(0, 80),
    patient: items[0].id,
    doctor: doctor.id,
    diagnosis: 'Schmerzen im Rücken',
    medical_history: 'Seit Januar.',
    questions: ['Was kann das sein?'],
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()).id;
};

const upload = async (server, caseId, name, bytes) => {
  const form = new FormData();
  form.append('File', new File([bytes], name));
  const response = await fetch(`${server.origin}/api/individualdocument/post/${caseId}`, {
    method: 'POST',
    headers: server.headers,
    body: form,
  });
  return { status: response.status, body: await response.json() };
};

const until = async (what, ends) => {
  for (const end = Date.now() + longestWaitMs; !(await ends()); await wait(100))
    if (Date.now() > end) throw new Error(`Never ${what}.`);
};

/** The document once it has been read completely and has its preview, if it gets one. */
const settled = async (server, id) => {
  let document;
  await until('prepared', async () => {
    document = await server.get(`/api/documents/${id}`);
    return !document.preview_coming && !document.being_read;
  });
  return document;
};

/** Five greys from left to right across the middle of a picture; RGB values where it has colours. */
const acrossOf = ({ data, width, height }) =>
  [0.03, 0.25, 0.5, 0.75, 0.97].map((share) => {
    const at = (Math.floor(height / 2) * width + Math.floor(width * share)) * 4;
    const [red, green, blue] = data.subarray(at, at + 3);
    return red === green && green === blue ? red : [red, green, blue];
  });

const previewOf = async ({ preview_url: url }, server, picture) => {
  if (!url) return null;
  const bytes = Buffer.from(
    await (await fetch(new URL(url, server.origin), { headers: server.headers })).arrayBuffer(),
  );
  await sharp(bytes).png().toFile(picture);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    across: acrossOf({ data, ...info }),
    shades: new Set(data.filter((_, at) => at % 4 === 0)).size,
  };
};

/** Runs in the page: the drawn part of the picture, as its extent and five greys across its middle. */
const drawnInPage = () => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.pane-canvas canvas'));
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const scale = Math.min(width, height);
  return {
    width,
    height,
    scale,
    row: [...data.subarray(Math.floor(height / 2) * width * 4, (Math.floor(height / 2) + 1) * width * 4)],
  };
};

/** Text of the viewer's page that tells what cannot be seen in the pixels. */
const wordsInPage = () => {
  const text = (selector) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))]
      .map((one) => one.innerText.replace(/\s+/g, ' ').trim())
      .filter(Boolean);
  return {
    notes: text('.pane-note'),
    warnings: text('.case-warning'),
    corners: text('.corner-window'),
    bar: text('header').slice(0, 1),
  };
};

const pressAll = async (page, keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const times = (count, key) => Array.from({ length: count }, () => key);

/** A length of 100 CSS pixels and an angle of 45° on the screen, measured by keyboard: what the viewer says. */
const measured = async (page) => {
  const measure = async (what, keys) => {
    await page.getByRole('button', { name: `${what} messen` }).press('Enter');
    await page.locator('.pane-picture').first().focus();
    await pressAll(page, ['Enter', ...keys]);
    const said = page.getByRole('status').filter({ hasText: new RegExp(`^${what}:`) });
    return (await said.textContent()) ?? '';
  };
  const height = (await page.getByRole('slider').first().boundingBox())?.height ?? 0;
  return {
    height,
    length: await measure('Strecke', ['Enter', ...times(10, 'ArrowRight'), 'Enter']),
    angle: await measure('Winkel', [
      'Enter',
      ...times(6, 'ArrowRight'),
      'Enter',
      ...times(6, 'ArrowLeft'),
      ...times(6, 'ArrowUp'),
      'Enter',
    ]),
  };
};

const playedMs = 500;
/** Mean milliseconds between two images while playing, by the page's own clock; null if nothing moves. */
const playedEvery = async (page) => {
  const slider = page.getByRole('slider').first();
  const total = Number(await slider.getAttribute('aria-valuemax'));
  const shown = async () => Number(await slider.getAttribute('aria-valuenow'));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + longestWaitMs);
  const first = await shown();
  await page.getByRole('button', { name: 'Abspielen' }).first().click();
  await page.getByRole('button', { name: 'Anhalten' }).first().waitFor();
  await page.clock.runFor(playedMs);
  await page.getByRole('button', { name: 'Anhalten' }).first().click();
  await page.getByRole('button', { name: 'Abspielen' }).first().waitFor();
  const moved = ((await shown()) - first + total) % total;
  return moved === 0 ? null : playedMs / moved;
};

/** Opens a document in the viewer, shows each stack to its end, and tells what is drawn. */
const lookAt = async (page, url, name, folder) => {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(url);
  const choices = page.locator('li .series-choice');
  const pane = page.locator('.pane').first();
  await pane.or(page.locator('main[data-note]')).first().waitFor();
  const stacks = [];
  for (let at = 0; at < Math.max(1, await choices.count()); at += 1) {
    if (await choices.count()) await choices.nth(at).click();
    const slider = page.getByRole('slider').first();
    const total = Number(await slider.getAttribute('aria-valuemax'));
    const images = [];
    for (let image = 0; image < Math.min(total, 12); image += 1) {
      if (image > 0) await slider.press('ArrowDown');
      await until('shown or failed', async () => (await pane.getAttribute('data-phase')) !== 'loading');
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const { width, scale, row } = await page.evaluate(drawnInPage);
      const left = Math.floor((width - scale) / 2);
      images.push({
        phase: await pane.getAttribute('data-phase'),
        across: [0.03, 0.25, 0.5, 0.75, 0.97].map((share) => row[(left + Math.floor(scale * share)) * 4]),
        ...(await page.evaluate(wordsInPage)),
      });
    }
    await page.screenshot({ path: join(folder, `${name}-${at + 1}.png`) });
    stacks.push({ name: (await slider.getAttribute('aria-label')) ?? '', total, images });
  }
  const isShown = (await pane.getAttribute('data-phase')) === 'shown';
  const every = isShown && stacks.at(-1).total > 12 ? await playedEvery(page) : null;
  return { stacks, complaints, every, ...(isShown && every === null && { measured: await measured(page) }) };
};

/** @returns a function that uploads a file and reports the outcome */
export const walker = async (server, { browserWith, pageWith, renderers, folder }) => {
  process.env.CHROMIUM_PATH = await ensureChromium();
  mkdirSync(folder, { recursive: true });
  const browsers = Object.fromEntries(
    await Promise.all(renderers.map(async (renderer) => [renderer, await browserWith({ chromium }, renderer)])),
  );
  const walk = async ({ name, bytes, fileName }) => {
    const caseId = await newCase(server, name);
    const { status, body } = await upload(server, caseId, fileName, bytes);
    if (status !== 201)
      return { status, problem: body.errors?.[0]?.code ?? body.code, kind: body.current?.kind, documents: [] };
    const documents = [];
    for (const [place, { documentId }] of body.entries()) {
      const document = await settled(server, documentId);
      const short = `${name.replace(/[^\w.-]+/g, '-')}-${place + 1}`;
      const views = {};
      if (document.dicom) {
        for (const renderer of renderers) {
          const { url } = await (await server.post(`/api/documents/${documentId}/viewer`)).json();
          const page = await pageWith(browsers[renderer], renderer);
          page.setDefaultTimeout(longestWaitMs);
          views[renderer] = await lookAt(page, url, `${short}-${renderer}`, folder);
          await page.context().close();
        }
      }
      documents.push({
        document,
        views,
        preview: await previewOf(document, server, join(folder, `${short}-preview.png`)),
      });
    }
    return { status, documents };
  };
  const close = () => Promise.all(Object.values(browsers).map((browser) => browser.close()));
  return { walk, close };
};
