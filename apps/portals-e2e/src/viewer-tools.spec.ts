import { expect, expectAccessible, test } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { openScan, picture, seriesPosition } from './viewer-page.ts';

test('a length is measured in millimetres, and the view can be changed and reset', async ({
  patient,
  doctor,
  page,
}) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  await page.getByRole('button', { name: 'Strecke messen' }).click();
  const box = await picture(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  // The picture fills the height: 128 rows of 0.661468 mm.
  const millimetres = ((100 / (box?.height ?? 1)) * 128 * 0.661468).toFixed(1).replace('.', ',');
  await expect(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText(`${millimetres} mm`).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();

  await page.getByRole('button', { name: /Fenster wählen/ }).click();
  await page.getByRole('menuitem', { name: 'Knochen' }).click();
  await expect(page.getByRole('button', { name: /Fensterbreite 1.800, Mitte 400/ })).toBeVisible();
  await page.getByRole('button', { name: 'Um 90° drehen' }).click();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('R');
  await page.getByRole('button', { name: 'Ansicht zurücksetzen' }).click();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('A');
});

test('a length is the same on a dense screen', async ({ patient, doctor, browser }) => {
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    locale: 'de-DE',
    viewport: { width: 1000, height: 800 },
  });
  const page = await context.newPage();
  await openScan(page, patient, doctor, 'CT_small.dcm');
  const box = await picture(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const millimetres = ((100 / (box?.height ?? 1)) * 128 * 0.661468).toFixed(1).replace('.', ',');
  // Chosen by its key, without a click on the picture.
  await page.keyboard.press('l');
  await expect(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText(`${millimetres} mm`).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await context.close();
});

test('a length is measured by keyboard alone, in millimetres too', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  await page.getByRole('button', { name: 'Strecke messen' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(picture(page)).toBeFocused();
  await expect(picture(page)).toHaveAccessibleDescription('Mit Tasten messen: Eingabe');
  const said = page.getByRole('status');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await press('Enter');
  await expect(said).toContainText('Pfeiltasten bewegen das Fadenkreuz');
  await press('Enter');
  await expect(said).toHaveText('Anfang gesetzt. Eingabe setzt das Ende.');
  await press(...Array.from({ length: 10 }, () => 'ArrowRight'), 'Enter');
  const height = (await picture(page).boundingBox())?.height ?? 1;
  // The picture fills the height: 128 rows of 0.661468 mm.
  const words = `${((100 / height) * 128 * 0.661468).toFixed(1).replace('.', ',')} mm`;
  await expect(said).toHaveText(`Strecke: ${words}`);
  await expect(page.locator('.pane-canvas').getByText(words)).toBeVisible();
  await expectAccessible(page);

  await press('Enter', 'Escape');
  await expect(said).toHaveText('Anfang zurückgenommen.');
  await press('Escape');
  await expect(page.locator('.crosshair')).toHaveCount(0);
});

test('an angle is measured by keyboard alone: start, vertex and end', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  await page.getByRole('button', { name: 'Winkel messen' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(picture(page)).toHaveAccessibleDescription('Mit Tasten messen: Eingabe');
  const said = page.getByRole('status');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const steps = (way: string) => Array.from({ length: 6 }, () => way);

  await press('Enter', 'Enter');
  await expect(said).toHaveText('Anfang gesetzt. Eingabe setzt den Scheitel.');
  await press(...steps('ArrowRight'), 'Enter');
  await expect(said).toHaveText('Scheitel gesetzt. Eingabe setzt das Ende.');
  await expect(page.locator('.measure-point')).toHaveCount(2);
  await press('Escape');
  await expect(said).toHaveText('Scheitel zurückgenommen.');
  await press('Enter', ...steps('ArrowRight'), 'Enter');
  await expect(said).toHaveText('Die drei Punkte liegen auf einer Linie. Setzen Sie das Ende daneben.');
  await press(...steps('ArrowDown'), 'Enter');
  await expect(said).toHaveText('Winkel: 135,0°');
  await expect(page.locator('.pane-canvas').getByText('135,0°')).toBeVisible();
  await expectAccessible(page);
});

test('an incomplete angle announces nothing; only the active side announces results', async ({
  patient,
  doctor,
  page,
}) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  await page.getByRole('button', { name: 'Winkel messen' }).click();
  await page.getByRole('button', { name: 'Zwei Serien vergleichen' }).click();
  const first = picture(page);
  await expect(page.locator('.pane-picture')).toHaveCount(2);
  await layoutSettled(page);
  const box = await first.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const drawn = page.locator('.pane-canvas').first();
  await expect(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(x + 60, y + 60, { steps: 4 });
    await expect(drawn.getByText('90,0°').first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.mouse.move(x + 60, y);
  await expect(drawn.getByText('°')).toHaveCount(0);
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.up();
  await expect(drawn.getByText('90,0°').first()).toBeVisible();

  await first.focus();
  for (const key of [
    'Enter',
    'Enter',
    ...Array.from({ length: 6 }, () => 'ArrowRight'),
    'Enter',
    ...Array.from({ length: 6 }, () => 'ArrowDown'),
    'Enter',
  ])
    await page.keyboard.press(key);
  const said = page.getByRole('status').filter({ hasText: 'Winkel' });
  await expect(said).toHaveText('Winkel: 90,0°');
  await page.locator('.pane-picture').nth(1).focus();
  await expect(said).toHaveCount(0);
});

test('the tools are a single Tab stop with arrow key navigation', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  const tools = page.getByRole('toolbar', { name: 'Werkzeuge' });
  await tools.getByRole('button', { name: 'Helligkeit und Kontrast' }).focus();
  for (const name of ['Bewegen', 'Vergrößern', 'Blättern', 'Lupe', 'Strecke messen']) {
    await page.keyboard.press('ArrowRight');
    await expect(tools.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(tools.getByRole('button', { name: 'Strecke messen' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(picture(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tools.getByRole('button', { name: 'Strecke messen' })).toBeFocused();
});

test('a CT is shown in three planes that agree about the value below the crosshair', async ({
  patient,
  doctor,
  page,
}) => {
  await openScan(page, patient, doctor, 'ct-series-7.zip');
  const ofSeries = page.getByRole('button', { name: /SmartScore/ });
  await ofSeries.click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 5');
  await page.keyboard.press('x');
  const planes = page.getByRole('region', { name: 'Drei Ebenen' }).getByRole('slider');
  await expect(planes).toHaveCount(3);
  const told = () => planes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuetext') ?? ''));
  const values = async () => (await told()).map((words) => words.split(', ').slice(1).join(', '));
  await expect(planes.first()).toBeFocused();
  await expect
    .poll(told)
    .toEqual([
      expect.stringMatching(/^Schicht 5 von 5, .*HU$/),
      expect.stringMatching(/^Schicht 9 von 16, .*HU$/),
      expect.stringMatching(/^Schicht 9 von 16, .*HU$/),
    ]);
  for (const key of ['ArrowRight', 'ArrowUp', 'PageUp']) {
    const before = (await values())[0];
    await page.keyboard.press(key);
    await expect.poll(async () => (await values())[0]).not.toBe(before);
    await expect.poll(async () => new Set(await values()).size).toBe(1);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => seriesPosition(page)).toBe('Bild 2 von 5');
  await expect(picture(page)).toBeFocused();
});
