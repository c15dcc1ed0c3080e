// One screen in one language on one device: opened once, then captured in all widths and colour schemes.
import { join } from 'node:path';
import { axe, inspect } from './inspect.mjs';
import { tabThrough } from './keyboard.mjs';

/** The devices; touch needs larger targets than a mouse. */
export const devices = {
  phone: { widths: [390, 320], height: 844, target: 44, hasTouch: true },
  desk: { widths: [1440], height: 900, target: 24, hasTouch: false },
};
const refusal =
  /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_(INTERNET_DISCONNECTED|FAILED))/;
const data = /\/(api\/(?!auth)|account\/(?!isloggedin|settings|legal))/;

const answers = {
  waits: () => new Promise(() => {}),
  fails: (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"type":"/api/problems#internal","title":"Something went wrong on our side. Please try again.","status":500,"code":"internal"}',
    }),
  offline: (route) => route.abort('internetdisconnected'),
};

const settle = async (page, busy) => {
  await page.locator('main, #root > *').first().waitFor({ state: 'attached', timeout: 60_000 });
  if (busy)
    await page
      .locator('[aria-busy=true]')
      .first()
      .waitFor({ state: 'attached', timeout: 10_000 })
      .catch(() => undefined);
  else
    await page
      .waitForFunction(
        () => document.querySelector('h1') && !document.querySelector('[aria-busy=true], [data-waiting]'),
        null,
        { timeout: 60_000 },
      )
      .catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(
      [...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode()),
    );
    // Waits until the page does not change between two checks.
    for (let before = ''; ; ) {
      const now = document.body.innerHTML;
      if (now === before) break;
      before = now;
      await new Promise((next) => requestIdleCallback(() => requestAnimationFrame(next), { timeout: 250 }));
      await new Promise((next) => setTimeout(next, 120));
    }
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    );
  });
};

/** A screenshot of the whole page, with fixed bars at the ends. @returns what `look` finds then */
const picture = async (page, { width, height }, path, /** @type {() => unknown} */ look = () => []) => {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), 8000) });
  await page.screenshot({ path, animations: 'disabled' });
  const found = await look();
  await page.setViewportSize({ width, height });
  return found;
};

const groundOf = (path) => (/patient|doctor|operator/.test(path) ? 'grey' : 'plain');

/** @returns the faults of the screen, each with its width and colour scheme */
export const visit = async ({ context, screen, language, device, address, folder, fully }) => {
  const { widths, height, target } = devices[device];
  const findings = new Map();
  const note = (where, list) =>
    list.forEach((finding) => findings.set(finding, [...(findings.get(finding) ?? []), where]));
  const told = () => [...findings].map(([finding, where]) => `${finding} (${[...new Set(where)].join(', ')})`);
  const page = await context.newPage();
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !refusal.test(message.text()) &&
      note(device, [`console: ${message.text().slice(0, 300)}`]),
  );
  page.on('pageerror', (error) => note(device, [`thrown: ${error.message.slice(0, 300)}`]));
  try {
    if (screen.api) await page.route(data, answers[screen.api]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widths[0], height });
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 120_000 });
    await settle(page, screen.api === 'waits');
    if (screen.act) {
      await screen.act(page);
      await settle(page, false);
    }
    const { ground } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    if (screen.portal !== 'viewer' && ground !== groundOf(new URL(page.url()).pathname))
      note(device, [`${ground} ground on ${new URL(page.url()).pathname}`]);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const where = `${width} ${colorScheme}`;
        const light = colorScheme === 'light';
        const look = light || width === widths[0] ? () => axe(page, { colour: !light }) : undefined;
        note(
          where,
          await picture(
            page,
            { width, height },
            join(folder, `${screen.title}.${language}.${width}.${colorScheme}.png`),
            look,
          ),
        );
        if (light) note(where, await inspect(page, { target }));
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    if (!fully) return told();
    await page.setViewportSize({ width: widths[0], height });
    note(`${device} keyboard`, await tabThrough(page));
    // Like the browser setting for twice the text size.
    const text = await context.newCDPSession(page);
    await text.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await picture(
      page,
      { width: widths[0], height },
      join(folder, `${screen.title}.${language}.${widths[0]}.text200.png`),
    );
    note(`${widths[0]} text 200 %`, await inspect(page, { words: false }));
  } catch (error) {
    note(device, [error.message.split('\n').slice(0, 3).join(' ')]);
  } finally {
    await page.close();
  }
  return told();
};
