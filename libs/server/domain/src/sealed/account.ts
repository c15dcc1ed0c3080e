import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The sealed data of an account, under its own key. */
export const accountSecrets = sealedKind({
  name: 'account',
  schema: z.object({
    full_name: z.string(),
    /** E.164, or empty before a number was given. */
    phone: z.string(),
    pending_email: z.optional(z.string()),
    totp_secret: z.optional(z.string()),
    /** A new secret that no code has confirmed yet. */
    totp_pending: z.optional(z.string()),
    /** The time step of the last used code: none is accepted twice. */
    totp_step: z.optional(z.number()),
  }),
  versions: [
    {
      shape:
        '{ full_name: string, phone: string, pending_email?: string, totp_secret?: string, totp_pending?: string, totp_step?: number }',
      example: { full_name: 'Miriam Weiss', phone: '+4915112345678', totp_secret: 'JBSWY3DP', totp_step: 58000000 },
    },
  ],
});
export type AccountSecrets = Sealed<typeof accountSecrets>;
