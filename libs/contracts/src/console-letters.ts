import * as z from 'zod/mini';
import { letterChannels } from './channels.ts';
import { givenIdSchema, idSchema, listQuery, momentSchema, pageOf } from './common.ts';
import { letterFailures } from './console-codes.ts';
import { defineRoute } from './route.ts';

export const letterStates = ['waiting', 'failed'] as const;
export type LetterState = (typeof letterStates)[number];

/** An e-mail or SMS that was not sent: its recipient, without its content. */
export const letterSchema = z.object({
  id: idSchema,
  channel: z.enum(letterChannels),
  /** Shortened: `mi…r@webpost.example`, `+49 … 4471`. */
  to: z.string(),
  created_at: momentSchema,
  /** The next attempt, while it waits. */
  due_at: momentSchema,
  failed_at: z.nullable(momentSchema),
  failure: z.nullable(z.enum(letterFailures)),
  attempts: z.int(),
  /** The last error: `connect ECONNREFUSED`. */
  error: z.string(),
  /** True while the content of the e-mail is kept. */
  can_retry: z.boolean(),
});
export type ConsoleLetter = z.infer<typeof letterSchema>;

const letterIds = z.object({ ids: z.array(givenIdSchema()).check(z.minLength(1), z.maxLength(200, 'tooMany')) });
const changed = z.object({ changed: z.int() });

/** An act of an operator, from the access log. */
export const operatorActSchema = z.object({
  id: z.string(),
  at: momentSchema,
  /** Empty: the command line. */
  operator: z.string(),
  action: z.string(),
  result: z.enum(['allowed', 'denied']),
  /** The address of the account it was about; empty if none, or erased. */
  subject: z.string(),
  /** Codes: the reason, a ticket number, how many were found. */
  detail: z.record(z.string(), z.string()),
});
export type OperatorAct = z.infer<typeof operatorActSchema>;
export const operatorActsQuerySchema = z.object({
  cursor: listQuery.cursor,
  limit: listQuery.limit,
  operator: z.optional(z.union([idSchema, z.literal('')])),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
/** More acts than that do not fit into one file. */
export const mostActsInFile = 10_000;

/** The console's requests about e-mails and SMS, and operators' actions. */
export const consoleLetterRoutes = {
  consoleLetters: defineRoute({
    method: 'GET',
    path: '/api/console/letters',
    console: 'only',
    summary: 'E-mails and SMS that wait or failed, without what they say',
    query: z.object({ state: z.enum(letterStates) }),
    response: z.object({ items: z.array(letterSchema), total: z.int() }),
  }),
  retryLetters: defineRoute({
    method: 'POST',
    path: '/api/console/letters/retry',
    console: 'only',
    summary: 'Try letters again at once',
    body: letterIds,
    response: changed,
  }),
  giveUpLetters: defineRoute({
    method: 'POST',
    path: '/api/console/letters/give-up',
    console: 'only',
    summary: 'Give failed letters up: what they say is deleted',
    body: letterIds,
    response: changed,
  }),
  operatorActs: defineRoute({
    method: 'GET',
    path: '/api/console/acts',
    console: 'only',
    summary: 'What operators did, newest first',
    query: operatorActsQuerySchema,
    response: z.extend(pageOf(operatorActSchema), {
      operators: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
  }),
  operatorActsFile: defineRoute({
    method: 'POST',
    path: '/api/console/acts/file',
    console: 'only',
    summary: 'The same as CSV, at most 10,000 acts',
    body: z.omit(operatorActsQuerySchema, { cursor: true, limit: true }),
    response: z.object({ csv: z.string(), complete: z.boolean() }),
  }),
};
