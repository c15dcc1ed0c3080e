import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, origins, test, titleOf, type SignedInPerson } from './fixtures.ts';
import { newCase } from './scans.ts';

const mostRequests = 8;
const mostScriptBytes = 120_000;
const mostScriptsBehind = 14;
const mostBytesBehind = 200_000;

interface Transfer {
  url: string;
  bytes: number;
}

/** Opens a URL with an empty cache and records all transfers until an element is visible. */
const transfersOf = async (page: Page, url: string, shown: Locator): Promise<Transfer[]> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Files that load after a second of idleness are none of the first files, also on a slow machine.
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (work: () => void, ms = 0) => (ms < 1000 ? soon(work, ms) : 0) });
  });
  const urls = new Map<string, string>();
  const transfers: Transfer[] = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    transfers.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  await page.goto(url);
  await shown.waitFor();
  return transfers;
};

/** All transfers of the sign-in page until the network is idle. */
const signInTransfers = async (page: Page, portal: 'patient' | 'doctor'): Promise<Transfer[]> => {
  const transfers = await transfersOf(page, `${origins[portal]}/login`, page.getByRole('textbox', { name: /E-Mail/ }));
  await page.waitForLoadState('networkidle');
  return transfers;
};

for (const portal of ['patient', 'doctor'] as const) {
  test(`${portal}: the sign-in page stays within its budgets and loads from one host`, async ({ page }) => {
    const transfers = await signInTransfers(page, portal);
    const scripts = transfers.filter(({ url }) => url.endsWith('.js'));
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    test.info().annotations.push({
      type: 'size',
      description: `${bytes} bytes of script in ${scripts.length} files, ${transfers.length} requests`,
    });
    expect(bytes, scripts.map(({ url, bytes: size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(
      mostScriptBytes,
    );
    expect(transfers.length, transfers.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests);
    expect(transfers.filter(({ url }) => new URL(url).origin !== origins[portal])).toEqual([]);
  });

  test(`the ${portal} portal loads one language at a time`, async ({ page }) => {
    const transfers = await signInTransfers(page, portal);
    expect(transfers.filter(({ url }) => /\ben-[\w-]+\.js$/.test(url))).toEqual([]);
  });

  test(`the sign-in page of the ${portal} portal is accessible`, async ({ page }) => {
    await page.goto(`${origins[portal]}/login`);
    await page.getByRole('textbox', { name: /E-Mail/ }).waitFor();
    await expectAccessible(page);
  });
}

const expectLight = async ({ page }: SignedInPerson, path: string) => {
  // Aborts requests still pending from the sign-in.
  await page.goto('about:blank');
  const transfers = await transfersOf(page, path, titleOf(page));
  const scripts = transfers.filter(({ url }) => url.endsWith('.js'));
  const listed = scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  expect(scripts.length, listed).toBeLessThanOrEqual(mostScriptsBehind);
  expect(
    scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    listed,
  ).toBeLessThanOrEqual(mostBytesBehind);
};

test(`the dashboard stays within its budget of script files and bytes`, ({ patient }) =>
  expectLight(patient, '/patient'));
test(`the inbox stays within its budget of script files and bytes`, ({ doctor }) => expectLight(doctor, '/doctor'));

test('pages that are only read create no schemas of forms', async ({ patient, doctor, page: stranger }) => {
  const caseId = await newCase(patient, doctor);
  const schemasOf = async (page: Page, url: string) => {
    await page.goto('about:blank');
    const transfers = await transfersOf(page, url, titleOf(page));
    return transfers.filter(({ url: file }) => /\/(schemas|forms)-[\w-]+\.js$/.test(file));
  };
  expect(await schemasOf(stranger, origins.patient)).toEqual([]);
  for (const path of ['/patient', `/patient/process/${caseId}`])
    expect(await schemasOf(patient.page, path), path).toEqual([]);
});

test('scripts create no errors while they load', async ({ page }) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    const noted = (error: Error) => {
      made.push(error.message);
      return error;
    };
    Object.assign(window, {
      made,
      Error: new Proxy(Error, {
        construct: (original, values: [string?]) => noted(new original(...values)),
        apply: (original, _this, values: [string?]) => noted(new original(...values)),
      }),
    });
  });
  await page.goto(`${origins.patient}/login`);
  await expect(titleOf(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([]);
});

const expectAskedEarly = async ({ page, role }: SignedInPerson) => {
  await page.goto('about:blank');
  let letPortalCome = (): void => undefined;
  const portalMayCome = new Promise<void>((resolve) => {
    letPortalCome = resolve;
  });
  await page.route(/\/assets\/(react|first)-/, async (route) => {
    await portalMayCome;
    await route.continue();
  });
  const wanted = ['/account/dashboarddata', '/account/isloggedin', '/api/auth/session'];
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const early = Promise.all(
    wanted.map((path) => page.waitForResponse((response) => new URL(response.url()).pathname === path)),
  );
  await page.goto(`/${role}`, { waitUntil: 'commit' });
  await early;
  letPortalCome();
  await titleOf(page).waitFor();
  expect(asked.filter((path) => wanted.includes(path)).sort()).toEqual(wanted);
};

test("the dashboard's data is requested once, while the portal is still loading", ({ patient }) =>
  expectAskedEarly(patient));
test("the inbox's data is requested once, while the portal is still loading", ({ doctor }) => expectAskedEarly(doctor));

test('the typeface is parsed once, however many pages add styles', async ({ patient: { page } }) => {
  await page.addInitScript(() => {
    const read: FontFace[] = [];
    Object.assign(window, { read });
    document.fonts.addEventListener('loadingdone', ({ fontfaces }) => read.push(...fontfaces));
  });
  await page.goto('/patient');
  await page.getByRole('link', { name: 'Fälle', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Fälle' }).waitFor();
  const ranges = () =>
    page.evaluate(() =>
      (window as unknown as { read: FontFace[] }).read.map(({ unicodeRange }) => unicodeRange.slice(0, 9)),
    );
  await expect.poll(async () => (await ranges()).length).toBeGreaterThan(0);
  expect(await ranges()).toEqual(['U+0-FF, U']);
});
