import * as z from 'zod/mini';
import { actReasons, holdReasons, personActs, personStates } from './console-codes.ts';
import { idParams, idSchema, momentSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { actingKinds } from './stored-kinds.ts';

/** An account as the console shows it: nothing of its cases, and no patient's name. */
export const personSchema = z.object({
  id: idSchema,
  email: z.string(),
  kind: z.enum(actingKinds),
  /** A doctor's name in the directory; empty for patients. */
  name: z.string(),
  created_at: momentSchema,
  state: z.enum(personStates),
  locked_at: z.nullable(momentSchema),
  second_factor_at: z.nullable(momentSchema),
  /** From this time on nothing of the account is erased, until an operator ends the legal hold. */
  held_at: z.nullable(momentSchema),
  /** The number of sessions now. */
  sessions: z.int(),
  /** The open request to reset the second factor. */
  reset: z.nullable(
    z.object({
      asked_at: momentSchema,
      expires_at: momentSchema,
      /** The operator who requested it, and whether that is the reader, because another operator must confirm. */
      asked_by: z.string(),
      mine: z.boolean(),
    }),
  ),
});
export type Person = z.infer<typeof personSchema>;

/** The beginning of an address: shorter ones would list everybody. */
export const shortestSearch = 3;
export const personSearchSchema = z.object({
  email: z.string('emailInvalid').check(z.trim(), z.minLength(shortestSearch, 'emailInvalid'), z.maxLength(254)),
});

/** The number of the ticket or letter that asked for the action; a free text could reveal too much. */
export const actReferenceSchema = z.string().check(z.trim(), z.maxLength(40, 'tooLong'), z.regex(/^[\w#./-]*$/));
export const actReasonSchema = z.object({
  reason: z.enum(actReasons, 'reasonMissing'),
  reference: actReferenceSchema,
});
export const personActSchema = z.extend(actReasonSchema, { act: z.enum(personActs) });
export type NewPersonAct = z.infer<typeof personActSchema>;
/** `held`: whether there is to be a hold. */
export const legalHoldSchema = z.object({
  held: z.boolean(),
  reason: z.enum(holdReasons, 'reasonMissing'),
  reference: actReferenceSchema,
});

/** The console's calls about people. Addresses are searched in the body, because URLs end up in logs. */
export const consolePeopleRoutes = {
  searchPeople: defineRoute({
    method: 'POST',
    path: '/api/console/people/search',
    console: 'only',
    summary: 'Accounts of patients and doctors by address, or its beginning',
    body: personSearchSchema,
    response: z.object({ items: z.array(personSchema), more: z.boolean() }),
  }),
  actOnPerson: defineRoute({
    method: 'POST',
    path: '/api/console/people/:id/acts',
    console: 'only',
    summary: 'Lock or unlock an account, end its sessions, reset its second factor',
    params: idParams,
    body: personActSchema,
    response: personSchema,
  }),
  setLegalHold: defineRoute({
    method: 'POST',
    path: '/api/console/people/:id/hold',
    console: 'only',
    summary: 'Place a legal hold on an account with its records, or end it: nothing is erased meanwhile',
    params: idParams,
    body: legalHoldSchema,
    response: personSchema,
  }),
};
