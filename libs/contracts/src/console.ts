import * as z from 'zod/mini';
import { letterChannels } from './channels.ts';
import { momentSchema } from './common.ts';
import { lightKinds, lightReasons, lightStates, operatorPermissions } from './console-codes.ts';
import { defineRoute } from './route.ts';

export const operatorSchema = z.object({
  name: z.string(),
  email: z.string(),
  permissions: z.array(z.enum(operatorPermissions)),
});
export type Operator = z.infer<typeof operatorSchema>;

export const lightSchema = z.object({
  kind: z.enum(lightKinds),
  state: z.enum(lightStates),
  reason: z.nullable(z.enum(lightReasons)),
  /** The time of the last success. */
  at: z.nullable(momentSchema),
  /** The number of overdue erasures, e-mails and SMS or duties, or the percentage of the disk in use. */
  count: z.nullable(z.int()),
  /** Names of overdue duties. */
  names: z.array(z.string()),
});
export type Light = z.infer<typeof lightSchema>;

/** The number of days whose answers are measured. */
export const measuredDays = 28;

/** The state of the installation: numbers and times, nothing of a case and nobody's name. */
export const todaySchema = z.object({
  at: momentSchema,
  /** Cases that wait for a doctor, and those of them past their day. */
  cases: z.object({ open: z.int(), overdue: z.int() }),
  /** Median and 90th percentile of days from request to answer; null without answers. */
  answers: z.object({ count: z.int(), half_days: z.nullable(z.number()), most_days: z.nullable(z.number()) }),
  letters: z.array(
    z.object({
      channel: z.enum(letterChannels),
      waiting: z.int(),
      oldest_at: z.nullable(momentSchema),
      failed: z.int(),
    }),
  ),
  /** Documents that are due to be scanned, read or drawn. */
  uploads_waiting: z.int(),
  lights: z.array(lightSchema),
});
export type Today = z.infer<typeof todaySchema>;

/** The calls of the operator's console: none returns anything of a case. */
export const consoleRoutes = {
  consoleMe: defineRoute({
    method: 'GET',
    path: '/api/console/me',
    console: 'only',
    summary: 'The operator who is signed in, and what they may do',
    response: operatorSchema,
  }),
  consoleToday: defineRoute({
    method: 'GET',
    path: '/api/console/today',
    console: 'only',
    summary: 'The state of the installation, in numbers',
    response: todaySchema,
  }),
};
