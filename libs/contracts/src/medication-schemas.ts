import * as z from 'zod/mini';
import { daySchema, optionalText } from './common.ts';
import { mostSources } from './medication.ts';

// As much as a code of a plan can hold, so that nothing of it is cut.
const words = optionalText(2000);
const amount = optionalText(10);
/** One line of a medication list, in the words of the plan or of the patient. An empty text is not given. */
export const medicineSchema = z
  .object({
    /** The heading of the plan above the line, such as "Bedarfsmedikation". */
    heading: words,
    ingredients: z.array(z.object({ name: words, strength: words })).check(z.maxLength(10, 'tooMany')),
    trade_name: words,
    /** The number of the package (Pharmazentralnummer), with eight digits. */
    pzn: z.string().check(z.regex(/^(?:\d{8})?$/, 'contentMissing')),
    form: words,
    /** Amounts by time of day; null where the dose is a text. */
    times: z.nullable(z.object({ morning: amount, noon: amount, evening: amount, night: amount })),
    dose: words,
    unit: words,
    hint: words,
    reason: words,
  })
  .check(
    z.refine(
      ({ ingredients, trade_name: name, pzn }) =>
        ingredients.some((one) => one.name !== '') || name !== '' || pzn !== '',
      { error: 'contentMissing', path: ['trade_name'] },
    ),
  );
export type Medicine = z.infer<typeof medicineSchema>;

/** A person's medicines as a list, beside their own words on medication. */
export const medicationListSchema = z.object({
  medicines: z.array(medicineSchema).check(z.maxLength(100, 'tooMany')),
  /** The lines of a plan that are no medicine, such as "measure your blood pressure every day". */
  notes: z.array(z.object({ heading: words, text: words })).check(z.maxLength(50, 'tooMany')),
  /** The plans that it was read from, newest first. */
  sources: z
    .array(z.object({ printed_on: z.nullable(daySchema()), author: words }))
    .check(z.maxLength(mostSources, 'tooMany')),
  /** True if it was changed by hand after a plan was read, or written by hand. */
  edited: z.boolean(),
});
export type MedicationList = z.infer<typeof medicationListSchema>;
