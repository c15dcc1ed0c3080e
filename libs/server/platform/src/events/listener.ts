import type pg from 'pg';
import type { Connection } from '../database/client.ts';
import { channel, type Notice } from './notify.ts';

const firstWaitMs = 200;
const longestWaitMs = 5000;

type Hear = (notice: Notice) => void;

/** The process's single LISTEN connection; reconnects automatically. */
export class Listener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private waitMs = firstWaitMs;
  private readonly hearers = new Set<Hear>();
  private readonly missers = new Set<() => void>();

  constructor(private readonly connection: Connection) {}

  onNotice(hear: Hear): void {
    this.hearers.add(hear);
  }
  /** Called after a reconnect: notifications may have been missed. */
  onGap(miss: () => void): void {
    this.missers.add(miss);
  }

  /** @returns whether it is listening; otherwise it keeps trying */
  async start(): Promise<boolean> {
    try {
      // Opening a connection may take as long as for the pool.
      const client = await this.connection.openClient({ application_name: 'konsil listener' });
      if (this.closed) {
        await client.end();
        return false;
      }
      this.client = client;
      this.hear(client);
      await client.query(`listen ${channel}`);
      this.waitMs = firstWaitMs;
      return true;
    } catch {
      this.comeBack();
      return false;
    }
  }

  private hear(client: pg.Client): void {
    client.on('notification', ({ payload }) => {
      if (payload) for (const hear of this.hearers) hear(JSON.parse(payload) as Notice);
    });
    const lost = () => {
      if (this.client === client) this.comeBack();
    };
    client.on('error', lost).on('end', lost);
  }

  /** Once per broken connection. */
  private comeBack(): void {
    const broken = this.client;
    this.client = undefined;
    broken?.end().catch(() => undefined);
    if (!this.closed) this.tryAgain();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private tryAgain(): void {
    this.timer = setTimeout(
      () =>
        void this.start().then((listens) => {
          if (listens) for (const miss of this.missers) miss();
        }),
      this.waitMs,
    );
    this.waitMs = Math.min(longestWaitMs, this.waitMs * 2);
  }
}
