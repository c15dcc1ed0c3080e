import * as z from 'zod/mini';
import { momentSchema, okSchema, ruleAcrossFields, versionSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { isSpecialty } from './specialties.ts';
import { saveFormSchema, specialtyFormSchema } from './specialty-forms.ts';

/** An offered specialty, by its key. */
const offered = z.string().check(z.refine(isSpecialty, 'selectOption'));
/** The key of a specialty, also of one that is offered no more. */
const specialty = z.string().check(z.maxLength(200));

export const listedFormSchema = z.object({
  specialty: z.string(),
  /** False if it has a form, but is offered no more, because it was renamed or removed: nobody uses the form. */
  offered: z.boolean(),
  /** The number of its fields: none without a form, or once it ended. */
  fields: z.int(),
  /** Null before the first form. */
  changed_at: z.nullable(momentSchema),
  /** The operator's name. */
  changed_by: z.string(),
  /** Active doctors of the specialty. */
  doctors: z.int(),
  /** The number of these doctors who use the specialty's form. */
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
    summary: 'Every specialty with the state of its form, also those with a form that are offered no more',
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
    body: z
      .extend(saveFormSchema, { specialty })
      .check(
        ruleAcrossFields<{ specialty: string; fields: unknown[] }>(
          ['specialty'],
          (form) => form.fields.length === 0 || isSpecialty(form.specialty),
          { message: 'selectOption', path: ['specialty'] },
        ) as never,
      ),
    response: consoleFormSchema,
  }),
  giveConsoleForm: defineRoute({
    method: 'POST',
    path: '/api/console/specialty-form/give',
    console: 'only',
    summary: 'Give the form of a specialty that is offered no more to one without a form',
    body: z.object({ specialty, version: versionSchema, to: offered }),
    response: okSchema,
  }),
};
