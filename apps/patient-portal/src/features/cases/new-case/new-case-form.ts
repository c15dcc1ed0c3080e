import * as z from 'zod/mini';
import { newCaseSchema } from '@konsil/contracts/cases';
import type { NewCase } from '@konsil/contracts/cases';
import { askingRowsSchema, written } from '../question-rows.ts';

/** The contract's new case with questions as form rows, at least one. */
export const newCaseFormSchema = z.extend(newCaseSchema, {
  questions: askingRowsSchema,
});
export type NewCaseForm = z.input<typeof newCaseFormSchema>;
export type NewCaseValues = z.output<typeof newCaseFormSchema>;

/** The request body. */
export const toNewCase = ({ questions, ...values }: NewCaseValues): NewCase => ({
  ...values,
  questions: written(questions).map(({ text }) => text),
});

export const emptyCase: NewCaseForm = {
  patient: '',
  doctor: '',
  case_name: '',
  diagnosis: '',
  medical_history: '',
  questions: [{ text: '' }],
};

/** The five steps with their fields. */
export const caseSteps = ['patient', 'doctor', 'about', 'history', 'questions'] as const;
export type CaseStep = (typeof caseSteps)[number];
export const fieldsOfStep: Record<CaseStep, readonly (keyof NewCaseForm)[]> = {
  patient: ['patient'],
  doctor: ['doctor'],
  about: ['case_name', 'diagnosis'],
  history: ['medical_history'],
  questions: ['questions'],
};

/** The first step with an error in these fields. */
export const stepOf = (fields: readonly string[]): CaseStep | undefined =>
  caseSteps.find((step) =>
    fieldsOfStep[step].some((name) => fields.some((field) => field === name || field.startsWith(`${name}.`))),
  );

/** Index of the first incomplete step of a draft. */
export const firstOpenStep = (form: NewCaseForm): number => {
  const open = caseSteps.findIndex((step) =>
    fieldsOfStep[step].some((name) => name !== 'questions' && !form[name]?.trim()),
  );
  return open < 0 ? caseSteps.length - 1 : open;
};
