import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { Button } from '../actions/Button';
import { RetryIcon } from '../foundation/icons';
import { Card } from '../layout/Card';
import { VisuallyHidden } from '../layout/VisuallyHidden';

const appear = keyframes`
  from { visibility: hidden; }
`;
const Late = styled.div`
  /* Invisible for 300 ms, so that quickly loaded content does not flash. */
  animation: ${appear} 300ms;
`;
const shapes = { line: '1em', title: '1.5em', block: '6rem', page: '24rem' };
const Bar = styled.span<{ $height: string; $width: string }>`
  display: block;
  block-size: ${({ $height }) => $height};
  inline-size: ${({ $width }) => $width};
  max-inline-size: 100%;
  border-radius: 4px;
  background: var(--color-border);

  @media (forced-colors: active) {
    border: 1px solid GrayText;
  }
`;
const widths = { full: '100%', most: '75%', half: '50%', some: '30%' };

export interface SkeletonProps {
  shape?: keyof typeof shapes;
  width?: keyof typeof widths;
}

/** Placeholder for content that is loading. Used inside a Loading. */
export function Skeleton({ shape = 'line', width = 'full' }: SkeletonProps) {
  return <Bar $height={shapes[shape]} $width={widths[width]} />;
}

const RowShape = styled.div`
  display: grid;
  gap: var(--space-2);
  padding: var(--space-row) var(--space-inset);
`;
const SlowLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-4);
  padding-block: var(--space-3);
`;

/** Milliseconds after which a retry is offered. */
export const patience = 8000;

export interface LoadingProps {
  /** Spoken: "Fälle werden geladen". */
  label: string;
  /** Text and retry button shown after 8 seconds. */
  slow?: { text: string; retryLabel: string; onRetry: () => void };
  /** Placeholders made of Skeletons. */
  children: ReactNode;
}

/** Loading state: nothing for 300 ms, then placeholders, after 8 s a sentence with a retry button. */
export function Loading({ label, slow, children }: LoadingProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Late aria-busy="true" data-waiting>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
      {late && slow && (
        <SlowLine role="status">
          <span>{slow.text}</span>
          <Button variant="secondary" size="small" icon={<RetryIcon />} onClick={slow.onRetry}>
            {slow.retryLabel}
          </Button>
        </SlowLine>
      )}
    </Late>
  );
}

export interface ListSkeletonProps extends Omit<LoadingProps, 'children'> {
  rows?: number;
}

/** Placeholder for a list that is loading. */
export function ListSkeleton({ rows = 4, ...loading }: ListSkeletonProps) {
  return (
    <Loading {...loading}>
      <Card padding="none">
        {Array.from({ length: rows }, (_, row) => (
          <RowShape key={row}>
            <Skeleton width="half" />
            <Skeleton width="some" />
          </RowShape>
        ))}
      </Card>
    </Loading>
  );
}
