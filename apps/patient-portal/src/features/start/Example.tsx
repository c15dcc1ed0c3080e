import { useEffect } from 'react';
import { useTexts } from '@konsil/i18n';
import {
  Avatar,
  Card,
  DateIcon,
  DefinitionList,
  DocumentIcon,
  from,
  Row,
  Section,
  Stack,
  Text,
  token,
} from '@konsil/ui';
import { styled } from 'styled-components';
import { begunCase } from './begun-case.ts';
import { startTexts } from './texts.ts';

const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${token.space[6]};

  ${from.desk} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;

/**
 * Below the first screen of the start page: an example of an answer, and who answers, how long it takes and what it
 * costs.
 */
export function Example() {
  const { t } = useTexts(startTexts);
  // Deletes what somebody left on this device two days ago.
  useEffect(() => void begunCase.find(), []);
  return (
    <Beside>
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
      <Section title={t('facts.title')}>
        <DefinitionList
          items={(['who', 'time', 'cost'] as const).map((fact) => ({
            term: t(`facts.${fact}`),
            detail: t(`facts.${fact}Text`),
          }))}
        />
      </Section>
    </Beside>
  );
}
