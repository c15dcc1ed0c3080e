import { AfterSignIn } from '@konsil/account';
import { publicTexts, usePortal } from '@konsil/portal-frame';
import { useSession } from '@konsil/auth';
import { EmergencyNotice } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { ButtonLink, from, later, Row, SafeIcon, Section, Stack, Text, TextLink } from '@konsil/ui';
import { styled } from 'styled-components';
import { Steps } from './Story.tsx';

const Example = later(() => import('./Example.tsx').then((module) => module.Example));
const Facts = later(() => import('./Example.tsx').then((module) => module.Facts));

/** Promise, figures and example one below the other; on a desk the example stands beside the others. */
const FirstScreen = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-6);
  max-inline-size: var(--width-column);
  margin-inline: auto;

  ${from.desk} {
    grid-template: 'promise example' auto 'facts example' 1fr / minmax(0, 1fr) minmax(0, 1fr);
    column-gap: var(--space-8);
    max-inline-size: none;
    min-block-size: calc(11 * var(--space-8));
  }
`;
const Invitation = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--space-4);

  h1 {
    font-size: var(--font-size-heading-1);
    line-height: var(--line-height-heading);
  }
  > p {
    font-size: var(--font-size-lead);
  }
  ${from.desk} {
    grid-area: promise;

    h1 {
      font-size: var(--font-size-figure);
    }
  }
`;
const Ways = styled.div`
  display: grid;
  gap: var(--space-3);
  margin-block-start: var(--space-2);

  ${from.tablet} {
    display: flex;
    flex-wrap: wrap;
  }
`;
/** Reserves space for content that loads later, so that nothing below it shifts. */
const FactsPlace = styled.div`
  min-block-size: calc(6 * var(--space-8));

  ${from.desk} {
    grid-area: facts;
    min-block-size: 0;
    padding-block-start: var(--space-5);
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
`;
const ExamplePlace = styled.div`
  min-block-size: calc(10 * var(--space-8));

  ${from.desk} {
    grid-area: example;
    min-block-size: 0;
  }
`;
const Below = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-6);
  max-inline-size: var(--width-column);
  margin: var(--space-7) auto 0;

  ${from.desk} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    max-inline-size: none;

    > :first-child {
      grid-column: span 3;
    }
    ol {
      grid-template-columns: repeat(3, minmax(0, 1fr));
      gap: var(--space-6);
    }
  }
`;

/** `/`: what the visitor gets and an example of it; begin a case, sign in, register. */
export function StartPage() {
  const { t } = useTexts(publicTexts);
  const { status } = useSession();
  const { config } = usePortal();
  if (status === 'authenticated') return <AfterSignIn />;
  return (
    <>
      <FirstScreen>
        <Invitation>
          <h1 tabIndex={-1}>{t('start.title')}</h1>
          <p>{t('start.lead')}</p>
          <Ways>
            <ButtonLink to="/begin">{t('start.begin')}</ButtonLink>
            <ButtonLink to="/login" variant="secondary">
              {t('frame.signIn')}
            </ButtonLink>
            <ButtonLink to="/register" variant="secondary">
              {t('start.register')}
            </ButtonLink>
          </Ways>
        </Invitation>
        <FactsPlace>
          <Facts />
        </FactsPlace>
        <ExamplePlace>
          <Example />
        </ExamplePlace>
      </FirstScreen>
      <Below>
        <Section title={t('start.how')}>
          <Steps />
        </Section>
        <Stack gap={1}>
          <Row gap={2}>
            <SafeIcon />
            <strong>{t('start.safeTitle')}</strong>
          </Row>
          <Text as="p" tone="muted">
            {t('start.safe')}
          </Text>
        </Stack>
        <EmergencyNotice />
        <Text as="p" size="small">
          {t('start.forDoctors')} <TextLink to={`${config.portals.doctor}/login`}>{t('start.toDoctors')}</TextLink>
        </Text>
      </Below>
    </>
  );
}
