import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/**
 * The note of a request, the documents that were reported to the patient as missing, and the time when they last
 * confirmed their health data.
 */
export const requestTexts = sealedKind({
  name: 'request',
  schema: z.object({
    note: z.string(),
    said_missing: z.optional(z.array(z.string())),
    health_confirmed_at: z.optional(z.string()),
  }),
  versions: [
    {
      shape: '{ note: string }',
      example: { note: 'Bitte auch das MRT ansehen.' },
      upgrade: (value: object) => value,
    },
    {
      shape: '{ note: string, said_missing?: (string)[] }',
      example: { note: 'Bitte auch das MRT ansehen.', said_missing: ['ultrasound'] },
      upgrade: (value: object) => value,
    },
    {
      shape: '{ note: string, said_missing?: (string)[], health_confirmed_at?: string }',
      example: { note: 'Bitte auch das MRT ansehen.', health_confirmed_at: '2026-11-27T04:10:00.000Z' },
    },
  ],
});
export type RequestTexts = Sealed<typeof requestTexts>;
