import { Problem } from '@konsil/server-platform/http/problems';

const atOnce = { account: 4, server: 24, withOneEach: 64 };
const mostWaiting = 60;
const longestWaitMs = 60_000;
// Senders of several files start the next one a moment after the last.
const rushEndsMs = 300;
/** While others upload, an account with slow files starts one upload in this time. */
const stepAsideMs = 1000;
const lookAgainMs = 100;

interface Waiting {
  accountId: string;
  enter: () => void;
}

/** An account whose files were slow to read. */
type IsSlow = (accountId: string) => boolean;

/**
 * Limits concurrent uploads per account; others wait unread. An account without a running upload gets one beyond the
 * shared slots, up to a memory bound. An account with slow files steps aside while others upload.
 */
export class UploadGate {
  private readonly inside = new Map<string, number>();
  private total = 0;
  private readonly waiting: Waiting[] = [];
  /** The end of each account's last upload; recent ones only. */
  private readonly left = new Map<string, number>();
  /** The last start of each account that steps aside. */
  private readonly entered = new Map<string, number>();
  private again: NodeJS.Timeout | undefined;

  constructor(
    private readonly isSlow: IsSlow = () => false,
    private readonly waitMs = longestWaitMs,
  ) {}

  /** Uploads are running, or just ended: background work waits. */
  get isRush(): boolean {
    return this.total > 0 || this.hasJustLeft(() => true);
  }

  /** The number of running and waiting uploads. */
  get load(): { running: number; waiting: number } {
    return { running: this.total, waiting: this.waiting.length };
  }

  /** An account without a running upload finds no slot: running ones must hurry. */
  get isCrowded(): boolean {
    return this.waiting.some(({ accountId }) => !this.inside.has(accountId) && !this.stepsAside(accountId));
  }

  /**
   * @returns the function to call after the upload
   * @throws {Problem} `too_many` if too many wait already, or no slot was free in time, because an unread body holds a
   * connection.
   */
  async enter(accountId: string): Promise<() => void> {
    if (!this.admits(accountId)) {
      if (this.waiting.filter((other) => other.accountId === accountId).length >= mostWaiting)
        throw new Problem('too_many', { retryAfter: 5 });
      await this.waitForPlace(accountId);
    } else this.count(accountId, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.noteLeft(accountId);
      this.count(accountId, -1);
      this.admitNext();
    };
  }

  private waitForPlace(accountId: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const place: Waiting = {
        accountId,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(place), 1);
        reject(new Problem('too_many', { retryAfter: 5 }));
      }, this.waitMs).unref();
      this.waiting.push(place);
      this.lookAgain();
    });
  }
  private hasJustLeft(which: (accountId: string) => boolean): boolean {
    const since = performance.now() - rushEndsMs;
    return [...this.left].some(([accountId, at]) => at > since && which(accountId));
  }
  private noteLeft(accountId: string): void {
    const now = performance.now();
    for (const [other, at] of this.left) if (at <= now - rushEndsMs) this.left.delete(other);
    this.left.set(accountId, now);
  }

  private stepsAside(accountId: string): boolean {
    if (!this.isSlow(accountId)) return false;
    const isOther = (other: string) => other !== accountId && !this.isSlow(other);
    return [...this.inside.keys()].some(isOther) || this.hasJustLeft(isOther);
  }
  /** Admits waiting accounts again after a pause: no other event wakes an account that stepped aside. */
  private lookAgain(): void {
    this.again ??= setTimeout(() => {
      this.again = undefined;
      this.admitNext();
      if (this.waiting.some(({ accountId }) => this.isSlow(accountId))) this.lookAgain();
    }, lookAgainMs).unref();
  }

  private admits(accountId: string): boolean {
    const own = this.inside.get(accountId) ?? 0;
    if (this.stepsAside(accountId)) {
      const isItsTime = performance.now() - (this.entered.get(accountId) ?? -Infinity) >= stepAsideMs;
      return own === 0 && isItsTime && this.total < atOnce.server;
    }
    return own === 0 ? this.total < atOnce.withOneEach : own < atOnce.account && this.total < atOnce.server;
  }
  private count(accountId: string, change: 1 | -1): void {
    this.total += change;
    const inside = (this.inside.get(accountId) ?? 0) + change;
    if (inside > 0) this.inside.set(accountId, inside);
    else this.inside.delete(accountId);
    if (change === 1 && this.isSlow(accountId)) this.noteEntered(accountId);
  }
  private noteEntered(accountId: string): void {
    const now = performance.now();
    for (const [other, at] of this.entered) if (at <= now - stepAsideMs) this.entered.delete(other);
    this.entered.set(accountId, now);
  }
  private admitNext(): void {
    for (;;) {
      const next = this.waiting.findIndex(({ accountId }) => this.admits(accountId));
      const [admitted] = next >= 0 ? this.waiting.splice(next, 1) : [];
      if (!admitted) return;
      // Counted synchronously, before another caller checks.
      this.count(admitted.accountId, 1);
      admitted.enter();
    }
  }
}
