// @bundle route
import { LongText } from '@konsil/cases';
import { healthTopics, type HealthTexts } from '@konsil/contracts/health-profile';
import { topicText } from '@konsil/contracts/medication';
import { useCommon, useTexts } from '@konsil/i18n';
import { ButtonLink, Card, DefinitionList, Row, Section, Stack, Text } from '@konsil/ui';
import { paths } from '../paths.ts';
import { importTexts } from './texts.ts';

/** Shows what a file says of medication and allergies, and offers to add it to the health profile. */
export function HealthTaken({ patientId, texts }: { patientId: string; texts: HealthTexts }) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const told = healthTopics.filter((topic) => topicText(texts, topic).trim() !== '');
  if (told.length === 0) return <Text as="p">{t('health.none')}</Text>;
  return (
    <Section title={t('health.title')}>
      <Card>
        <Stack>
          <DefinitionList
            items={told.map((topic) => ({
              key: topic,
              term: common(`codes.anamnesisTopic.${topic}`),
              detail: <LongText>{topicText(texts, topic)}</LongText>,
            }))}
          />
          <Text as="p" tone="muted">
            {t('health.text')}
          </Text>
          <Row>
            <ButtonLink variant="secondary" to={paths.health(patientId)} state={{ added: texts }}>
              {t('health.add')}
            </ButtonLink>
          </Row>
        </Stack>
      </Card>
    </Section>
  );
}
