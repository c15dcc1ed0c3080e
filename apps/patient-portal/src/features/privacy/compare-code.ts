import { headOfCode } from '@konsil/contracts/audit-chain';
import type { LogVerdict } from '@konsil/contracts/audit-chain';
import { readSignedHead } from '@konsil/contracts/signed-head';
import type { useLogCheck } from './use-log-check.ts';

/** The result of a comparison with an earlier state; `at`: when the server signed it, if its signature proves that. */
export type CodeVerdict =
  | { verdict: 'notCode' | 'failed' | 'forged' | 'otherKey' | 'otherPerson' }
  | { verdict: Exclude<LogVerdict, 'first'>; at?: string };

/** Compares the log with a code: the short one from paper, or a signed state. */
export const compareCode = async (
  text: string,
  { person, check }: { person: string; check: ReturnType<typeof useLogCheck>['check'] },
): Promise<CodeVerdict> => {
  const typed = headOfCode(text);
  const saved = typed ? null : await readSignedHead(text);
  if (saved === 'malformed') return { verdict: 'notCode' };
  if (saved === 'forged') return { verdict: 'forged' };
  if (saved && saved.statement.person !== person) return { verdict: 'otherPerson' };
  const kept = typed ?? (saved && { ...saved.statement.log, key: saved.key });
  if (!kept) return { verdict: 'notCode' };
  try {
    const { verdict, signature } = await check(kept);
    if (saved && signature === 'otherKey') return { verdict: 'otherKey' };
    // With a state to compare with, no visit is the first.
    if (verdict === 'first') return { verdict: 'failed' };
    // Only a signature that was checked, by the key of this installation, proves anything.
    const proven = saved?.checked && signature === 'signed';
    return { verdict, ...(proven && { at: saved.statement.made_at }) };
  } catch {
    return { verdict: 'failed' };
  }
};
