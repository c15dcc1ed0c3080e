import { styled } from 'styled-components';
import { Link } from '../foundation/link';
import { below } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';

const Mark = styled.svg`
  inline-size: 1.625rem;
  block-size: 1.625rem;
  flex: none;

  > :nth-child(1) {
    stroke: var(--color-text);
  }
  > :nth-child(2) {
    stroke: var(--color-turn-you);
  }
  > :nth-child(3) {
    stroke: var(--color-turn-other);
  }
`;
const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--size-target);
  color: var(--color-text);
  text-decoration: none;
  font-weight: var(--font-weight-title);
  font-size: 1.3125rem;
  letter-spacing: -0.015em;

  /* The mark alone leaves room for what stands beside it. */
  ${below.tight} {
    > span {
      ${visuallyHidden}
    }
  }
`;

/** The logo: one stem (the case), two strokes that meet (patient and doctor). Decorative beside the name. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <Mark
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M5 3.5v17" />
      <path d="M10.5 10 18.5 3.5" />
      <path d="M10.5 14l8 6.5" />
    </Mark>
  );
}

export interface BrandProps {
  to: string;
  name?: string;
}

/** Logo and name, linked to the home page of the portal. */
export function Brand({ to, name = 'Konsil' }: BrandProps) {
  return (
    <Home to={to} data-brand>
      <BrandMark />
      <span>{name}</span>
    </Home>
  );
}
