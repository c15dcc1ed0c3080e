import { Problem } from '@konsil/server-platform/http/problems';

const atOnce = { account: 4, server: 24, withOneEach: 64 };
const mostWaiting = 60;
const longestWaitMs = 60_000;
// Senders of several files start the next one a moment after the last.
const rushEndsMs = 300;

interface Waiting {
  accountId: string;
  enter: () => void;
}

/**
 * Limits concurrent uploads per account; others wait unread. An account without a running upload gets one beyond the
 * shared slots, up to a memory bound.
 */
export class UploadGate {
  private readonly inside = new Map<string, number>();
  private total = 0;
  private readonly waiting: Waiting[] = [];
  private lastLeft = -Infinity;

  constructor(private readonly waitMs = longestWaitMs) {}

  /** Uploads are running, or just ended: background work waits. */
  get isRush(): boolean {
    return this.total > 0 || performance.now() - this.lastLeft < rushEndsMs;
  }

  /** The number of running and waiting uploads. */
  get load(): { running: number; waiting: number } {
    return { running: this.total, waiting: this.waiting.length };
  }

  /** An account without a running upload finds no slot: running ones must hurry. */
  get isCrowded(): boolean {
    return this.waiting.some(({ accountId }) => !this.inside.has(accountId));
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
      this.lastLeft = performance.now();
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
      }, this.waitMs);
      this.waiting.push(place);
    });
  }
  private admits(accountId: string): boolean {
    const own = this.inside.get(accountId) ?? 0;
    return own === 0 ? this.total < atOnce.withOneEach : own < atOnce.account && this.total < atOnce.server;
  }
  private count(accountId: string, change: 1 | -1): void {
    this.total += change;
    const inside = (this.inside.get(accountId) ?? 0) + change;
    if (inside > 0) this.inside.set(accountId, inside);
    else this.inside.delete(accountId);
  }
  private admitNext(): void {
    const next = this.waiting.findIndex(({ accountId }) => this.admits(accountId));
    const [admitted] = next >= 0 ? this.waiting.splice(next, 1) : [];
    if (!admitted) return;
    // Counted synchronously, before another caller checks.
    this.count(admitted.accountId, 1);
    admitted.enter();
  }
}
