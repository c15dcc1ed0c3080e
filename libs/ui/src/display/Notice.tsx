import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PhoneIcon } from '../foundation/icons';

const Line = styled.p`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-3);
  padding-block: var(--space-4);
  border-block-start: var(--border-hairline) solid var(--color-border);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);

  .lucide {
    margin-block-start: 0.1em;
  }
  strong {
    color: var(--color-text);
  }
`;

/** The emergency numbers: unobtrusive, on every page where somebody might wait for help. */
export function Notice({ children, icon = <PhoneIcon /> }: { children: ReactNode; icon?: ReactNode }) {
  return (
    <Line>
      {icon}
      <span>{children}</span>
    </Line>
  );
}
