import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { isDeadlock, isOutage } from '@konsil/server-platform/http/problems';
import { KeyDestroyed, SecretMissing } from '@konsil/server-platform/keys/vault';

/**
 * Indexes a text that can never be opened as if it had no words: that of an erased person, or a damaged one, which would
 * keep all others from being indexed. Without its secret it waits.
 */
export const withoutWords =
  <T>({ log }: Pick<Kernel, 'log'>, id: string, none: T) =>
  (failure: unknown): T => {
    if (failure instanceof KeyDestroyed) return none;
    if (failure instanceof SecretMissing || isOutage(failure) || isDeadlock(failure)) throw failure;
    log.error({ failure, text: id }, 'a text cannot be opened, and is not found by its words');
    return none;
  };
