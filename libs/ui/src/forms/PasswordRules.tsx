// @bundle forms
import { styled } from 'styled-components';
import { CheckIcon, OpenTaskIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';

const List = styled.ul`
  display: grid;
  gap: var(--space-1);
  margin-block-start: var(--space-2);
  font-size: var(--font-size-small);
  color: var(--color-text-muted);

  li {
    display: flex;
    gap: var(--space-2);
    align-items: flex-start;
  }
  .lucide {
    margin-block-start: 0.1em;
  }
  [data-met] {
    color: var(--color-success);
  }
`;

/** One requirement of a new password. */
export interface PasswordRule {
  label: string;
  met: (password: string) => boolean;
}

export interface PasswordRulesProps {
  id: string;
  password: string;
  items: readonly PasswordRule[];
  words: { met: string; unmet: string };
}

/** The requirements of a new password, shown before typing and ticked off while typing. */
export function PasswordRules({ id, password, items, words }: PasswordRulesProps) {
  return (
    <List id={id} aria-live="polite">
      {items.map(({ label, met }) => {
        const fulfilled = met(password);
        return (
          <li key={label} data-met={fulfilled || undefined}>
            {fulfilled ? <CheckIcon /> : <OpenTaskIcon />}
            <span>
              {label} <VisuallyHidden>({fulfilled ? words.met : words.unmet})</VisuallyHidden>
            </span>
          </li>
        );
      })}
    </List>
  );
}
