import { useCallback, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { FirstQuestion, PortalStore } from '@konsil/api/store';
import { RequireRole } from '@konsil/auth';
import { currentLocale, makeFormatsEarly, useCommon, useTexts } from '@konsil/i18n';
import { Button, Page, PageTitle, RetryIcon, ToastProvider } from '@konsil/ui';
import { keepFiles } from '../offline/keep-working.ts';
import { AccountLanguage } from './AccountLanguage.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Live } from './Live.tsx';
import type { NewsOf } from './Live.tsx';
import { PageLoading } from './PageLoading.tsx';
import { usePortal } from './portal.ts';
import { SessionWatch } from './SessionWatch.tsx';
import { publicTexts } from './texts.ts';

export interface SignedInProps {
  newsOf?: NewsOf;
  /** What every page will ask: already on its way while the frame is drawn. Always the same list. */
  firstQuestions?: readonly FirstQuestion[];
  children: ReactNode;
}

/** Around every page that needs somebody to be signed in: the right role, live updates, toasts, the end of the session. */
export function SignedIn({ newsOf, firstQuestions, children }: SignedInProps) {
  const { role, config } = usePortal();
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const dispatch = useDispatch<PortalStore['dispatch']>();
  const prepare = useCallback(() => {
    firstQuestions?.forEach((question) => void dispatch(question()));
    makeFormatsEarly(currentLocale());
  }, [dispatch, firstQuestions]);
  useEffect(() => void keepFiles(), []);
  const failed = (retry: () => void) => (
    <main>
      <Page>
        <PageTitle lead={t('session.unknown')}>{t('session.unknownTitle')}</PageTitle>
        <div>
          <Button icon={<RetryIcon />} onClick={retry}>
            {c('words.retry')}
          </Button>
        </div>
      </Page>
    </main>
  );
  return (
    <RequireRole role={role} origins={config.portals} loading={<PageLoading alone />} failed={failed} onEnter={prepare}>
      <ToastProvider words={{ region: t('frame.messagesRegion'), close: c('words.close') }}>
        <AccountLanguage />
        <Live newsOf={newsOf} />
        <SessionWatch>{children}</SessionWatch>
        <LeaveGuard />
      </ToastProvider>
    </RequireRole>
  );
}
