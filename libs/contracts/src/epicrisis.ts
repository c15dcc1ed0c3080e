import * as z from 'zod/mini';
import { locales } from './codes.ts';
import { idParams, idSchema, momentSchema, optionalText, versionSchema } from './common.ts';
import { givenCodesSchema, medicalCodeSchema } from './medical-codes.ts';
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
export type SummarySection = keyof EpicrisisContent;
export const summarySections = Object.keys(epicrisisContentSchema.shape) as SummarySection[];
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
  /** Diagnoses and procedures by code; missing if there are none. */
  codes: z.optional(z.array(medicalCodeSchema)),
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
  codes: z.optional(givenCodesSchema),
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
  getSummaryLetter: defineRoute({
    method: 'GET',
    path: '/api/epikrise/:id/letter.pdf',
    summary: 'The newest released summary as a letter, a PDF/A file',
    params: idParams,
    query: z.object({ language: z.optional(z.enum(locales)) }),
    response: null,
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
