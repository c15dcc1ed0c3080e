import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { prefetchFirstPage } from '@konsil/api/first-questions';
import { RequireRole } from '@konsil/auth';
import { keepLookAfterSignOut, PlainMain } from '@konsil/ui';
import { cacheFiles } from './offline/keep-working.ts';
import { AccountLanguage } from './AccountLanguage.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Live } from './Live.tsx';
import type { NewsOf } from './Live.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { PageLoading } from './PageLoading.tsx';
import { usePortal } from './portal.ts';
import type { SignInAgain } from './SessionEnded.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { WithToasts } from './WithToasts.tsx';

/** Wraps every signed-in page: role check, live updates, toasts, session end. */
export function SignedIn({
  newsOf,
  SignInAgain,
  children,
}: {
  newsOf?: NewsOf;
  /** Shown when the session has ended. */
  SignInAgain: SignInAgain;
  children: ReactNode;
}) {
  const { role, config } = usePortal();
  const [entered, setEntered] = useState(false);
  const enter = useCallback(() => {
    prefetchFirstPage(role, window.location.pathname);
    setEntered(true);
  }, [role]);
  useEffect(() => {
    void cacheFiles();
    keepLookAfterSignOut();
  }, []);
  return (
    <WithToasts>
      {/* Subscribes before the first requests, so that no event after their responses is missed. */}
      {entered && <Live newsOf={newsOf} />}
      <RequireRole
        role={role}
        origins={config.portals}
        loading={<PageLoading alone />}
        failed={
          <PlainMain>
            <LoginFailed />
          </PlainMain>
        }
        onEnter={enter}
      >
        <AccountLanguage />
        <SessionWatch SignInAgain={SignInAgain}>{children}</SessionWatch>
        <LeaveGuard />
      </RequireRole>
    </WithToasts>
  );
}
