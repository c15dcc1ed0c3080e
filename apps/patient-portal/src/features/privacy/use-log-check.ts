import { useCallback, useEffect, useState } from 'react';
import { useLazyGetAuditChainQuery } from '@konsil/api/privacy';
import { checkLog } from '@konsil/contracts/audit-chain';
import type { ChainHead, LogVerdict } from '@konsil/contracts/audit-chain';
import { checkSignature, type ReadHead, type SignatureVerdict } from '@konsil/contracts/signed-head';
import { keptHead, type KeptHead } from './kept-head.ts';

/** The result of a check, with the state that it was compared with. */
export type LogCheckState =
  | { state: 'running' | 'failed' | 'unable' }
  | ({ state: 'checked'; kept: KeptHead | undefined } & LogChecked);

/** A check of the log and of the signature of its state. */
export interface LogChecked {
  verdict: LogVerdict;
  head: ChainHead;
  signature: SignatureVerdict;
  /** The state as the server signed it, to be kept on paper or as a file. */
  signed?: { token: string; read: ReadHead };
}

export const isSound = ({ verdict, signature }: Pick<LogChecked, 'verdict' | 'signature'>): boolean =>
  (verdict === 'first' || verdict === 'intact') && signature !== 'forged' && signature !== 'otherKey';

/** Checks the log of a patient once per visit against the state kept on this device, and keeps the new state. */
export const useLogCheck = (patientId: string) => {
  const [ask] = useLazyGetAuditChainQuery();
  const [state, setState] = useState<LogCheckState>({ state: 'running' });
  const check = useCallback(
    async (kept?: ChainHead & { key?: string | undefined }): Promise<LogChecked> => {
      const { verdict, head, signed: token } = await checkLog((after) => ask({ patientId, after }).unwrap(), kept);
      const { signature, read } = await checkSignature(token, { person: patientId, head, key: kept?.key });
      return { verdict, head, signature, ...(token && read && { signed: { token, read } }) };
    },
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
        (checked) => {
          // After a sign-out nothing may be kept.
          if (!wanted) return;
          // After a fault the earlier state stays the one to compare with.
          const { head, signature, signed } = checked;
          const key = signature === 'signed' ? signed?.read.key : kept?.key;
          if (isSound(checked)) keptHead.keep(patientId, { ...head, at: new Date().toISOString(), key });
          setState({ state: 'checked', ...checked, kept });
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
