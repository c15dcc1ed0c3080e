import { QuestionAnswers, shortDoctorName, TopicDetail, useFormTopics } from '@konsil/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { topicText } from '@konsil/contracts/medication';
import type { ReadableCase } from '@konsil/contracts/readable-case';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { DefinitionList, Section, Stack, Text } from '@konsil/ui';
import type { ReactNode } from 'react';
import { secondLookTexts } from './texts';

const lines = (text: string): ReactNode => (
  <Text as="p" preserveLines>
    {text}
  </Text>
);

/** The parts of a case that a colleague reads besides its documents: the details, the questions and the answers. */
export function ReadableDetails({ theCase }: { theCase: Omit<ReadableCase, 'documents'> }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const topicWord = useFormTopics();
  const given = anamnesisTopics.filter((topic) => topicText(theCase.anamnesis, topic));
  return (
    <Stack>
      <Section title={t('page.about')}>
        <DefinitionList
          items={[
            { key: 'diagnosis', term: t('page.diagnosis'), detail: lines(theCase.diagnosis) },
            { key: 'history', term: t('page.history'), detail: lines(theCase.medical_history) },
            ...given.map((topic) => ({
              key: topic,
              term: topicWord(topic),
              detail: (
                <TopicDetail topic={topic} anamnesis={theCase.anamnesis} reader="doctor">
                  {lines(theCase.anamnesis[topic])}
                </TopicDetail>
              ),
            })),
            ...theCase.notes.map(({ text, sent_at: at }) => ({
              key: at,
              term: `${t('page.notes')}, ${format.day(at)}`,
              detail: lines(text),
            })),
          ]}
        />
      </Section>
      {theCase.questions.length > 0 && (
        <Section title={t('page.questions')}>
          <QuestionAnswers questions={theCase.questions} />
        </Section>
      )}
      {theCase.answers.length > 0 && (
        <Section title={t('page.answers')}>
          <DefinitionList
            items={theCase.answers.map(({ id, option, answered_at: at, answered_by: by, answer }) => ({
              key: id,
              term: [common(`codes.answerOption.${option}`), shortDoctorName(by), format.day(at)].join(' · '),
              detail: lines(answer),
            }))}
          />
        </Section>
      )}
    </Stack>
  );
}
