import * as z from 'zod/mini';
import { givenIdSchema, idSchema, optionalText, requiredText } from './common.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';

/** Patients and cases found by name, date of birth or case name while typing; without `q` the most recent ones. */
export const searchHitSchema = z.object({
  kind: z.enum(['patient', 'case']),
  id: idSchema,
  patient: patientNameSchema,
  case_name: z.nullable(z.string()),
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
    summary: 'Find patients and cases',
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
