import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { SafeIcon } from '@konsil/ui';

const Strip = styled.p`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  inline-size: fit-content;
  padding: var(--space-2) var(--space-3);
  border-radius: var(--radius-control);
  background: var(--color-success-soft);
  color: var(--color-on-success-soft);

  .lucide {
    flex: none;
  }
`;

/** Says that nobody can open anything of a case here. */
export const Sealed = ({ children }: { children: ReactNode }) => (
  <Strip>
    <SafeIcon aria-hidden="true" />
    {children}
  </Strip>
);
