import * as z from 'zod/mini';
import { metadataFormSchema } from '@konsil/contracts/documents';
import { stepFields } from './details.ts';
import type { Details, DetailStep } from './details.ts';

// Valid placeholder values, so that one step can be validated alone.
const valid: Details = {
  medical_kind_code: 'letter',
  kind_other: '',
  issue_date: '2000-01-01',
  date_unknown: false,
  source_kind_code: 'hospital',
  source_other: '',
  source_name: '-',
};

/** The contract's rules for one of the three questions. */
export const stepSchema = (step: DetailStep): z.ZodMiniType<Details, Details> =>
  z.custom<Details>().check(
    z.check<Details>(({ value, issues }) => {
      const asked = Object.fromEntries(stepFields[step].map((field) => [field, value[field]]));
      const result = metadataFormSchema.safeParse({ ...valid, ...asked });
      for (const { path, message } of result.error?.issues ?? [])
        issues.push({ code: 'custom', path, message, input: value });
    }),
  );
