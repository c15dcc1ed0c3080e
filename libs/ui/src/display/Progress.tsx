import { styled } from 'styled-components';

const Bar = styled.progress`
  appearance: none;
  display: block;
  inline-size: 100%;
  block-size: 0.5rem;
  border: 0;
  border-radius: var(--radius-pill);
  background: var(--color-action-soft);
  overflow: hidden;

  &::-webkit-progress-bar {
    background: var(--color-action-soft);
  }
  &::-webkit-progress-value {
    background: var(--color-action);
    border-radius: var(--radius-pill);
  }
  &::-moz-progress-bar {
    background: var(--color-action);
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
    forced-color-adjust: none;
  }
`;

export interface ProgressProps {
  label: string;
  /** From 0 to 1; leave out while it is not known. */
  value?: number;
}

/** How far a piece of work is. The number stands beside it in words. */
export function Progress({ label, value }: ProgressProps) {
  return <Bar aria-label={label} max={1} value={value} />;
}
