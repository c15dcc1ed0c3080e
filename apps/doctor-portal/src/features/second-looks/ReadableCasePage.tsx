import { QuestionAnswers, shortDoctorName, TopicDetail, useFormFacts, useFormTopics } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import { topicText } from '@konsil/contracts/medication';
import type { ReadableCase } from '@konsil/contracts/readable-case';
import { ReadDocuments } from '@konsil/documents';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Card, Columns, DefinitionList, Page, PageTitle, Section, Stack, Text } from '@konsil/ui';
import type { ReactNode } from 'react';
import { secondLookTexts } from './texts';

type Case = ReadableCase & Pick<CaseSummary, 'case_name' | 'patient'>;

interface ReadableCasePageProps {
  theCase: Case;
  back: ReactNode;
  /** Above the documents. */
  first?: ReactNode;
  /** Beside them: the reader's actions. */
  children: ReactNode;
}

/** The page of a case for a colleague who is not its doctor: its documents and details, and the actions beside them. */
export function ReadableCasePage({ theCase, back, first, children }: ReadableCasePageProps) {
  const { t } = useTexts(secondLookTexts);
  const format = useFormat();
  const { patient, documents } = theCase;
  return (
    <Page width="wide">
      <PageTitle
        back={back}
        lead={t('page.lead', { patient: fullName(patient), day: format.day(patient.date_of_birth) })}
      >
        {theCase.case_name}
      </PageTitle>
      <Columns>
        <Stack>
          {first}
          <Section title={t('page.documents')}>
            <ReadDocuments documents={documents} none={t('page.noDocuments')} opensFirst />
          </Section>
          <Details theCase={theCase} />
        </Stack>
        <Card>{children}</Card>
      </Columns>
    </Page>
  );
}

const lines = (text: string): ReactNode => (
  <Text as="p" preserveLines>
    {text}
  </Text>
);

/** The parts of a case that a colleague reads besides its documents: the details, the questions and the answers. */
function Details({ theCase }: { theCase: Case }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const topicWord = useFormTopics();
  const formFacts = useFormFacts();
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
            ...formFacts(theCase.specialty_forms),
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
