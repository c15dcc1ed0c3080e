import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: last baseline;
  justify-content: space-between;
  gap: var(--space-3) var(--space-5);
`;
const Words = styled.div`
  display: grid;
  gap: var(--space-2);
  min-inline-size: 0;
  max-inline-size: 100%;

  > p {
    color: var(--color-text-muted);
    max-inline-size: var(--size-measure);
  }
  [data-portal='doctor'] & {
    gap: var(--space-1);
  }
`;

export interface PageTitleProps {
  /** The h1 of the page. */
  children: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** A BackLink to the place above. */
  back?: ReactNode;
  /** What can be done with the whole page. */
  actions?: ReactNode;
}

/** The head of a page: way back, h1, one sentence, actions. Exactly one per page. */
export function PageTitle({ children, lead, back, actions }: PageTitleProps) {
  return (
    <Head>
      <Words>
        {back && <div>{back}</div>}
        <h1 tabIndex={-1}>{children}</h1>
        {lead && <p>{lead}</p>}
      </Words>
      {actions}
    </Head>
  );
}
