import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CloseIcon, MenuIcon } from '../foundation/icons';
import { layer } from '../foundation/layers';
import { below, from } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';
import { mainId, SkipLink } from '../layout/SkipLink';
import { Brand } from './Brand';
import type { LanguageSwitchProps } from './LanguageSwitch';
import type { NavItem, ShellPerson, ShellWords } from './navigation';
import { RailLinks } from './RailLinks';
import { RailPerson } from './RailPerson';
import { FootBar, StatusLine } from './StatusLine';
import { useDisclosure } from './useDisclosure';

const Frame = styled.div<{ $compact: boolean }>`
  ${from.desk} {
    display: grid;
    grid-template: minmax(0, 1fr) auto / ${({ $compact }) => ($compact ? '3.25rem' : '13rem')} minmax(0, 1fr);
    block-size: 100vh;
    block-size: 100dvh;
  }
  @media print {
    display: block;
    block-size: auto;
  }
`;
const compactRail = css`
  ${from.desk} {
    padding-inline: var(--space-1);
    align-items: center;

    [data-brand] span {
      ${visuallyHidden}
    }
  }
`;
const Rail = styled.header<{ $compact: boolean }>`
  display: flex;
  flex-direction: column;
  gap: var(--space-4);
  padding: var(--space-3) var(--space-2);
  min-block-size: 0;

  /* The patient-style header of the specification is a white sheet. */
  :root[data-header='patient'] & {
    background: var(--color-surface);
  }
  ${from.desk} {
    border-inline-end: var(--border-hairline) solid var(--color-border);
  }
  ${below.desk} {
    position: sticky;
    inset-block-start: 0;
    z-index: ${layer.bar};
    flex-flow: row wrap;
    align-items: center;
    justify-content: space-between;
    padding-block: var(--space-1);
    background: var(--color-ground);
    border-block-end: var(--border-hairline) solid var(--color-border);
  }
  [data-brand] {
    padding-inline: var(--space-2);
    font-size: 1.125rem;
  }
  [data-brand] svg {
    inline-size: 1.375rem;
    block-size: 1.375rem;
  }
  ${({ $compact }) => $compact && compactRail}
`;
const MenuButton = styled.button`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--size-target);
  padding-inline: var(--space-3);
  border: 0;
  border-radius: var(--radius-control);
  background: none;
  color: var(--color-action);
  font-weight: var(--font-weight-strong);

  ${from.desk} {
    display: none;
  }
`;
const ToolButton = styled.button`
  display: grid;
  place-items: center;
  margin-inline-start: auto;
  inline-size: var(--size-target);
  block-size: var(--size-target);
  border: 0;
  border-radius: var(--radius-control);
  background: none;
  color: var(--color-action);

  /* The navigation has the page of the search; a keyboard has Ctrl+K. */
  ${from.desk} {
    display: none;
  }
`;
const Panel = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  gap: var(--space-5);
  flex: 1;
  min-block-size: 0;

  ${from.desk} {
    overflow-y: auto;
    scrollbar-width: thin;
    /* Room for focus rings and counts, which a scrolling box would cut. */
    margin: -0.5rem;
    padding: 0.5rem;
  }
  ${below.desk} {
    flex: 1 0 100%;
    max-block-size: calc(100dvh - 4rem);
    overflow-y: auto;
    padding-block-end: var(--space-4);

    &:not([data-open]) {
      display: none;
    }
  }
`;
const Main = styled.main`
  /* Panes reach its edges; the pages beside them keep this distance, and stand at its beginning. */
  --page-padding: var(--space-4) var(--space-5) var(--space-7);
  --page-margin: 0;
  ${below.tablet} {
    --page-padding: var(--space-4) var(--space-4) var(--space-7);
  }
  position: relative;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;

  ${from.desk} {
    overflow: auto;
  }
  @media print {
    display: block;
    overflow: visible;
  }
`;

export interface DoctorShellProps {
  words: Omit<ShellWords, 'footer'>;
  /** Target of the logo. */
  home: string;
  nav: NavItem[];
  /** Account, settings, contact, help. */
  accountNav: NavItem[];
  person: ShellPerson;
  languages: LanguageSwitchProps;
  onSignOut: () => void;
  /** Privacy notice and imprint; inside a case only their icons are shown. */
  legal: NavItem[];
  /** A navigation rail of 52 px without words: inside a case. */
  compact?: boolean;
  /** One line at the bottom of the page, e.g. that the connection is lost. */
  status?: string | undefined;
  /** Above it: pending actions that concern every page. */
  foot?: ReactNode;
  /** A button beside the menu of small screens. */
  tool?: { label: string; icon: ReactNode; onPress: () => void };
  children: ReactNode;
}

/**
 * The frame of every signed-in page of the doctor portal: navigation rail and desk, or a top bar with a menu below 1024
 * px.
 */
export function DoctorShell({
  words,
  home,
  nav,
  accountNav,
  person,
  languages,
  onSignOut,
  legal,
  compact = false,
  status,
  foot,
  tool,
  children,
}: DoctorShellProps) {
  const current = [...nav, ...accountNav].find((item) => item.current)?.to;
  const { open, close, regionRef, buttonProps, contentProps } = useDisclosure(current);
  return (
    <Frame $compact={compact}>
      <Rail $compact={compact} ref={regionRef} data-print="hide">
        <SkipLink>{words.skip}</SkipLink>
        <Brand to={home} />
        {tool && (
          <ToolButton type="button" aria-label={tool.label} title={tool.label} onClick={tool.onPress}>
            {tool.icon}
          </ToolButton>
        )}
        <MenuButton {...buttonProps}>
          {open ? <CloseIcon /> : <MenuIcon />}
          {words.menu}
        </MenuButton>
        <Panel {...contentProps}>
          <RailLinks label={words.mainNavigation} items={nav} compact={compact} onFollow={close} />
          <div>
            <RailLinks
              label={words.account}
              items={compact ? [...accountNav, ...legal] : accountNav}
              compact={compact}
              low
              onFollow={close}
            />
            <RailPerson
              name={person.name}
              languages={languages}
              signOutLabel={words.signOut}
              onSignOut={onSignOut}
              legal={compact ? [] : legal}
              compact={compact}
            />
          </div>
        </Panel>
      </Rail>
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
      <FootBar>{foot}</FootBar>
      <StatusLine>{status}</StatusLine>
    </Frame>
  );
}
