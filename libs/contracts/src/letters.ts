import * as z from 'zod/mini';
import { answerOptions } from './answer-options.ts';
import { locales } from './codes.ts';
import { idParams, idSchema, listQuery, momentSchema, pageOf } from './common.ts';
import { defineRoute } from './route.ts';

/** A letter that a doctor sent; it stays theirs when the case, the record or the account is not there any more. */
export const keptLetterSchema = z.object({
  id: idSchema,
  sent_at: momentSchema,
  option: z.enum(answerOptions),
  /** Last name first, as it was when the letter was sent. */
  patient: z.string(),
  born: z.iso.date(),
  case_name: z.string(),
});
export type KeptLetter = z.infer<typeof keptLetterSchema>;

export const lettersQuerySchema = z.object({
  search: listQuery.search,
  cursor: listQuery.cursor,
  limit: listQuery.limit,
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});

export const letterRoutes = {
  listLetters: defineRoute({
    method: 'GET',
    path: '/api/letters',
    summary: 'The letters that the doctor sent, newest first, found by name and day',
    query: lettersQuerySchema,
    response: pageOf(keptLetterSchema),
  }),
  getLetter: defineRoute({
    method: 'GET',
    path: '/api/letters/:id/letter.pdf',
    summary: 'A letter that the doctor sent, a PDF/A file',
    params: idParams,
    query: z.object({ language: z.optional(z.enum(locales)) }),
    response: null,
  }),
};
