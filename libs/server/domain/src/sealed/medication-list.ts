import * as z from 'zod/mini';

/** A medication list inside sealed JSON of several kinds. A change needs a new version of each of them. */
export const sealedMedicationList = z.object({
  medicines: z.array(
    z.object({
      heading: z.string(),
      ingredients: z.array(z.object({ name: z.string(), strength: z.string() })),
      trade_name: z.string(),
      pzn: z.string(),
      form: z.string(),
      times: z.nullable(z.object({ morning: z.string(), noon: z.string(), evening: z.string(), night: z.string() })),
      dose: z.string(),
      unit: z.string(),
      hint: z.string(),
      reason: z.string(),
    }),
  ),
  notes: z.array(z.object({ heading: z.string(), text: z.string() })),
  sources: z.array(z.object({ printed_on: z.nullable(z.string()), author: z.string() })),
  edited: z.boolean(),
});

/** An example for the versions of those kinds. */
export const exampleMedicationList = {
  medicines: [
    {
      heading: 'Dauermedikation',
      ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
      trade_name: 'Ramipril Muster',
      pzn: '01234562',
      form: 'Tabletten',
      times: { morning: '1', noon: '', evening: '½', night: '' },
      dose: '',
      unit: 'Stück',
      hint: 'vor dem Essen',
      reason: 'Bluthochdruck',
    },
  ],
  notes: [{ heading: 'Wichtige Hinweise', text: 'Bitte den Blutdruck täglich messen.' }],
  sources: [{ printed_on: '2026-11-03', author: 'Dr. Jana Beispiel' }],
  edited: false,
};
