import { expect, test, titleOf } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { newWaitingCase } from './waiting-cases.ts';

const inPortal = ['', '/process', '/process/new', '/patients', '/patients/new', '/messages', '/todos', '/privacy'];
const inCase = [
  '',
  '/documents',
  '/documents/new',
  '/images',
  '/todos',
  '/messages',
  '/forms',
  '/edit',
  '/send',
  '/share',
];

test('patient pages begin at one edge, and at twice the text above the middle', async ({ patient, doctor }) => {
  const { page } = patient;
  const ofCase = `/process/${await newWaitingCase(patient, doctor, 'Muss ich operiert werden?')}`;
  const placeOf = async (path: string): Promise<{ x: number; y: number }> => {
    await page.goto(`/patient${path}`);
    await expect(titleOf(page)).toBeVisible();
    await layoutSettled(page);
    const { x, y } = await titleOf(page).evaluate((title) => title.getBoundingClientRect());
    return { x: Math.round(x), y };
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  const edges: Record<number, string[]> = {};
  for (const path of [...inPortal, '/settings', ...inCase.map((part) => ofCase + part)]) {
    const { x } = await placeOf(path);
    edges[x] = [...(edges[x] ?? []), path];
  }
  expect(Object.keys(edges), JSON.stringify(edges)).toHaveLength(1);

  await page.setViewportSize({ width: 390, height: 844 });
  const text = await page.context().newCDPSession(page);
  // Like the browser's setting for twice the text size.
  await text.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of ['', '/process', ofCase, `${ofCase}/messages`]) {
    expect((await placeOf(path)).y, path).toBeLessThan(844 / 2);
    const head = () => page.getByRole('banner').evaluate((banner) => banner.getBoundingClientRect().height);
    await expect.poll(head, path).toBeLessThan(844 / 4);
  }
});
