import { genders } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/**
 * A patient record (`PatientFields`), under the patient's key. The rules of the form are not repeated: they may become
 * stricter.
 */
export const patientRecord = sealedKind({
  name: 'patient',
  schema: z.object({
    first_name: z.string(),
    last_name: z.string(),
    gender: z.enum(genders),
    date_of_birth: z.string(),
    street: z.string(),
    house_number: z.string(),
    zipcode: z.string(),
    city: z.string(),
    state: z.optional(z.string()),
    country: z.optional(z.string()),
    phone: z.optional(z.string()),
    // A field that is missing here would be lost.
  } satisfies Record<keyof PatientFields, z.ZodMiniType>),
  versions: [
    {
      shape:
        '{ first_name: string, last_name: string, gender: "M" | "F" | "D", date_of_birth: string, street: string, house_number: string, zipcode: string, city: string, state?: string, country?: string, phone?: string }',
      example: {
        first_name: 'Jakob',
        last_name: 'Weiss',
        gender: 'M',
        date_of_birth: '2019-03-01',
        street: 'Lindenweg',
        house_number: '4a',
        zipcode: '04109',
        city: 'Leipzig',
        phone: '+49 341 1234567',
      },
    },
  ],
});
