import { useState } from 'react';
import type * as z from 'zod/mini';
import { problemOf } from '@konsil/api/problem';

/**
 * Handles 409 `version_conflict` in forms: keeps the newer state from the response, so that both can be shown.
 * `version` is the one to save with: saving again overwrites with the own input.
 */
export const useConflict = <T extends { version: number }>(schema: z.ZodMiniType<T>, opened: number | undefined) => {
  const [version, setVersion] = useState(opened);
  const [theirs, setTheirs] = useState<T | null>(null);
  return {
    version,
    theirs,
    /** Wraps the request and rethrows its error. */
    watching: async <R>(call: Promise<R>): Promise<R> => {
      try {
        const answer = await call;
        setTheirs(null);
        // A form that stays open saves the next time from what it has just saved.
        const saved = schema.safeParse(answer);
        if (saved.success) setVersion(saved.data.version);
        return answer;
      } catch (error) {
        const { code, current } = problemOf(error);
        const newer = code === 'version_conflict' ? schema.safeParse(current) : null;
        if (newer?.success) {
          setTheirs(newer.data);
          setVersion(newer.data.version);
        }
        throw error;
      }
    },
    /** Ends the conflict after the newer state was copied into the form. */
    settle: () => setTheirs(null),
  };
};
