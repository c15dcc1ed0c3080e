import { styled } from 'styled-components';
import { Link } from '../foundation/link';
import type { LinkProps } from '../foundation/link';

const Anchor = styled(Link)<{ $block: boolean }>`
  ${({ $block }) =>
    $block &&
    'display: inline-flex; align-items: center; gap: var(--space-2); min-block-size: var(--size-target); overflow-wrap: anywhere;'}
`;

export interface TextLinkProps extends LinkProps {
  /** True for a link outside of a sentence, which gets the minimum touch height. */
  standalone?: boolean;
}

/** A link in a sentence or on a line of its own. */
export function TextLink({ standalone = false, ...rest }: TextLinkProps) {
  return <Anchor $block={standalone} {...rest} />;
}
