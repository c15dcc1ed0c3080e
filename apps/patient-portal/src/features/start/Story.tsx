import { styled } from 'styled-components';
import { publicTexts } from '@konsil/portal-frame';
import { useTexts } from '@konsil/i18n';
import { BrandMark, from } from '@konsil/ui';

const Box = styled.div`
  display: grid;
  gap: var(--space-5);
  max-inline-size: calc(var(--width-form) + var(--space-7));

  > svg {
    inline-size: var(--size-emblem);
    block-size: var(--size-emblem);
    margin-inline-start: calc(-1 * var(--space-3));
  }
  h2 {
    font-size: var(--font-size-heading-1);
    line-height: var(--line-height-heading);
  }
  ${from.desk} {
    > svg {
      inline-size: calc(var(--size-emblem) + var(--space-6));
      block-size: calc(var(--size-emblem) + var(--space-6));
    }
  }
`;
const List = styled.ol`
  display: grid;
  gap: var(--space-4);
  font-size: var(--font-size-lead);
  counter-reset: step;

  li {
    display: grid;
    grid-template-columns: var(--space-6) 1fr;
    counter-increment: step;
  }
  li::before {
    content: counter(step);
    color: var(--color-turn-you);
    font-weight: var(--font-weight-title);
  }
`;

/** From the first question to the answer in three steps. */
export function Steps() {
  const { t } = useTexts(publicTexts);
  return (
    <List>
      <li>{t('start.steps.case')}</li>
      <li>{t('start.steps.documents')}</li>
      <li>{t('start.steps.answer')}</li>
    </List>
  );
}

/** Explains Konsil beside the sign-in, in one sentence and three steps. */
export function Story() {
  const { t } = useTexts(publicTexts);
  return (
    <Box>
      <BrandMark />
      <h2>{t('start.title')}</h2>
      <p>{t('start.lead')}</p>
      <Steps />
    </Box>
  );
}
