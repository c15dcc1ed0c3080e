import { styled } from 'styled-components';
import { from } from '../foundation/media';
import { steadyFooter } from '../foundation/mixins';

/** The main element of a page without navigation. */
export const PlainMain = styled.main`
  inline-size: 100%;
  max-inline-size: 75rem;
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) var(--space-7);

  ${steadyFooter}
  ${from.desk} {
    padding: var(--space-5) var(--space-6) var(--space-8);

    /* Pages of every width begin at one left edge. */
    :root[data-portal='patient'] & {
      --page-margin: 0 auto;
    }
  }
`;
