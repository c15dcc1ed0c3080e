import type { Page } from '@playwright/test';
import { expect, expectAccessible, origins, test, titleOf, type SignedInPerson } from './fixtures.ts';

const pages = [
  {
    portal: 'patient',
    path: '/',
    title: { de: 'Sie fragen. Ihre Ärztin oder Ihr Arzt antwortet.', en: 'You ask. Your doctor answers.' },
  },
  { portal: 'patient', path: '/login', title: { de: 'Anmelden', en: 'Sign in' } },
  { portal: 'doctor', path: '/login', title: { de: 'Anmelden', en: 'Sign in' } },
] as const;

/** Holds back files of a page; returns the function that releases them. */
const hold = async (page: Page, files: RegExp): Promise<() => void> => {
  let letCome = () => {};
  const released = new Promise<void>((release) => {
    letCome = release;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return letCome;
};

const holdScripts = (page: Page) => hold(page, /\/assets\/.*\.js$/);

/** The page's content without noscript elements. */
const contentOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById('root')?.cloneNode(true) as HTMLElement;
    root.querySelectorAll('noscript').forEach((part) => part.remove());
    return root.innerHTML;
  });

for (const { portal, path, title } of pages) {
  for (const locale of ['de', 'en'] as const) {
    test.describe(`with scripts blocked, in ${locale}`, () => {
      test.use({ javaScriptEnabled: false, locale: locale === 'de' ? 'de-AT' : 'en-GB' });

      test(`${path} of the ${portal} portal shows its text and says what is missing`, async ({ page }) => {
        await page.goto(origins[portal] + path);
        await expect(page.getByRole('heading', { level: 1, name: title[locale] })).toBeVisible();
        await expect(
          page.getByText(locale === 'de' ? /braucht Konsil JavaScript/ : /Konsil needs JavaScript/),
        ).toBeVisible();
        if (title.de === 'Anmelden') {
          await expect(page.getByLabel(locale === 'de' ? 'E-Mail-Adresse' : 'Email address')).toBeVisible();
          await expect(page.getByLabel(locale === 'de' ? 'Passwort' : 'Password', { exact: true })).toBeVisible();
        }
        await page.getByRole('link', { name: locale === 'de' ? 'English, EN' : 'Deutsch, DE' }).click();
        await expect(page.getByRole('heading', { level: 1, name: title[locale === 'de' ? 'en' : 'de'] })).toBeVisible();
      });
    });
  }

  test(`${path} of the ${portal} portal is hydrated without changes`, async ({ page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto(origins[portal] + path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1, name: title.de });
    await expect(heading).toBeVisible();
    const before = await heading.elementHandle();
    const content = await contentOf(page);
    const taken = page.waitForResponse(/\/api\/auth\/session/);
    letScriptsCome();
    await taken;
    expect(await contentOf(page)).toBe(content);
    expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByRole('link', { name: 'English, EN' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title.en })).toBeVisible();
    const manifest = page.locator('link[rel="manifest"]');
    await expect(manifest).toHaveAttribute('href', '/manifest.en.webmanifest');
    expect(await (await page.request.get(`${origins[portal]}/manifest.en.webmanifest`)).json()).toMatchObject({
      id: '/',
      lang: 'en',
      start_url: '/',
    });
    expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title.en })).toBeVisible();
  });
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
// The layout shift limit of Lighthouse is 0.1.
const mostShift = 0.02;
/** Records the layout shifts of the next page, with the first shifted element of each. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string | undefined }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Node }[];
      })[])
        shifts.push({ value, what: sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
const expectStill = async (page: Page) => {
  const shifts = await page.evaluate(async () => {
    // Shifts are reported after the frame that they are in.
    for (let drawn = 0; drawn < 3; drawn += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: { value: number; what: string }[] }).shifts;
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(mostShift);
};

for (const { portal, path, title, last } of [
  { ...pages[0], last: 'So sieht eine Antwort aus' },
  { ...pages[1], last: 'Anmelden' },
  { ...pages[2], last: 'Anmelden' },
  { portal: 'patient', path: '/register', title: { de: 'Konto anlegen' }, last: 'Konto anlegen' },
] as const) {
  for (const size of sizes) {
    test(`${portal} ${path} does not shift when the typeface loads, ${size.width} px wide`, async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      const letTypefaceCome = await hold(page, /\.woff2$/);
      await page.goto(origins[portal] + path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: title.de })).toBeVisible();
      const there = await page.evaluateHandle(() => ({
        typeface: new Promise((came) => document.fonts.addEventListener('loadingdone', came)),
      }));
      letTypefaceCome();
      await there.evaluate(({ typeface }) => typeface.then(() => undefined));
      await expectStill(page);
    });

    test(`${portal} ${path} does not shift when its scripts run, ${size.width} px wide`, async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      const letScriptsCome = await holdScripts(page);
      await page.goto(origins[portal] + path, { waitUntil: 'commit' });
      await page.evaluate(() => document.fonts.ready);
      letScriptsCome();
      await expect(page.getByRole('heading', { name: last })).toBeVisible();
      // Added when the page is idle.
      await expect(page.locator('link[rel="manifest"]')).toBeAttached();
      await expect(page.locator('[data-waiting]')).toHaveCount(0);
      await expectStill(page);
    });
  }
}

test('an unknown URL gets a 404 page that links to the start', async ({ page, patient }) => {
  for (const [visitor, path] of [
    [page, `${origins.patient}/nirgends`],
    [patient.page, '/patient/nirgends'],
    [patient.page, '/patient/process/1/nirgends'],
  ] as const) {
    expect((await visitor.goto(path))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Zur Startseite' })).toBeVisible();
  }
  expect((await patient.page.goto('/patient/todos'))?.status()).toBe(200);
});

/** Sets the history state that the confirmation page passes to the sign-in page. */
const tellOfConfirmation = (page: Page) =>
  page.evaluate(() =>
    history.replaceState(
      { usr: { news: 'emailConfirmed', email: 'miriam@example.org' }, key: 'told', idx: 0 },
      '',
      '/login',
    ),
  );
const expectToldOfConfirmation = async (page: Page) => {
  await expect(page.getByText('Ihre E-Mail-Adresse ist bestätigt')).toBeVisible();
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('miriam@example.org');
};

test('a message from the previous page to the sign-in page survives a reload', async ({ page }) => {
  await page.goto(`${origins.patient}/config.json`);
  await tellOfConfirmation(page);
  await page.reload();
  await expectToldOfConfirmation(page);
});

test('a message to the sign-in page is shown while its settings load, too', async ({ page }) => {
  // The sign-in page requests settings that are not part of its HTML.
  const letSettingsCome = await hold(page, /\/config\.json$/);
  await page.route(/\/login$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/<meta name="konsil-config"[^>]*>/, ''),
    });
  });
  await Promise.all([
    page.waitForRequest(/\/config\.json$/),
    page.goto(`${origins.patient}/login`, { waitUntil: 'commit' }),
  ]);
  await tellOfConfirmation(page);
  letSettingsCome();
  await expectToldOfConfirmation(page);
});

test('input before the script runs is kept, and an early submit is replayed', async ({ page, patient }) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto(`${origins.patient}/login`, { waitUntil: 'commit' });
  await page.getByLabel('E-Mail-Adresse').fill(patient.email);
  await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(patient.email);
  letScriptsCome();
  await expect(page).toHaveURL(/\/patient$/);
});

test('an early press on "show password" is replayed', async ({ page }) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto(`${origins.patient}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Passwort', { exact: true }).fill('halb getippt');
  await page.getByRole('button', { name: 'Zeigen' }).click();
  letScriptsCome();
  await expect(page.getByRole('button', { name: 'Verbergen' })).toBeVisible();
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Verbergen' }).click();
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('type', 'password');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('halb getippt');
});

const expectFrameAtOnce = async ({ page, role }: SignedInPerson) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto(`/${role}`, { waitUntil: 'commit' });
  const here = page.getByRole('link', { name: role === 'patient' ? /^Start/ : /^Eingang/ });
  await expect(here).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/geladen/);
  // No button is shown that would not work yet.
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  letScriptsCome();
  await expect(titleOf(page)).toBeVisible();
  await expect(here).toHaveCount(1);
};

test("the frame of a patient's first page renders before any script", ({ patient }) => expectFrameAtOnce(patient));
test('the frame of the inbox renders before any script', async ({ doctor }) => {
  await doctor.page.setViewportSize({ width: 1440, height: 900 });
  await expectFrameAtOnce(doctor);
});

test('a language chosen before the script runs is saved to the account', async ({ patient: { page } }) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto('/patient', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'English, EN' }).click();
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/account/settings') && answer.request().method() !== 'GET',
  );
  letScriptsCome();
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
  await expect(page).toHaveURL(/\/patient$/);
  expect((await saved).request().postDataJSON()).toMatchObject({ locale: 'en' });
  await page.goto('/patient');
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
});

test.describe('when a script of the page fails to load', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'nicht angekommen' });

  for (const [what, file] of [
    ['its first one', /before-start-/],
    ['one that another asks for', /first-words-de-/],
  ] as const) {
    test(`${what}: the page says so, and loads with one press`, async ({ page }) => {
      await page.route(file, (route) => route.abort('internetdisconnected'));
      await page.goto(`${origins.patient}/login`);
      await expect(notice(page)).toBeVisible();
      await expectAccessible(page);
      await page.unroute(file);
      await notice(page).getByRole('link', { name: 'Seite neu laden' }).click();
      await expect(page.locator('#not-loaded')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    });
  }

  test('a page that would stay empty says so in both languages', async ({ page }) => {
    await page.route(/\/first-(?!words)/, (route) => route.abort('internetdisconnected'));
    await page.goto(`${origins.patient}/impressum`);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByText('did not arrive')).toBeVisible();
  });
});
