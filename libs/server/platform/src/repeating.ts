import type { FastifyBaseLogger } from 'fastify';

/**
 * What is done from time to time, until it is stopped. It keeps no process alive; what fails is logged, and done again the next time.
 * @param waits says in the log what did not happen
 * @param isQuiet while it is true nothing is done
 */
export class Repeating {
  private readonly timers: NodeJS.Timeout[] = [];
  constructor(
    private readonly log: FastifyBaseLogger,
    private readonly waits: string,
    private readonly isQuiet: () => boolean = () => false,
  ) {}

  every(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setInterval(() => this.attempt(work), ms).unref());
  }

  /** Once, after a while. */
  after(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setTimeout(() => this.attempt(work), ms).unref());
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private attempt(work: () => Promise<unknown>): void {
    if (this.isQuiet()) return;
    work().catch((failure: unknown) => this.log.warn({ failure }, this.waits));
  }
}
