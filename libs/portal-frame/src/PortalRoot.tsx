import { Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import type { AccountKind } from '@konsil/contracts/codes';
import type { PortalConfig } from '@konsil/api';
import { SessionProvider, useLoginState } from '@konsil/auth';
import type { SessionClient } from '@konsil/auth';
import { UiProvider } from '@konsil/ui';
import { lookOf, PortalContext } from './portal.ts';
import { QuietBanner } from './QuietBanner.tsx';
import { RouterLink } from './RouterLink.tsx';
import { themeOf } from './theme-of.ts';
import { useManifest } from './use-manifest.ts';

export interface PortalRootProps {
  portal: AccountKind;
  config: PortalConfig;
  session: SessionClient;
  /** BrowserRouter, except when prerendering. */
  router?: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

function Themed({ portal, children }: Pick<PortalRootProps, 'portal' | 'children'>) {
  const { pathname } = useLocation();
  useLoginState();
  useManifest();
  return (
    <UiProvider portal={lookOf(portal)} {...themeOf(pathname)} linkComponent={RouterLink}>
      <QuietBanner />
      <Suspense>{children}</Suspense>
    </UiProvider>
  );
}

/** The providers of every portal page: session, router, theme. */
export function PortalRoot({ portal, config, session, router: Router = BrowserRouter, children }: PortalRootProps) {
  return (
    <PortalContext value={{ role: portal, config }}>
      <SessionProvider
        client={session}
        refetchInterval={config.sessionPolling ?? 60}
        refetchWhenOffline={config.pollOffline}
      >
        <Router>
          <Themed portal={portal}>{children}</Themed>
        </Router>
      </SessionProvider>
    </PortalContext>
  );
}
