import { secondMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { deliverDue, type Deliveries } from './deliver.ts';

const pollMs = 5 * secondMs;
// Just behind the moment, so that what is due is found due.
const behindMs = 20;

/** Delivers what is due: at its moment in a process that heard of it, and a few seconds later where a process was killed. */
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

  /** Starts to deliver, or to look once more after the present round. */
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

  /** Resolves when nothing is being delivered any more. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }
}
