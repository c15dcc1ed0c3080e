import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { from } from '../foundation/media';
import { PlainMain } from '../layout/PlainMain';
import { mainId, SkipLink } from '../layout/SkipLink';
import { Link } from '../foundation/link';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';
import type { LanguageSwitchProps } from './LanguageSwitch';
import type { PlainNavItem, ShellWords } from './navigation';
import { PageFooter } from './PageFooter';

const Frame = styled.div`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-block-size: 100vh;
  min-block-size: 100dvh;
`;
const Header = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  inline-size: 100%;
  max-inline-size: 75rem;
  min-block-size: 4rem;
  margin-inline: auto;
  padding: var(--space-2) var(--space-4);

  ${from.desk} {
    min-block-size: 5rem;
    padding: var(--space-3) var(--space-6);
  }
`;

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-3);

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--size-target);
  }
`;

export interface PlainShellProps {
  words: Pick<ShellWords, 'skip' | 'footer'>;
  home: string;
  languages: LanguageSwitchProps;
  /** Without links there is no footer. */
  footer?: PlainNavItem[];
  /** The imprint (docs/specification.md section 2). */
  imprint?: PlainNavItem;
  /** A link at the end of the header, e.g. to sign in. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-out page of both portals: start, sign-in, registration, imprint. */
export function PlainShell({ words, home, languages, footer = [], imprint, action, children }: PlainShellProps) {
  return (
    <Frame>
      <Header>
        <SkipLink>{words.skip}</SkipLink>
        <Brand to={home} />
        <End data-print="hide">
          {imprint && <Link to={imprint.to}>{imprint.label}</Link>}
          {action}
          <LanguageSwitch {...languages} />
        </End>
      </Header>
      <PlainMain id={mainId} tabIndex={-1}>
        {children}
      </PlainMain>
      {footer.length > 0 && <PageFooter label={words.footer} links={footer} />}
    </Frame>
  );
}
