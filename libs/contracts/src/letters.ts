import * as z from 'zod/mini';
import { answerOptions } from './answer-options.ts';
import { locales } from './codes.ts';
import { idParams, idSchema, listQuery, momentSchema, pageOf, requiredText } from './common.ts';
import { newPictureSchema } from './pictures.ts';
import { defineRoute } from './route.ts';

/** A letter that a doctor sent. The doctor keeps it when the case, the record or the account is gone. */
export const keptLetterSchema = z.object({
  id: idSchema,
  sent_at: momentSchema,
  /** Null for a summary. */
  option: z.nullable(z.enum(answerOptions)),
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

/** A picture of a practice, at most a megabyte, and what a screen reader says in its place. */
export const newLogoSchema = z.object({
  picture: newPictureSchema,
  alt: requiredText('freeTextMissing', 200),
});
export const logoSchema = z.object({
  /** PNG in Base64, as letters show it. */
  picture: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});
export type Logo = z.infer<typeof logoSchema>;
const letterheadSchema = z.object({ logo: z.nullable(logoSchema) });

export const letterRoutes = {
  getLetterhead: defineRoute({
    method: 'GET',
    path: '/api/letterhead',
    summary: "The logo on the doctor's letters",
    response: letterheadSchema,
  }),
  saveLogo: defineRoute({
    method: 'PUT',
    path: '/api/letterhead/logo',
    summary: 'Put a logo on the letters from now on',
    body: newLogoSchema,
    response: letterheadSchema,
  }),
  removeLogo: defineRoute({
    method: 'DELETE',
    path: '/api/letterhead/logo',
    summary: 'Send letters without a logo from now on; sent ones keep theirs',
    response: letterheadSchema,
  }),
  getSampleLetter: defineRoute({
    method: 'GET',
    path: '/api/letterhead/sample.pdf',
    summary: 'A letter about an invented patient, with the heads of the doctor',
    query: z.object({ language: z.optional(z.enum(locales)) }),
    response: null,
  }),
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
