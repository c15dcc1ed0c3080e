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
  /** From 0 to 1; undefined while unknown. */
  value?: number;
}

/** A progress bar. The number is shown beside it as text. */
export function Progress({ label, value }: ProgressProps) {
  return <Bar aria-label={label} max={1} value={value} />;
}
