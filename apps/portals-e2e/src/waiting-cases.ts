import { expect } from '@playwright/test';
import type { UploadedItem } from '@konsil/contracts/documents';
import { aReport } from './files.ts';
import type { Visitor } from './fixtures.ts';
import { call, newCase, upload } from './scans.ts';

/** A case with one question and one described report that the patient has sent; its id. */
export const newWaitingCase = async (patient: Visitor, doctor: Visitor, question: string): Promise<string> => {
  const caseId = await newCase(patient, doctor);
  const post = async (path: string, body: object) => {
    const answer = await call(patient.page, { method: 'POST', path, body });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  };
  const form = { diagnosis: 'Schmerzen im Rücken', medical_history: 'Seit Januar.', questions: [{ text: question }] };
  await post(`/api/generalprocessforms/${caseId}`, form);
  const report = await aReport('Arztbrief.pdf', question);
  const [item] = (await upload(patient, caseId, report.name, report.buffer)).body as UploadedItem[];
  await post(`/api/metadata/${item?.documentId}`, {
    document_medical_kind: 'Laboratory report', source_kind: "Doctor's practice", issue_date: '2026-10-12', source_name: 'Praxis am Markt', version: item?.document.version,
  });
  await post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true });
  return caseId;
};
