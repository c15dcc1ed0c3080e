import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newWaitingCase } from './waiting-cases.ts';

/** Removes browser features newer than 2023: people keep their phones for years, and clinics their computers. */
const forget = `
  for (const name of ['getOrInsert', 'getOrInsertComputed']) { delete Map.prototype[name]; delete WeakMap.prototype[name]; }
  for (const name of ['try', 'withResolvers']) delete Promise[name];
  for (const name of ['fromBase64', 'fromHex']) delete Uint8Array[name];
  for (const name of ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']) delete Uint8Array.prototype[name];
  for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) delete Set.prototype[name];
  for (const name of ['groupBy']) { delete Object[name]; delete Map[name]; }
  delete Math.sumPrecise; delete URL.parse; delete Array.fromAsync; delete RegExp.escape; delete Error.isError; delete globalThis.Iterator;
  delete globalThis.scheduler; delete globalThis.Temporal; delete Intl.DurationFormat;
`;

const makeOlder = async (page: Page): Promise<void> => {
  await page.addInitScript(forget);
  // Workers have their own globals.
  await page.route(/worker[^/]*\.m?js$/, async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${forget}\n${await answer.text()}` });
  });
};

test('a browser some years old renders PDF pages', async ({ patient, doctor }) => {
  await newWaitingCase(patient, doctor, 'Muss ich operiert werden?', ['TSH 2,1 im Oktober']);
  await makeOlder(doctor.page);
  await doctor.page.reload();
  await doctor.page.getByRole('link', { name: 'Antworten' }).click();
  // A new case begins with its overview.
  await doctor.page.getByRole('link', { name: /^Laborbefund/ }).click();
  const page = doctor.page.getByRole('group', { name: 'Seite 1 von 1' });
  await expect(page.getByText('TSH 2,1 im Oktober')).toBeAttached();
  await expect(page.getByText('Diese Seite konnte nicht angezeigt werden.')).toBeHidden();
});
