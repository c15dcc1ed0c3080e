import * as z from 'zod/mini';
import { mostQuestions } from '@konsil/contracts/cases';
import { idSchema, optionalText } from '@konsil/contracts/common';

const row = z.object({ id: z.optional(idSchema), text: optionalText(500) })
  .check(z.refine(({ id, text }) => id === undefined || text !== '', { message: 'questionMissing', path: ['text'] }));

/** The open questions as rows of a form. New ones that are left empty do not count; one that was asked before goes by its button only. */
export const questionRowsSchema = z.array(row).check(z.maxLength(mostQuestions, 'tooManyQuestions'));

/** The same for a case that must ask something: its first field says so. */
export const askingRowsSchema = questionRowsSchema.check(z.refine((rows) => written(rows).length > 0, { message: 'questionMissing', path: [0, 'text'] }));

/** The rows with something in them. */
export const written = <T extends { text: string }>(rows: readonly T[]): T[] => rows.filter(({ text }) => text !== '');
