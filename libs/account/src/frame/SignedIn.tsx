import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { askFirstQuestions } from '@konsil/api/first-questions';
import { RequireRole } from '@konsil/auth';
import { currentLocale, useCommon, useTexts } from '@konsil/i18n';
import { PlainMain, ToastProvider } from '@konsil/ui';
import { keepFiles } from '../offline/keep-working.ts';
import { AccountLanguage } from './AccountLanguage.tsx';
import { makeFormatsEarly } from './early-formats.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Live } from './Live.tsx';
import type { NewsOf } from './Live.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { PageLoading } from './PageLoading.tsx';
import { usePortal } from './portal.ts';
import { SessionWatch } from './SessionWatch.tsx';
import { publicTexts } from './texts.ts';

/** Around every page that needs somebody to be signed in: the right role, live updates, toasts, the end of the session. */
export function SignedIn({ newsOf, children }: { newsOf?: NewsOf; children: ReactNode }) {
  const { role, config } = usePortal();
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const [entered, setEntered] = useState(false);
  const enter = useCallback(() => {
    askFirstQuestions(role);
    setEntered(true);
  }, [role]);
  useEffect(() => {
    // Before it is known who is there: the page is drawn as soon as it is.
    makeFormatsEarly(currentLocale());
    void keepFiles();
  }, []);
  return (
    <ToastProvider words={{ region: t('frame.messagesRegion'), close: c('words.close') }}>
      {/* It listens from when the first questions are asked: nothing that happens after their answers is missed. */}
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
        <SessionWatch>{children}</SessionWatch>
        <LeaveGuard />
      </RequireRole>
    </ToastProvider>
  );
}
