import type { ChainHead } from '@konsil/contracts/audit-chain';

/** A state of the access log that this device saw, and when. */
export interface KeptHead extends ChainHead {
  at: string;
  /** The key that signed it; missing if the signature could not be checked. */
  key?: string | undefined;
}
const keyOf = (patientId: string) => `konsil-log-${patientId}`;

const isKept = (value: unknown): value is KeptHead => {
  const { seq, hash, at, key } = (value ?? {}) as Partial<KeptHead>;
  return (
    Number.isInteger(seq) &&
    typeof hash === 'string' &&
    !Number.isNaN(Date.parse(String(at))) &&
    /^(string|undefined)$/.test(typeof key)
  );
};

/** Stores the last checked state of the access log on the device until signing out: numbers, no health data. */
export const keptHead = {
  of: (patientId: string): KeptHead | undefined => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(keyOf(patientId)) ?? 'null');
      return isKept(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  },
  keep: (patientId: string, head: KeptHead): void => {
    try {
      localStorage.setItem(keyOf(patientId), JSON.stringify(head));
    } catch {
      // Storage is blocked.
    }
  },
};
