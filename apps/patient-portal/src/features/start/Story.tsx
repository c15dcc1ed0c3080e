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
  h1,
  h2 {
    font-size: var(--font-size-heading-1);
    line-height: var(--line-height-heading);
  }
  ol {
    display: grid;
    gap: var(--space-4);
    font-size: var(--font-size-lead);
    counter-reset: step;
  }
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
  ${from.desk} {
    > svg {
      inline-size: calc(var(--size-emblem) + var(--space-6));
      block-size: calc(var(--size-emblem) + var(--space-6));
    }
  }
`;

/** Explains Konsil in one sentence and three steps. The sentence is the h1 where the page has no other. */
export function Story({ headingLevel = 2 }: { headingLevel?: 1 | 2 }) {
  const { t } = useTexts(publicTexts);
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <Box>
      <BrandMark />
      <Heading tabIndex={headingLevel === 1 ? -1 : undefined}>{t('start.title')}</Heading>
      <p>{t('start.lead')}</p>
      <ol>
        <li>{t('start.steps.case')}</li>
        <li>{t('start.steps.documents')}</li>
        <li>{t('start.steps.answer')}</li>
      </ol>
    </Box>
  );
}
