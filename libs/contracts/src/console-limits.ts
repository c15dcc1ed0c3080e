import * as z from 'zod/mini';
import { momentSchema } from './common.ts';
import { quotaBounds, quotaSettings } from './quota-settings.ts';
import { defineRoute } from './route.ts';

export const limitSchema = z.object({
  setting: z.enum(quotaSettings),
  /** The size in force, before `factor`; null without a limit. */
  size: z.nullable(z.int()),
  /** The size without the console: the setting, or the usual one. */
  configured: z.nullable(z.int()),
  source: z.enum(['setting', 'console']),
  /** Null for storage. */
  per_minutes: z.nullable(z.number()),
  /** The use of the fullest account, address, network or clinic now. */
  used: z.number(),
  /** The share that is used, from 0; null without a limit. */
  share: z.nullable(z.number()),
  changed_at: z.nullable(momentSchema),
  /** The operator who changed it at the console; empty if nobody did. */
  changed_by: z.string(),
});
export type ConsoleLimit = z.infer<typeof limitSchema>;

export const consoleLimitsSchema = z.object({
  /** The fullest first. */
  limits: z.array(limitSchema),
  /** Multiplies the rate limits. */
  factor: z.number(),
  trusted_networks: z.array(z.string()),
  sms_countries: z.array(z.string()),
});

const size = z.int('invalid');
export const changedLimitSchema = z
  .object({
    setting: z.enum(quotaSettings),
    /** Null means the configured value. */
    size: z.nullable(size),
  })
  .check(
    z.refine(
      ({ setting, size: given }) => {
        const [least, most] = quotaBounds[setting];
        return given === null || (given >= least && given <= most);
      },
      { message: 'invalid', path: ['size'] },
    ),
  );
export type ChangedLimit = z.infer<typeof changedLimitSchema>;

/** The console's requests about limits. */
export const consoleLimitRoutes = {
  consoleLimits: defineRoute({
    method: 'GET',
    path: '/api/console/limits',
    console: 'only',
    summary: 'Limits with their use now, the fullest first, and trusted networks',
    response: consoleLimitsSchema,
  }),
  changeLimit: defineRoute({
    method: 'POST',
    path: '/api/console/limits',
    console: 'only',
    summary: 'Raise or lower a limit within its bounds, or set it back to the setting',
    body: changedLimitSchema,
    response: consoleLimitsSchema,
  }),
};
