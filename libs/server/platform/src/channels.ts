import { letterChannels } from '@konsil/contracts/channels';
import { minuteMs } from './clock.ts';

export const channels = [...letterChannels, 'webhook', 'push'] as const;
export type Channel = (typeof channels)[number];

interface Bounds {
  /** Longer than the slowest host takes (transports.ts), or another process would send a duplicate. */
  leaseMs: number;
  mostAttempts: number;
}
export const boundsOf: Readonly<Record<Channel, Bounds>> = {
  email: { leaseMs: 5 * minuteMs, mostAttempts: 40 },
  sms: { leaseMs: minuteMs, mostAttempts: 40 },
  // A webhook is tried until it is disabled.
  webhook: { leaseMs: minuteMs, mostAttempts: Number.POSITIVE_INFINITY },
  push: { leaseMs: minuteMs, mostAttempts: 40 },
};
