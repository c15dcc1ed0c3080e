import { TopicDetail, useFormTopics } from '@konsil/cases';
import type { FormChange, ProcessOverview } from '@konsil/contracts/cases';
import { anamnesisTopics, type FormTopic } from '@konsil/contracts/codes';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, DefinitionList, Row, Text } from '@konsil/ui';
import type { ReactNode } from 'react';
import { Questions } from '../inbox/inbox-parts';
import { caseTexts } from './texts';

/**
 * The patient's input: diagnosis, history, questions and anamnesis; changes since the doctor last knew it are marked.
 */
export function AnamnesisPane({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const topicWord = useFormTopics();
  const format = useFormat();
  const changes = new Map(theCase.changed_forms.map((change) => [change.topic, change]));
  const words = (text: string) =>
    text ? (
      <Text as="p" preserveLines>
        {text}
      </Text>
    ) : (
      <Text tone="muted">{t('anamnesis.empty')}</Text>
    );
  const item = (topic: FormTopic, detail: ReactNode, term = topicWord(topic)) => {
    const change = changes.get(topic);
    if (!change) return { key: topic, term, detail };
    return {
      key: topic,
      term: (
        <Row as="span" gap={2}>
          {term}
          <Badge tone="you">{t('anamnesis.changed')}</Badge>
        </Row>
      ),
      detail: (
        <>
          {detail}
          <Before change={change}>{words(change.before)}</Before>
        </>
      ),
    };
  };
  const confirmed = theCase.requests.at(-1)?.health_confirmed_at;
  return (
    <>
      {confirmed && (
        <Text as="p" tone="muted" size="small">
          {t('anamnesis.confirmed', { day: format.day(confirmed) })}
        </Text>
      )}
      <DefinitionList
        items={[
          item('diagnosis', words(theCase.diagnosis), t(`anamnesis.diagnosis.${theCase.patient.gender}`)),
          item('medical_history', words(theCase.medical_history)),
          item(
            'questions',
            theCase.questions.length ? (
              <Questions>
                {theCase.questions.map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </Questions>
            ) : (
              words('')
            ),
          ),
          ...anamnesisTopics.map((topic) =>
            item(
              topic,
              <TopicDetail topic={topic} anamnesis={theCase.anamnesis} reader="doctor">
                {words(theCase.anamnesis[topic])}
              </TopicDetail>,
            ),
          ),
        ]}
      />
    </>
  );
}

/** The earlier text, collapsed. */
function Before({ change, children }: { change: FormChange; children: ReactNode }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  return (
    <details data-print="hide">
      <summary>{t('anamnesis.before', { day: format.dayLong(change.changed_at) })}</summary>
      {children}
    </details>
  );
}
