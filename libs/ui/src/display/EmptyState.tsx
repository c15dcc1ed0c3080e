import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-4);
  padding: var(--space-6) var(--space-inset);
  text-align: center;

  > .lucide {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    color: var(--color-text-muted);
    stroke-width: 1.25;
  }
  p {
    max-inline-size: 34rem;
    color: var(--color-text-muted);
    text-wrap: balance;
  }
`;

export interface EmptyStateProps {
  icon?: ReactNode;
  /** Why it is empty, and what comes next. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** A list with nothing in it: one or two sentences and one way on. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <Box>
      {icon}
      <p>{children}</p>
      {action}
    </Box>
  );
}
