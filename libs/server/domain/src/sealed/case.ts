import { anamnesisTopics, type AnamnesisTopic } from '@konsil/contracts/codes';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The content of a case row, under the patient's key. */
export const caseTexts = sealedKind({
  name: 'case',
  schema: z.object({
    case_name: z.string(),
    diagnosis: z.string(),
    medical_history: z.string(),
    anamnesis: z.object(
      Object.fromEntries(anamnesisTopics.map((topic) => [topic, z.string()])) as Record<
        AnamnesisTopic,
        z.ZodMiniString
      >,
    ),
    /** The case's version of the last change of its general forms. */
    forms_version: z.number(),
  }),
  versions: [
    {
      shape:
        '{ case_name: string, diagnosis: string, medical_history: string, anamnesis: { medication: string, allergies: string, previous_illnesses: string, operations: string, family_history: string, lifestyle: string }, forms_version: number }',
      example: {
        case_name: 'Knie',
        diagnosis: 'Meniskusriss',
        medical_history: 'Seit drei Monaten Schmerzen.',
        anamnesis: {
          medication: '',
          allergies: 'Penicillin',
          previous_illnesses: '',
          operations: '',
          family_history: '',
          lifestyle: '',
        },
        forms_version: 1,
      },
    },
  ],
});
export type CaseTexts = Sealed<typeof caseTexts>;
