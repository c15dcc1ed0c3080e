import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: var(--space-1) var(--space-4);
  padding: var(--space-2);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
`;

export interface ShowMoreProps {
  /** "50 von 126 Fällen", spoken when it changes. */
  count: ReactNode;
  /** "Weitere zeigen"; undefined when everything is shown. */
  label?: string | undefined;
  onMore: () => void;
  busy?: boolean;
  busyLabel?: string;
}

/** The end of a paginated list: how much is shown, and a button for the next page. */
export function ShowMore({ count, label, onMore, busy = false, busyLabel }: ShowMoreProps) {
  return (
    <Box>
      <p role="status">{count}</p>
      {label && (
        <Button data-print="hide" variant="secondary" size="small" busy={busy} busyLabel={busyLabel} onClick={onMore}>
          {label}
        </Button>
      )}
    </Box>
  );
}
