import { expect } from '@playwright/test';
import { addReport } from './describe-documents.ts';
import type { Visitor } from './fixtures.ts';
import { call, newCase } from './scans.ts';

/** A case with one question and described reports, each with words of its own, that the patient has sent; its id. */
export const newWaitingCase = async (patient: Visitor, doctor: Visitor, question: string, reports: readonly string[] = [question]): Promise<string> => {
  const caseId = await newCase(patient, doctor);
  const post = async (path: string, body: object) => {
    const answer = await call(patient.page, { method: 'POST', path, body });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  };
  const form = { diagnosis: 'Schmerzen im Rücken', medical_history: 'Seit Januar.', questions: [{ text: question }] };
  await post(`/api/generalprocessforms/${caseId}`, form);
  for (const [index, words] of reports.entries()) await addReport(patient, caseId, `Befund ${index + 1}.pdf`, words);
  await post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true });
  return caseId;
};
