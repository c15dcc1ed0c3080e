import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';

/** `invited`: nobody has accepted yet. `expired`: nobody accepted in time. `ended`: somebody read along before. */
export const readerStates = ['invited', 'expired', 'open', 'ended'] as const;
export type ReaderState = (typeof readerStates)[number];

/** `see`: reads along. `act`: also writes for the person in sent cases (docs/decisions/readers.md). */
export const readerRoles = ['see', 'act'] as const;
export type ReaderRole = (typeof readerRoles)[number];

/** The number of days in which an invitation can be accepted. */
export const invitationDays = 14;
/** The most people who read along with one person, including open invitations. */
export const mostReaders = 10;

/** A reader of a person, as the owner sees them. */
export const readerSchema = z.object({
  id: idSchema,
  state: z.enum(readerStates),
  role: z.enum(readerRoles),
  /** The name of the account; null before the invitation is accepted, and of an erased account. */
  name: z.nullable(z.string()),
  /** The invited address, until somebody accepts. */
  email: z.nullable(z.string()),
  /** The last moment at which the invitation can be accepted. */
  expires_at: momentSchema,
  since: z.nullable(momentSchema),
  /** The last day; null until somebody ends it. */
  until: z.nullable(z.iso.date()),
  ended_at: z.nullable(momentSchema),
});
export type Reader = z.infer<typeof readerSchema>;

/** A person whom the caller reads along, or is invited to. */
export const sharedPersonSchema = z.object({
  id: idSchema,
  state: z.enum(['invited', 'open']),
  role: z.enum(readerRoles),
  /** The person's name. */
  person: z.string(),
  /** The name of the owner. */
  shared_by: z.string(),
  until: z.nullable(z.iso.date()),
  expires_at: momentSchema,
  /** For who may act: the cases in which the doctor waits for the patient. */
  waiting: z.optional(z.int()),
});
export type SharedPerson = z.infer<typeof sharedPersonSchema>;
