/** The limits that operators change at the console, by the name of their setting, with the bounds between which they can. */
export const quotaBounds = {
  QUOTA_FILES: [100, 1_000_000],
  QUOTA_MEGABYTES: [100, 1_000_000],
  QUOTA_CLINIC_MEGABYTES: [1000, 100_000_000],
  LIMIT_SIGN_UPS_MINUTE: [2, 100],
  LIMIT_SIGN_UPS_DAY: [5, 2000],
  LIMIT_SIGN_UPS_NETWORK_DAY: [20, 10_000],
  LIMIT_SIGN_INS_ADDRESS: [20, 5000],
  LIMIT_SIGN_INS_NETWORK: [50, 20_000],
  LIMIT_LINKS_HOUR: [10, 1000],
  LIMIT_SMS_ADDRESS_DAY: [10, 2000],
  LIMIT_SMS_PREFIX_DAY: [50, 20_000],
  LIMIT_SMS_DAY: [100, 100_000],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type QuotaSetting = keyof typeof quotaBounds;
export const quotaSettings = Object.keys(quotaBounds) as [QuotaSetting, ...QuotaSetting[]];

/** The share of a limit from which on it counts as nearly reached. */
export const nearlyReached = 0.8;
