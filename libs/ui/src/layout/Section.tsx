import { useId } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/mixins';

const Box = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--space-3);
`;
const Head = styled.div<{ $hidden: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--space-2) var(--space-3);
  ${({ $hidden }) => $hidden && visuallyHidden}

  /* A button is higher than a heading, but sections side by side begin at one height. */
  > button {
    margin-block: calc(-1.5 * var(--space-1));
  }
  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--size-target);

    @media print {
      display: none;
    }
  }
`;

export interface SectionProps {
  title: ReactNode;
  /** The title is for screen readers only. */
  titleHidden?: boolean;
  /** Lets a script focus the heading, e.g. when the section replaces another. */
  focusable?: boolean;
  headingLevel?: 2 | 3 | 4;
  /** A link or small button beside the title. */
  action?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** A section of a page, labelled by its heading. */
export function Section({
  title,
  titleHidden = false,
  focusable = false,
  headingLevel = 2,
  action,
  id,
  children,
}: SectionProps) {
  const headingId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Box id={id} aria-labelledby={headingId}>
      <Head $hidden={titleHidden}>
        <Heading id={headingId} tabIndex={focusable ? -1 : undefined}>
          {title}
        </Heading>
        {action}
      </Head>
      {children}
    </Box>
  );
}
