import { lazy, Suspense } from 'react';
import { useRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { accountPages, LegalNotices, legalPages, notFound, SignInSteps } from '@konsil/account';
import { ErrorBoundary, publicTexts, SignedIn, useImprintLink, useLegalLinks, useFrame } from '@konsil/portal-frame';
import { useGetAccountQuery } from '@konsil/api/account';
import { homeOf } from '@konsil/auth';
import { SendingsBar } from '@konsil/cases';
import { KeepUploads } from '@konsil/documents-upload';
import { useCommon, useTexts } from '@konsil/i18n';
import { CasesIcon, MessagesIcon, PatientShell, PatientsIcon, StartIcon } from '@konsil/ui';
import type { NavItem } from '@konsil/ui';
import { paths } from '../features/paths.ts';
import { patientPages } from './patient-pages.tsx';
import { frameTexts } from './texts.ts';
import { useActingFor } from './use-acting-for.ts';
import { useNews } from './use-news.ts';

/** Every signed-in page: those under `/patient`, and the legal pages. */
export const pages: RouteObject[] = [...patientPages, ...accountPages, ...legalPages, { path: '*', element: notFound }];

const PageAtAddress = () => useRoutes(pages);
// A constant element, so that updates of the frame do not render the page again.
const page = <PageAtAddress />;

// Loaded lazily, because few users see it.
const ConsentMissing = lazy(async () => ({
  default: (await import('../features/privacy/ConsentMissing.tsx')).ConsentMissing,
}));

const within = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** The frame of every signed-in page of this portal. */
export function Shell() {
  const { t } = useTexts(frameTexts);
  const { t: f } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const { name, pathname, languages, unread, status, signOut } = useFrame();
  const footer = useLegalLinks();
  const actingFor = useActingFor(pathname);
  const { data: account } = useGetAccountQuery();
  // The privacy page mentions it among the consents.
  const consentMissing = Boolean(account?.consent_withdrawn_at) && pathname !== '/patient/privacy';
  const nav: NavItem[] = [
    { to: homeOf.patient, label: t('start'), icon: <StartIcon />, current: pathname === homeOf.patient },
    { to: '/patient/process', label: t('cases'), icon: <CasesIcon />, current: within(pathname, '/patient/process') },
    {
      to: '/patient/messages',
      label: t('messages'),
      icon: <MessagesIcon />,
      current: within(pathname, '/patient/messages'),
      ...(unread > 0 && {
        badge: { count: unread, label: c('words.unread', { count: unread }), tone: 'you' as const },
      }),
    },
    {
      to: '/patient/patients',
      label: t('patients'),
      icon: <PatientsIcon />,
      current: within(pathname, '/patient/patients'),
    },
  ];
  const items = [
    { to: '/patient/account', label: f('frame.account') },
    { to: '/patient/settings', label: f('frame.settings') },
    { to: '/patient/privacy', label: t('privacy') },
    { to: '/patient/contact', label: f('frame.contact') },
    { to: '/patient/support', label: f('frame.help') },
    useImprintLink(),
  ].map((item) => ({ ...item, current: pathname === item.to }));
  return (
    <PatientShell
      words={{
        skip: f('frame.skip'),
        mainNavigation: f('frame.mainNavigation'),
        menu: f('frame.menu'),
        footer: f('frame.footer'),
        signOut: f('frame.signOut'),
      }}
      home={homeOf.patient}
      nav={nav}
      languages={languages}
      person={{ name, items }}
      onSignOut={signOut}
      actingFor={actingFor && t('actingFor', { name: actingFor })}
      notice={
        consentMissing && (
          <Suspense>
            <ConsentMissing />
          </Suspense>
        )
      }
      footer={footer}
      status={status}
      foot={
        <SendingsBar
          formPath={({ kind, case_id: id }) => (kind === 'message' ? paths.newMessage(id) : paths.send(id))}
        />
      }
    >
      <ErrorBoundary page={pathname} home={homeOf.patient}>
        {page}
      </ErrorBoundary>
    </PatientShell>
  );
}

/** Wraps every signed-in page of this portal. */
export { WithStore } from '@konsil/portal-frame/with-store';
export const Frame = () => (
  <SignedIn SignInAgain={SignInSteps} newsOf={useNews()}>
    <KeepUploads />
    <LegalNotices />
    <Shell />
  </SignedIn>
);
