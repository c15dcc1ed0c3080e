import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { forcedColors } from '../foundation/media';

const Circle = styled.span<{ $voice: 'patient' | 'doctor'; $large: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: ${({ $large }) => ($large ? '4rem' : '2.25rem')};
  block-size: ${({ $large }) => ($large ? '4rem' : '2.25rem')};
  font-size: ${({ $large }) => ($large ? 'var(--font-size-heading-3)' : 'var(--font-size-small)')};
  font-weight: var(--font-weight-strong);
  border-radius: ${({ $voice }) => ($voice === 'patient' ? '50%' : '0.6rem')};
  background: ${({ $voice }) => ($voice === 'patient' ? 'var(--color-turn-you-soft)' : 'var(--color-action-soft)')};
  color: ${({ $voice }) => ($voice === 'patient' ? 'var(--color-on-turn-you-soft)' : 'var(--color-on-action-soft)')};

  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;

const Initials = styled.span`
  grid-area: 1 / 1;
`;
const Picture = styled.img`
  grid-area: 1 / 1;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
  border-radius: inherit;
`;

const titles = /^(?:dr|prof|priv|doz|med|dent|univ|pd|mag|dipl)\.?-?$/i;

/** First and last initial of a name, academic titles left out: "Prof. Dr. Elif Sandberg" gives "ES". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word && !titles.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}

const Tile = styled.span`
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border-radius: 0.6rem;
  background: var(--color-surface-sunken);
`;

/** An icon in the place of an Avatar, for rows about no person in a list of rows with one. */
export function IconPlace({ children }: { children: ReactNode }) {
  return <Tile aria-hidden="true">{children}</Tile>;
}

export interface AvatarProps {
  name: string;
  /** Round and warm for the patient, square and dark for the doctor. */
  voice: 'patient' | 'doctor';
  /** Larger, for a person's own card. */
  size?: 'normal' | 'large';
  /** Shown instead of the initials, once it has loaded. */
  picture?: string | null | undefined;
}

/** A person's portrait or initials. Decorative: the name is always shown beside it. */
export function Avatar({ name, voice, size = 'normal', picture }: AvatarProps) {
  return (
    <Circle $voice={voice} $large={size === 'large'} aria-hidden="true" translate="no">
      <Initials>{initialsOf(name)}</Initials>
      {picture && (
        <Picture
          key={picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          // The initials are behind it.
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </Circle>
  );
}
