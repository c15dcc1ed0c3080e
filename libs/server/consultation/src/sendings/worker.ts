import { secondMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { deliverDue, type Deliveries } from './deliver.ts';

const pollMs = 5 * secondMs;
// Just after the due time, so that the query finds it.
const behindMs = 20;

/** Delivers due submissions: on time in the process that was notified, and seconds later after another was killed. */
export class SendingsWorker {
  private readonly poll: NodeJS.Timeout;
  private readonly timers = new Set<NodeJS.Timeout>();
  private running: Promise<void> | null = null;
  private again = false;
  private closed = false;

  constructor(
    private readonly kernel: Kernel,
    private readonly deliveries: Deliveries,
  ) {
    kernel.listener.onNotice((notice) => {
      if (notice.kind === 'sending') this.wakeIn(notice.inMs + behindMs);
    });
    kernel.identity.onWake(() => this.wake());
    this.poll = setInterval(() => this.wake(), pollMs).unref();
  }

  private wakeIn(ms: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, ms).unref();
    this.timers.add(timer);
  }

  /** Starts a round, or another one after the current. */
  wake(): void {
    if (this.closed) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = deliverDue(this.kernel, this.deliveries)
      .catch((failure: unknown) => this.kernel.log.warn({ failure }, 'what was sent waits to be delivered'))
      .finally(() => {
        this.running = null;
        if (!this.again) return;
        this.again = false;
        this.wake();
      });
  }

  /** Resolves when no delivery is running any more. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }
}
