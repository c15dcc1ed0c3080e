import * as z from 'zod/mini';
import { idSchema, optionalText } from '@konsil/contracts/common';
import { mostQuestions, questionsComplaint } from '@konsil/contracts/question-rules';

const row = z
  .object({ id: z.optional(idSchema), text: optionalText(500) })
  .check(z.refine(({ id, text }) => id === undefined || text !== '', { message: 'questionMissing', path: ['text'] }));

/** The open questions as rows of a form. New ones that are left empty do not count; one that was asked before goes by its button only. */
export const questionRowsSchema = z.array(row).check(z.maxLength(mostQuestions, 'tooManyQuestions'));

/** The same for a case that must ask something: its first field says so. */
export const askingRowsSchema = questionRowsSchema.check(
  z.refine((rows) => questionsComplaint({ open: written(rows).length, answered: 0 }) !== 'questionNeeded', {
    message: 'questionNeeded',
    path: [0, 'text'],
  }),
);

/** The rows with something in them. */
export const written = <T extends { text: string }>(rows: readonly T[]): T[] => rows.filter(({ text }) => text !== '');
