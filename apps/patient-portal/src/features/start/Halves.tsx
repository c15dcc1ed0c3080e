import { styled } from 'styled-components';
import { from } from '@konsil/ui';

/** Introduction beside the actions, from 1024 px; below that, `$storyHidden` hides the introduction. */
export const TwoColumns = styled.div<{ $storyHidden?: boolean }>`
  display: grid;
  gap: var(--space-6);
  max-inline-size: var(--width-form);
  margin-inline: auto;

  > :first-child {
    ${({ $storyHidden }) => $storyHidden && 'display: none;'}
  }
  ${from.desk} {
    grid-template-columns: minmax(0, 1fr) var(--width-form);
    gap: var(--space-8);
    align-items: center;
    max-inline-size: none;
    min-block-size: 70vh;

    > :first-child {
      display: grid;
    }
    /* The story says it already. */
    header p {
      display: none;
    }
  }
`;
