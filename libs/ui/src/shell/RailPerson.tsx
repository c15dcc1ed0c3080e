import { css, styled } from 'styled-components';
import { Avatar } from '../display/Avatar';
import { SignOutIcon } from '../foundation/icons';
import { Link } from '../foundation/link';
import { from } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';
import { LanguageSwitch } from './LanguageSwitch';
import type { LanguageSwitchProps } from './LanguageSwitch';
import type { PlainNavItem } from './navigation';

const compactBox = css`
  ${from.desk} {
    justify-items: center;
    padding-inline: 0;

    > strong,
    > div > button > span {
      ${visuallyHidden}
    }
    > span {
      display: grid;
    }
    > div,
    > div > nav {
      flex-direction: column;
      gap: 0;
      margin: 0;
    }
  }
`;
const Box = styled.div<{ $compact: boolean }>`
  display: grid;
  gap: var(--space-1);
  margin-block-start: var(--space-3);
  padding: var(--space-3) var(--space-2) 0;
  border-block-start: var(--border-hairline) solid var(--color-border);
  font-size: var(--font-size-small);
  overflow-wrap: anywhere;

  > span {
    display: none;
  }
  > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-inline-start: -0.4rem;
  }
  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-3);
    font-size: var(--font-size-caption);
  }
  > ul a {
    display: inline-flex;
    align-items: center;
    min-block-size: max(1.5rem, var(--size-target));
    color: var(--color-text-muted);
  }
  ${({ $compact }) => $compact && compactBox}
`;
const SignOut = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.35rem;
  min-block-size: var(--size-target);
  min-inline-size: var(--size-target);
  padding: 0;
  border: 0;
  background: none;
  color: var(--color-action);

  span {
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
`;

export interface RailPersonProps {
  name: string;
  languages: LanguageSwitchProps;
  signOutLabel: string;
  onSignOut: () => void;
  legal: PlainNavItem[];
  compact: boolean;
}

/** The bottom of the doctor's navigation rail: account, language, signing out, imprint. */
export function RailPerson({ name, languages, signOutLabel, onSignOut, legal, compact }: RailPersonProps) {
  return (
    <Box $compact={compact}>
      <Avatar name={name} voice="doctor" />
      <strong>{name}</strong>
      <div>
        <LanguageSwitch {...languages} />
        <SignOut type="button" title={compact ? signOutLabel : undefined} onClick={onSignOut}>
          <SignOutIcon />
          <span>{signOutLabel}</span>
        </SignOut>
      </div>
      {legal.length > 0 && (
        <ul>
          {legal.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
