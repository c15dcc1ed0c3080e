import { Problem } from '../../../kernel/problems.ts';

const atOnce = { account: 4, server: 24 };
const mostWaiting = 60;
// Who sends several files begins the next one a moment after the last.
const rushEndsMs = 300;

interface Waiting {
  accountId: string;
  enter: () => void;
}

/** Lets a few uploads of one account in at a time; the others wait unread, so that nobody crowds out the rest. */
export class UploadGate {
  private readonly inside = new Map<string, number>();
  private total = 0;
  private readonly waiting: Waiting[] = [];
  private lastLeft = -Infinity;

  /** Files come in, or did a moment ago: what can be done later waits. */
  get isRush(): boolean {
    return this.total > 0 || performance.now() - this.lastLeft < rushEndsMs;
  }

  /**
   * @returns what to call when the upload is over.
   * @throws {Problem} `too_many` when too many wait already.
   */
  async enter(accountId: string): Promise<() => void> {
    if (!this.admits(accountId)) {
      if (this.waiting.filter((other) => other.accountId === accountId).length >= mostWaiting) throw new Problem('too_many', { retryAfter: 5 });
      await new Promise<void>((enter) => this.waiting.push({ accountId, enter }));
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

  private admits(accountId: string): boolean {
    return this.total < atOnce.server && (this.inside.get(accountId) ?? 0) < atOnce.account;
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
    // Counted here, before anybody else can ask.
    this.count(admitted.accountId, 1);
    admitted.enter();
  }
}
