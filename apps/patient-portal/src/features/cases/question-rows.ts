// @bundle route
import * as z from 'zod/mini';
import { idSchema, optionalText } from '@konsil/contracts/common';
import { mostQuestions, questionsComplaint } from '@konsil/contracts/question-rules';

const row = z
  .object({ id: z.optional(idSchema), text: optionalText(500) })
  .check(z.refine(({ id, text }) => id === undefined || text !== '', { message: 'questionMissing', path: ['text'] }));

/** Open questions as form rows. New empty ones do not count; existing ones are deleted only by their button. */
export const questionRowsSchema = z.array(row).check(z.maxLength(mostQuestions, 'tooManyQuestions'));

/** The rows of a case that needs at least one question: its first field shows the error. */
export const askingRowsSchema = questionRowsSchema.check(
  z.refine((rows) => questionsComplaint({ open: nonEmptyRows(rows).length, answered: 0 }) !== 'questionNeeded', {
    message: 'questionNeeded',
    path: [0, 'text'],
  }),
);

/** The rows that are not empty. */
export const nonEmptyRows = <T extends { text: string }>(rows: readonly T[]): T[] =>
  rows.filter(({ text }) => text !== '');
