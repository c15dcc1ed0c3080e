import { AfterSignIn } from '@konsil/account';
import { publicTexts, usePortal } from '@konsil/portal-frame';
import { useSession } from '@konsil/auth';
import { EmergencyNotice } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { ButtonLink, later, Row, SafeIcon, Stack, Text, TextLink } from '@konsil/ui';
import { styled } from 'styled-components';
import { TwoColumns } from './Halves.tsx';
import { Story } from './Story.tsx';

// Below the first screen.
const Example = later(() => import('./Example.tsx').then((module) => module.Example));
/** Keeps the place of the example, so that nothing moves when it comes. */
const Below = styled.div`
  min-block-size: calc(10 * var(--space-8));
  padding-block-start: var(--space-6);
`;

/** `/`: introduction; begin a case, sign in, register. */
export function StartPage() {
  const { t } = useTexts(publicTexts);
  const { status } = useSession();
  const { config } = usePortal();
  if (status === 'authenticated') return <AfterSignIn />;
  return (
    <>
      <TwoColumns>
        <Story headingLevel={1} />
        <Stack gap={5}>
          <Stack gap={3}>
            <ButtonLink to="/begin" block>
              {t('start.begin')}
            </ButtonLink>
            <ButtonLink to="/login" variant="secondary" block>
              {t('frame.signIn')}
            </ButtonLink>
            <ButtonLink to="/register" variant="secondary" block>
              {t('start.register')}
            </ButtonLink>
          </Stack>
          <Stack gap={1}>
            <Row gap={2}>
              <SafeIcon />
              <strong>{t('start.safeTitle')}</strong>
            </Row>
            <Text as="p" tone="muted">
              {t('start.safe')}
            </Text>
          </Stack>
          <Text as="p" size="small">
            {t('start.forDoctors')} <TextLink to={`${config.portals.doctor}/login`}>{t('start.toDoctors')}</TextLink>
          </Text>
          <EmergencyNotice />
        </Stack>
      </TwoColumns>
      <Below>
        <Example />
      </Below>
    </>
  );
}
