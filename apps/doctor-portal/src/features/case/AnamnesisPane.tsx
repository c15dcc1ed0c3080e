import { FormAnswers, TopicDetail, useFormFacts, useFormTopics } from '@konsil/cases';
import type { FormChange, ProcessOverview } from '@konsil/contracts/cases';
import type { AnsweredForm } from '@konsil/contracts/form-fields';
import { anamnesisTopics, type FormTopic } from '@konsil/contracts/codes';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, DefinitionList, Row, Text } from '@konsil/ui';
import type { ReactNode } from 'react';
import { Questions } from '../inbox/inbox-parts';
import { caseTexts } from '../case-parts/texts';

/**
 * The patient's input: diagnosis, history, questions and anamnesis; changes since the doctor last knew it are marked.
 */
export function AnamnesisPane({
  theCase,
  questionsFirst = false,
}: {
  theCase: ProcessOverview;
  /** The questions before the diagnosis, for a doctor who answers them. */
  questionsFirst?: boolean;
}) {
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
  const formsOf = (forms: readonly AnsweredForm[]) =>
    forms.length > 0 ? forms.map((form) => <FormAnswers key={form.doctor.id} form={form} />) : words('');
  const item = (topic: FormTopic, detail: ReactNode, term: ReactNode = topicWord(topic)) => {
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
          <Before change={change}>{change.forms_before ? formsOf(change.forms_before) : words(change.before)}</Before>
        </>
      ),
    };
  };
  const forms = useFormFacts()(theCase.specialty_forms);
  const confirmed = theCase.requests.at(-1)?.health_confirmed_at;
  const questions = item(
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
  );
  return (
    <>
      {confirmed && (
        <Text as="p" tone="muted" size="small">
          {t('anamnesis.confirmed', { day: format.day(confirmed) })}
        </Text>
      )}
      <DefinitionList
        items={[
          ...(questionsFirst ? [questions] : []),
          item('diagnosis', words(theCase.diagnosis), t(`anamnesis.diagnosis.${theCase.patient.gender}`)),
          item('medical_history', words(theCase.medical_history)),
          ...(questionsFirst ? [] : [questions]),
          ...anamnesisTopics.map((topic) =>
            item(
              topic,
              <TopicDetail topic={topic} anamnesis={theCase.anamnesis} reader="doctor">
                {words(theCase.anamnesis[topic])}
              </TopicDetail>,
            ),
          ),
          // The change is marked at the form of the present doctor, who knew the earlier answers.
          ...forms.map(({ key, term, detail }, index) =>
            index === forms.length - 1 ? { ...item('specialty_form', detail, term), key } : { key, term, detail },
          ),
          ...(forms.length === 0 && changes.has('specialty_form') ? [item('specialty_form', words(''))] : []),
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
