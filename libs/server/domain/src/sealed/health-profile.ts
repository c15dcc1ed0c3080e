import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The texts of a health profile, under the patient's key. */
export const healthTexts = sealedKind({
  name: 'health_profile',
  schema: z.object({
    medication: z.string(),
    allergies: z.string(),
    operations: z.string(),
    previous_illnesses: z.string(),
  }),
  versions: [
    {
      shape: '{ medication: string, allergies: string, operations: string, previous_illnesses: string }',
      example: {
        medication: 'L-Thyroxin 50 µg, morgens 1',
        allergies: 'Penicillin',
        operations: '',
        previous_illnesses: '',
      },
    },
  ],
});
