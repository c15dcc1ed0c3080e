import { useRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { accountPages, LegalNotices, legalPages, notFound, SignInSteps } from '@konsil/account';
import { ErrorBoundary, publicTexts, SignedIn, useLegalLinks, useFrame } from '@konsil/portal-frame';
import { homeOf } from '@konsil/auth';
import { SendingsBar } from '@konsil/cases';
import { KeepUploads } from '@konsil/documents-upload';
import type { Sending } from '@konsil/contracts/sendings';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  CompareIcon,
  DoctorShell,
  DocumentIcon,
  HelpIcon,
  InboxIcon,
  InfoIcon,
  MailIcon,
  MessagesIcon,
  PatientsIcon,
  PersonIcon,
  SafeIcon,
  SearchIcon,
  SeenIcon,
  SettingsIcon,
  StatisticsIcon,
  TodosIcon,
} from '@konsil/ui';
import type { NavItem } from '@konsil/ui';
import { openPalette, Palette } from '../features/palette/Palette.tsx';
import { paths } from '../features/paths.ts';
import { useIsAssistant } from '../features/assistants/use-is-assistant.ts';
import { assistantPages, doctorPages, withSnippets } from './doctor-pages.tsx';
import { frameTexts } from './texts.ts';
import { useNews } from './use-news.ts';

const withAccount = (own: RouteObject[]): RouteObject[] => [
  ...own,
  ...accountPages.map(withSnippets),
  ...legalPages,
  { path: '*', element: notFound },
];
/** Every signed-in page: those under `/doctor`, and the legal pages. */
export const pages = withAccount(doctorPages);
const pagesOfAssistants = withAccount(assistantPages);

const PageAtAddress = () => useRoutes(useIsAssistant() ? pagesOfAssistants : pages);
// A constant element, so that updates of the frame do not render the page again.
const page = <PageAtAddress />;

/** The path of the form that a submission came from. */
const formOf = ({ kind, case_id, patient_id }: Sending): string => {
  const here = { id: case_id, patient: { id: patient_id } };
  return kind === 'message' ? paths.caseMessages(here) : paths.answer(here);
};

const within = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);
const insideCase = (pathname: string) => pathname.includes('/process/');

const badge = (count: number, label: string, tone: 'you' | 'plain' = 'plain') =>
  count > 0 ? { badge: { count, label, tone } } : {};

/** The frame of every signed-in page of this portal. */
export function Shell() {
  const { t } = useTexts(frameTexts);
  const { t: f } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const { name, pathname, languages, unread, dashboard, status, signOut } = useFrame();
  const legal = useLegalLinks().map((link) => ({
    ...link,
    icon: link.to === '/impressum' ? <InfoIcon /> : <SafeIcon />,
    current: pathname === link.to,
  }));
  const waiting = dashboard?.case_counts.needs_answer ?? 0;
  const openTodos = dashboard?.open_todos ?? 0;
  const isAssistant = useIsAssistant();
  const cases: NavItem[] = [
    { to: homeOf.doctor, label: t('cases'), icon: <InboxIcon />, current: pathname === homeOf.doctor },
  ];
  const nav: NavItem[] = [
    {
      to: homeOf.doctor,
      label: t('inbox'),
      icon: <InboxIcon />,
      current: pathname === homeOf.doctor,
      ...badge(waiting, t('waiting', { count: waiting }), 'you'),
    },
    { to: '/doctor/search', label: t('search'), icon: <SearchIcon />, current: pathname === '/doctor/search' },
    {
      to: '/doctor/patients',
      label: t('patients'),
      icon: <PatientsIcon />,
      current: within(pathname, '/doctor/patients') || within(pathname, '/doctor/patient'),
    },
    {
      to: '/doctor/todos',
      label: t('todos'),
      icon: <TodosIcon />,
      current: within(pathname, '/doctor/todos'),
      ...badge(openTodos, t('open', { count: openTodos })),
    },
    {
      to: '/doctor/messages',
      label: t('messages'),
      icon: <MessagesIcon />,
      current: within(pathname, '/doctor/messages'),
      ...badge(unread, c('words.unread', { count: unread })),
    },
  ];
  const ofDoctor: NavItem[] = [
    { to: '/doctor/statistics', label: t('statistics'), icon: <StatisticsIcon /> },
    { to: paths.secondLooks, label: t('secondLooks'), icon: <CompareIcon /> },
    { to: '/doctor/letters', label: t('letters'), icon: <DocumentIcon /> },
    { to: '/doctor/actions', label: t('actions'), icon: <SeenIcon /> },
  ];
  const accountNav: NavItem[] = [
    { to: '/doctor/account', label: f('frame.account'), icon: <PersonIcon /> },
    ...(isAssistant ? [] : ofDoctor),
    { to: '/doctor/settings', label: f('frame.settings'), icon: <SettingsIcon /> },
    { to: '/doctor/contact', label: f('frame.contact'), icon: <MailIcon /> },
    { to: '/doctor/support', label: f('frame.help'), icon: <HelpIcon /> },
  ].map((item) => ({ ...item, current: pathname === item.to }));
  return (
    <DoctorShell
      words={{
        skip: f('frame.skip'),
        mainNavigation: f('frame.mainNavigation'),
        account: f('frame.accountNavigation'),
        menu: f('frame.menu'),
        signOut: f('frame.signOut'),
      }}
      home={homeOf.doctor}
      nav={isAssistant ? cases : nav}
      accountNav={accountNav}
      person={{ name }}
      languages={languages}
      onSignOut={signOut}
      legal={legal}
      compact={insideCase(pathname)}
      status={status}
      foot={<SendingsBar formPath={formOf} />}
      {...(!isAssistant && { tool: { label: t('palette'), icon: <SearchIcon />, onPress: openPalette } })}
    >
      <ErrorBoundary page={pathname} home={homeOf.doctor}>
        {page}
      </ErrorBoundary>
      {!isAssistant && <Palette places={[...nav, ...accountNav]} />}
    </DoctorShell>
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
