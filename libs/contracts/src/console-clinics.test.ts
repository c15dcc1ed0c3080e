import { clinicFieldsSchema } from './console-clinics.ts';

test.each(['imprint_de', 'imprint_en'] as const)('%s has at most 6000 characters', (language) => {
  const field = clinicFieldsSchema.shape[language];
  expect(field.safeParse('x'.repeat(6000)).success).toBe(true);
  expect(field.safeParse('x'.repeat(6001)).success).toBe(false);
});
