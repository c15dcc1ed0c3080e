import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Document } from '@konsil/contracts/documents';
import { addReport, describeAll } from './describe-documents.ts';
import { aHeicPhoto, aPhoto, aPhotoOf, aReport, aScan, aScreenshot, aStudy } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { contentWidth, fraction, touchTarget } from './layout.ts';
import { call, newCase } from './scans.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const documentsOf = async (page: Page, caseId: string): Promise<Document[]> =>
  ((await call(page, { method: 'GET', path: `/api/documentsoverview/${caseId}` })).body as { items: Document[] }).items;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('five mixed files arrive once each despite a lost connection and a reload', async ({ patient, doctor }) => {
    const { page } = patient;
    const caseId = await newCase(patient, doctor);
    const files = [
      await aReport('Laborbefund.pdf', 'Laborbefund TSH 2,1'),
      await aPhoto('Arztbrief.jpg'),
      await aScreenshot('Werte.png'),
      aScan(),
      aStudy(),
    ];
    await page.goto(`/patient/process/${caseId}/documents/new`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const line = (offline: boolean) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 100_000,
      });
    // The page confirms leaving while uploads are in progress.
    page.on('dialog', (dialog) => void dialog.accept());
    const missing = page.getByText('Noch nicht beschrieben', { exact: true });
    const onTheWay = page.getByRole('progressbar');

    await test.step('the connection is lost in the middle of a file', async () => {
      await line(false);
      await page.locator('input[type=file]').first().setInputFiles(files);
      await page.getByRole('button', { name: 'Einzeln hochladen' }).click();
      await expect(missing.first()).toBeVisible();
      await expect(onTheWay.first()).toBeVisible();
      await line(true);
      await expect(page.getByText('Verbindung abgebrochen.').first()).toBeVisible();
      await expect(page.getByText('Es geht von selbst weiter, sobald sie wieder da ist.').first()).toBeVisible();
    });

    await test.step('it resumes, and a reload interrupts an upload and open questions', async () => {
      await line(false);
      await expect(onTheWay.first()).toBeVisible();
      await page.reload();
      await expect(missing).toHaveCount(5, { timeout: 120_000 });
      await expect(onTheWay).toHaveCount(0);
      await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(390 + fraction);
    });

    await test.step('details are given once for all, and not asked for again', async () => {
      await line(false);
      await describeAll(page, 5);
      await expect(page.getByText('5 fertig')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('link', { name: 'Weiter zum Senden' })).toBeVisible();
      await expect(missing).toHaveCount(0);
    });

    const documents = await documentsOf(page, caseId);
    expect(documents.map(({ file_name: name }) => name).sort()).toEqual(files.map(({ name }) => name).sort());
    expect(
      documents.filter(({ details_missing: open, source_name: source }) => open || source !== 'Praxis am Markt'),
    ).toEqual([]);
  });

  test('a document is archived on its own page and restored from its row', async ({ patient, doctor }) => {
    const { page } = patient;
    const caseId = await newCase(patient, doctor);
    await addReport(patient, caseId, 'Oktober.pdf', 'TSH 2,1');
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Oktober.pdf' });
    await page.goto(`/patient/process/${caseId}/documents`);
    await expect(line).toBeVisible();
    await expect(line.getByRole('button')).toHaveCount(0);
    await line.getByRole('link').click();
    const archive = page.getByRole('button', { name: /^Archivieren/ });
    await expect(archive).toBeVisible();
    const least = async () => {
      const { width, height } = (await archive.boundingBox()) ?? { width: 0, height: 0 };
      return Math.min(width, height);
    };
    await expect.poll(least).toBeGreaterThanOrEqual(touchTarget);
    await archive.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ins Archiv verschieben' }).click();
    await expect(page.getByText('Dokument archiviert')).toBeVisible();
    await page.goto(`/patient/process/${caseId}/documents?archived=true`);
    await line.getByRole('button', { name: /^Wiederherstellen/ }).click();
    await expect(page.getByText('Dokument wiederhergestellt')).toBeVisible();
  });

  test('two reordered photos arrive as one document that the server reads as two pages', async ({
    patient,
    doctor,
  }) => {
    const { page } = patient;
    const caseId = await newCase(patient, doctor);
    await page.goto(`/patient/process/${caseId}/documents/new`);
    await page.getByLabel('Foto machen').setInputFiles([await aPhotoOf('#8a1a14', 'zweite.jpg')]);
    await page.getByLabel('Weitere Seite').setInputFiles([await aPhotoOf('#27488c', 'erste.jpg')]);
    const pages = page.getByRole('list', { name: '2 Fotos' });
    await pages.getByRole('button', { name: 'Nach vorn: Seite 2' }).click();
    await expect(page.getByText('Jetzt Seite 1 von 2')).toBeAttached();
    await pages.getByRole('button', { name: 'Drehen: Seite 1' }).click();
    await expect(pages.getByRole('button', { name: 'Seite 1 groß ansehen' })).toBeEnabled();
    await expectAccessible(page);
    await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(390 + fraction);

    await page.getByRole('button', { name: /Menü/ }).click();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    const question = page.getByRole('alertdialog', { name: 'Abmelden?' });
    await expect(question).toContainText(
      '2 Dateien sind noch nicht hochgeladen. Wenn Sie sich abmelden, gehen sie verloren.',
    );
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Hier bleiben' }).click();
    await expect(question).toHaveCount(0);

    await page.reload();
    await page.getByRole('button', { name: 'Als ein Dokument zusammenfassen' }).click();
    await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(1);
    await expect(pages).toHaveCount(0);
    await expect.poll(async () => (await documentsOf(page, caseId))[0]?.preview_url).toBeTruthy();
    const documents = await documentsOf(page, caseId);
    expect(documents.map(({ file_name: name, content_type: type, pages: count }) => ({ name, type, count }))).toEqual([
      { name: 'erste (2 Seiten).pdf', type: 'application/pdf', count: 2 },
    ]);
    const preview = sharp(await (await page.context().request.get(documents[0]?.preview_url ?? '')).body());
    const { width = 0, height = 0 } = await preview.metadata();
    expect(width).toBeGreaterThan(height);
    const { dominant } = await preview.stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);

    await page.goto(`/patient/process/${caseId}/documents/${documents[0]?.id}`);
    await expect(page.getByRole('group', { name: 'Seite 2 von 2' })).toBeVisible();
    await expect(page.getByText(/erste \(2 Seiten\)\.pdf.*2 Seiten/).first()).toBeVisible();
  });
});

test("a doctor's upload resumes after a reload, whatever page is open", async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/documents/new`);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await aReport('Beurteilung.pdf', 'Beurteilung')]);
  await expect(page.getByText('Verbindung abgebrochen.').first()).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/doctor');
  await expect
    .poll(async () => (await documentsOf(page, caseId)).map(({ file_name: name }) => name))
    .toContain('Beurteilung.pdf');
});

test('a HEIC photo arrives as an upright JPEG without metadata; its converter is lazy', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const libraries: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('libheif')) libraries.push(request.url());
  });
  await page.goto(`/patient/process/${caseId}/documents/new`);
  const choose = page.locator('input[type=file]').first();
  await choose.setInputFiles([await aReport('Laborbefund.pdf', 'Laborbefund TSH 2,1')]);
  await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(1);
  // The report's first page beside its question: drawn here, or the server's preview if that is there earlier.
  await expect(page.locator('main :is(canvas, img)').filter({ visible: true }).first()).toBeVisible();
  expect(libraries).toEqual([]);

  // The library is delayed until the page shows the conversion.
  const said = page.getByText('Wird umgewandelt …').waitFor();
  await page.context().route(/libheif/, async (route) => {
    await said;
    await route.continue();
  });
  await choose.setInputFiles([
    aHeicPhoto(),
    { ...aHeicPhoto(), name: 'kaputt.heic', buffer: aHeicPhoto().buffer.subarray(0, 900) },
  ]);
  await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/Dieses HEIC-Foto konnte nicht umgewandelt werden/)).toBeVisible();
  expect(new Set(libraries).size).toBe(1);

  const photo = (await documentsOf(page, caseId)).find(({ file_name: name }) => name === 'IMG_2041.jpg');
  const { Filelocation: place, download } = (
    await call(page, { method: 'GET', path: `/api/individualdocument/get/${photo?.id}` })
  ).body as { Filelocation: string; download: string };
  const original = Buffer.from(await (await page.context().request.get(download)).body());
  const { format, width, height, exif, orientation } = await sharp(original).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'jpeg',
    width: 96,
    height: 160,
    exif: undefined,
    orientation: undefined,
  });
  expect(original.includes('Testkamera')).toBe(false);
  const { dominant: top } = await sharp(
    await sharp(original).extract({ left: 8, top: 8, width: 80, height: 60 }).toBuffer(),
  ).stats();
  expect(top.r).toBeGreaterThan(top.b);
  expect((await page.context().request.get(place)).status()).toBe(200);
});

test('archive, undo and restore of a document update the counts', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  await addReport(patient, caseId, 'Oktober.pdf', 'TSH 2,1');
  await addReport(patient, caseId, 'November.pdf', 'TSH 2,4');
  await page.goto(`/patient/process/${caseId}/documents`);
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '.pdf' });
  const october = rows.filter({ hasText: 'Oktober.pdf' });
  const counts = async (entries: string, tab: string) => {
    await expect(page.getByText(entries, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: tab, exact: true })).toBeVisible();
  };
  const archive = async () => {
    await october.getByRole('button', { name: 'Archivieren' }).click();
    const question = page.getByRole('alertdialog', { name: 'Ins Archiv verschieben?' });
    await expect(question).toContainText('Sie können es später wiederherstellen.');
    await question.getByRole('button', { name: 'Ins Archiv verschieben' }).click();
    // A toast under the pointer stays.
    await page.getByText('Dokument archiviert').hover();
    await expect(october).toHaveCount(0);
  };
  await counts('2 Einträge', 'Unterlagen 2');

  await archive();
  await counts('1 Eintrag', 'Unterlagen 1');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByText('Dokument wiederhergestellt')).toBeVisible();
  await counts('2 Einträge', 'Unterlagen 2');

  await archive();
  await page.getByRole('button', { name: 'Archiv anzeigen' }).click();
  await expect(rows).toHaveCount(1);
  await counts('1 Eintrag', 'Unterlagen 1');
  await october.getByRole('button', { name: 'Wiederherstellen' }).click();
  await expect(page.getByText('Das Archiv ist leer')).toBeVisible();
  await page.getByRole('button', { name: 'Archiv verlassen' }).click();
  await counts('2 Einträge', 'Unterlagen 2');
});

test('the doctor reads two documents side by side, and one beside the answer', async ({ patient, doctor }) => {
  const { page } = doctor;
  await newWaitingCase(patient, doctor, 'Muss ich operiert werden?', [
    'TSH 2,1 im Oktober',
    'TSH 2,4 im November',
    'TSH 2,6 im Dezember',
  ]);
  await page.reload();
  await page.getByRole('link', { name: 'Antworten' }).click();
  const pages = page.getByRole('group', { name: 'Seite 1 von 1' });
  const names = page
    .getByRole('navigation', { name: 'Unterlagen des Falls' })
    .getByRole('link', { name: /Laborbefund/ });
  const openCompare = () => page.getByRole('combobox', { name: 'Zwei Dokumente nebeneinander' }).click();

  await test.step('one beside the answer', async () => {
    // A new case begins with its overview.
    await names.first().click();
    await expect(pages).toHaveCount(1);
    await expect(pages.getByText(/TSH 2,\d/)).toBeAttached();
    await page.getByLabel('Antwort auf Frage 1').fill('Nein: der Wert ist kaum gestiegen.');
  });

  await test.step('two side by side, each with its own page and zoom', async () => {
    await openCompare();
    const choice = page.getByRole('combobox', { name: 'Daneben zeigen' });
    await choice.fill('gibt es nicht');
    await expect(page.getByText('Kein Dokument passt dazu.')).toBeVisible();
    await choice.fill('laborb');
    await expect(page.getByRole('dialog', { name: 'Daneben zeigen' }).getByRole('option')).toHaveCount(2);
    await expectAccessible(page);
    await choice.press('Enter');
    await expect(pages).toHaveCount(2);
    const words = await Promise.all(
      [0, 1].map((place) =>
        pages
          .nth(place)
          .getByText(/TSH 2,\d/)
          .textContent(),
      ),
    );
    expect(new Set(words).size).toBe(2);
    for (const place of [0, 1]) await expect(pages.nth(place)).toHaveAttribute('aria-busy', 'false');
    const boxOf = async (place: number) => (await pages.nth(place).boundingBox()) ?? { x: NaN, width: NaN };
    await expect(async () => {
      const [{ x, width }, right] = await Promise.all([boxOf(0), boxOf(1)]);
      expect(x + width).toBeLessThanOrEqual(right.x + fraction);
    }).toPass();
    const [left, right] = await Promise.all([boxOf(0), boxOf(1)]);
    await page.getByRole('button', { name: 'Größer' }).first().click();
    await expect.poll(async () => (await boxOf(0)).width).toBeGreaterThan(left.width);
    await expect.poll(async () => (await boxOf(1)).width).toBe(right.width);
    await expectAccessible(page);
  });

  await test.step('the document beside stays while the other changes, and input stays too', async () => {
    const beside = await pages
      .nth(1)
      .getByText(/TSH 2,\d/)
      .textContent();
    await names.nth(2).click();
    await expect(pages).toHaveCount(2);
    await expect(pages.nth(0).getByText(beside ?? '')).toHaveCount(0);
    await expect(pages.nth(1).getByText(beside ?? '')).toBeAttached();
    await expect(page.getByLabel('Antwort auf Frage 1')).toHaveValue('Nein: der Wert ist kaum gestiegen.');
    await page.getByRole('button', { name: 'Nur ein Dokument zeigen' }).click();
    await expect(pages).toHaveCount(1);
  });
});
