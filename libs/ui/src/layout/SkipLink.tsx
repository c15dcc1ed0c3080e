import { styled } from 'styled-components';
import { layer } from '../foundation/layers';

const Anchor = styled.a`
  position: absolute;
  inset-inline-start: -999rem;

  &:focus {
    inset-inline-start: var(--space-3);
    inset-block-start: var(--space-3);
    z-index: ${layer.skip};
    padding: var(--space-3) var(--space-4);
    background: var(--color-surface-raised);
    border-radius: var(--radius-control);
  }
`;

/** The id of the main part of every shell. */
export const mainId = 'main';

/** The first Tab stop: skips the navigation. */
export function SkipLink({ children }: { children: string }) {
  return (
    <Anchor href={`#${mainId}`} data-print="hide">
      {children}
    </Anchor>
  );
}
