import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** A version of a medical summary (`EpicrisisContent`). */
export const epicrisisTexts = sealedKind({
  name: 'epicrisis',
  schema: z.object({
    occasion: z.string(),
    diagnoses: z.string(),
    course: z.string(),
    findings: z.string(),
    assessment: z.string(),
    recommendation: z.string(),
    open_questions: z.string(),
    plain_language: z.string(),
  }),
  versions: [
    {
      shape:
        '{ occasion: string, diagnoses: string, course: string, findings: string, assessment: string, recommendation: string, open_questions: string, plain_language: string }',
      example: {
        occasion: 'Zweitmeinung',
        diagnoses: 'Meniskusriss',
        course: '',
        findings: '',
        assessment: 'Konservativ behandeln.',
        recommendation: '',
        open_questions: '',
        plain_language: '',
      },
    },
  ],
});
