import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** A case that another system prepared, under a key of its own until somebody takes it over. */
export const referralContent = sealedKind({
  name: 'referral',
  schema: z.object({
    person: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.string() }),
    /** The doctor that the case is for. */
    doctor: z.string(),
    case_name: z.string(),
    diagnosis: z.string(),
    medical_history: z.string(),
    /** By position. */
    files: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
  versions: [
    {
      shape:
        '{ person: { first_name: string, last_name: string, date_of_birth: string }, doctor: string, case_name: string, diagnosis: string, medical_history: string, files: ({ name: string, type: string })[] }',
      example: {
        person: { first_name: 'Jakob', last_name: 'Weiss', date_of_birth: '2019-03-01' },
        doctor: '6f2d1c5e-3f0a-4b57-9d52-0d0f6f2f8a11',
        case_name: 'Knie',
        diagnosis: 'Meniskusriss (S83.2)',
        medical_history: 'Schmerzen seit März.',
        files: [{ name: 'befund.pdf', type: 'application/pdf' }],
      },
    },
  ],
});
export type ReferralContent = Sealed<typeof referralContent>;
