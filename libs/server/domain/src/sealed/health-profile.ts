import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleMedicationList, sealedMedicationList } from './medication-list.ts';

/** The texts of a health profile, under the patient's key. */
export const healthTexts = sealedKind({
  name: 'health_profile',
  schema: z.object({
    medication: z.string(),
    allergies: z.string(),
    operations: z.string(),
    previous_illnesses: z.string(),
    medication_list: z.nullable(sealedMedicationList),
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
      upgrade: (value: object) => ({ medication_list: null, ...value }),
    },
    {
      shape:
        '{ medication: string, allergies: string, operations: string, previous_illnesses: string, medication_list: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean } | null }',
      example: {
        medication: 'L-Thyroxin 50 µg, morgens 1',
        allergies: 'Penicillin',
        operations: '',
        previous_illnesses: '',
        medication_list: exampleMedicationList,
      },
    },
  ],
});
