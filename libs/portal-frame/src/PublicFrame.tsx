import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useAuthState, useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, PlainShell } from '@konsil/ui';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useImprintLink, useLegalLinks } from './legal-links.ts';
import { useLanguages } from './language.ts';
import { PageLoading } from './PageLoading.tsx';
import { PublicPage } from './PublicPage.tsx';
import { publicTexts } from './texts.ts';
import { usePageFrame } from './use-page-frame.ts';

/** Ends the session of an incomplete registration, where there is no account menu. */
function SignOutButton() {
  const { t } = useTexts(publicTexts);
  const client = useSessionClient();
  const [busy, setBusy] = useState(false);
  const signOut = () => {
    setBusy(true);
    void client.signOut();
  };
  return (
    <Button variant="quiet" size="small" busy={busy} onClick={signOut}>
      {t('frame.signOut')}
    </Button>
  );
}

/** The frame of the signed-out pages of both portals. */
export function PublicFrame() {
  const { t } = useTexts(publicTexts);
  const { pathname } = useLocation();
  const { session } = useAuthState();
  const languages = useLanguages();
  const imprint = useImprintLink();
  const footer = [{ to: '/help', label: t('frame.help') }, ...useLegalLinks().filter(({ to }) => to !== imprint.to)];
  usePageFrame();
  return (
    <PlainShell
      words={{ skip: t('frame.skip'), footer: t('frame.footer') }}
      home="/"
      languages={languages}
      footer={footer}
      imprint={imprint}
      action={session && <SignOutButton />}
    >
      <noscript>
        <PublicPage>
          <Alert tone="warning">{t('frame.noScript')}</Alert>
        </PublicPage>
      </noscript>
      <ErrorBoundary page={pathname} home="/">
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </PlainShell>
  );
}
