import * as z from 'zod/mini';
import { anamnesisTopics } from './codes.ts';
import { givenIdSchema, idSchema, momentSchema, optionalText, requiredText } from './common.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';

/** The texts of a case in which words are found; `page`: of a PDF. */
export const textPlaces = [
  'diagnosis',
  'medical_history',
  ...anamnesisTopics,
  'specialty_form',
  'question',
  'answer',
  'message',
  'document',
  'page',
] as const;
export type TextPlace = (typeof textPlaces)[number];

/** A place in a case that contains a typed word. */
export const foundTextSchema = z.object({
  place: z.enum(textPlaces),
  /** The case, question, answer, message or document. */
  id: idSchema,
  /** The name of the document, or the subject of the message. */
  name: z.nullable(z.string()),
  page: z.nullable(z.number()),
  at: z.nullable(momentSchema),
  /** Null for a page, and for what the reader has not opened yet. */
  excerpt: z.nullable(z.object({ before: z.string(), word: z.string(), after: z.string() })),
});
export type FoundText = z.infer<typeof foundTextSchema>;

/** More cases than this are not listed for one search. */
export const mostCasesFound = 20;
/** More places of one case are counted only. */
export const mostPlacesOfCase = 5;

/**
 * Patients by name or date of birth, and cases by their name, patient or texts, found while typing; without `q` the
 * most recent ones.
 */
export const searchHitSchema = z.object({
  kind: z.enum(['patient', 'case']),
  id: idSchema,
  patient: patientNameSchema,
  case_name: z.nullable(z.string()),
  /** The places that contain a typed word; none if only the names do. */
  found: z.array(foundTextSchema),
  /** The number of further places. */
  more: z.number(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** The placeholders of a snippet, as `{{patient}}`. */
export const snippetPlaceholders = ['patient', 'first_name', 'last_name', 'date_of_birth', 'today'] as const;
const placeholder = new RegExp(`\\{\\{\\s*(?:${snippetPlaceholders.join('|')})\\s*\\}\\}`, 'g');
/** Double braces only for known placeholders: a misspelt one would appear in the letter. */
const onlyPlaceholders = (text: string): boolean => !/\{\{|\}\}/.test(text.replace(placeholder, ''));

/** A doctor's text snippet; its placeholders are filled in on use. */
export const snippetSchema = z.object({ id: idSchema, title: z.string(), text: z.string() });
export type Snippet = z.infer<typeof snippetSchema>;
export const saveSnippetsSchema = z
  .array(
    z.object({
      id: z.optional(givenIdSchema()),
      title: requiredText('titleMissing', 100),
      text: optionalText(5000).check(z.refine(onlyPlaceholders, 'placeholderUnknown')),
    }),
  )
  .check(z.maxLength(200, 'tooMany'));

export const searchRoutes = {
  search: defineRoute({
    method: 'GET',
    path: '/api/search',
    summary: 'Find patients, cases and words in their texts',
    query: z.object({ q: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.array(searchHitSchema),
  }),
  listSnippets: defineRoute({
    method: 'GET',
    path: '/api/snippets',
    summary: "The doctor's text snippets",
    response: z.array(snippetSchema),
  }),
  saveSnippets: defineRoute({
    method: 'PUT',
    path: '/api/snippets',
    summary: 'Replace the text snippets',
    body: saveSnippetsSchema,
    response: z.array(snippetSchema),
  }),
};
