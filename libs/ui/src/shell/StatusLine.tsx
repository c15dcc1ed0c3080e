import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { layer } from '../foundation/layers';
import { below } from '../foundation/media';

const Line = styled.p`
  position: sticky;
  inset-block-end: 0;
  z-index: ${layer.bar};
  grid-column: 1 / -1;
  pointer-events: none;
  text-align: center;
  font-size: var(--font-size-small);

  &:not(:empty) {
    padding: var(--space-1) var(--space-4);
    background: var(--color-text);
    color: var(--color-surface);
  }
  /* Above the patient's navigation bar at the bottom of a phone. */
  [data-portal='patient'] & {
    ${below.desk} {
      inset-block-end: calc(4rem + env(safe-area-inset-bottom));
    }
  }
`;

/**
 * A status at the bottom of a shell, on every page. It reserves its room at the end, so that nothing shifts; announced
 * when it appears.
 */
export function StatusLine({ children }: { children: string | undefined }) {
  return (
    <Line role="status" data-print="hide">
      {children}
    </Line>
  );
}

const Foot = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: ${layer.bar};
  grid-column: 1 / -1;

  &:not(:empty) {
    padding: var(--space-2) var(--space-4);
    background: var(--color-surface);
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
  [data-portal='patient'] & {
    ${below.desk} {
      inset-block-end: calc(4rem + env(safe-area-inset-bottom));
    }
  }
`;

/** Pending actions at the bottom of a shell, on every page. */
export function FootBar({ children }: { children: ReactNode }) {
  return (
    <Foot data-foot-bar data-print="hide">
      {children}
    </Foot>
  );
}
