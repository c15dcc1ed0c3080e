import { expect, expectAccessible, test } from './fixtures.ts';
import type { Document } from '@konsil/contracts/documents';
import { aPhoto } from './files.ts';
import { call, scan as sample } from './scans.ts';
import { answerCase, newWaitingCase } from './waiting-cases.ts';

const words = 'Bandscheibe L4/L5 ohne Sequester';

test('a patient seals a link, a stranger opens it on a phone, and the patient ends it', async ({
  patient,
  doctor,
  browser,
}) => {
  const { page } = patient;
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich Sport machen?', [words]);
  await answerCase(doctor, caseId, 'final_answer', {});
  const photo = await aPhoto('haut.jpg');
  const added = await call(page, {
    method: 'POST',
    path: `/api/individualdocument/post/${caseId}`,
    file: { name: photo.name, base64: photo.buffer.toString('base64') },
  });
  expect(added.status).toBe(201);
  // Two series, of two and five images.
  const scan = { name: 'ct.zip', base64: sample('ct-series-7.zip').toString('base64') };
  const path = `/api/individualdocument/post/${caseId}`;
  const [uploaded] = (await call(page, { method: 'POST', path, file: scan })).body as { documentId: string }[];
  // Previews wait after uploads; that of an opened document does not.
  await call(page, { method: 'GET', path: `/api/individualdocument/get/${uploaded?.documentId}` });
  await expect
    .poll(async () => {
      const { body } = await call(page, { method: 'GET', path: `/api/documents/${uploaded?.documentId}` });
      return (body as Document).preview_url;
    })
    .toBeTruthy();
  const whole: string[] = [];
  page.context().on('request', (request) => whole.push(`${request.url()} ${request.postData() ?? ''}`));

  let link = '';
  await test.step('the patient chooses, and sees the link once', async () => {
    await page.goto(`/patient/process/${caseId}`);
    await page.getByRole('link', { name: 'Neuer Link' }).click();
    await page.getByRole('button', { name: 'Link versiegeln' }).click();
    await expect(page.getByRole('alert').first()).toContainText('Bitte wählen Sie, was der Link enthält');
    await page.getByLabel('Für wen ist der Link?').fill('Für den Hausarzt, Dr. Roth');
    const parts = page.getByRole('group', { name: 'Was enthält der Link?' });
    for (const document of ['Laborbefund', 'haut.jpg']) await expect(parts).toContainText(document);
    for (const box of await parts.getByRole('checkbox').all()) await box.check();
    await page.getByLabel('Kennwort').fill('Birne-77');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Link versiegeln' }).click();
    await expect(page.getByRole('heading', { name: 'Ihr versiegelter Link' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR-Code des Links' })).toBeVisible();
    link = (await page.getByRole('region', { name: 'Der Link' }).textContent()) ?? '';
    expect(link).toMatch(/\/s#shlink:\/[\w-]+$/);
    await expectAccessible(page);
  });
  const payload = JSON.parse(Buffer.from(link.split('shlink:/')[1] ?? '', 'base64url').toString()) as { key: string };
  expect(whole.filter((sent) => sent.includes(payload.key))).toEqual([]);

  await test.step('somebody without an account opens it on a phone', async () => {
    const stranger = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    const seen: string[] = [];
    stranger.on('request', (request) => seen.push(request.url()));
    const phone = await stranger.newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Für den Hausarzt, Dr. Roth' })).toBeVisible();
    await phone.getByLabel('Your name').fill('Praxis Dr. Roth');
    await phone.getByRole('textbox', { name: 'Passcode' }).fill('Birne-78');
    await phone.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(phone.getByText('9 tries are left')).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('textbox', { name: 'Passcode' }).fill('Birne-77');
    await phone.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(phone.getByText('Bitte lesen Sie das in Ruhe.')).toBeVisible();
    await expect(phone.getByText('Das ist gut möglich.')).toBeVisible();
    await phone.getByRole('button', { name: 'View Laborbefund' }).click();
    await expect(phone.getByText(words)).toBeVisible();
    await phone.getByRole('button', { name: 'View haut.jpg' }).click();
    await expect
      .poll(() =>
        phone.getByRole('img', { name: 'Picture of haut.jpg' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(640);
    const images = phone.getByRole('article').filter({ hasText: 'DICOM' });
    await images.getByRole('button', { name: /^View / }).click();
    await expect(images.getByText(/not for a diagnosis/)).toBeVisible();
    await images.getByLabel('Series').selectOption({ index: 1 });
    await expect(images.getByText('All 5 images of this series.')).toBeVisible();
    const picture = images.getByRole('img', { name: /Image \d of 5$/ });
    const pixels = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);
    await expect.poll(pixels).toBeGreaterThan(10);
    await images.getByRole('slider').focus();
    await phone.keyboard.press('Home');
    await expect(images.getByRole('status')).toHaveText('Image 1 of 5');
    await phone.keyboard.press('ArrowRight');
    await expect(images.getByRole('status')).toHaveText('Image 2 of 5');
    await images.getByRole('button', { name: 'Next image' }).click();
    await expect(images.getByRole('status')).toHaveText('Image 3 of 5');
    await expect.poll(pixels).toBeGreaterThan(10);
    await expectAccessible(phone);
    const saved = phone.waitForEvent('download');
    await phone.getByRole('button', { name: 'Save Laborbefund' }).click();
    expect((await saved).suggestedFilename()).toBe('Befund 1.pdf');
    expect(seen.filter((url) => url.includes(payload.key) || url.includes('shlink'))).toEqual([]);
    await stranger.close();
  });

  await test.step('the patient sees who opened it, and ends it', async () => {
    await page.goto('/patient/privacy');
    await expect(page.getByText(/Einmal geöffnet, .* von Praxis Dr. Roth/)).toBeVisible();
    await page.getByRole('button', { name: /^Den Link „Für den Hausarzt/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt beenden' }).click();
    await expect(page.getByText('Zurzeit ist kein Link offen.')).toBeVisible();
    await expectAccessible(page);
    const stranger = await browser.newPage();
    await stranger.goto(link);
    await stranger.getByLabel('Ihr Name').fill('Praxis Dr. Roth');
    await stranger.getByRole('textbox', { name: 'Kennwort' }).fill('Birne-77');
    await stranger.getByRole('button', { name: 'Öffnen', exact: true }).click();
    await expect(stranger.getByText('Dieser Link lässt sich nicht mehr öffnen')).toBeVisible();
    await stranger.close();
  });
});
