import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { legalPages, notFound, SignInSteps } from '@konsil/account';
import { ErrorBoundary, publicTexts, SignedIn, useLanguages, useLegalLinks, usePageFrame } from '@konsil/portal-frame';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { useConsoleMeQuery } from '@konsil/api/console';
import { isConnected, subscribeToConnection } from '@konsil/api/connection';
import { confirmAndSignOut } from '@konsil/forms/leave-guard';
import type { PortalState } from '@konsil/api/store';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { DoctorShell, InfoIcon, PersonIcon, SafeIcon } from '@konsil/ui';
import type { NavItem } from '@konsil/ui';
import { consoleNav, consolePages } from './console-pages.tsx';
import { frameTexts } from './texts.ts';

/** Every signed-in page: those under `/operator`, and the legal pages. */
export const pages: RouteObject[] = [...consolePages, ...legalPages, { path: '*', element: notFound }];

const PageAtAddress = () => useRoutes(pages);
// A constant element, so that updates of the frame do not render the page again.
const page = <PageAtAddress />;

/** The frame of every signed-in page of the console. */
export function Shell() {
  const { t } = useTexts(frameTexts);
  const { t: f } = useTexts(publicTexts);
  const name = useSelector((state: PortalState) => state.user.name);
  const { pathname } = useLocation();
  const [save] = useSaveSettingsMutation();
  const client = useSessionClient();
  const languages = useLanguages((chosen) => void save(chosen));
  usePageFrame();
  const connected = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
  const legal = useLegalLinks().map((link) => ({
    ...link,
    icon: link.to === '/impressum' ? <InfoIcon /> : <SafeIcon />,
    current: pathname === link.to,
  }));
  const { data: me } = useConsoleMeQuery();
  const nav = consoleNav.flatMap(({ path, label, icon, needs }): NavItem[] => {
    if (needs && !me?.permissions.includes(needs)) return [];
    const to = path ? `/operator/${path}` : '/operator';
    const current = pathname === to || (path !== '' && pathname.startsWith(`${to}/`));
    return [{ to, label: t(label), icon, current }];
  });
  const accountNav: NavItem[] = [
    {
      to: '/operator/account',
      label: f('frame.account'),
      icon: <PersonIcon />,
      current: pathname === '/operator/account',
    },
  ];
  return (
    <DoctorShell
      words={{
        skip: f('frame.skip'),
        mainNavigation: f('frame.mainNavigation'),
        account: f('frame.accountNavigation'),
        menu: f('frame.menu'),
        signOut: f('frame.signOut'),
      }}
      home="/operator"
      nav={nav}
      accountNav={accountNav}
      person={{ name }}
      languages={languages}
      onSignOut={() => confirmAndSignOut(() => void client.signOut())}
      legal={legal}
      status={connected ? undefined : f('frame.offline')}
    >
      <ErrorBoundary page={pathname} home="/operator">
        {page}
      </ErrorBoundary>
    </DoctorShell>
  );
}

/** Wraps every signed-in page of the console. */
export { WithStore } from '@konsil/portal-frame/with-store';
export const Frame = () => (
  <SignedIn SignInAgain={SignInSteps}>
    <Shell />
  </SignedIn>
);
