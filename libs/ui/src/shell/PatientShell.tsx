import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PersonIcon } from '../foundation/icons';
import { below, from } from '../foundation/media';
import { steadyFooter } from '../foundation/mixins';
import { mainId, SkipLink } from '../layout/SkipLink';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';
import type { LanguageSwitchProps } from './LanguageSwitch';
import type { NavItem, PlainNavItem, ShellPerson, ShellWords } from './navigation';
import { PageFooter } from './PageFooter';
import { PatientNavigation } from './PatientNavigation';
import { PersonMenu } from './PersonMenu';
import { FootBar, StatusLine } from './StatusLine';

const Frame = styled.div`
  display: grid;
  grid-template: auto 1fr auto auto / minmax(0, 1fr);
  min-block-size: 100vh;
  min-block-size: 100dvh;

  /* Room for the navigation bar at the bottom of a phone. */
  > footer {
    padding-block-end: calc(5.5rem + env(safe-area-inset-bottom));
  }
  ${from.desk} {
    > footer {
      padding-block-end: var(--space-4);
    }
  }
`;
/** The patient-style header of the specification is a white sheet. */
const Header = styled.header`
  :root[data-header='patient'] & {
    background: var(--color-surface);
    border-block-end: var(--border-hairline) solid var(--color-border);
  }
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-2);
  inline-size: 100%;
  min-block-size: 4rem;
  padding: var(--space-2) var(--space-4);

  /* Very large text. */
  @media (max-width: 18rem) {
    min-block-size: 0;
    padding-block-end: 0;
  }
  ${from.desk} {
    flex-wrap: nowrap;
    gap: var(--space-6);
    max-inline-size: 75rem;
    min-block-size: 5rem;
    margin-inline: auto;
    padding: var(--space-3) var(--space-6);
  }
`;
const ActingFor = styled.p`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  margin-block: calc(-1 * var(--space-3)) var(--space-3);
  padding-block: var(--space-2);
  background: var(--color-action-soft);
  /* Extends the background to the edges of the window without a scrollbar. */
  box-shadow: 0 0 0 100vmax var(--color-action-soft);
  clip-path: inset(0 -100vmax);
  color: var(--color-text);
  font-size: var(--font-size-small);
  overflow-wrap: anywhere;

  /* Comes with the page that it is about, and pushes no place holder down. */
  main:has(h1[data-waiting]) > & {
    display: none;
  }
  ${from.desk} {
    margin-block: calc(-1 * var(--space-5)) var(--space-5);
  }
  /* Very large text: the line stays as low as it can. */
  @media (max-width: 18rem) {
    padding-block: 0;
    font-size: var(--font-size-caption);
    line-height: var(--line-height-heading);
  }
`;
const HeaderEnd = styled.div`
  display: flex;
  align-items: center;
  margin-inline-start: auto;

  /* Very large text: the simple form is chosen in the settings, so that the head stays one line. */
  @media (max-width: 18rem) {
    [data-form] {
      display: none;
    }
  }
  /* Room beside the mark; the person's button has its own. */
  ${below.tight} {
    margin-inline-end: calc(-1 * var(--space-3));
  }
`;
const PatientMain = styled.main`
  inline-size: 100%;
  max-inline-size: 40rem;
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) var(--space-7);

  ${steadyFooter}
  ${from.desk} {
    max-inline-size: 75rem;
    padding: var(--space-5) var(--space-6) var(--space-8);
    /* Pages of every width begin at one left edge. */
    --page-margin: 0 auto;
  }
`;

const Notice = styled.div`
  margin-block-end: var(--space-5);
`;

export interface PatientShellProps {
  words: Omit<ShellWords, 'account'>;
  /** Target of the logo. */
  home: string;
  nav: NavItem[];
  languages: LanguageSwitchProps;
  person: ShellPerson & { items: PlainNavItem[] };
  onSignOut: () => void;
  /** Shown at the top of every page about somebody the reader acts for. */
  actingFor?: string | undefined;
  /** Shown above every page: a problem that affects all of them. */
  notice?: ReactNode;
  footer: PlainNavItem[];
  /** One line at the bottom of the page, e.g. that the connection is lost. */
  status?: string | undefined;
  /** Above it: pending actions that concern every page. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page of the patient portal. */
export function PatientShell({
  words,
  home,
  nav,
  languages,
  person,
  onSignOut,
  actingFor,
  notice,
  footer,
  status,
  foot,
  children,
}: PatientShellProps) {
  return (
    <Frame>
      <Header>
        <Bar>
          <SkipLink>{words.skip}</SkipLink>
          <Brand to={home} />
          <PatientNavigation label={words.mainNavigation} items={nav} />
          <HeaderEnd data-print="hide">
            <LanguageSwitch {...languages} />
            <PersonMenu
              label={words.menu}
              name={person.name}
              items={person.items}
              signOutLabel={words.signOut}
              onSignOut={onSignOut}
            />
          </HeaderEnd>
        </Bar>
      </Header>
      <PatientMain id={mainId} tabIndex={-1}>
        {actingFor && (
          <ActingFor>
            <PersonIcon />
            {actingFor}
          </ActingFor>
        )}
        {notice && <Notice>{notice}</Notice>}
        {children}
      </PatientMain>
      <PageFooter label={words.footer} links={footer} />
      <FootBar>{foot}</FootBar>
      <StatusLine>{status}</StatusLine>
    </Frame>
  );
}
