import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '../access/access.ts';
import type { Kernel } from './kernel.ts';

/** The context of automatic or operator actions. */
export interface SystemWork {
  kernel: Pick<Kernel, 'env' | 'vault' | 'limits'>;
  tx: Tx;
  now: Date;
}

/** The context of functions behind the routes: transaction, caller, and time. */
export interface Work extends SystemWork {
  kernel: Kernel;
  actor: Actor;
}
