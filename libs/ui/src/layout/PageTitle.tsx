import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { below } from '../foundation/media';

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: last baseline;
  justify-content: space-between;
  gap: var(--space-3) var(--space-5);
`;
const part = css`
  ${below.tablet} {
    h1 {
      font-size: var(--font-size-heading-2);
    }
  }
  /* Reserves the height of a link, so that a sentence without one does not move the content below. */
  > p {
    display: grid;
    align-items: center;
    min-block-size: var(--size-target);
  }
`;
const Words = styled.div<{ $part: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  min-inline-size: 0;
  max-inline-size: 100%;

  > p {
    color: var(--color-text-muted);
    max-inline-size: var(--size-measure);
  }
  ${({ $part }) => $part && part}
  [data-portal='doctor'] & {
    gap: var(--space-1);
  }
`;

/** The title and its sentence beside the face of the person they are about. */
const Person = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  column-gap: var(--space-4);

  > :first-child {
    grid-row: span 2;
  }
  > p {
    grid-column: 2;
    color: var(--color-text-muted);
  }
  /* At twice the text the name takes the row. */
  ${below.tight} {
    grid-template-columns: minmax(0, 1fr);

    > :first-child {
      display: none;
    }
    > p {
      grid-column: 1;
    }
  }
`;

const Above = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-3);
  flex: 1 0 100%;

  & + div {
    margin-block-start: calc(var(--space-2) - var(--space-3));
  }
`;

export interface PageTitleProps {
  /** The h1 of the page. */
  children: ReactNode;
  /** An Avatar, on the page of a person. */
  face?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** A page below what the title names: on phones the title is small, to leave room. */
  part?: boolean;
  /** A BackLink to the parent page. */
  back?: ReactNode;
  /** Rarely used page actions: beside the back link. */
  more?: ReactNode;
  /** Page actions. */
  actions?: ReactNode;
}

/** The page header: back link, h1, one sentence, actions. Exactly one per page. */
export function PageTitle({ children, face, lead, part = false, back, more, actions }: PageTitleProps) {
  const words = (
    <>
      <h1 tabIndex={-1}>{children}</h1>
      {lead && <p>{lead}</p>}
    </>
  );
  return (
    <Head>
      {more && (
        <Above>
          {back}
          {more}
        </Above>
      )}
      <Words $part={part}>
        {back && !more && <div>{back}</div>}
        {face ? (
          <Person>
            {face}
            {words}
          </Person>
        ) : (
          words
        )}
      </Words>
      {actions}
    </Head>
  );
}
