import { useTexts } from '@konsil/i18n';
import { AddIcon, ButtonLink, Card, MailIcon, EditIcon, Row, Section, SendIcon, Stack, UploadIcon } from '@konsil/ui';
import { paths } from '../paths.ts';
import { dashboardTexts } from './texts.ts';

const steps = { describe: <EditIcon />, upload: <UploadIcon />, send: <SendIcon />, answer: <MailIcon /> };

/** For new users: purpose and next steps. */
export function FirstCase() {
  const { t } = useTexts(dashboardTexts);
  return (
    <Stack>
      <Card>
        <Section title={t('first.title')}>
          <p>{t('first.text')}</p>
          <Row>
            <ButtonLink to={paths.newCase} icon={<AddIcon />}>
              {t('newCase')}
            </ButtonLink>
          </Row>
        </Section>
      </Card>
      <Section title={t('first.how')}>
        <Stack as="ol" gap={3}>
          {(Object.keys(steps) as (keyof typeof steps)[]).map((step) => (
            <li key={step}>
              <Row gap={3} wrap={false} align="start">
                {steps[step]}
                <span>{t(`first.steps.${step}`)}</span>
              </Row>
            </li>
          ))}
        </Stack>
      </Section>
    </Stack>
  );
}
