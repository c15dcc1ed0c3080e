import { quotaBounds, type QuotaSetting } from '@konsil/contracts/quota-settings';
import { and, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Database, Tx } from './database/client.ts';
import { limits, quotas } from './database/tables.ts';
import { clockSkewMs, later, minuteMs, type Clock } from './clock.ts';
import { hmac } from './keys/crypto.ts';
import { Problem } from './http/problems.ts';
import { countLimit } from './metrics.ts';
import type { Vault } from './keys/vault.ts';

/** At most `most` times in `windowMs` per subject. */
export interface Limit {
  name: string;
  most: number;
  windowMs: number;
}
export interface Hit {
  limit: Limit;
  /** The subject that is counted: an account, an address, a phone number. Only its keyed hash is stored. */
  subject: string;
  /**
   * For a subject that all callers share: they count in one of several rows, chosen by this, and compare the sum. In one
   * row each caller would wait for the commits of all others.
   */
  spreadBy?: string;
}

/** The rows of one spread counter. */
const parts = 16;

/** After `free` counts, each further one has to wait twice as long as the previous. */
export interface LimitPace {
  free: number;
  firstMs: number;
}

/** The network of an IP address: /24 for IPv4, /48 for IPv6; an IPv6 host counts as its /64. */
export const subnetOf = (ip: string, wide: boolean): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  const keep = address.kind() === 'ipv4' ? (wide ? 3 : 4) : wide ? 6 : 8;
  return address.toByteArray().slice(0, keep).join('.');
};

/** True if an address is in one of the networks, given as CIDR (10.20.0.0/16) or single addresses. */
export const isInNetworks = (ip: string, networks: readonly string[]): boolean => {
  if (networks.length === 0 || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [range, bits] = rangeOf(network);
    return range.kind() === address.kind() && address.match(range, bits);
  });
};
const rangeOf = (network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] =>
  network.includes('/')
    ? ipaddr.parseCIDR(network)
    : [ipaddr.parse(network), ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128];

/** The network of an address as text, such as 203.0.113.0/24: a rough location, never a person. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return `${address.toByteArray().slice(0, 3).join('.')}.0/24`;
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
};

/** SQL: a window of this length is over, or its end was written before the clock was set back. */
const isOver = (now: Date, windowMs: number) =>
  or(lte(limits.windowEndsAt, now), gt(limits.windowEndsAt, later(now, windowMs + clockSkewMs)));
const isCounting = (now: Date, windowMs: number) =>
  and(gt(limits.windowEndsAt, now), lte(limits.windowEndsAt, later(now, windowMs + clockSkewMs)));

const partOf = (key: string, part: number): string => `${key}#${part}`;

/** Rate limits in the database, across restarts and processes (docs/security.md, design f). */
export class Limits {
  /** Names of limits that refused something in this process, until the operator was told. */
  readonly reached = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly factor: number,
    /** The operator's sizes by name of the limit, instead of `most`. */
    private readonly sizes: Readonly<Record<string, number>> = {},
    /** The settings by name of the limit that operators can change at the console. */
    private readonly settings: Readonly<Record<string, QuotaSetting>> = {},
  ) {}

  /**
   * Counts before comparing, so that concurrent callers cannot both pass. Stops at the first exceeded limit, so that a
   * refused request does not use up wider ones. In a transaction use `countIn`.
   * @throws {Problem} `too_many` with the time to wait.
   */
  async count(...hits: Hit[]): Promise<void> {
    await this.countIn(this.db, ...hits);
  }

  /** `count` in a transaction: rolled back with it, and callers with the same subject wait for its end. */
  async countIn(tx: Tx | Database, ...hits: Hit[]): Promise<void> {
    const now = this.clock.now();
    for (const hit of hits) {
      const { count, endsAt } = await this.added(tx, hit, now);
      if (await this.isWithin(tx, hit.limit, count)) continue;
      countLimit(hit.limit.name);
      this.reached.add(hit.limit.name);
      throw new Problem('too_many', { retryAfter: (endsAt.getTime() - now.getTime()) / 1000 });
    }
  }

  /** `countIn` for optional actions: whether the limits allow it. */
  async allowsIn(tx: Tx, ...hits: Hit[]): Promise<boolean> {
    try {
      await this.countIn(tx, ...hits);
      return true;
    } catch (error) {
      // Any other error has aborted the transaction.
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  /**
   * Admits one attempt after the current delay, and starts the next delay; only one of several concurrent ones passes.
   * Counts nothing itself.
   * @throws {Problem} `too_many` with the time to wait.
   */
  async pace(hit: Hit, { free, firstMs }: LimitPace): Promise<void> {
    const now = this.clock.now();
    const [counted] = await this.db
      .select()
      .from(limits)
      .where(and(eq(limits.key, this.keyOf(hit)), isCounting(now, hit.limit.windowMs)));
    const beyond = (counted?.count ?? 0) - free * this.factor;
    if (beyond < 0) return;
    const key = this.pauseKeyOf(hit);
    const pauseMs = firstMs * 2 ** beyond;
    const windowEndsAt = later(now, pauseMs);
    const longestMs = Math.max(pauseMs, hit.limit.windowMs);
    const [begun] = await this.db
      .insert(limits)
      .values({ key, count: 1, windowEndsAt })
      .onConflictDoUpdate({ target: limits.key, set: { windowEndsAt }, setWhere: isOver(now, longestMs) })
      .returning();
    if (begun) return;
    const [pause] = await this.db.select().from(limits).where(eq(limits.key, key));
    throw new Problem('too_many', { retryAfter: ((pause?.windowEndsAt ?? now).getTime() - now.getTime()) / 1000 });
  }

  /** Subtracts counts, e.g. of a sign-in that succeeded. */
  async refund(...hits: Hit[]): Promise<void> {
    await this.refundIn(this.db, ...hits);
  }

  /** `refund` in a transaction. */
  async refundIn(tx: Tx | Database, ...hits: Hit[]): Promise<void> {
    await tx
      .update(limits)
      .set({ count: sql`greatest(${limits.count} - 1, 0)` })
      .where(
        inArray(
          limits.key,
          hits.map((hit) => this.keyOf(hit)),
        ),
      );
  }

  /** Resets counters, for somebody who is let in again. */
  async forget(...hits: Hit[]): Promise<void> {
    await this.forgetIn(this.db, ...hits);
  }

  /** `forget` in a transaction. */
  async forgetIn(tx: Tx | Database, ...hits: Hit[]): Promise<void> {
    await tx.delete(limits).where(
      inArray(
        limits.key,
        hits.flatMap((hit) => [this.keyOf(hit), this.pauseKeyOf(hit)]),
      ),
    );
  }

  /** Deletes expired counters. */
  async sweep(tx: Tx | Database = this.db): Promise<void> {
    await tx.delete(limits).where(lt(limits.windowEndsAt, this.clock.now()));
  }

  /**
   * Compares with the console's size, the setting, or the usual one. The console's is read each time, so that a change
   * holds in all processes at once; but not for counts below all sizes that it may have, which are nearly all.
   */
  private async isWithin(tx: Tx | Database, { name, most }: Limit, count: number): Promise<boolean> {
    const [configured, setting] = [this.sizes[name] ?? most, this.settings[name]];
    if (!setting) return count <= configured * this.factor;
    if (count <= Math.min(configured, quotaBounds[setting][0]) * this.factor) return true;
    const [changed] = await tx.select().from(quotas).where(eq(quotas.setting, setting));
    return count <= (changed?.size ?? configured) * this.factor;
  }

  private pauseKeyOf({ limit, subject }: Hit): string {
    return this.keyOf({ limit: { ...limit, name: `${limit.name}:pause` }, subject });
  }
  private keyOf({ limit, subject, spreadBy }: Hit): string {
    const key = this.vault.purposeKey('limits');
    const all = `${limit.name}:${hmac(key, limit.name, subject).subarray(0, 16).toString('base64url')}`;
    return spreadBy === undefined ? all : partOf(all, (hmac(key, 'spread', spreadBy)[0] ?? 0) % parts);
  }

  private async added(tx: Tx | Database, hit: Hit, now: Date): Promise<{ count: number; endsAt: Date }> {
    const { windowMs } = hit.limit;
    if (hit.spreadBy === undefined) return this.add(tx, this.keyOf(hit), now, windowMs, later(now, windowMs));
    // Others would not see what an open transaction counted, and more of them would pass.
    if (tx !== this.db) throw new Error(`${hit.limit.name} is spread: it is not counted within a transaction.`);
    // All parts begin again at once: if each had its own time, more would pass within one window.
    const endsAt = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
    await this.add(tx, this.keyOf(hit), now, windowMs, endsAt);
    // The row without a part is that of versions before the parts.
    const all = this.keyOf({ limit: hit.limit, subject: hit.subject });
    const keys = [all, ...Array.from({ length: parts }, (_, part) => partOf(all, part))];
    const [sum] = await tx
      .select({ count: sql<string>`coalesce(sum(${limits.count}), 0)` })
      .from(limits)
      .where(and(inArray(limits.key, keys), isCounting(now, windowMs)));
    return { count: Number(sum?.count ?? 0), endsAt };
  }

  private async add(
    tx: Tx | Database,
    key: string,
    now: Date,
    windowMs: number,
    endsAt: Date,
  ): Promise<{ count: number; endsAt: Date }> {
    const over = isOver(now, windowMs);
    const [row] = await tx
      .insert(limits)
      .values({ key, count: 1, windowEndsAt: endsAt })
      .onConflictDoUpdate({
        target: limits.key,
        set: {
          count: sql`case when ${over} then 1 else ${limits.count} + 1 end`,
          windowEndsAt: sql`case when ${over} then ${endsAt} else ${limits.windowEndsAt} end`,
        },
      })
      .returning();
    return row ? { count: row.count, endsAt: row.windowEndsAt } : { count: 0, endsAt };
  }
}

/**
 * An in-memory rate limit before everything else: a flood from one address never reaches the database.
 * @param name counts its refusals, such as `calls:ip`
 * @param reached gets the name when it refuses something
 */
export const floodGuard = (
  name: string,
  clock: Clock,
  mostOf: (ip: string) => number,
  reached?: Set<string>,
  windowMs = minuteMs,
) => {
  let windowEnds = 0;
  const seen = new Map<string, number>();
  return (ip: string): void => {
    const now = clock.now().getTime();
    if (now >= windowEnds || windowEnds - now > windowMs) {
      seen.clear();
      windowEnds = now + windowMs;
    }
    const subject = subnetOf(ip, false);
    const count = (seen.get(subject) ?? 0) + 1;
    seen.set(subject, count);
    if (count <= mostOf(ip)) return;
    countLimit(name);
    reached?.add(name);
    throw new Problem('too_many', { retryAfter: (windowEnds - now) / 1000 });
  };
};
