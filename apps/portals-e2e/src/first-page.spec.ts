import type { Page } from '@playwright/test';
import { expect, expectAccessible, origins, test } from './fixtures.ts';

const mostRequests = 10;
const mostScriptBytes = 120_000;

interface Transfer { url: string; bytes: number }

/** Opens an address in an empty browser and notes what crosses the wire until nothing more comes. */
const transfersOf = async (page: Page, url: string): Promise<Transfer[]> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const urls = new Map<string, string>();
  const transfers: Transfer[] = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => transfers.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }));
  await page.goto(url);
  await page.getByRole('textbox', { name: /E-Mail/ }).waitFor();
  await page.waitForLoadState('networkidle');
  return transfers;
};

for (const portal of ['patient', 'doctor'] as const) {
  test(`the sign-in page of the ${portal} portal is light: ${mostScriptBytes / 1000} kB of script, ${mostRequests} requests, one host`, async ({ page }) => {
    const transfers = await transfersOf(page, `${origins[portal]}/login`);
    const scripts = transfers.filter(({ url }) => url.endsWith('.js'));
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    test.info().annotations.push({ type: 'size', description: `${bytes} bytes of script in ${scripts.length} files, ${transfers.length} requests` });
    expect(bytes, scripts.map(({ url, bytes: size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(mostScriptBytes);
    expect(transfers.length, transfers.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests);
    expect(transfers.filter(({ url }) => new URL(url).origin !== origins[portal])).toEqual([]);
  });

  test(`the ${portal} portal loads one language at a time`, async ({ page }) => {
    const transfers = await transfersOf(page, `${origins[portal]}/login`);
    expect(transfers.filter(({ url }) => /\/en-[\w-]+\.js$/.test(url))).toEqual([]);
  });

  test(`the sign-in page of the ${portal} portal can be used by everybody`, async ({ page }) => {
    await page.goto(`${origins[portal]}/login`);
    await page.getByRole('textbox', { name: /E-Mail/ }).waitFor();
    await expectAccessible(page);
  });
}
