import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '../access/access.ts';
import type { Kernel } from './kernel.ts';

/** What is there when something happens by itself, or by the operator. */
export interface Unattended {
  kernel: Pick<Kernel, 'env' | 'vault' | 'limits'>;
  tx: Tx;
  now: Date;
}

/** What the functions behind the routes work with: the one transaction of a call, who calls, and when. */
export interface Work extends Unattended {
  kernel: Kernel;
  actor: Actor;
}
