import { styled } from 'styled-components';
import { BackIcon } from '../foundation/icons';
import { Link } from '../foundation/link';

const Anchor = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-block-size: var(--size-target);
  margin-inline-start: -0.25rem;
  font-size: var(--font-size-small);
  text-decoration: none;
  overflow-wrap: anywhere;

  &:hover {
    text-decoration: underline;
  }
`;

export interface BackLinkProps {
  to: string;
  /** The name of the parent page, not "back". */
  children: string;
}

/** A link to the parent page, above the title. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Anchor to={to} data-print="hide">
      <BackIcon />
      {children}
    </Anchor>
  );
}
