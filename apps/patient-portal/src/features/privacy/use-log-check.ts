import { useCallback, useEffect, useState } from 'react';
import { useLazyGetAuditChainQuery } from '@konsil/api/privacy';
import { checkLog } from '@konsil/contracts/audit-chain';
import type { ChainHead, LogVerdict } from '@konsil/contracts/audit-chain';
import { keptHead, type KeptHead } from './kept-head.ts';

/** The result of a check, with the state that it was compared with. */
export type LogCheckState =
  | { state: 'running' | 'failed' | 'unable' }
  | { state: 'checked'; verdict: LogVerdict; head: ChainHead; kept: KeptHead | undefined };

/** Checks the log of a patient once per visit against the state kept on this device, and keeps the new state. */
export const useLogCheck = (patientId: string) => {
  const [ask] = useLazyGetAuditChainQuery();
  const [state, setState] = useState<LogCheckState>({ state: 'running' });
  const check = useCallback(
    (kept?: ChainHead) => checkLog((after) => ask({ patientId, after }).unwrap(), kept),
    [ask, patientId],
  );
  useEffect(() => {
    let wanted = true;
    const show = (next: LogCheckState) => {
      if (wanted) setState(next);
    };
    // Without a secure connection browsers calculate no hashes.
    if (!globalThis.crypto?.subtle) show({ state: 'unable' });
    else {
      const kept = keptHead.of(patientId);
      check(kept).then(
        ({ verdict, head }) => {
          // After a sign-out nothing may be kept.
          if (!wanted) return;
          // After a fault the earlier state stays the one to compare with.
          if (verdict === 'first' || verdict === 'intact')
            keptHead.keep(patientId, { ...head, at: new Date().toISOString() });
          setState({ state: 'checked', verdict, head, kept });
        },
        () => show({ state: 'failed' }),
      );
    }
    return () => {
      wanted = false;
    };
  }, [check, patientId]);
  return { state, check };
};
