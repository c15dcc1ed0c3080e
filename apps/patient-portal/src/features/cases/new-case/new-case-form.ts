import * as z from 'zod/mini';
import { newCaseSchema } from '@konsil/contracts/cases';
import type { NewCase } from '@konsil/contracts/cases';
import { askingRowsSchema, nonEmptyRows } from '../question-rows.ts';

/** The contract's new case with questions as form rows, at least one. Its name comes from the concern. */
export const newCaseFormSchema = z.extend(z.omit(newCaseSchema, { case_name: true }), {
  questions: askingRowsSchema,
});
export type NewCaseForm = z.input<typeof newCaseFormSchema>;
export type NewCaseValues = z.output<typeof newCaseFormSchema>;

const longestName = 80;
/** The name of a case: the first line of its concern, cut between two words. It can be changed at any time. */
export const caseNameOf = (concern: string): string => {
  const [line = ''] = concern.trim().split('\n');
  if (line.length <= longestName) return line.trim();
  const cut = line.slice(0, longestName);
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s,;.:–-]+$/, '')} …`;
};

/** The request body. */
export const toNewCase = ({ questions, ...values }: NewCaseValues): NewCase => ({
  ...values,
  case_name: caseNameOf(values.diagnosis),
  questions: nonEmptyRows(questions).map(({ text }) => text),
});

export const emptyCase: NewCaseForm = {
  patient: '',
  doctor: '',
  diagnosis: '',
  medical_history: '',
  questions: [{ text: '' }],
};

/** The steps with their fields. */
export const caseSteps = ['concern', 'doctor'] as const;
export type CaseStep = (typeof caseSteps)[number];
export const fieldsOfStep: Record<CaseStep, readonly (keyof NewCaseForm)[]> = {
  concern: ['patient', 'diagnosis', 'medical_history', 'questions'],
  doctor: ['doctor'],
};

/** The first step with an error in these fields. */
export const stepOf = (fields: readonly string[]): CaseStep | undefined =>
  caseSteps.find((step) =>
    fieldsOfStep[step].some((name) => fields.some((field) => field === name || field.startsWith(`${name}.`))),
  );

/** Index of the first incomplete step of a draft. */
export const firstOpenStep = ({ questions, ...form }: NewCaseForm): number => {
  const open = caseSteps.findIndex((step) =>
    fieldsOfStep[step].some((name) =>
      name === 'questions' ? questions.every(({ text }) => !text.trim()) : !form[name]?.trim(),
    ),
  );
  return open < 0 ? caseSteps.length - 1 : open;
};
