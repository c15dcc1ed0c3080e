import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from '@konsil/contracts/documents';
import { aReport, aScan, aStudy } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { call, newCase } from './scans.ts';

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
/** An e-mail as a practice sends it: with HTML that would load and run something. */
const anEmail = (name: string, bytes: Buffer): string =>
  [
    'From: Praxis Weber <praxis@example.org>',
    'Subject: Ihr Befund',
    'Date: Fri, 20 Nov 2026 09:00:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/html',
    '',
    '<script>document.title = "hacked"</script><img src="https://tracker.example/pixel.png">',
    '--part',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
    '--part--',
    '',
  ].join('\r\n');

const patientOf = async (page: Parameters<typeof call>[0], caseId: string): Promise<string> =>
  ((await call(page, { method: 'GET', path: `/api/processoverview/${caseId}` })).body as { patient: { id: string } })
    .patient.id;

test('a folder of a former portal and an e-mail become documents of a case, each file once', async ({
  patient,
  doctor,
}, testInfo) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const patientId = await patientOf(page, caseId);
  const report = await aReport('Labor.pdf', 'Labor vom 12.11.2026, TSH 1,2');
  const folder = testInfo.outputPath('Portal');
  const files: Record<string, Buffer | string> = {
    '2026/Labor.pdf': report.buffer,
    '2026/Kopie von Labor.pdf': report.buffer,
    'Bilder/IM1': aScan().buffer,
    'Mails/nachricht.eml': anEmail('Arztbrief.pdf', (await aReport('Arztbrief.pdf', 'Arztbrief')).buffer),
    'Mails/geheim.eml':
      'From: a@example.org\r\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx',
    'index.html': '<!doctype html><title>Portal</title>',
  };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).hostname.match(/^(?:localhost|127\.0\.0\.1|)$/)) elsewhere.push(request.url());
  });

  await page.goto(`/patient/patients/${patientId}/imports`);
  await expect(page.getByLabel('Ordner wählen')).toBeAttached();
  await expectAccessible(page);
  await page.getByLabel('Ordner wählen').setInputFiles(folder);
  await expect(page.getByRole('heading', { name: '3 Dateien werden übernommen' })).toBeVisible();
  await expect(page.getByText(/Eine Datei kommt doppelt vor/)).toBeVisible();
  await expect(page.getByText(/verschlüsselt oder in der Signatur verpackt/)).toBeVisible();
  await expect(page.getByText('Manche Dateien nennen eine andere Person')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Fall', { exact: true }).selectOption(caseId);
  await page.getByRole('checkbox', { name: /Ich habe es geprüft/ }).check();
  await page.getByRole('button', { name: '3 Dateien übernehmen' }).click();
  await expect(page).toHaveURL(new RegExp(`/process/${caseId}/documents/new`));
  await expect
    .poll(async () => {
      const { body } = await call(page, { method: 'GET', path: `/api/documentsoverview/${caseId}` });
      return (body as { items: Document[] }).items.map(({ file_name: name }) => name).sort();
    })
    .toEqual(['Arztbrief.pdf', 'IM1.dcm', 'Labor.pdf']);
  expect([await page.title(), elsewhere]).toEqual([expect.not.stringContaining('hacked'), []]);

  // The same again: everything is here already, images too, and the new one is taken alone.
  writeFileSync(join(folder, 'Bilder/Serie.zip'), aStudy().buffer);
  await page.goto(`/patient/patients/${patientId}/imports`);
  await page.getByLabel('Ordner wählen').setInputFiles(folder);
  await expect(page.getByRole('heading', { name: 'Eine Datei wird übernommen' })).toBeVisible();
  await expect(page.getByText(/3 Dateien sind schon in den Fällen dieser Person/)).toBeVisible();
});
