import * as z from 'zod/mini';
import { momentSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { isSpecialty } from './specialties.ts';
import { saveFormSchema, specialtyFormSchema } from './specialty-forms.ts';

/** An offered specialty, by its key. */
const specialty = z.string().check(z.refine(isSpecialty, 'selectOption'));

export const listedFormSchema = z.object({
  specialty: z.string(),
  /** The number of its fields: none without a form, or once it ended. */
  fields: z.int(),
  /** Null before the first form. */
  changed_at: z.nullable(momentSchema),
  /** The operator's name. */
  changed_by: z.string(),
  /** Active doctors of the specialty. */
  doctors: z.int(),
  /** Those of them who use its form: neither an own one, nor none. */
  using: z.int(),
});
export type ListedForm = z.infer<typeof listedFormSchema>;

export const consoleFormSchema = z.extend(specialtyFormSchema, { specialty: z.string() });
export type ConsoleForm = z.infer<typeof consoleFormSchema>;

/** The console's requests about the forms of specialties. */
export const consoleFormRoutes = {
  consoleForms: defineRoute({
    method: 'GET',
    path: '/api/console/specialty-forms',
    console: 'only',
    summary: 'Every specialty with the state of its form',
    response: z.object({ items: z.array(listedFormSchema) }),
  }),
  consoleForm: defineRoute({
    method: 'GET',
    path: '/api/console/specialty-form',
    console: 'only',
    summary: 'The fields that doctors of a specialty ask for, unless they have a form of their own',
    query: z.object({ specialty }),
    response: consoleFormSchema,
  }),
  saveConsoleForm: defineRoute({
    method: 'PUT',
    path: '/api/console/specialty-form',
    console: 'only',
    summary: 'Replace these fields from now on, or end the form; what was answered stays as it was answered',
    body: z.extend(saveFormSchema, { specialty }),
    response: consoleFormSchema,
  }),
};
