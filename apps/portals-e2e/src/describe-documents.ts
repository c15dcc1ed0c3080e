import { expect, type Page } from '@playwright/test';
import type { UploadedItem } from '@konsil/contracts/documents';
import { aReport } from './files.ts';
import type { SignedInPerson } from './fixtures.ts';
import { call, upload } from './scans.ts';

/** Adds a laboratory report with its details to a case, by the API. */
export const addReport = async (
  patient: SignedInPerson,
  caseId: string,
  name: string,
  words: string,
): Promise<void> => {
  const report = await aReport(name, words);
  const [item] = (await upload(patient, caseId, name, report.buffer)).body as UploadedItem[];
  const described = await call(patient.page, {
    method: 'POST',
    path: `/api/metadata/${item?.documentId}`,
    body: {
      document_medical_kind: 'Laboratory report',
      source_kind: "Doctor's practice",
      issue_date: '2026-10-12',
      source_name: 'Praxis am Markt',
      version: item?.document.version,
    },
  });
  expect(described.status).toBe(200);
};

/** Gives all waiting files the same details: laboratory reports of one practice. */
export const describeAll = async (page: Page, count: number): Promise<void> => {
  await page.getByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dieselben Angaben für mehrere Dateien' });
  await dialog.getByLabel('Was ist das?').selectOption({ label: 'Laborbefund' });
  await dialog.getByLabel('Datum des Dokuments').fill('12.11.2026');
  await dialog.getByRole('radio', { name: 'Arztpraxis' }).check();
  await dialog.getByLabel('Name der Praxis oder Klinik').fill('Praxis am Markt');
  await dialog.getByRole('button', { name: `Für ${count} Dateien speichern` }).click();
  await expect(dialog).toBeHidden();
};
