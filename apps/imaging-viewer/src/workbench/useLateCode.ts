import { useState } from 'react';

/** Runs `then` with a part of the code once it is loaded. */
export type WithLateCode = <Part>(part: Promise<Part>, then: (part: Part) => void) => Promise<void>;

/** Loads parts of the code on demand; `missing` after one could not be loaded, until another could. */
export function useLateCode(): { missing: boolean; withLateCode: WithLateCode } {
  const [missing, setMissing] = useState(false);
  return {
    missing,
    withLateCode: (part, then) =>
      part.then(
        (loaded) => {
          then(loaded);
          setMissing(false);
        },
        () => setMissing(true),
      ),
  };
}
