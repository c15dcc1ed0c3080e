import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { frozenCode } from './answer.ts';

/** A version of a medical summary: `EpicrisisContent` and its codes. */
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
    codes: z.optional(z.array(frozenCode)),
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
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ occasion: string, diagnoses: string, course: string, findings: string, assessment: string, recommendation: string, open_questions: string, plain_language: string, codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }',
      example: {
        occasion: 'Zweitmeinung',
        diagnoses: 'Knoten der Schilddrüse',
        course: '',
        findings: '',
        assessment: 'Beobachten.',
        recommendation: '',
        open_questions: '',
        plain_language: '',
        codes: [
          {
            system: 'icd10gm',
            version: '2026',
            code: 'E04.1',
            title: 'Nichttoxischer solitärer Schilddrüsenknoten',
            certainty: 'G',
            side: 'R',
          },
        ],
      },
    },
  ],
});
