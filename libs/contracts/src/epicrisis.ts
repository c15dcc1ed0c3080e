import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, optionalText, versionSchema } from './common.ts';
import { hasVisibleText } from './visible-text.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';

const section = optionalText(10_000);
export const epicrisisContentSchema = z.object({
  occasion: section,
  diagnoses: section,
  course: section,
  findings: section,
  assessment: section,
  recommendation: section,
  open_questions: section,
  plain_language: section,
});
export type EpicrisisContent = z.infer<typeof epicrisisContentSchema>;
/** At least one section must be filled in. */
export const writtenEpicrisisSchema = epicrisisContentSchema.check(
  z.refine((content) => Object.values(content).some(hasVisibleText), { error: 'epicrisisEmpty', path: ['occasion'] }),
);

export const epicrisisVersionSchema = z.object({
  id: idSchema,
  version: versionSchema,
  author: z.string(),
  created_at: momentSchema,
  released_at: z.nullable(momentSchema),
  content: epicrisisContentSchema,
});
export type EpicrisisVersion = z.infer<typeof epicrisisVersionSchema>;

/** Newest version first. Patients get released versions only. */
export const epicrisisSchema = z.object({
  patient: patientNameSchema,
  version: versionSchema,
  current: z.nullable(epicrisisVersionSchema),
  released: z.nullable(epicrisisVersionSchema),
  versions: z.array(epicrisisVersionSchema),
});
export type Epicrisis = z.infer<typeof epicrisisSchema>;

/** `version`: the one the author started from (0: none yet). `release`: the patient may read it. */
export const saveEpicrisisSchema = z.object({
  version: versionSchema,
  content: writtenEpicrisisSchema,
  release: z.boolean(),
});
export type SaveEpicrisis = z.infer<typeof saveEpicrisisSchema>;

export const epicrisisRoutes = {
  getEpicrisis: defineRoute({
    method: 'GET',
    path: '/api/epikrise/:id',
    documented: true,
    summary: "A patient's epicrisis with its versions",
    params: idParams,
    response: epicrisisSchema,
  }),
  saveEpicrisis: defineRoute({
    method: 'POST',
    path: '/api/epikrise/:id',
    documented: true,
    summary: 'Save a new version of the epicrisis',
    params: idParams,
    body: saveEpicrisisSchema,
    response: epicrisisSchema,
  }),
};
