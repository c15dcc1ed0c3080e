import { Repeating, type RepeatingParts } from './repeating.ts';

/** Rounds of work from a queue in the database, one after another in this process, until it stops. */
export class Rounds {
  private readonly timer: Repeating;
  private running: Promise<unknown> | undefined;
  private stopped = false;

  /**
   * @param waits the log message if the work failed
   * @param work one round: what waits now
   */
  constructor(
    private readonly parts: RepeatingParts,
    private readonly waits: string,
    private readonly work: (isStopped: () => boolean) => Promise<unknown>,
  ) {
    this.timer = new Repeating(parts, waits);
  }

  /** Looks for work at this interval. */
  start(everyMs: number): void {
    if (this.parts.works === false) return;
    this.timer.here(everyMs, () => this.round());
  }

  /** Ends after the current piece of work. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.timer.stop();
    await this.running;
  }

  private async round(): Promise<void> {
    if (this.stopped) return;
    this.running ??= this.work(() => this.stopped)
      .catch((failure: unknown) => this.parts.log.warn({ failure }, this.waits))
      .finally(() => (this.running = undefined));
    await this.running;
  }
}
