import type { Tx } from '../db/client.ts';
import type { Actor } from './access.ts';
import type { Kernel } from './kernel.ts';

/** What the functions behind the routes work with: the one transaction of a call, who calls, and when. */
export interface Work {
  kernel: Kernel;
  tx: Tx;
  actor: Actor;
  now: Date;
}
