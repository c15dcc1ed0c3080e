import { useEffect } from 'react';
import { useTexts } from '@konsil/i18n';
import { Avatar, Card, DateIcon, DefinitionList, DocumentIcon, Row, Section, Stack, Text } from '@konsil/ui';
import { hasBegunCase } from '../cases/new-case/begun-case-key.ts';
import { startTexts } from './texts.ts';

/** An example of an answer. */
export function Example() {
  const { t } = useTexts(startTexts);
  // Deletes what somebody left on this device two days ago.
  useEffect(() => {
    if (hasBegunCase()) void import('../cases/new-case/begun-case.ts').then(({ begunCase }) => begunCase.find());
  }, []);
  return (
    <Section title={t('example.title')}>
      <Text as="p" tone="muted">
        {t('example.invented')}
      </Text>
      <Card>
        <Stack gap={4}>
          <Row gap={3} wrap={false}>
            <Avatar name={t('example.doctor')} voice="doctor" />
            <span>
              <strong>{t('example.doctor')}</strong>
              <br />
              {t('example.specialty')}
            </span>
          </Row>
          <p>{t('example.summary')}</p>
          <Stack gap={1}>
            <Text as="p" strong>
              {t('example.first.question')}
            </Text>
            <p>{t('example.first.answer')}</p>
            <Row gap={2} wrap={false} align="start">
              <DocumentIcon />
              <Text tone="muted">{t('example.first.report')}</Text>
            </Row>
          </Stack>
          <Stack gap={1}>
            <Text as="p" strong>
              {t('example.second.question')}
            </Text>
            <p>{t('example.second.answer')}</p>
          </Stack>
          <Row gap={2} wrap={false} align="start">
            <DateIcon />
            <Text tone="muted">{t('example.steps')}</Text>
          </Row>
        </Stack>
      </Card>
    </Section>
  );
}

/** The facts: who answers, how long it takes and what it costs. */
export function Facts() {
  const { t } = useTexts(startTexts);
  return (
    <Section title={t('facts.title')}>
      <DefinitionList
        layout="beside"
        items={(['who', 'time', 'cost'] as const).map((fact) => ({
          term: t(`facts.${fact}`),
          detail: t(`facts.${fact}Text`),
        }))}
      />
    </Section>
  );
}
